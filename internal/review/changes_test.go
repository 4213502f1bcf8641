package review_test

import (
	"slices"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/review"
)

// TestTraceKeepsWhatTouches: of the changes of a message those are kept that touch
// what is kept of it, those of finds that were taken away among them.
func TestTraceKeepsWhatTouches(t *testing.T) {
	at := func(start, end int) bauta.Span {
		return bauta.Span{Start: start, End: end, P: 0.4, Inner: []bauta.Span{{}}}
	}
	it := review.Item{Spans: []bauta.Span{at(5, 9)}, Passed: []bauta.Span{at(20, 24)}}
	it.Trace([]bauta.Change{
		{Settler: "added", After: at(5, 9)},
		{Settler: "elsewhere", Before: at(10, 14)},
		{Settler: "took", Before: at(20, 22)},
		{Settler: "beside", After: at(9, 12)},
		{Settler: "grew", Before: at(0, 3), After: at(0, 6)},
	})
	var got []string
	for _, c := range it.Changes {
		got = append(got, c.Settler)
		if c.Before.Inner != nil || c.After.Inner != nil {
			t.Errorf("%s has parts", c.Settler)
		}
	}
	if !slices.Equal(got, []string{"added", "took", "grew"}) {
		t.Errorf("kept %v", got)
	}
	if n := len(review.Touching(it.Changes, review.Range{Start: 5, End: 6})); n != 2 {
		t.Errorf("%d touch the first byte", n)
	}
}
