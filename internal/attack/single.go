package attack

import (
	"cmp"
	"slices"
)

// Times counts the messages whose time nobody else's message has, in steps of so many
// seconds: who has seen one of them elsewhere knows its thread.
func Times(seconds []int64, step int64) Guessed {
	count := map[int64]int{}
	for _, s := range seconds {
		count[s/max(1, step)]++
	}
	g := Guessed{Of: len(seconds)}
	for _, s := range seconds {
		if count[s/max(1, step)] == 1 {
			g.Right++
		}
	}
	return g
}

// Rare counts the groups (threads, authors) that have something no other group has:
// what each says, such as places and employers that stay in the text.
func Rare(groups map[string][]string) Guessed { return FewerThan(2, groups) }

// FewerThan counts the groups that have something that fewer than k groups have: the
// attacker who knows of it has so few to choose from.
func FewerThan(k int, groups map[string][]string) Guessed {
	in := map[string]int{}
	for _, said := range groups {
		for _, s := range distinct(said) {
			in[s]++
		}
	}
	g := Guessed{Of: len(groups)}
	for _, said := range groups {
		if slices.ContainsFunc(said, func(s string) bool { return in[s] < k }) {
			g.Right++
		}
	}
	return g
}

func distinct(all []string) []string {
	return slices.Compact(slices.Sorted(slices.Values(all)))
}

// mostTogether bounds the things of a group that are combined: those that the fewest
// groups have.
const mostTogether = 200

// Combined counts the groups that one thing or two things together single out: no other
// group has them. Things that many have point to somebody together (Sweeney,
// k-anonymity, International Journal of Uncertainty, Fuzziness and Knowledge-Based
// Systems 10(5), 2002).
func Combined(groups map[string][]string) Guessed {
	in := map[string]int{}
	all := map[string][]string{}
	for name, said := range groups {
		all[name] = distinct(said)
		for _, s := range all[name] {
			in[s]++
		}
	}
	together := map[uint64]int{}
	for name, said := range all {
		slices.SortStableFunc(said, func(a, b string) int { return cmp.Compare(in[a], in[b]) })
		all[name] = said[:min(len(said), mostTogether)]
		for p := range pairs(all[name]) {
			together[p]++
		}
	}
	g := Guessed{Of: len(groups)}
	for _, said := range all {
		alone := slices.ContainsFunc(said, func(s string) bool { return in[s] == 1 })
		for p := range pairs(said) {
			alone = alone || together[p] == 1
		}
		if alone {
			g.Right++
		}
	}
	return g
}

// pairs gives every two of some things, as one number whatever their order.
func pairs(said []string) func(func(uint64) bool) {
	return func(yield func(uint64) bool) {
		for i, a := range said {
			for _, b := range said[i+1:] {
				if !yield(hash(min(a, b) + "\x00" + max(a, b))) {
					return
				}
			}
		}
	}
}

// Joined counts the groups that have something that exactly one other group has: who
// knows one of the two knows that the other tells of the same.
func Joined(groups map[string][]string) Guessed {
	in := map[string]int{}
	for _, said := range groups {
		for _, s := range distinct(said) {
			in[s]++
		}
	}
	g := Guessed{Of: len(groups)}
	for _, said := range groups {
		if slices.ContainsFunc(said, func(s string) bool { return in[s] == 2 }) {
			g.Right++
		}
	}
	return g
}
