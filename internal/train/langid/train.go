package langid

import (
	"cmp"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"slices"
	"unicode/utf8"

	"github.com/bauta/bauta/langid"
)

// Config of a training run. The zero value is how the shipped model was made.
type Config struct {
	Seed uint64
	// n-gram and language pairs that are reason enough to keep the n-gram; 0 for defaultPairs
	Pairs int
	Log   func(string, ...any) // progress; may be nil
	Lists fs.FS                // LANG/sms.tsv, the forms of SMS; nil for habits of spelling alone

	samples int // words a language and epoch of the logistic regression; 0 for samplesEach
}

const (
	defaultPairs = 1_300_000
	// company is the share of the worth asked for that a further pair of an
	// n-gram needs: it takes a third of the room of the first.
	company = 0.4
	// folds of the lines; the temperature is fitted on the first.
	folds = 10
	// logitShare is the part of the logistic regression in the sum of weights.
	logitShare = 0.5
)

// Train makes the weights from the texts.
func Train(texts Texts, c Config) (langid.Weights, error) {
	if c.Log == nil {
		c.Log = func(string, ...any) {}
	}
	if c.Pairs == 0 {
		c.Pairs = defaultPairs
	}
	auxiliary, err := fit(texts, c, func(fold int) bool { return fold != 0 })
	if err != nil {
		return langid.Weights{}, err
	}
	heat, err := calibrate(texts, auxiliary)
	if err != nil {
		return langid.Weights{}, err
	}
	c.Log("temperature %.3g + %.3g per letter, at most %.3g", heat.Base, heat.PerLetter, heat.Max)
	w, err := fit(texts, c, func(int) bool { return true })
	w.Temperature = heat
	return w, err
}

// fit makes the weights from the lines of the folds that keep accepts.
func fit(texts Texts, c Config, keep func(fold int) bool) (langid.Weights, error) {
	t := &table{entries: map[gram]*entry{}, unseen: make([]int8, len(langid.Languages()))}
	for g := langid.Latin; g <= langid.Han; g++ {
		names := langid.GroupLanguages(g)
		words := make([]vocabulary, len(names))
		for i, lang := range names {
			words[i] = count(lang, texts[lang], g, keep)
			if len(words[i]) == 0 {
				return langid.Weights{}, fmt.Errorf("no text of language %q; the data folder is not complete", lang)
			}
		}
		m := trainLogit(g, words, cmp.Or(c.samples, samplesEach), c.Seed+uint64(g))
		for i, lang := range names {
			if g == langid.Latin {
				if err := respell(words[i], lang, texts[lang], c.Lists, keep); err != nil {
					return langid.Weights{}, err
				}
				spoil(words[i])
			}
			class, _ := slices.BinarySearch(langid.Languages(), lang)
			t.add(g, uint8(class), letters(words[i], alphabet(g), order(g)))
		}
		t.join(g, m)
		c.Log("%d languages of group %d, %d n-grams", len(names), g, len(t.entries))
	}
	return t.prune(c.Pairs), nil
}

// alphabet is the number of letters among which the unseen ones are.
func alphabet(g langid.Group) float64 {
	if g == langid.Han {
		return 5000
	}
	return 150
}

// order is the length of the longest n-grams of a group: a Han character is worth
// several letters.
func order(g langid.Group) int {
	if g == langid.Han {
		return 3
	}
	return langid.MaxOrder
}

// gram is an n-gram of words of a group.
type gram struct {
	group langid.Group
	text  string
}

func (g gram) order() int { return utf8.RuneCountInString(g.text) }

// end is the n-gram without its first letter.
func (g gram) end() gram {
	_, n := utf8.DecodeRuneInString(g.text)
	return gram{g.group, g.text[n:]}
}

func (g gram) key() uint32 { return langid.Key(g.group, []rune(g.text)) }

// entry is an n-gram with what it weighs in each language, in nats.
type entry struct {
	pairs []weighed
}

type weighed struct {
	class  uint8
	weight float64
	count  float64
}

// table gathers the n-grams of all languages.
type table struct {
	entries map[gram]*entry
	unseen  []int8
}

// add enters a letter model. Classes come in ascending order in each group.
func (t *table) add(group langid.Group, class uint8, m letterModel) {
	t.unseen[class] = quantise(m.unseen)
	for text, w := range m.weights {
		g := gram{group, text}
		e := t.entries[g]
		if e == nil {
			e = &entry{}
			t.entries[g] = e
		}
		e.pairs = append(e.pairs, weighed{class, w, m.counts[text]})
	}
}

