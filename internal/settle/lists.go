package settle

import (
	"context"
	"unicode/utf8"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/internal/reading"
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
	for _, s := range found {
		if !tagged(s) {
			out = append(out, s)
			continue
		}
		if s.Doubt != bauta.Sure && s.P >= l.Least {
			switch r := reading.Of(d, l.Lexicon); {
			case person(s):
				l.decide(r, &s)
			case s.Label == bauta.Location && l.called(r, s):
				s.Label, s.Doubt = bauta.Person, bauta.Sure
				s.Why += "; no place, in the lists of first names alone"
			}
		}
		if s.Doubt == bauta.Sure || l.Ask >= 0 && s.P >= max(l.Ask, leastAsked) {
			out = append(out, s)
		}
	}
	return out, nil
}

// decide makes a find of a question where the lists know of no word.
func (l NameLists) decide(r *reading.Reading, s *bauta.Span) {
	switch {
	case l.name(r, *s):
		s.Doubt = bauta.Sure
		s.Why += "; in the lists of names alone"
	case strange(r, *s):
		s.Doubt = bauta.Sure
		s.Why += "; in no list, with a capital in mid-sentence"
	}
}

// name reports a word of the lists of names that is in no other but that of
// towns.
func (l NameLists) name(r *reading.Reading, s bauta.Span) bool {
	word := r.Doc.Surface(s.Start, s.End)
	e, _ := l.Lexicon.Look(word, r.Lang)
	return e.Name() && utf8.RuneCountInString(word) >= 3
}

// called reports a word with a capital in mid-sentence that is a first name in the lists and
// no place: "vado da Giancarlo", which a tagger half takes for one.
func (l NameLists) called(r *reading.Reading, s bauta.Span) bool {
	i, last, ok := r.At(s.Start, s.End)
	if !ok || i != last || !l.name(r, s) {
		return false
	}
	w := r.Word(i)
	return w.Is(lexicon.FirstName) && !w.Is(lexicon.City|lexicon.Country|lexicon.Place) && w.Capital && !w.Opens
}

// strange reports a word that is in no list and has a capital in mid-sentence, where
// the language writes one to names alone.
func strange(r *reading.Reading, s bauta.Span) bool {
	i, last, ok := r.At(s.Start, s.End)
	if !ok || i != last || r.Lang == "de" || !r.IsWord(i) {
		return false
	}
	w := r.Word(i)
	return w.Capital && !w.Known && !w.Opens && !r.Shouted(i) && utf8.RuneCountInString(r.Norm(i)) >= 3
}
