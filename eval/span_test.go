package eval

import (
	"math"
	"testing"

	"github.com/bauta/bauta"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func sp(start, end int, label bauta.Label) bauta.Span {
	return bauta.Span{Start: start, End: end, Label: label}
}

func TestScoreSpans(t *testing.T) {
	question := sp(15, 20, bauta.Person)
	question.Doubt = bauta.Ambiguous
	cases := []SpanCase{
		// 10 characters of name, 6 of them hidden under another label.
		{Length: 20, Gold: []bauta.Span{sp(0, 10, bauta.Person)}, Pred: []bauta.Span{sp(4, 12, bauta.Location), question}},
		// An exact find, a wrong one, a company that need not be hidden.
		{
			Length: 30, Gold: []bauta.Span{sp(0, 5, bauta.Email), sp(10, 15, bauta.Organization)},
			Pred: []bauta.Span{sp(0, 5, bauta.Email), sp(20, 22, bauta.Person), sp(12, 99, bauta.Organization)},
		},
	}
	got := ScoreSpans(cases, SpanConfig{})
	want := SpanReport{
		Messages: 2,
		Coverage: CoverageScore{Gold: 15, Hidden: 11, Found: 8 + 5 + 18, Needed: 6 + 5 + 3},
		Entities: EntityScore{Gold: 2, Whole: 1, Partly: 1, Found: 4, Touched: 3},
		Exact:    Score{Gold: 3, Found: 4, Correct: 1},
		Types: []TypeSpans{
			{"EMAIL", Score{1, 1, 1}, 5, 5, 0},
			{"LOCATION", Score{0, 1, 0}, 0, 0, 0},
			{"ORGANIZATION", Score{1, 1, 0}, 5, 3, 0},
			{"PERSON", Score{1, 1, 0}, 10, 6, 0},
		},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	only := ScoreSpans(cases, SpanConfig{Hide: []bauta.Label{bauta.Organization}})
	if only.Coverage.Gold != 5 || only.Coverage.Hidden != 3 {
		t.Errorf("hiding companies only: %+v", only.Coverage)
	}
}

func TestSpanProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		draw := func(name string) []bauta.Span {
			var out []bauta.Span
			for range rapid.IntRange(0, 6).Draw(t, name) {
				a := rapid.IntRange(-3, 25).Draw(t, "start")
				out = append(out, sp(a, a+rapid.IntRange(-1, 9).Draw(t, "length"),
					rapid.SampledFrom([]bauta.Label{bauta.Person, bauta.URL}).Draw(t, "label")))
			}
			return out
		}
		c := SpanCase{Length: rapid.IntRange(0, 22).Draw(t, "n"), Gold: draw("gold"), Pred: draw("pred")}
		r := ScoreSpans([]SpanCase{c}, SpanConfig{})
		if g, h := bitmap(c.Gold, c.Length, true), bitmap(c.Pred, c.Length, false); r.Coverage.Gold != ones(g, g) ||
			r.Coverage.Hidden != ones(g, h) || r.Coverage.Found != ones(h, h) {
			t.Fatalf("%+v is not the count over characters", r.Coverage)
		}
		c.Pred = c.Gold
		if r := ScoreSpans([]SpanCase{c}, SpanConfig{}); r.Exact.Correct != r.Exact.Gold || r.Entities.Whole != r.Entities.Gold {
			t.Fatalf("gold against itself: %+v", r)
		}
	})
}

func bitmap(spans []bauta.Span, n int, personOnly bool) []bool {
	m := make([]bool, n)
	for _, s := range spans {
		for i := max(0, s.Start); i < min(s.End, n); i++ {
			m[i] = m[i] || !personOnly || s.Label == bauta.Person
		}
	}
	return m
}

func ones(a, b []bool) int {
	n := 0
	for i := range a {
		if a[i] && b[i] {
			n++
		}
	}
	return n
}

func TestClopperPearson(t *testing.T) {
	tests := []struct {
		k, n             int
		low, high, upper float64
	}{
		{0, 0, 0, 1, 1},
		// Closed forms at the ends: 1 − α^(1/n).
		{0, 100, 0, 1 - math.Pow(0.025, 0.01), 1 - math.Pow(0.05, 0.01)},
		{10, 10, math.Pow(0.025, 0.1), 1, 1},
		// Beta(1, 2) and Beta(2, 1) have the quantiles 1 − √(1 − q) and √q.
		{1, 2, 1 - math.Sqrt(0.975), math.Sqrt(0.975), math.Sqrt(0.95)},
		// 4 of 20, by bisection on the exact binomial sum.
		{4, 20, 0.05733400, 0.43661400, 0.40102812},
	}
	for _, tt := range tests {
		b := ClopperPearson(tt.k, tt.n)
		for _, v := range [][2]float64{{b.Low, tt.low}, {b.High, tt.high}, {b.Upper, tt.upper}} {
			if math.Abs(v[0]-v[1]) > 1e-8 {
				t.Errorf("%d of %d: %.8f, want %.8f", tt.k, tt.n, v[0], v[1])
			}
		}
	}
	if b := ClopperPearson(7, 3); b.Rate != 1 {
		t.Errorf("more events than trials: %+v", b)
	}
}

// TestClopperPearsonCovers checks the definition: at the bounds the observed
// count or worse has just 2.5 % of the probability.
func TestClopperPearsonCovers(t *testing.T) {
	for _, c := range [][2]int{{1, 50}, {3, 40}, {59, 600}, {20, 30}} {
		k, n := c[0], c[1]
		b := ClopperPearson(k, n)
		if p := binomialTail(k, n, b.High); math.Abs(p-0.025) > 1e-6 {
			t.Errorf("%d of %d: P(X <= k) at the upper bound is %g", k, n, p)
		}
		if p := 1 - binomialTail(k-1, n, b.Low); math.Abs(p-0.025) > 1e-6 {
			t.Errorf("%d of %d: P(X >= k) at the lower bound is %g", k, n, p)
		}
	}
}

// binomialTail is P(X ≤ k) for n trials of probability p.
func binomialTail(k, n int, p float64) float64 {
	sum := 0.0
	for i := 0; i <= k; i++ {
		a, _ := math.Lgamma(float64(n + 1))
		b, _ := math.Lgamma(float64(i + 1))
		c, _ := math.Lgamma(float64(n - i + 1))
		sum += math.Exp(a - b - c + float64(i)*math.Log(p) + float64(n-i)*math.Log1p(-p))
	}
	return sum
}
