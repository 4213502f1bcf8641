package settle

import (
	"context"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/lexicon"
	"github.com/bauta/bauta/text"
)

// NameLists asks the lists of names about the words on which a tagger is in doubt:
// what is a name there and nothing else is a find from a lower probability on.
type NameLists struct {
	Lexicon *lexicon.Lexicon
	Least   float64 // the probability from which the lists may make a find
	Ask     float64 // from which a word is asked about that they do not settle; negative: never
}

var _ bauta.Settler = NameLists{}

// leastAsked is the lowest probability from which a tagger's word is a question.
const leastAsked = 0.3

// Name is "lists of names".
func (NameLists) Name() string { return "lists of names" }

// Settle decides the tagger's questions.
func (l NameLists) Settle(_ context.Context, d *bauta.Doc, found []bauta.Span) ([]bauta.Span, error) {
	out := found[:0]
	var loud *bool // told once, where it is asked for
	for _, s := range found {
		if !tagged(s) {
			out = append(out, s)
			continue
		}
		if s.Doubt != bauta.Sure && person(s) && s.Score >= l.Least {
			if loud == nil {
				all := strings.ToUpper(d.Text) == d.Text
				loud = &all
			}
			l.decide(d, &s, *loud)
		}
		if s.Doubt == bauta.Sure || l.Ask >= 0 && s.Score >= max(l.Ask, leastAsked) {
			out = append(out, s)
		}
	}
	return out, nil
}

// decide makes a find of a question where the lists know of no word. loud says that
// all of the message is in capitals.
func (l NameLists) decide(d *bauta.Doc, s *bauta.Span, loud bool) {
	switch {
	case l.name(d.Surface(s.Start, s.End), d.Lang):
		s.Doubt = bauta.Sure
		s.Why += "; in the lists of names alone"
	case l.strange(d, *s, loud):
		s.Doubt = bauta.Sure
		s.Why += "; in no list, with a capital in mid-sentence"
	}
}

// name reports a word of the lists of names that is in no other but that of
// towns.
func (l NameLists) name(word, lang string) bool {
	e, _ := l.Lexicon.Look(word, lang)
	return e.Hidden() && e.Kinds&lexicon.AntiDictionary&^lexicon.City == 0 && utf8.RuneCountInString(word) >= 3
}

// strange reports a word that is in no list and has a capital where the language
// writes one to names alone.
func (l NameLists) strange(d *bauta.Doc, s bauta.Span, loud bool) bool {
	i, ok := slices.BinarySearchFunc(d.Tokens, s.Start, func(t bauta.Token, at int) int { return t.Start - at })
	if !ok || i == 0 || d.Tokens[i].End != s.End || d.Lang == "de" {
		return false
	}
	word := d.Tokens[i]
	if text.Shouted(d, i, loud) || !text.Capital(d, word) || utf8.RuneCountInString(word.Norm) < 3 {
		return false
	}
	before := d.Tokens[i-1]
	inside := before.Kind == bauta.Word || d.Surface(before.Start, before.End) == ","
	if !inside || strings.Contains(d.Text[before.End:s.Start], "\n") {
		return false
	}
	_, known := l.Lexicon.Look(d.Tokens[i].Norm, d.Lang)
	return !known
}
