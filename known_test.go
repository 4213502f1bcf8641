package bauta_test

import (
	"context"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/text"
)

// noisy finds everything, and must not be asked of fields.
type noisy struct{}

func (noisy) Detect(_ context.Context, d *bauta.Doc) ([]bauta.Span, error) {
	return []bauta.Span{{Start: 0, End: 2, Label: bauta.UID, P: 1}}, nil
}

// label writes the label of a span.
type label struct{}

func (label) Replace(_ context.Context, _ *bauta.Doc, s bauta.Span) (string, error) {
	return string(s.Label), nil
}

// TestKnown: what a corpus knows is hidden beside what detectors find; a field is read by
// nobody else; what an earlier run wrote stays; a range outside of the text is an error.
func TestKnown(t *testing.T) {
	p := &bauta.Pipeline{
		Analyse: text.Analyser{Lang: "fr"}, Detectors: []bauta.Detector{noisy{}},
		Operators: map[bauta.Label]bauta.Operator{bauta.Person: label{}, bauta.UID: label{}},
	}
	for _, c := range []struct {
		text, want string
		start, end int
	}{
		{"ab Zoé", "UID PERSON", 3, 7},
		{"Zoé", "PERSON", 0, 4},
		{"Person 1", "Person 1", 0, 8},
		{"Zoé", "", 0, 9},
	} {
		p.Stand = func(_ *bauta.Doc, s bauta.Span) (string, bool) { return string(s.Label), true } // read again
		res, err := p.Thread(t.Context(), []bauta.Message{
			{ID: "1", Text: c.text, Known: []bauta.Span{{Start: c.start, End: c.end, Label: bauta.Person, P: 1}}},
		})
		switch {
		case c.want == "" && err == nil:
			t.Errorf("%q: no error", c.text)
		case c.want != "" && (err != nil || res[0].Text != c.want):
			t.Errorf("%q: %v %v", c.text, res, err)
		}
	}
}
