package settle

import (
	"context"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/internal/lexicon/words"
)

// SmallLetters weighs what a tagger says of words in small letters: taggers learnt on
// text in which a capital is missing at random, while who writes to others writes
// brands, towns, laughter and slips of the hand in small letters, which are in no
// training set. What is no longer enough of a person becomes a question, which the
// settlers behind it decide.
type SmallLetters struct {
	Lexicon *lexicon.Lexicon
	Above   func(lang string) float64 // the probability from which a person is hidden
}

var _ bauta.Settler = SmallLetters{}

// small is by how much, in log-odds, the taggers of a language are too sure of persons
// in small letters, measured on messages of another hand than those that they learnt
// from: docs/experiments/strangers.md, Swedish in presets.md. In English and French it costs more names than it
// spares words.
var small = map[string]float64{"de": 1, "it": 1, "es": 1, "sv": 2}

// Name is "small letters".
func (SmallLetters) Name() string { return "small letters" }

// Settle lowers the probability of such persons.
func (o SmallLetters) Settle(_ context.Context, d *bauta.Doc, found []bauta.Span) ([]bauta.Span, error) {
	for i := range found {
		s := &found[i]
		if !tagged(*s) || !person(*s) || small[s.Rule] == 0 {
			continue
		}
		written := words.Written(d, s.Start, s.End)
		if strings.ContainsFunc(written, unicode.IsUpper) {
			continue
		}
		s.P = odds(logit(s.P) - small[s.Rule]*o.strange(written, s.Rule))
		if s.P < o.Above(s.Rule) && s.Doubt == bauta.Sure {
			s.Doubt = bauta.Ambiguous
		}
	}
	return found, nil
}

// strange says how little the lists know of a name: nothing where they have one of its
// words for a name and for nothing else, half where for a word, too.
func (o SmallLetters) strange(name, lang string) float64 {
	least := 1.0
	for word := range strings.FieldsSeq(name) {
		norm := lexicon.Stem(lexicon.Fold(word))
		e, _ := o.Lexicon.Look(norm, lang)
		switch {
		case e.Name(), ofOwner(o.Lexicon, norm, lang):
			return 0
		case e.Hidden():
			least = 0.5
		}
	}
	return least
}

// ofOwner reports a word in no list of names that is a name with the ending of who owns
// something: "claras", in a language that writes it so.
func ofOwner(lex *lexicon.Lexicon, norm, lang string) bool {
	stem, ok := strings.CutSuffix(norm, "s")
	if !ok || !owns(lang) || utf8.RuneCountInString(stem) < leastRegistered {
		return false
	}
	if _, known := lex.Look(norm, lang); known {
		return false
	}
	e, _ := lex.Look(stem, lang)
	return e.Name() && !lexicon.Frequent(norm, lang) && !lexicon.Everyday(norm, base(lang))
}
