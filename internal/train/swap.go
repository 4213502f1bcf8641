package train

import (
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/train/chat"
	"github.com/bauta/bauta/internal/train/gold"
)

// swaps exchanges the mentions of a sentence for others of the same type and as
// many words (mention replacement; Dai and Adel 2020, "An Analysis of Simple Data
// Augmentation for Named Entity Recognition", section 3). They come from the
// labelled sets of the recipe, each as often as the others, and half of the persons
// from the lists of names for training; no word of a person is one held out.
type swaps struct {
	seed   uint64
	copies map[string]float64 // how many a sentence of a set has
	names  *chat.Names
	common map[string]map[string]bool // words by language so frequent that in lower case they are no name elsewhere
	pools  map[pool][]string
	seen   map[pool]map[string]bool // in lower case
}

// newSwaps returns pools without mentions.
func newSwaps(src Sources, lang string, copies map[string]float64, seed uint64) (*swaps, error) {
	names, err := chat.LoadNames(src.Data, src.Lists, lang, nil)
	if err != nil {
		return nil, err
	}
	return &swaps{
		seed: seed, copies: copies, names: names.HoldOut(false),
		common: map[string]map[string]bool{}, pools: map[pool][]string{}, seen: map[pool]map[string]bool{},
	}, nil
}

// pool says what mentions may stand for one another.
type pool struct {
	label bauta.Label
	lang  string // empty: all languages
	words int    // manyWords: so many and more
}

const (
	manyWords = 4
	// enoughMentions is the size from which a pool of a language needs no others.
	enoughMentions = 200
)

// swap makes the pools where the recipe asks for copies from them.
func (c *corpus) swap(r *Recipe, src Sources) error {
	if len(r.Swap) == 0 {
		return nil
	}
	w, err := newSwaps(src, r.Lang, r.Swap, r.Seed)
	if err != nil {
		return err
	}
	for i := range c.parts {
		if err := w.take(&c.parts[i], src); err != nil {
			return err
		}
	}
	return nil
}

// take adds the mentions of a part, and lets it have copies.
func (w *swaps) take(p *part, src Sources) error {
	if p.generated {
		return nil
	}
	p.copies.swaps, p.copies.swap = w, w.copies[p.set]
	for _, s := range p.sentences {
		if err := w.learn(s.Lang, src); err != nil {
			return err
		}
		for _, sp := range s.Spans {
			if name := s.Text[sp.Start:sp.End]; exchangeable(name, sp.Label) && !w.common[s.Lang][name] {
				n := countedWords(name)
				w.add(pool{sp.Label, s.Lang, n}, name)
				w.add(pool{sp.Label, "", n}, name)
			}
		}
	}
	return nil
}

// learn reads the frequent words of a language, once.
func (w *swaps) learn(lang string, src Sources) error {
	if w.common[lang] != nil {
		return nil
	}
	list, err := chat.Frequent(src.Data, lang, chat.Common)
	w.common[lang] = make(map[string]bool, len(list))
	for _, word := range list {
		w.common[lang][word] = true
	}
	return err
}

func (w *swaps) add(p pool, name string) {
	if w.seen[p] == nil {
		w.seen[p] = map[string]bool{}
	}
	if key := strings.ToLower(name); !w.seen[p][key] {
		w.seen[p][key] = true
		w.pools[p] = append(w.pools[p], name)
	}
}

// otherName gives another name for one, in the genitive as it is; "" if there is none.
func (w *swaps) otherName(name string, label bauta.Label, lang string, rng *rand.Rand) string {
	other := w.draw(name, label, lang, rng)
	switch had, has := w.genitive(name, label, lang), w.genitive(other, label, lang); {
	case had && !has && other != "" && !strings.ContainsAny(other[len(other)-1:], "sxzSXZ"):
		return other + "s"
	case has && !had:
		return other[:len(other)-1]
	}
	return other
}

