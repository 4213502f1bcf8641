package agreement_test

import (
	"fmt"

	"github.com/bauta/bauta/internal/agreement"
)

// Two people labelled "Rose chez Lucas Martin", and "ok" which only one saw.
func Example() {
	items := []agreement.Item{
		{Tags: [][]string{{"B-PERSON", "O", "B-PERSON", "I-PERSON"}, {"O", "O", "B-PERSON", "I-PERSON"}}},
		{Tags: [][]string{{"O"}, nil}},
	}
	r, err := agreement.Measure(items, agreement.Config{Annotators: []string{"anna", "ben"}})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("kappa %.2f, span F1 %.2f, alpha %.2f\n", r.Kappa.X, r.Spans.X, r.Alpha.X)
	// Output: kappa 0.50, span F1 66.67, alpha 0.53
}
