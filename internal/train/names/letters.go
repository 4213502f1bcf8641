package names

import (
	"cmp"
	"hash/fnv"
	"maps"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/bauta/bauta/internal/detect/lexical"
	"github.com/bauta/bauta/internal/lexicon"
)

// letterTable is the size of the letter model, in weights of a byte.
const letterTable = 1 << 16

// example is a word in no list, with whether it is a name.
type example struct {
	word   string
	name   bool
	weight float64
}

// Of the rarer words and names of the lists a third is forgotten in training:
// the lists will never hold all of what people write, and what they lack is of
// the same kind as the rare part of what they have.
const (
	forgetOne   = 3
	forgetWords = 4e-6 // share of words below which a word is rare
	forgetNames = 3e-5
)

// forget reports whether a word is read as if it stood in no list.
func (c *counts) forget(norm string) bool {
	h := fnv.New32a()
	h.Write([]byte(norm))
	return h.Sum32()%forgetOne == 0 && c.word[norm]+c.bareWord[norm] < forgetWords &&
		c.first[norm]+c.bareName[norm] < forgetNames && len(norm) > 3
}

// letterModel learns which strings look like names: logistic regression on
// hashed n-grams of letters by stochastic gradient descent, weights in 1/16.
func letterModel(examples []example, seed uint64) []int8 {
	const rounds = 12
	w := make([]float64, letterTable)
	rng := rand.New(rand.NewPCG(seed, 'l'))
	order := rng.Perm(len(examples))
	total := float64(rounds * len(examples))
	step := 0.0
	for range rounds {
		rng.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		for _, i := range order {
			ex := examples[i]
			rate := 0.12 * (1 - step/total)
			step++
			z := 0.0
			lexical.EachLetterGram(ex.word, func(h uint32) { z += w[h%letterTable] })
			y := 0.0
			if ex.name {
				y = 1
			}
			g := rate * ex.weight * (y - 1/(1+math.Exp(-z)))
			lexical.EachLetterGram(ex.word, func(h uint32) {
				p := &w[h%letterTable]
				*p += g - rate*1e-4**p
			})
		}
	}
	out := make([]int8, letterTable)
	for i, x := range w {
		out[i] = int8(max(-127, min(127, math.Round(x*16))))
	}
	return out
}

// unlisted gathers names that are in no list and words that are in none: rare
// first names and surnames against what the noise of the generator makes of
// ordinary words.
func unlisted(c *counts, respelt map[string]int, lang string, names map[string]int) []example {
	lex := lexicon.Default()
	var out []example
	add := func(word string, name bool, weight float64) {
		if n := len([]rune(word)); n >= 3 && n <= 20 {
			out = append(out, example{word, name, weight})
		}
	}
	// Names: all of them teach what names look like; those in no list count
	// most, since only they are asked about.
	for _, m := range []map[string]float64{c.first, c.last} {
		for _, w := range slices.Sorted(maps.Keys(m)) {
			e, ok := lex.Look(w, lang)
			switch {
			case !ok:
				add(w, true, 1)
			case e.Hidden() && !e.Kept():
				add(w, true, 0.3)
			}
		}
	}
	for _, w := range slices.Sorted(maps.Keys(names)) {
		if _, ok := lex.Look(w, lang); !ok {
			add(w, true, 1)
		}
	}
	for w, e := range lex.Words(lexicon.Hypocoristic, lang) {
		if !e.Kept() {
			add(w, true, 1)
		}
	}
	names0 := len(out)
	unlistedWords(c, respelt, lang, add)
	balance(out, names0)
	return out
}

// unlistedWords adds the words that are in no list, or stand for such.
func unlistedWords(c *counts, respelt map[string]int, lang string, add func(word string, name bool, weight float64)) {
	lex := lexicon.Default()
	for _, w := range slices.SortedFunc(maps.Keys(respelt), cmp.Compare) {
		if e, ok := lex.Look(w, lang); !ok || e.Kept() && !e.Hidden() {
			add(w, false, min(3, 0.5+math.Log(float64(respelt[w]))))
		}
	}
	// Words that training forgets stand for the words the lists lack.
	for _, w := range slices.Sorted(maps.Keys(c.word)) {
		if e, _ := lex.Look(w, lang); c.forget(w) && !e.Hidden() && e.Kinds&lexicon.Proper == 0 {
			add(w, false, 1)
		}
	}
	for w, e := range lex.Words(lexicon.SMS|lexicon.Onomatopoeia|lexicon.Interjection|lexicon.Loan, lang) {
		if !e.Hidden() {
			add(w, false, 2)
		}
	}
}

// balance makes both sides weigh the same, so that the score is evidence and
// the prior is the business of the regression on top.
func balance(ex []example, names int) {
	sum := [2]float64{}
	for i, e := range ex {
		if i < names {
			sum[0] += e.weight
		} else {
			sum[1] += e.weight
		}
	}
	for i := range ex {
		if i >= names && sum[1] > 0 {
			ex[i].weight *= sum[0] / sum[1]
		}
		ex[i].weight = min(ex[i].weight, 5)
	}
}
