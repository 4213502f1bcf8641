package attack

import (
	"cmp"
	"maps"
	"slices"
)

// The bounds of the search: of one group the things that the fewest groups have, and sets that
// are grown, fewer where there are many groups.
const (
	mostTogether = 200
	mostGrown    = 1000
	leastGrown   = mostTogether
	allGrown     = 400_000
)

// Together counts the groups that at most so many things together single out: no other
// group has all of them. Things that many have point to somebody together (Sweeney,
// k-anonymity, International Journal of Uncertainty, Fuzziness and Knowledge-Based
// Systems 10(5), 2002).
//
// A set singles a group out if of what each other group lacks of it one thing is in the
// set: it is searched for as a hitting set, from a group that has all of a set to the
// things that this one lacks (Reiter, Artificial Intelligence 32(1), 1987). A group of
// which the search ends at its bound is not counted.
func Together(most int, groups map[string][]string) Guessed {
	names := slices.Sorted(maps.Keys(groups))
	s := searched{has: make([]map[string]bool, len(names)), in: map[string][]int{}}
	for i, name := range names {
		s.has[i] = map[string]bool{}
		for _, thing := range distinct(groups[name]) {
			s.has[i][thing] = true
			s.in[thing] = append(s.in[thing], i)
		}
	}
	g := Guessed{Of: len(groups)}
	for i := range names {
		things := slices.SortedFunc(maps.Keys(s.has[i]), func(a, b string) int {
			return cmp.Or(cmp.Compare(len(s.in[a]), len(s.in[b])), cmp.Compare(a, b))
		})
		s.left = min(mostGrown, max(leastGrown, allGrown/len(names)))
		if s.single(i, things[:min(len(things), mostTogether)], nil, most) {
			g.Right++
		}
	}
	return g
}

// searched are groups, and what they have.
type searched struct {
	has  []map[string]bool
	in   map[string][]int // groups that have a thing, rising
	left int              // sets that may still be grown
}

// single reports whether at most so many things more single a group out among others, who
// have all of a set; nil for all groups, of the empty set.
func (s *searched) single(group int, things []string, others []int, most int) bool {
	if others != nil && len(others) == 0 {
		return true
	}
	if most < 1 {
		return false
	}
	for _, thing := range s.lacks(group, things, others) {
		if most == 1 {
			if !s.shared(thing, group, others) {
				return true
			}
			continue
		}
		if s.left--; s.left < 0 {
			return false
		}
		if s.single(group, things, s.having(thing, group, others), most-1) {
			return true
		}
	}
	return false
}

// shared reports whether one of the others has a thing, too.
func (s *searched) shared(thing string, group int, others []int) bool {
	if others == nil {
		others = s.in[thing]
	}
	return slices.ContainsFunc(others, func(o int) bool { return o != group && s.has[o][thing] })
}

// lacks gives what one of the others lacks of the things of a group: of a few of them, the
// one that lacks least. One of these things is in each set that singles the group out.
func (s *searched) lacks(group int, things []string, others []int) (least []string) {
	if others == nil {
		return things
	}
	const few = 3
	for i, other := range others[:min(few, len(others))] {
		lacks := slices.DeleteFunc(slices.Clone(things), func(t string) bool { return s.has[other][t] })
		if i == 0 || len(lacks) < len(least) {
			least = lacks
		}
	}
	return least
}

// having gives who of the others has a thing, too.
func (s *searched) having(thing string, group int, others []int) []int {
	out := []int{}
	if others == nil {
		others = s.in[thing]
	}
	for _, o := range others {
		if o != group && s.has[o][thing] {
			out = append(out, o)
		}
	}
	return out
}
