package lazy_test

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/bauta/bauta/internal/lazy"
)

// TestOnce: what many ask for at once is made once, and an error stands.
func TestOnce(t *testing.T) {
	var v lazy.Value[int]
	var made atomic.Int32
	broken := errors.New("broken")
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			n, err := v.Get(func() (int, error) { return int(made.Add(1)), broken })
			if n != 1 || !errors.Is(err, broken) {
				t.Errorf("%d, %v", n, err)
			}
		})
	}
	all.Wait()
}

func ExampleValue() {
	var v lazy.Value[string]
	for range 2 {
		fmt.Println(v.Get(func() (string, error) {
			fmt.Println("made")
			return "value", nil
		}))
	}
	// Output:
	// made
	// value <nil>
	// value <nil>
}
