package eval

import (
	"encoding/json"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/bauta/bauta"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestScoreArithmetic(t *testing.T) {
	for _, tt := range []struct {
		score    Score
		p, r, f1 float64
	}{
		{Score{}, 0, 0, 0},
		{Score{Gold: 3}, 0, 0, 0},
		{Score{Found: 3}, 0, 0, 0},
		{Score{Gold: 4, Found: 8, Correct: 2}, 25, 50, 100.0 / 3},
		{Score{Gold: 1, Found: 1, Correct: 1}, 100, 100, 100},
	} {
		s := tt.score
		if s.Precision() != tt.p || s.Recall() != tt.r || math.Abs(s.F1()-tt.f1) > 1e-9 {
			t.Errorf("%+v: %g %g %g", s, s.Precision(), s.Recall(), s.F1())
		}
	}
}

var someTags = []string{"O", "O", "B-PERSON", "I-PERSON", "B-URL", "I-URL", "E-URL", "S-PERSON"}

func drawTagged(t *rapid.T, what string) Tagged {
	n := rapid.IntRange(0, 12).Draw(t, what)
	one := rapid.SampledFrom(someTags)
	var s Tagged
	for range n {
		s.Gold = append(s.Gold, one.Draw(t, "gold"))
		s.Pred = append(s.Pred, one.Draw(t, "pred"))
	}
	return s
}

// TestChunkReportProperties: totals are the sums over types; order does not
// matter; what is scored against itself is all right; swapping gold and
// prediction swaps precision and recall.
func TestChunkReportProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := drawTagged(t, "a"), drawTagged(t, "b")
		r := ScoreChunks([]Tagged{a, b})
		var sum Score
		for _, s := range r.Types {
			sum.add(s.Score)
		}
		if sum != r.All {
			t.Fatalf("types add up to %+v, all is %+v", sum, r.All)
		}
		back := ScoreChunks([]Tagged{b, a})
		if back.All != r.All || back.Tokens != r.Tokens || back.Accurate != r.Accurate {
			t.Fatal("the order of sentences matters")
		}
		self := ScoreChunks([]Tagged{{a.Gold, a.Gold}})
		if self.All.Correct != self.All.Gold || self.All.Found != self.All.Gold || self.Accurate != self.Tokens {
			t.Fatalf("against itself: %+v", self.All)
		}
		swapped := ScoreChunks([]Tagged{{a.Pred, a.Gold}, {b.Pred, b.Gold}})
		if swapped.All.Precision() != r.All.Recall() || swapped.All.Recall() != r.All.Precision() {
			t.Fatal("swapping gold and prediction does not swap precision and recall")
		}
	})
}

func TestUnequalLengthsAreCut(t *testing.T) {
	r := ScoreChunks([]Tagged{{Gold: []string{"B-X", "B-X"}, Pred: []string{"B-X"}}})
	if r.Tokens != 1 || r.All.Gold != 1 {
		t.Errorf("%+v", r)
	}
}

func TestIntervalsHoldTheScore(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var list []Tagged
		for range rapid.IntRange(1, 15).Draw(t, "sentences") {
			list = append(list, drawTagged(t, "n"))
		}
		r := ScoreChunks(list)
		for _, iv := range r.Bootstrap(40, 9) {
			for _, x := range []Interval{iv.P, iv.R, iv.F1} {
				if x.Low > x.High || x.Low < 0 || x.High > 100 {
					t.Fatalf("interval %+v", x)
				}
			}
		}
	})
}

