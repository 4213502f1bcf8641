package bauta

import (
	"cmp"
	"slices"
)

// Fuse makes one list of disjoint spans, in order of Start, of what all
// detectors found. It keeps the law of coverage: every byte that a sure span
// covered is covered by a sure span of the result. Overlapping sure spans
// become one that covers their union; the best score only chooses label, part,
// source and reason, and the others are kept inside. Questions give way to
// finds: of a doubtful span only what no sure span covers remains, and
// overlapping questions become one. Empty and impossible ranges (n is the
// length of the text in bytes) are dropped.
func Fuse(n int, found []Span) []Span {
	var sure, questions []Span
	for _, s := range found {
		s.Start, s.End = clip(s.Start, n), clip(s.End, n)
		switch {
		case s.Start >= s.End:
		case s.Doubt == Sure:
			sure = append(sure, s)
		default:
			questions = append(questions, s)
		}
	}
	if len(sure)+len(questions) == 0 {
		return nil
	}
	sure = union(sure)
	if len(questions) == 0 {
		return sure
	}
	out := append(sure, union(subtract(questions, sure))...)
	slices.SortFunc(out, func(a, b Span) int { return cmp.Compare(a.Start, b.Start) })
	return out
}

// union joins overlapping spans. The result is sorted and disjoint.
func union(spans []Span) []Span {
	if len(spans) < 2 {
		return spans
	}
	slices.SortStableFunc(spans, func(a, b Span) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(b.End, a.End))
	})
	out := spans[:0:0]
	for i := 0; i < len(spans); {
		j, end := i+1, spans[i].End
		for j < len(spans) && spans[j].Start < end {
			end = max(end, spans[j].End)
			j++
		}
		out = append(out, merge(spans[i:j], end))
		i = j
	}
	return out
}

// merge makes one span of a group of overlapping ones, sorted by Start.
func merge(group []Span, end int) Span {
	if len(group) == 1 {
		return group[0]
	}
	best := 0
	for i := range group {
		if better(group[i], group[best]) {
			best = i
		}
	}
	top := group[best]
	whole := top.Start == group[0].Start && top.End == end
	inner := slices.Clone(top.Inner)
	for i, s := range group {
		all := s.Start == group[0].Start && s.End == end && s.Label == top.Label
		if all && i != best && top.Part == WholeName && s.Part != WholeName {
			top.Part = s.Part // who knows the parts of the name may be less sure of it
			inner = append(inner, s.Inner...)
		}
		if all || i == best && whole {
			continue // says no more than the union itself
		}
		s.Inner = nil
		inner = append(inner, s)
	}
	if !whole {
		top.Part = WholeName
	}
	top.Start, top.End, top.Inner = group[0].Start, end, sortInner(inner)
	return top
}

// better prefers the higher score, then the longer span, then the label that
// sorts first, so that the outcome hangs on nothing else.
func better(a, b Span) bool {
	return cmp.Or(cmp.Compare(b.P, a.P), cmp.Compare(b.Len(), a.Len()),
		cmp.Compare(a.Label, b.Label), cmp.Compare(a.Source, b.Source)) < 0
}

func sortInner(inner []Span) []Span {
	slices.SortStableFunc(inner, func(a, b Span) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(b.End, a.End), cmp.Compare(a.Label, b.Label))
	})
	return slices.CompactFunc(inner, func(a, b Span) bool {
		return a.Start == b.Start && a.End == b.End && a.Label == b.Label && a.Part == b.Part
	})
}

// subtract cuts out of each span what the disjoint, sorted cover covers.
func subtract(spans, cover []Span) []Span {
	var out []Span
	for _, s := range spans {
		first, _ := slices.BinarySearchFunc(cover, s.Start, func(c Span, at int) int {
			return cmp.Compare(c.End, at+1)
		})
		for _, c := range cover[first:] {
			if c.Start >= s.End {
				break
			}
			if c.Start > s.Start {
				left := s
				left.End = c.Start
				out = append(out, left)
			}
			s.Start = min(c.End, s.End)
		}
		if s.Start < s.End {
			out = append(out, s)
		}
	}
	return out
}
