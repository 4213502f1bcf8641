package interval_test

import (
	"cmp"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/interval"
)

// TestOverIsWhatALookAtAllGives: the same spans as the definition gives, in
// order of Start, whatever lies over what.
func TestOverIsWhatALookAtAllGives(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		spans := rapid.SliceOf(rapid.Custom(func(t *rapid.T) bauta.Span {
			start := rapid.IntRange(0, 60).Draw(t, "start")
			return bauta.Span{Start: start, End: start + rapid.IntRange(0, 30).Draw(t, "length")}
		})).Draw(t, "spans")
		asked := bauta.Span{Start: rapid.IntRange(-3, 95).Draw(t, "from")}
		asked.End = asked.Start + rapid.IntRange(0, 40).Draw(t, "of")
		var want []int
		for i, s := range spans {
			if s.Overlaps(asked) {
				want = append(want, i)
			}
		}
		slices.SortStableFunc(want, func(a, b int) int { return cmp.Compare(spans[a].Start, spans[b].Start) })
		if got := slices.Collect(interval.Of(spans).Over(asked.Start, asked.End)); !slices.Equal(got, want) {
			t.Fatalf("%v over [%d, %d): got %v, want %v", spans, asked.Start, asked.End, got, want)
		}
	})
}

// TestOverStopsWhenAsked: who breaks off is not called again.
func TestOverStopsWhenAsked(t *testing.T) {
	spans := slices.Repeat([]bauta.Span{{Start: 1, End: 9}}, 50)
	for i := range interval.Of(spans).Over(0, 10) {
		if i != 0 {
			t.Fatalf("asked again for %d", i)
		}
		break
	}
}
