package recent_test

import (
	"fmt"

	"github.com/bauta/bauta/internal/recent"
)

// What is asked for stays; of the others the oldest goes.
func Example() {
	m := recent.New(2, func(key string, _ int) { fmt.Println("gone:", key) })
	m.Put("a", 1)
	m.Put("b", 2)
	m.Get("a")
	m.Put("c", 3)
	m.Put("c", 4)
	m.Delete("c")
	oldest, _, _ := m.Oldest()
	_, found := m.Get("b")
	fmt.Println(oldest, found, m.Len())
	// Output:
	// gone: b
	// a false 1
}
