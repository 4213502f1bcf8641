package plural_test

import (
	"fmt"

	"github.com/bauta/bauta/internal/plural"
)

func ExampleFill() {
	for _, n := range []int{0, 1, 12} {
		fmt.Println(plural.Fill("fr", "%d {message a|messages ont} été lu{|s} sur %d", n, 12))
	}
	// Output:
	// 0 message a été lu sur 12
	// 1 message a été lu sur 12
	// 12 messages ont été lus sur 12
}
