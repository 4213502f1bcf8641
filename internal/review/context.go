package review

import (
	"cmp"
	"slices"
	"sort"
)

// Around gives the folded tokens before and after a range of an item's text,
// empty at the ends.
func Around(it *Item, start, end int) (left, next string) {
	t := it.Tokens
	if i := sort.Search(len(t), func(i int) bool { return t[i].End > start }); i > 0 {
		left = Fold(it.Message.Text[t[i-1].Start:t[i-1].End])
	}
	if i := sort.Search(len(t), func(i int) bool { return t[i].Start >= end }); i < len(t) {
		next = Fold(it.Message.Text[t[i].Start:t[i].End])
	}
	return left, next
}

// window is how many tokens on either side of a word are compared.
const window = 3

// Unusual gives the n open occurrences whose surroundings share least with those
// of the kept ones; among equals, those the pipeline would rather hide.
func Unusual(seen []Seen, n int) []Seen {
	known := map[string]bool{}
	for i := range seen {
		if seen[i].Now.Effect == Keep {
			for _, w := range surroundings(&seen[i]) {
				known[w] = true
			}
		}
	}
	type rated struct {
		Seen
		like float64 // share of the surroundings that is known
	}
	var open []rated
	for i := range seen {
		if seen[i].Now.Effect != Undecided {
			continue
		}
		around, like := surroundings(&seen[i]), 0.0
		for _, w := range around {
			if known[w] {
				like += 1 / float64(len(around))
			}
		}
		open = append(open, rated{seen[i], like})
	}
	slices.SortStableFunc(open, func(a, b rated) int {
		return cmp.Or(cmp.Compare(a.like, b.like), cmp.Compare(b.Span.P, a.Span.P))
	})
	out := make([]Seen, 0, min(n, len(open)))
	for _, r := range open[:min(n, len(open))] {
		out = append(out, r.Seen)
	}
	return out
}

// surroundings gives the folded tokens near an occurrence.
func surroundings(s *Seen) []string {
	t := s.Tokens
	from := sort.Search(len(t), func(i int) bool { return t[i].End > s.Start })
	to := sort.Search(len(t), func(i int) bool { return t[i].Start >= s.End })
	var out []string
	for i := max(0, from-window); i < min(len(t), to+window); i++ {
		if i < from || i >= to {
			out = append(out, Fold(s.Text[t[i].Start:t[i].End]))
		}
	}
	return out
}
