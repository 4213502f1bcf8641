package location

import (
	"math"
	"slices"
	"strings"

	"github.com/bauta/bauta/internal/learn/logistic"
)

// Vocabulary numbers the words and the pairs of neighbours, joined by a blank,
// units as they stand (Unit.Words), which begin with one, and behind them the letter groups that stand in for
// words not among them.
// A hashed vocabulary keeps neither words nor groups: features are numbered by
// their hashes, and some share a number.
type Vocabulary struct {
	grams   []string
	id      map[string]int32
	letters []string
	letter  map[string]int32 // numbers from 0; their features follow the grams
	bits    int              // of the hash; 0: not hashed
}

func newVocabulary(grams, letters []string) *Vocabulary {
	number := func(names []string) map[string]int32 {
		id := make(map[string]int32, len(names))
		for i, g := range names {
			id[g] = int32(i)
		}
		return id
	}
	return &Vocabulary{grams: grams, id: number(grams), letters: letters, letter: number(letters)}
}

// hashed is a vocabulary of 1 << bits features.
func hashed(bits int) *Vocabulary { return &Vocabulary{bits: bits} }

// The bits of a hash that make sense: fewer mix everything, more fill the memory.
const (
	minHashBits = 8
	maxHashBits = 22
)

// Letter groups are of 3 to 5 characters, with marks at the ends of the word,
// and weigh a fifth of a word each (docs/experiments/location.md).
const (
	shortestLetters = 3
	longestLetters  = 5
	letterValue     = 0.2
	letterMessages  = 4 // messages with a word that holds the group, at least
)

// learnVocabulary takes the words and pairs of at least so many messages,
// sorted, with the number of messages of each; with letters, also the letter
// groups that more than one word holds.
func learnVocabulary(messages [][]string, least int, letters bool) (*Vocabulary, []int) {
	count, last := map[string]int{}, map[string]int{}
	for i, words := range messages {
		grams(words, func(g string) {
			if last[g] != i+1 {
				last[g] = i + 1
				count[g]++
			}
		})
	}
	var kept, groups []string
	for g, n := range count {
		if n >= least {
			kept = append(kept, g)
		}
	}
	if letters {
		groups = learnLetters(count)
	}
	slices.Sort(kept)
	in := make([]int, len(kept))
	for i, g := range kept {
		in[i] = count[g]
	}
	return newVocabulary(kept, groups), in
}

// familiar is a vocabulary of the words alone that are in so many messages.
func familiar(messages [][]string, least int) *Vocabulary {
	count := map[string]int{}
	for _, words := range messages {
		slices.Sort(words)
		for _, w := range slices.Compact(words) {
			count[w]++
		}
	}
	var kept []string
	for w, n := range count {
		if n >= least && !entire(w) {
			kept = append(kept, w)
		}
	}
	slices.Sort(kept)
	return newVocabulary(kept, nil)
}

func learnLetters(count map[string]int) []string {
	type seen struct{ words, messages int }
	of := map[string]seen{}
	for g, n := range count {
		if !strings.Contains(g, " ") {
			for l := range letterGroups(g) {
				of[l] = seen{of[l].words + 1, of[l].messages + n}
			}
		}
	}
	var out []string
	for l, s := range of {
		if s.words > 1 && s.messages >= letterMessages {
			out = append(out, l)
		}
	}
	slices.Sort(out)
	return out
}

// letterGroups gives the groups of a word and how often it holds each. The
// whole word is none: it is a feature by itself.
func letterGroups(word string) map[string]int {
	out, r := map[string]int{}, []rune("<"+word+">")
	if len(r) > maxLetters {
		r = r[:maxLetters]
	}
	for n := shortestLetters; n <= min(longestLetters, len(r)-1); n++ {
		for i := range len(r) - n + 1 {
			out[string(r[i:i+n])]++
		}
	}
	return out
}

// maxLetters bounds the characters of a word that are looked at.
const maxLetters = 64

// parts are the letter groups of each word; see logistic.Config.Parts. value
// gives what a feature counts for where it is present.
func (v *Vocabulary) parts(value []float32) *logistic.Matrix {
	out := &logistic.Matrix{Cols: v.Len(), Start: []int{0}, Val: []float32{}}
	for i, g := range v.grams {
		if strings.Contains(g, " ") {
			out.Append(nil, nil)
			continue
		}
		col, val := v.spell(g)
		for j := range val {
			val[j] /= value[i]
		}
		out.Append(col, val)
	}
	for range v.letters {
		out.Append(nil, nil)
	}
	return out
}

