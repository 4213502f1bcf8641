package interval_test

import (
	"fmt"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/interval"
)

func Example() {
	tree := interval.Of([]bauta.Span{{Start: 20, End: 25}, {Start: 0, End: 8}, {Start: 6, End: 12}})
	for i := range tree.Over(7, 20) {
		fmt.Println(i)
	}
	fmt.Println(tree.Free(12, 20))
	// Output:
	// 1
	// 2
	// true
}
