package settle_test

import (
	"context"
	"fmt"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/settle"
	"github.com/bauta/bauta/text"
)

// words finds words of its own.
type words map[string]bauta.Span

func (w words) Detect(_ context.Context, d *bauta.Doc) ([]bauta.Span, error) {
	var out []bauta.Span
	for _, t := range d.Tokens {
		if s, ok := w[t.Norm]; ok {
			s.Start, s.End = t.Start, t.End
			out = append(out, s)
		}
	}
	return out, nil
}

// The lists of names have an Iban; a settler says that nobody is meant here, and
// under Trace the result says who said so.
func Example() {
	p := bauta.Pipeline{
		Analyse:   text.Analyser{Lang: "fr"},
		Detectors: []bauta.Detector{words{"iban": {Label: bauta.Person, P: 0.6, Source: "lexical"}}},
		Settlers:  []bauta.Settler{settle.Announcers{}},
		Trace:     true,
	}
	results, err := p.Thread(context.Background(), []bauta.Message{{ID: "1", Text: "ton IBAN stp"}})
	if err != nil {
		panic(err)
	}
	r := results[0]
	for _, c := range r.Changes {
		fmt.Printf("%s: %s [%d:%d) taken away\n", c.Settler, c.Before.Label, c.Before.Start, c.Before.End)
	}
	fmt.Println(r.Text)
	// Output:
	// announcers: PERSON [4:8) taken away
	// ton IBAN stp
}
