package eval

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/bauta/bauta"
)

// TestScoreIoU holds the cases of the definition: near, too far, the wrong type,
// two that cover one together, one that covers two, and a question.
func TestScoreIoU(t *testing.T) {
	question := sp(0, 10, bauta.Person)
	question.Doubt = bauta.Ambiguous
	for _, c := range []struct {
		name         string
		gold, pred   []bauta.Span
		typed, blind Match
	}{
		{"near", []bauta.Span{sp(0, 10, bauta.Person)}, []bauta.Span{sp(0, 8, bauta.Person)}, Match{1, 1, 1, 1}, Match{1, 1, 1, 1}},
		{"too far", []bauta.Span{sp(0, 10, bauta.Person)}, []bauta.Span{sp(0, 7, bauta.Person)}, Match{1, 0, 1, 0}, Match{1, 0, 1, 0}},
		{"another type", []bauta.Span{sp(0, 10, bauta.Person)}, []bauta.Span{sp(0, 10, bauta.URL)}, Match{1, 0, 1, 0}, Match{1, 1, 1, 1}},
		{
			"two for one",
			[]bauta.Span{sp(0, 11, bauta.Person)},
			[]bauta.Span{sp(0, 5, bauta.Person), sp(6, 11, bauta.Person)},
			Match{1, 1, 2, 2},
			Match{1, 1, 2, 2},
		},
		{
			"two for one, of two types",
			[]bauta.Span{sp(0, 11, bauta.Person)},
			[]bauta.Span{sp(0, 5, bauta.Person), sp(6, 11, bauta.URL)},
			Match{1, 0, 2, 0},
			Match{1, 1, 2, 2},
		},
		{
			"one for two",
			[]bauta.Span{sp(0, 9, bauta.Person), sp(10, 11, bauta.Person)},
			[]bauta.Span{sp(0, 11, bauta.Person)},
			Match{2, 1, 1, 1},
			Match{2, 1, 1, 1},
		},
		{"a question", []bauta.Span{sp(0, 10, bauta.Person)}, []bauta.Span{question}, Match{1, 0, 0, 0}, Match{1, 0, 0, 0}},
		{"nothing there", nil, []bauta.Span{sp(3, 9, bauta.URL)}, Match{0, 0, 1, 0}, Match{0, 0, 1, 0}},
	} {
		r := ScoreIoU([]SpanCase{{Length: 20, Gold: c.gold, Pred: c.pred}}, .75)
		if diff := cmp.Diff([]Match{c.typed, c.blind}, []Match{r.Typed, r.Blind}); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
	}
}

// TestMatchFigures: F2 leans to recall; without anything all is 0.
func TestMatchFigures(t *testing.T) {
	m := Match{Gold: 10, Covered: 9, Found: 20, Credited: 10} // P 50, R 90
	if f := m.F(2); math.Abs(f-5*50*90/(4*50+90.0)) > 1e-12 {
		t.Errorf("F2 %v", f)
	}
	if f := m.F(1); math.Abs(f-2*50*90/140.0) > 1e-12 {
		t.Errorf("F1 %v", f)
	}
	if f := (Match{}).F(2); f != 0 {
		t.Errorf("of nothing: %v", f)
	}
}

// TestIoUProperties: gold against itself is whole; a higher bound never finds
// more; at the bound 1 disjoint spans are found when they are equal.
func TestIoUProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		draw := func(name string) []bauta.Span {
			var out []bauta.Span
			at := 0
			for range rapid.IntRange(0, 5).Draw(t, name) {
				at += rapid.IntRange(0, 4).Draw(t, "gap")
				end := at + rapid.IntRange(1, 9).Draw(t, "length")
				out = append(out, sp(at, end, rapid.SampledFrom([]bauta.Label{bauta.Person, bauta.URL}).Draw(t, "label")))
				at = end
			}
			return out
		}
		c := SpanCase{Length: 100, Gold: draw("gold"), Pred: draw("pred")}
		last := ScoreIoU([]SpanCase{c}, .01)
		for _, bound := range []float64{.3, .6, .9, 1} {
			r := ScoreIoU([]SpanCase{c}, bound)
			if r.Typed.Covered > last.Typed.Covered || r.Blind.Credited > last.Blind.Credited {
				t.Fatalf("at %v: %+v after %+v", bound, r, last)
			}
			last = r
		}
		exact := 0
		for _, g := range c.Gold {
			if slices.ContainsFunc(c.Pred, func(p bauta.Span) bool { return p.Start == g.Start && p.End == g.End && p.Label == g.Label }) {
				exact++
			}
		}
		if last.Typed.Covered < exact {
			t.Fatalf("%d exact, %d at the bound 1", exact, last.Typed.Covered)
		}
		c.Pred = c.Gold
		if r := ScoreIoU([]SpanCase{c}, 1); r.Typed.Covered != len(c.Gold) || r.Typed.Credited != len(c.Gold) {
			t.Fatalf("gold against itself: %+v", r)
		}
	})
}

// TestOutput: what was kept is not gone, what was asked about and masked is, and
// a message without anything must come out as it was.
func TestOutput(t *testing.T) {
	gold := []bauta.Span{sp(0, 10, bauta.Person), sp(12, 15, bauta.Organization)}
	cases := []SpanCase{
		{Length: 20, Gold: gold, Pred: gold, Gone: []bauta.Span{sp(4, 15, "")}},
		{Length: 20},
		{Length: 20, Pred: gold[1:]},
		{Length: 20, Gone: []bauta.Span{sp(1, 2, "")}},
		{Length: 20, Gone: []bauta.Span{sp(0, 20, "")}, Withheld: true},
	}
	if r := ScoreSpans(cases, SpanConfig{}); r.Output != nil {
		t.Errorf("not masked: %+v", r.Output)
	}
	r := ScoreSpans(cases, SpanConfig{Masked: true})
	if diff := cmp.Diff(&OutputScore{Gold: 10, Gone: 6, Negatives: 4, Untouched: 2, Withheld: 1}, r.Output); diff != "" {
		t.Error(diff)
	}
	if len(r.Types) != 2 || r.Types[0].Gone != 3 || r.Types[1].Gone != 6 {
		t.Errorf("by type: %+v", r.Types)
	}
	var b strings.Builder
	if err := r.WriteText(&b); err != nil || !strings.Contains(b.String(), "characters gone 60.00 % of 10  messages without anything untouched 2 of 4  withheld 1\n") {
		t.Errorf("%v\n%s", err, b.String())
	}
}
