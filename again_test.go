package bauta_test

import (
	"context"
	"strings"
	"testing"

	"github.com/bauta/bauta"
)

// afterTag finds "one", and "two" where a tag stands before it.
type afterTag struct{}

func (afterTag) Detect(_ context.Context, d *bauta.Doc) ([]bauta.Span, error) {
	var out []bauta.Span
	for _, w := range []string{"one", "PERSON two"} {
		if i := strings.Index(d.Text, w); i >= 0 {
			out = append(out, bauta.Span{Start: i, End: i + len(w), Label: bauta.Person, P: 0.9, Source: "test"})
		}
	}
	return out, nil
}

// tags writes the label.
type tags struct{}

func (tags) Replace(_ context.Context, _ *bauta.Doc, s bauta.Span) (string, error) {
	return string(s.Label), nil
}

// asItIs makes a Doc of a text as it is.
type asItIs struct{}

func (asItIs) Analyse(_ context.Context, m bauta.Message) (*bauta.Doc, error) {
	return &bauta.Doc{Message: m, Shadow: m.Text}, nil
}

// TestAgain: what a second run would find is hidden by the first, and a library that
// says nothing of what comes out reads once.
func TestAgain(t *testing.T) {
	p := &bauta.Pipeline{
		Analyse: asItIs{}, Detectors: []bauta.Detector{afterTag{}},
		Operators: map[bauta.Label]bauta.Operator{bauta.Person: tags{}}, Trace: true,
	}
	stand := func(_ *bauta.Doc, s bauta.Span) (string, bool) { return string(s.Label), true }
	for _, c := range []struct {
		stand      func(*bauta.Doc, bauta.Span) (string, bool)
		text, want string
		changes    int
	}{
		{nil, "é one two three", "é PERSON two three", 0},
		{stand, "é one two three", "é PERSON three", 1},
		{stand, "é one and two three", "é PERSON and two three", 0},
		{stand, "two three", "two three", 0},
	} {
		p.Stand = c.stand
		r, err := p.Thread(t.Context(), []bauta.Message{{ID: "1", Text: c.text}})
		if err != nil {
			t.Fatal(err)
		}
		if r[0].Text != c.want || len(r[0].Changes) != c.changes {
			t.Errorf("%q: %q with %d changes, want %q with %d", c.text, r[0].Text, len(r[0].Changes), c.want, c.changes)
		}
	}
}
