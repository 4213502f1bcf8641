package attack

import "slices"

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
