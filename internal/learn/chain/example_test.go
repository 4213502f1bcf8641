package chain_test

import (
	"context"
	"fmt"

	"github.com/bauta/bauta/internal/learn/chain"
)

// Attribute 0 is "capital letter", 1 is "after a greeting"; label 1 is a name.
func Example() {
	d, _ := chain.NewData(2)
	_ = d.Add([][]int32{{0}, {0, 1}}, []uint8{0, 1}, 1)
	_ = d.Add([][]int32{{0}, {}, {2}}, []uint8{0, 0, 0}, 1)
	m, _, err := chain.Train(context.Background(), d, chain.Config{C2: 0.01})
	if err != nil {
		fmt.Println(err)
		return
	}
	l := m.Lattice()
	m.Fill(l, [][]int32{{2}, {0, 1}})
	path, _ := l.Viterbi(nil)
	fmt.Println(path, l.Marginal(1, 1) > 0.9)
	// Output: [0 1] true
}
