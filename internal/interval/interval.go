// Package interval answers which spans of a list share a byte with a range,
// without a look at all of them: what one detector found is asked about for each
// find of another, and a message may hold as many of either as it has words.
package interval

import (
	"cmp"
	"iter"
	"slices"

	"github.com/bauta/bauta"
)

// Tree is a list of spans, which may overlap, as an augmented search tree
// (Cormen et al., Introduction to Algorithms, section 14.3) that lies in the
// sorted list itself: the middle of a stretch is its root. It is read-only and
// safe for concurrent use; where spans move, another one must be made.
type Tree struct {
	spans []bauta.Span
	order []int // of spans, by Start; those of one Start as in the list
	far   []int // by place in order: the greatest End of the stretch of which it is the middle
}

// Of makes a tree of spans, which it keeps, in O(n log n) time.
func Of(spans []bauta.Span) *Tree {
	t := &Tree{spans: spans, order: make([]int, len(spans)), far: make([]int, len(spans))}
	for i := range t.order {
		t.order[i] = i
	}
	slices.SortStableFunc(t.order, func(a, b int) int { return cmp.Compare(spans[a].Start, spans[b].Start) })
	t.reach(0, len(spans))
	return t
}

// reach fills far for a stretch of order and gives the greatest End in it.
func (t *Tree) reach(lo, hi int) int {
	if lo >= hi {
		return 0
	}
	mid := (lo + hi) / 2
	t.far[mid] = max(t.spans[t.order[mid]].End, t.reach(lo, mid), t.reach(mid+1, hi))
	return t.far[mid]
}

// Over yields the places in the list of the spans that share a byte with
// [start, end), in order of their Start, in O(k + log n) steps for k of them,
// and at most k log n.
func (t *Tree) Over(start, end int) iter.Seq[int] {
	return func(yield func(int) bool) { t.walk(0, len(t.order), start, end, yield) }
}

// Free reports that no span shares a byte with [start, end).
func (t *Tree) Free(start, end int) bool {
	for range t.Over(start, end) {
		return false
	}
	return true
}

func (t *Tree) walk(lo, hi, start, end int, yield func(int) bool) bool {
	if lo >= hi {
		return true
	}
	mid := (lo + hi) / 2
	if t.far[mid] <= start {
		return true
	}
	if !t.walk(lo, mid, start, end, yield) {
		return false
	}
	s := &t.spans[t.order[mid]]
	if s.Start >= end {
		return true
	}
	if s.End > start && !yield(t.order[mid]) {
		return false
	}
	return t.walk(mid+1, hi, start, end, yield)
}
