package logistic_test

import (
	"context"
	"fmt"

	"github.com/bauta/bauta/internal/learn/logistic"
)

func Example() {
	x := &logistic.Matrix{Cols: 3}
	x.Append([]int32{0, 2}, nil)
	x.Append([]int32{0}, nil)
	x.Append([]int32{1, 2}, nil)
	x.Append([]int32{1}, nil)
	m, _, err := logistic.Config{C: 10}.Train(context.Background(), x, []int{0, 0, 1, 1}, 2)
	if err != nil {
		fmt.Println(err)
		return
	}
	p := make([]float32, 2)
	m.Probabilities([]int32{1}, nil, p)
	fmt.Println(logistic.Best(p), p[1] > 0.9)
	// Output: 1 true
}