// join adds the logistic regression of a group, all of it to n-grams of one and
// two letters and elsewhere to the pairs that the letter models have, and fills
// single letters up to all languages of the group.
func (t *table) join(g langid.Group, m *logit) {
	var classes []uint8
	for _, lang := range langid.GroupLanguages(g) {
		class, _ := slices.BinarySearch(langid.Languages(), lang)
		classes = append(classes, uint8(class))
	}
	for x, e := range t.entries {
		n := x.order()
		if x.group != g {
			continue
		}
		if n <= 2 {
			e.complete(classes, n == 1, t.unseen)
		}
		if n > logitOrder {
			continue
		}
		row := m.row(x.key())
		for i := range e.pairs {
			at, _ := slices.BinarySearch(classes, e.pairs[i].class)
			e.pairs[i].weight += logitShare * float64(row[at])
		}
	}
}

// complete gives the entry a pair for every class.
func (e *entry) complete(classes []uint8, letter bool, unseen []int8) {
	for i, c := range classes {
		if i < len(e.pairs) && e.pairs[i].class == c {
			continue
		}
		p := weighed{class: c}
		if letter {
			p.weight = float64(unseen[c]) / langid.Scale
		}
		e.pairs = slices.Insert(e.pairs, i, p)
	}
}

// quantise rounds a weight in nats to the steps of the file.
func quantise(nats float64) int8 {
	return int8(max(-127, min(127, math.Round(nats*langid.Scale))))
}

// worth is what is lost, about, if a pair is dropped.
func (p weighed) worth() float64 { return math.Pow(p.count, 0.3) * math.Abs(p.weight) }

// worth is that of the best pair.
func (e *entry) worth() float64 {
	best := 0.0
	for _, p := range e.pairs {
		best = max(best, p.worth())
	}
	return best
}

// prune keeps the n-grams with the pairs of highest worth, and what the look-up
// needs: single letters and pairs of letters, and the ends of all n-grams kept.
func (t *table) prune(pairs int) langid.Weights {
	var worths []float64
	for _, e := range t.entries {
		for _, p := range e.pairs {
			worths = append(worths, p.worth())
		}
	}
	slices.Sort(worths)
	bound := 0.0
	if len(worths) > pairs {
		bound = worths[len(worths)-pairs]
	}
	kept, more := t.above(bound)
	w := langid.Weights{Temperature: langid.Temperature{Base: 1}, Unseen: t.unseen}
	byText := func(a, b gram) int { return cmp.Or(cmp.Compare(a.group, b.group), cmp.Compare(a.text, b.text)) }
	for _, g := range slices.SortedFunc(maps.Keys(kept), byText) {
		w.Grams = append(w.Grams, langid.Gram{Key: g.key(), Pairs: kept[g], More: more[g]})
	}
	slices.SortStableFunc(w.Grams, func(a, b langid.Gram) int { return cmp.Compare(a.Key, b.Key) })
	w.Grams = slices.CompactFunc(w.Grams, func(a, b langid.Gram) bool { return a.Key == b.Key })
	return w
}

// above gives the n-grams whose worth reaches bound and, closed under this, the
// ends of those, which it gives a second time as needed.
func (t *table) above(bound float64) (map[gram][]langid.Pair, map[gram]bool) {
	byOrder := make([][]gram, langid.MaxOrder+1)
	for g := range t.entries {
		n := g.order()
		byOrder[n] = append(byOrder[n], g)
	}
	kept := map[gram][]langid.Pair{}
	needed := map[gram]bool{}
	for n := langid.MaxOrder; n > 0; n-- {
		for _, g := range byOrder[n] {
			e := t.entries[g]
			var pairs []langid.Pair
			carried := n <= 2 || e.worth() >= bound
			for _, p := range e.pairs {
				if q := quantise(p.weight); n == 1 || q != 0 && carried && (n == 2 || p.worth() >= bound*company) {
					pairs = append(pairs, langid.Pair{Class: p.class, Weight: q})
				}
			}
			if len(pairs) == 0 && needed[g] {
				p := slices.MaxFunc(e.pairs, func(a, b weighed) int { return cmp.Compare(a.worth(), b.worth()) })
				pairs = []langid.Pair{{Class: p.class, Weight: quantise(p.weight)}}
			}
			if len(pairs) > 0 {
				kept[g] = pairs
				needed[g.end()] = true
			}
		}
	}
	return kept, needed
}
