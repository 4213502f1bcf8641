package fairness_test

import (
	"context"
	"fmt"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/internal/train/fairness"
	"github.com/bauta/bauta/internal/train/gold"
)

// A detector that finds everybody has no gap.
func Example() {
	all := func(_ context.Context, list []gold.Sentence) (out [][]bauta.Span, err error) {
		for _, s := range list {
			out = append(out, s.Spans)
		}
		return out, nil
	}
	s := gold.Sentence{Text: "Wiebke kam", Lang: "de", Spans: []bauta.Span{{End: 6, Label: bauta.Person}}}
	t, err := fairness.Measure(context.Background(), all, fairness.Of(lexicon.Default()), []gold.Sentence{s}, 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	gap := t.Report("everybody", 1).Gaps[0]
	fmt.Println(gap.By, gap.Points)
	// Output: origin 0
}
