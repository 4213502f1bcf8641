package bcubed_test

import (
	"fmt"

	"github.com/bauta/bauta/internal/coref/bcubed"
)

func Example() {
	gold := []bcubed.Mention{{Start: 0, End: 4, Entity: "a"}, {Start: 9, End: 12, Entity: "b"}}
	all := []bcubed.Mention{{Start: 0, End: 4, Entity: "x"}, {Start: 9, End: 12, Entity: "x"}}
	fmt.Printf("%.0f", bcubed.Of([]bcubed.Case{{Gold: gold, Pred: all}}).All.Precision())
	// Output: 50
}
