package review_test

import (
	"fmt"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/review"
)

func ExampleResolve() {
	occurrences := []review.Occurrence{
		{ID: 1, Message: 1, Range: review.Range{Start: 0, End: 4}, Span: bauta.Span{Label: bauta.Person, Doubt: bauta.Ambiguous}},
		{ID: 2, Message: 2, Range: review.Range{Start: 7, End: 11}, Span: bauta.Span{Label: bauta.Person, Doubt: bauta.Ambiguous}},
	}
	log := []review.Decision{
		{ID: "once", Scope: review.OnOccurrence, Message: 2, Range: review.Range{Start: 7, End: 11}, Effect: review.Keep},
		{ID: "always", Scope: review.OnWord, Effect: review.Mask, Label: bauta.Person},
	}
	r := review.Resolve(review.Word{SecondAbove: 25}, occurrences, log)
	for _, l := range r.Labels {
		fmt.Println(l.Effect)
	}
	fmt.Println(r.State)
	// Output:
	// mask
	// keep
	// decided
}
