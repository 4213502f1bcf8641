package unread_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/unread"
)

// finder finds "Paul Roux" and the place "Caen", asks about "rose red", and fails at "bad".
type finder struct{}

func (finder) Analyse(_ context.Context, m bauta.Message) (*bauta.Doc, error) {
	return &bauta.Doc{Message: m, Shadow: m.Text}, nil
}

func (finder) Detect(_ context.Context, d *bauta.Doc) ([]bauta.Span, error) {
	var out []bauta.Span
	for word, s := range map[string]bauta.Span{
		"Paul Roux": {Label: bauta.Person}, "Caen": {Label: bauta.Location}, "A. B.": {Label: bauta.Organization},
		"rose red": {Label: bauta.Person, Doubt: bauta.Unknown},
	} {
		if at := strings.Index(d.Shadow, word); at >= 0 {
			s.Start, s.End, s.Source = at, at+len(word), "test"
			out = append(out, s)
		}
	}
	if strings.Contains(d.Shadow, "bad") {
		return nil, errors.New("cannot")
	}
	return out, nil
}

func (finder) Replace(context.Context, *bauta.Doc, bauta.Span) (string, error) { return "X", nil }

func pipeline() *bauta.Pipeline {
	return &bauta.Pipeline{
		Analyse: finder{}, Detectors: []bauta.Detector{finder{}},
		Operators: map[bauta.Label]bauta.Operator{bauta.Person: finder{}, bauta.Location: finder{}},
		Keep:      map[bauta.Label]bool{bauta.Organization: true},
	}
}

func ExampleFirst() {
	fmt.Println(unread.First(context.Background(), pipeline(), []string{"id", "Paul Roux"}, ""))
	// Output: 2 PERSON <nil>
}

// TestFirst: one word, a question and what is kept are no names that hide somebody; what
// cannot be read is an error.
func TestFirst(t *testing.T) {
	for name, want := range map[string]string{
		"Caen": "0 ", "to Caen": "0 ", "rose red": "0 ", "A. B.": "0 ", "said by Paul Roux": "1 PERSON", "not bad": "fails",
	} {
		at, label, err := unread.First(t.Context(), pipeline(), []string{name}, "")
		got := fmt.Sprintf("%d %s", at, label)
		if err != nil {
			got = "fails"
		}
		if got != want {
			t.Errorf("%q: %s, want %s", name, got, want)
		}
	}
}
