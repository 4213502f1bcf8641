package journal_test

import (
	"fmt"
	"os"

	"github.com/bauta/bauta/internal/journal"
)

// A thread that memory does not hold is kept in a file, and its name in none.
func Example() {
	dir, err := os.MkdirTemp("", "journal")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	j, err := journal.Spill(dir)
	if err != nil {
		panic(err)
	}
	defer j.Remove()
	fmt.Println(j.Save("thread 1", []byte("Person 1 is Zyxwvut")))
	state, err := j.Load("thread 1")
	fmt.Println(string(state), err)
	// Output:
	// <nil>
	// Person 1 is Zyxwvut <nil>
}