func TestClopperPearsonIsMonotonic(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 400).Draw(t, "n")
		k := rapid.IntRange(0, n-1).Draw(t, "k")
		a, b := ClopperPearson(k, n), ClopperPearson(k+1, n)
		if !(a.Low <= a.Rate && a.Rate <= a.Upper && a.Upper <= a.High && a.High <= 1) {
			t.Fatalf("%d of %d: %+v", k, n, a)
		}
		if b.Low < a.Low || b.High < a.High || b.Upper < a.Upper {
			t.Fatalf("one event more lowers a bound: %+v, %+v", a, b)
		}
		// The mirror image: failures instead of events.
		m := ClopperPearson(n-k, n)
		if math.Abs(m.Low-(1-a.High)) > 1e-7 || math.Abs(m.High-(1-a.Low)) > 1e-7 {
			t.Fatalf("%d of %d is not the mirror of %d: %+v %+v", n-k, n, k, m, a)
		}
	})
}

func TestMessageReportAddsUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var cases []MessageCase
		for range rapid.IntRange(0, 40).Draw(t, "n") {
			cases = append(cases, MessageCase{rapid.Bool().Draw(t, "ta"), bauta.Outcome(rapid.IntRange(0, 2).Draw(t, "outcome"))})
		}
		r := ScoreMessages(cases)
		if r.TA+r.NTA+r.Untagged != len(cases) || r.TANTA+r.TATA != r.TA || r.NTANTA+r.NTATA != r.NTA || r.UntaggedTA > r.Untagged {
			t.Fatalf("%+v", r)
		}
		for _, share := range []float64{r.Decided, r.Accuracy, r.TARecall, r.TAPrecision, r.Leak.Rate} {
			if share < 0 || share > 1 || math.IsNaN(share) {
				t.Fatalf("%+v", r)
			}
		}
	})
}

func TestMoreHidingNeverCoversLess(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		gold := []bauta.Span{sp(2, 9, bauta.Person), sp(12, 15, bauta.Email)}
		a := rapid.IntRange(0, 18).Draw(t, "a")
		pred := []bauta.Span{sp(a, a+rapid.IntRange(1, 6).Draw(t, "n"), bauta.URL)}
		few := ScoreSpans([]SpanCase{{Length: 20, Gold: gold, Pred: pred}}, SpanConfig{})
		b := rapid.IntRange(0, 18).Draw(t, "b")
		more := ScoreSpans([]SpanCase{{Length: 20, Gold: gold, Pred: append(pred, sp(b, b+2, bauta.Person))}}, SpanConfig{})
		if more.Coverage.Hidden < few.Coverage.Hidden || more.Entities.Whole < few.Entities.Whole {
			t.Fatalf("%+v, then %+v", few.Coverage, more.Coverage)
		}
	})
}

// broken fails at the first write.
type broken struct{}

var errBroken = errors.New("broken")

func (broken) Write([]byte) (int, error) { return 0, errBroken }

func TestPrintersReturnErrors(t *testing.T) {
	for name, err := range map[string]error{
		"chunks":    report().WriteText(broken{}),
		"intervals": report().WriteIntervals(broken{}, 5, 1),
		"messages":  ScoreMessages(nil).WriteText(broken{}),
		"spans":     ScoreSpans(nil, SpanConfig{}).WriteText(broken{}),
	} {
		if !errors.Is(err, errBroken) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestReportsMarshal(t *testing.T) {
	for name, v := range map[string]any{
		"chunks": report(), "messages": ScoreMessages(paper()), "spans": ScoreSpans([]SpanCase{{Length: 3}}, SpanConfig{}),
		"intervals": report().Bootstrap(3, 1), "average": report().Group(PII()),
	} {
		raw, err := json.Marshal(v)
		if err != nil || len(raw) < 10 || strings.Contains(string(raw), "sentences") {
			t.Errorf("%s: %s %v", name, raw, err)
		}
	}
}

func TestGroupsArePartsOfTheTypes(t *testing.T) {
	seen := map[bauta.Label]bool{}
	for _, l := range append(PII(), CII()...) {
		if seen[l] {
			t.Errorf("%s is in two groups", l)
		}
		seen[l] = true
	}
	if diff := cmp.Diff(12, len(seen)); diff != "" {
		t.Error(diff)
	}
}
