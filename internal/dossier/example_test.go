package dossier_test

import (
	"fmt"

	"github.com/bauta/bauta/internal/dossier"
)

func Example() {
	_, err := dossier.ReadRun([]byte(`{"messages": 3}`))
	fmt.Println(err)
	fmt.Println(dossier.Languages())
	// Output:
	// is no report of bauta anonymise --report
	// [fr en de es it sv]
}
