package eval

import (
	"strings"
	"testing"

	"github.com/bauta/bauta"
)

// TestFirstNames: a name is gone when its last character is, whoever took it.
func TestFirstNames(t *testing.T) {
	span := func(start, end int) bauta.Span { return bauta.Span{Start: start, End: end, Label: bauta.Person} }
	cases := []SpanCase{
		{Length: 20, Gold: []bauta.Span{span(0, 12)}, Gone: []bauta.Span{span(0, 12)}, FirstNames: []bauta.Span{span(0, 5)}},
		{Length: 20, Gold: []bauta.Span{span(0, 5), span(8, 12)}, Gone: []bauta.Span{span(0, 4)}, FirstNames: []bauta.Span{span(0, 5), span(8, 12)}},
		{Length: 5},
	}
	r := ScoreSpans(cases, SpanConfig{Masked: true})
	if n := r.FirstNames; n == nil || n.Gold != 3 || n.Gone != 1 {
		t.Errorf("%+v", n)
	}
	var b strings.Builder
	if err := r.WriteText(&b); err != nil || !strings.Contains(b.String(), "first names          gone 1 of 3, 33.33 %\n") {
		t.Error(b.String(), err)
	}
	if r := ScoreSpans(cases, SpanConfig{}); r.FirstNames != nil {
		t.Errorf("counted though nothing was masked: %+v", r.FirstNames)
	}
}