// genitive reports whether a name of a language that writes the genitive without
// an apostrophe is that of a mention ("Tysklands").
func (w *swaps) genitive(name string, label bauta.Label, lang string) bool {
	stem, s := strings.CutSuffix(strings.ToLower(name), "s")
	return s && (lang == "sv" || lang == "de") && w.seen[pool{label, lang, countedWords(name)}][stem]
}

// draw gives another name for one; "" if there is none.
func (w *swaps) draw(name string, label bauta.Label, lang string, rng *rand.Rand) string {
	n := countedWords(name)
	if !bearsName(label) || n == 0 {
		return ""
	}
	if label == bauta.Person && n <= 2 && rng.IntN(2) == 0 {
		first, last := w.names.First.Draw(rng), w.names.Last.Draw(rng)
		switch {
		case n == 2 && last != "":
			return first + " " + last
		case n == 1 && rng.IntN(2) == 0 && last != "":
			return last
		case n == 1:
			return first
		}
	}
	list := w.pools[pool{label, lang, n}]
	if len(list) < enoughMentions {
		list = w.pools[pool{label, "", n}]
	}
	if len(list) == 0 {
		return ""
	}
	return list[rng.IntN(len(list))]
}

// swapped returns the copies of a sentence that chance gives it, three of four in
// lower case, where no capital tells that a new name is one; of a set without
// capitals half get them. Chance is that of the seed
// and the text: nothing else in the recipe moves it, nor is moved by it.
func (c copying) swapped(s gold.Sentence) []gold.Sentence {
	if c.swaps == nil || c.swap <= 0 || len(s.Spans) == 0 {
		return nil
	}
	h := fnv.New64a()
	h.Write([]byte(s.Text))
	rng := rand.New(rand.NewPCG(c.swaps.seed, h.Sum64()))
	var out []gold.Sentence
	for n := c.swap; n > 0 && (n >= 1 || rng.Float64() < n); n-- {
		other := s.Rename(func(name string, label bauta.Label) string {
			return c.swaps.otherName(name, label, s.Lang, rng)
		})
		if other.Text == s.Text {
			continue
		}
		switch {
		case c.Recase > 0 && rng.IntN(2) == 0:
			other = c.casing.Recase(other)
		case c.Recase == 0 && rng.IntN(4) > 0:
			other = gold.Lower(other)
		}
		out = append(out, other)
	}
	return out
}

// bearsName reports whether a type is one of names, whose mentions have no form of
// their own: numbers, dates, streets, nationalities and mixed bags stay.
func bearsName(label bauta.Label) bool {
	switch label {
	case bauta.Person, bauta.KnownFigure, bauta.FictionalFigure, bauta.Location, bauta.Geographical, bauta.Facility,
		bauta.Organization, bauta.SportsTeam, bauta.KnownGroup, bauta.Product, bauta.Event, bauta.WorkOfArt,
		bauta.MedChem:
		return true
	}
	return false
}

// exchangeable reports whether a mention may stand elsewhere: its words are written
// as words, and if it is a person, not in capitals, and none is held out.
func exchangeable(name string, label bauta.Label) bool {
	if !bearsName(label) || countedWords(name) == 0 || strings.ContainsAny(name, ",;:()[]\"@#/") {
		return false
	}
	if label != bauta.Person {
		return true
	}
	return strings.ContainsFunc(name, unicode.IsLower) &&
		!slices.ContainsFunc(strings.Fields(strings.ToLower(name)), chat.HeldOut)
}

// countedWords is the number of words of a name, up to manyWords; 0 if one of them
// does not begin with a letter, or the last one ends in a sign: that of the sentence,
// which tweets write without a blank.
func countedWords(name string) int {
	if r, _ := utf8.DecodeLastRuneInString(name); !unicode.IsLetter(r) && !unicode.IsDigit(r) {
		return 0
	}
	words := strings.Fields(name)
	for _, w := range words {
		if r, _ := utf8.DecodeRuneInString(w); !unicode.IsLetter(r) {
			return 0
		}
	}
	return min(len(words), manyWords)
}
