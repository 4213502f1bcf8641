// Package attack plays who wants to know whom the names of a release stand for, and
// holds the truth to tell how far that goes. The attackers have the program, its
// lists, and how often people bear a name; they have no key and no original.
//
// [Frequency] sorts names as often as they stand in the release and takes the first
// for the most frequent one that it may stand for. [SameProgram] runs the program over
// the release and takes the names that it passes over for what it left in clear.
// [Style] tells authors by how they write, [Times] and [Rare] count what singles out a
// message or a thread; they need no original.
package attack

import (
	"cmp"
	"maps"
	"slices"
)

// Mention is a place of a release where a name was written for another; both are
// written alike wherever they stand (folded).
type Mention struct{ Was, Now string }

// Guessed is how far an attack went.
type Guessed struct {
	Right int // mentions whose name was guessed
	Of    int // mentions
}

// Share is the share of mentions guessed, from 0 to 1.
func (g Guessed) Share() float64 { return float64(g.Right) / float64(max(g.Of, 1)) }

// Frequency guesses names by rank. company gives the names among which the program
// hides one: those that a name of the release may stand for, itself not among them
// where nothing becomes itself. known is how often each is borne; names of none are
// the rarest.
func Frequency(mentions []Mention, known map[string]float64, company func(now string) []string) Guessed {
	count := map[string]int{}
	for _, m := range mentions {
		count[m.Now]++
	}
	guess := map[string]string{}
	done := map[string]bool{}
	for _, now := range slices.Sorted(maps.Keys(count)) {
		if done[now] {
			continue
		}
		all := company(now)
		if len(all) == 0 {
			continue
		}
		released := slices.DeleteFunc(slices.Clone(all), func(w string) bool { return count[w] == 0 || done[w] })
		if !slices.Contains(released, now) {
			released = append(released, now)
		}
		for _, w := range released {
			done[w] = true
		}
		slices.SortFunc(released, func(a, b string) int {
			return cmp.Or(cmp.Compare(count[b], count[a]), cmp.Compare(a, b))
		})
		all = slices.Clone(all)
		slices.SortFunc(all, func(a, b string) int {
			return cmp.Or(cmp.Compare(known[b], known[a]), cmp.Compare(a, b))
		})
		for i, w := range released[:min(len(released), len(all))] {
			guess[w] = all[i]
		}
	}
	g := Guessed{Of: len(mentions)}
	for _, m := range mentions {
		if was, ok := guess[m.Now]; ok && was == m.Was {
			g.Right++
		}
	}
	return g
}

// Standing is a name that stands in a release, and whether the program finds it when
// it is run over it.
type Standing struct {
	Leak  bool // it is the name of the original
	Found bool
}

// Told is how far the attacker tells leaks from what was invented, who takes for
// leaks what the program does not find.
type Told struct {
	Leaks         int // names left in clear
	LeaksFound    int // of these, found in the release
	Invented      int // names written for others
	InventedFound int // of these, found in the release
}

// Recall is the share of leaks that the attacker names, from 0 to 1.
func (t Told) Recall() float64 { return float64(t.Leaks-t.LeaksFound) / float64(max(t.Leaks, 1)) }

// Precision is the share of leaks among what the attacker names, from 0 to 1.
func (t Told) Precision() float64 {
	named := t.Leaks - t.LeaksFound + t.Invented - t.InventedFound
	return float64(t.Leaks-t.LeaksFound) / float64(max(named, 1))
}

// SameProgram counts the names of a release.
func SameProgram(names []Standing) Told {
	var t Told
	for _, n := range names {
		found := 0
		if n.Found {
			found = 1
		}
		if n.Leak {
			t.Leaks, t.LeaksFound = t.Leaks+1, t.LeaksFound+found
		} else {
			t.Invented, t.InventedFound = t.Invented+1, t.InventedFound+found
		}
	}
	return t
}
