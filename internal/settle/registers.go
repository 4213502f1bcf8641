package settle

import (
	"context"
	"strings"
	"unicode/utf8"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/internal/lexicon/register"
	"github.com/bauta/bauta/internal/lexicon/variant"
)

// Registers asks who is called so where detectors are in doubt of a word that is in no
// list: the lists have the usual names of many countries, a register of births those
// that few people bear, too.
type Registers struct {
	Lexicon *lexicon.Lexicon
	Above   func(lang string) float64 // the probability from which a tagger's person is hidden
}

var _ bauta.Settler = Registers{}

// What a register says is worth so much in log-odds, measured on words that taggers
// and dictionaries half believe in, for a register that has three of ten names of
// those: docs/experiments/strangers.md.
const (
	registeredFirst = 2.5
	registeredLast  = 1.5
)

// leastRegistered is how many letters such a name has at least.
const leastRegistered = 3

// Name is "registers".
func (Registers) Name() string { return "registers" }

// Settle raises the probability of such persons.
func (o Registers) Settle(_ context.Context, d *bauta.Doc, found []bauta.Span) ([]bauta.Span, error) {
	for i := range found {
		s := &found[i]
		if s.Doubt == bauta.Sure || !person(*s) || !tagged(*s) && s.Source != dictionaries {
			continue
		}
		says := o.borne(lexicon.Fold(d.Surface(s.Start, s.End)), d.Lang)
		if says == 0 {
			continue
		}
		s.P = odds(logit(s.P) + says)
		s.Why += "; in a register"
		if tagged(*s) && s.P >= o.Above(s.Rule) {
			s.Doubt = bauta.Sure
		}
	}
	return found, nil
}

// borne gives what the registers say of the words of a name, the most of them.
func (o Registers) borne(name, lang string) float64 {
	most := 0.0
	for word := range strings.FieldsFuncSeq(name, func(r rune) bool { return r == ' ' || r == '-' }) {
		most = max(most, o.word(lexicon.Stem(word), lang))
	}
	return most
}

// word gives what the registers say of a word that no list of the language has, and that
// is no frequent word of another. They are asked first: to look a word up in every spelling
// costs a thousand times as much, and few words are in a register.
func (o Registers) word(word, lang string) float64 {
	if utf8.RuneCountInString(word) < leastRegistered {
		return 0
	}
	says := o.called(word, lang)
	if says == 0 || lexicon.FrequentAnywhere(word) || lexicon.Everyday(word, lang) || o.spelt(word, lang) {
		return 0
	}
	return says
}

// called gives what the registers say of a word as it stands, or as an owner.
func (o Registers) called(word, lang string) float64 {
	of := register.Default()
	stem, owned := strings.CutSuffix(word, "s")
	owned = owned && owns(lang)
	switch {
	case of.First(word), owned && (of.First(stem) || o.listed(stem, lang)):
		return registeredFirst
	case of.Last(word), owned && of.Last(stem):
		return registeredLast
	}
	return 0
}

// spelt reports a word that the lists have, in one spelling or another; not by a way of
// reading that reaches so far that names are read as words, and not a name without its
// accents.
func (o Registers) spelt(word, lang string) bool {
	e, m, ok := o.Lexicon.Resolve(word, lang)
	switch m.Heuristic {
	case variant.Misspelling, variant.Phonetic, variant.Concatenation:
		return false
	case variant.MissingAccent:
		return ok && !e.Hidden()
	}
	return ok && e.Kinds&^(lexicon.City|lexicon.Proper) != 0
}

// listed reports a word that the lists have for a name alone.
func (o Registers) listed(word, lang string) bool {
	e, _ := o.Lexicon.Look(word, lang)
	return e.Name() && !lexicon.FrequentAnywhere(word)
}

// owns reports a language in which a name that owns something ends in "s" alone.
func owns(lang string) bool {
	of := base(lang)
	return of == "de" || of == "sv" || of == "gsw" || of == "en"
}