// spell gives the features of a word's letter groups, sorted.
func (v *Vocabulary) spell(word string) (col []int32, val []float32) {
	if len(v.letters) == 0 {
		return nil, nil
	}
	groups := letterGroups(word)
	for l := range groups {
		if id, ok := v.letter[l]; ok {
			col = append(col, int32(len(v.grams))+id)
		}
	}
	slices.Sort(col)
	for _, f := range col {
		val = append(val, letterValue*float32(groups[v.letters[int(f)-len(v.grams)]]))
	}
	return col, val
}

// grams calls f for each word and each pair of neighbours.
func grams(words []string, f func(string)) {
	before := ""
	for _, w := range words {
		f(w)
		if entire(w) {
			continue
		}
		if before != "" {
			f(before + " " + w)
		}
		before = w
	}
}

// Len is the number of features.
func (v *Vocabulary) Len() int {
	if v.bits > 0 {
		return 1 << v.bits
	}
	return len(v.grams) + len(v.letters)
}

// Known is the number of features of words and pairs.
func (v *Vocabulary) Known() int { return v.Len() - len(v.letters) }

// word is the feature of a word, -1 for none.
func (v *Vocabulary) word(w string) int32 {
	if v.bits > 0 {
		return v.hash(w)
	}
	if id, ok := v.id[w]; ok {
		return id
	}
	return -1
}

// pair is the feature of two neighbours, -1 for none.
func (v *Vocabulary) pair(a, b string) int32 {
	if v.bits > 0 {
		return v.hash(a, b)
	}
	var room [96]byte
	key := append(append(append(room[:0], a...), ' '), b...)
	if id, ok := v.id[string(key)]; ok {
		return id
	}
	return -1
}

// hash is FNV-1a of the words joined by blanks, folded to the bits.
func (v *Vocabulary) hash(words ...string) int32 {
	h := uint64(14695981039346656037)
	for i, w := range words {
		if i > 0 {
			h = (h ^ ' ') * 1099511628211
		}
		for j := range len(w) {
			h = (h ^ uint64(w[j])) * 1099511628211
		}
	}
	return int32((h ^ h>>32 ^ h>>v.bits) & (1<<v.bits - 1))
}

// Row gives the features of a message, sorted, each once, and their values:
// words and pairs count 1, and words that are not in the vocabulary what their
// letter groups do.
func (v *Vocabulary) Row(words []string) (col []int32, val []float32) {
	var spelt []string
	before := ""
	for _, w := range words {
		if id := v.word(w); id >= 0 {
			col = append(col, id)
		} else if !entire(w) {
			spelt = append(spelt, w)
		}
		if entire(w) {
			continue
		}
		if before != "" {
			if id := v.pair(before, w); id >= 0 {
				col = append(col, id)
			}
		}
		before = w
	}
	slices.Sort(col)
	col = slices.Compact(col)
	val = make([]float32, len(col))
	for i := range val {
		val[i] = 1
	}
	slices.Sort(spelt)
	sum := map[int32]float32{}
	for _, w := range slices.Compact(spelt) {
		more, by := v.spell(w)
		for i, f := range more {
			if sum[f] == 0 {
				col = append(col, f)
			}
			sum[f] += by[i]
		}
	}
	slices.Sort(col[len(val):])
	for _, f := range col[len(val):] {
		val = append(val, sum[f])
	}
	return col, val
}

func (v *Vocabulary) matrix(words [][]string) *logistic.Matrix {
	x := &logistic.Matrix{Cols: v.Len(), Start: []int{0}}
	for _, w := range words {
		x.Append(v.Row(w))
	}
	return x
}

// rarity is what each word and pair counts for in training, by the messages that
// hold it: the fewer, the more, so that the penalty bears harder on what stands
// everywhere. About 1 in the middle; all 1 where nothing was counted.
func (v *Vocabulary) rarity(in []int, messages int) []float32 {
	out := make([]float32, v.Len())
	unit := 0.6 * math.Log(float64(messages+1))
	for f := range out {
		out[f] = 1
		if f < len(in) {
			out[f] = float32(max(0.05, math.Log(float64(messages)/float64(in[f]))/unit))
		}
	}
	return out
}

// scale multiplies the columns of a matrix of rows.
func scale(x *logistic.Matrix, by []float32) {
	for i, f := range x.Col {
		x.Val[i] *= by[f]
	}
}
