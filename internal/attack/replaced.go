package attack

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/bauta/bauta"
)

// Replaced gives the words of a text that another stands for in its release. Where words
// were added or lost between those that both have, nobody can say which stands for
// which: it is not aligned.
func Replaced(was, now string) (out []Mention, aligned bool) {
	a, b := words(was), words(now)
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	if len(a) != len(b) {
		return nil, false
	}
	for i := range a {
		if a[i] != b[i] {
			out = append(out, Mention{Was: a[i], Now: b[i]})
		}
	}
	return out, true
}

// words are those of a text in small letters, without what is written around them; a mask of two, a label and
// its number (Person 1), is one.
func words(s string) (out []string) {
	apart := func(r rune) bool { return unicode.IsSpace(r) || r == '\'' || r == '’' }
	for w := range strings.FieldsFuncSeq(strings.ToLower(s), apart) {
		if w = strings.TrimFunc(w, unicode.IsPunct); w == "" {
			continue
		}
		if last := len(out) - 1; last >= 0 && number(w) && bauta.Label(strings.ToUpper(out[last])).Known() {
			out[last] += " " + w
			continue
		}
		out = append(out, w)
	}
	return out
}

func number(w string) bool { return strings.Trim(w, "0123456789") == "" }

// Ranks guesses names by rank in each scope apart: what is written for a name in one
// stands for nothing in another. The attacker knows how often each name is borne in
// all scopes together, which is more than public counts tell.
func Ranks(scopes [][]Mention) Guessed {
	known := map[string]float64{}
	for _, scope := range scopes {
		for _, m := range scope {
			known[m.Was]++
		}
	}
	ranked := slices.SortedFunc(maps.Keys(known), func(a, b string) int {
		return cmp.Or(cmp.Compare(known[b], known[a]), cmp.Compare(a, b))
	})
	var sum Guessed
	for _, scope := range scopes {
		company := map[string]bool{}
		for _, m := range scope {
			company[m.Now] = true
		}
		for _, w := range ranked[:min(len(ranked), len(company))] {
			company[w] = true
		}
		all := slices.Collect(maps.Keys(company))
		g := Frequency(scope, known, func(string) []string { return all })
		sum.Right, sum.Of = sum.Right+g.Right, sum.Of+g.Of
	}
	return sum
}

// Commonest is how far guessing goes: the commonest name, for every mention.
func Commonest(scopes [][]Mention) Guessed {
	var g Guessed
	count := map[string]int{}
	for _, scope := range scopes {
		for _, m := range scope {
			count[m.Was]++
			g.Right, g.Of = max(g.Right, count[m.Was]), g.Of+1
		}
	}
	return g
}

// Apart is how many mentions that have nothing to do with each other tell as much as
// these, of which those of one name in a scope are guessed together or not at all
// (Kish, Survey Sampling, 1965, section 8.2).
func Apart(scopes [][]Mention) int {
	all, squares := 0, 0
	for _, scope := range scopes {
		count := map[string]int{}
		for _, m := range scope {
			count[m.Now]++
		}
		for _, n := range count {
			all, squares = all+n, squares+n*n
		}
	}
	return all * all / max(squares, 1)
}
