package fate_test

import (
	"fmt"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/fate"
	"github.com/bauta/bauta/mask"
)

func Example() {
	p := &bauta.Pipeline{Operators: map[bauta.Label]bauta.Operator{bauta.Email: mask.Suppress{}}}
	r := &bauta.Result{Withheld: true}
	fmt.Println(fate.Of(p, r, bauta.Span{Start: 0, End: 9, Label: bauta.Email}))
	// Output: removed
}
