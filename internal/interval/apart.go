package interval

import "github.com/bauta/bauta"

// Apart is a set of spans of one text that share no byte, to which spans are added one
// after the other in any order: two counts by place (Fenwick's trees), of where they
// begin and where they end.
type Apart struct {
	begun, ended counts
	steps        int
}

// NewApart is an empty set for a text of n bytes.
func NewApart(n int) *Apart {
	return &Apart{begun: make(counts, n+1), ended: make(counts, n+1)}
}

// Add takes a span in and reports whether it did: not one that is empty, lies outside the
// text or shares a byte with one that is there. It takes O(log n) steps.
func (a *Apart) Add(s bauta.Span) bool {
	if s.Start < 0 || s.Start >= s.End || s.End >= len(a.begun) ||
		a.begun.upTo(s.End-1, &a.steps) > a.ended.upTo(s.Start, &a.steps) {
		return false
	}
	a.begun.put(s.Start, &a.steps)
	a.ended.put(s.End, &a.steps)
	return true
}

// counts are how many things stand at each place, summed as Fenwick has them.
type counts []int32

func (c counts) put(at int, steps *int) {
	for ; at < len(c); at |= at + 1 {
		c[at]++
		*steps++
	}
}

// upTo is how many stand at a place or before.
func (c counts) upTo(at int, steps *int) (n int32) {
	for ; at >= 0; at = at&(at+1) - 1 {
		n += c[at]
		*steps++
	}
	return n
}
