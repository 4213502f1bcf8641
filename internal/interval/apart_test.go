package interval

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/bauta/bauta"
)

// TestApartIsWhatALookAtAllGives: a span is taken where none that was taken shares a byte.
func TestApartIsWhatALookAtAllGives(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 40).Draw(t, "n")
		set, taken := NewApart(n), []bauta.Span(nil)
		for range rapid.IntRange(0, 60).Draw(t, "spans") {
			s := bauta.Span{Start: rapid.IntRange(-1, 41).Draw(t, "start")}
			s.End = s.Start + rapid.IntRange(-1, 6).Draw(t, "length")
			want := s.Start >= 0 && s.Start < s.End && s.End <= n && !slices.ContainsFunc(taken, s.Overlaps)
			if set.Add(s) != want {
				t.Fatalf("%v beside %v: not %v", s, taken, want)
			}
			if want {
				taken = append(taken, s)
			}
		}
	})
}

// TestApartStepsGrowWithSpans: twice the spans of twice the text are a little more than
// twice the steps, though each lies beside all others.
func TestApartStepsGrowWithSpans(t *testing.T) {
	steps := func(n int) int {
		set := NewApart(2 * n)
		for i := range n {
			set.Add(bauta.Span{Start: 2 * i, End: 2*i + 1})
		}
		return set.steps
	}
	if small, great := steps(4096), steps(8192); great > 5*small/2 {
		t.Errorf("%d steps, then %d", small, great)
	}
}
