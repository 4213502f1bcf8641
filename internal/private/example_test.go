package private_test

import (
	"bytes"
	"fmt"

	"github.com/bauta/bauta/internal/private"
)

// A key of zeros was not drawn.
func Example() {
	fmt.Println(private.Random(bytes.Repeat([]byte{0}, 32)))
	// Output: false
}
