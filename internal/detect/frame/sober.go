package frame

import (
	"context"
	"slices"
	"strings"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/lexicon"
)

// Sober is a detector whose finds of people are read a second time: what is half of a
// full name becomes the whole, who is named together with somebody is found, too, and
// an everyday word that no list holds for a name is no find.
type Sober struct {
	bauta.Detector
	Lexicon *lexicon.Lexicon // nil: the one that comes with the program
}

// Detect asks the detector and settles its finds of people.
func (o Sober) Detect(ctx context.Context, d *bauta.Doc) ([]bauta.Span, error) {
	found, err := o.Detector.Detect(ctx, d)
	if err != nil || !slices.ContainsFunc(found, person) {
		return found, err
	}
	r := New(o.Lexicon).read(d)
	if r == nil {
		return found, nil
	}
	out := make([]bauta.Span, 0, len(found))
	for _, s := range found {
		if person(s) {
			if r.everyday(s) {
				continue
			}
			if s.Doubt == bauta.Sure {
				if !s.By(RuleKeyed) && s.Source != "titled" {
					r.begin(&s)
				}
				r.grow(&s)
				r.complete(&s)
				r.surname(&s)
				r.inverted(&s)
				r.onward(&s)
			}
		}
		out = append(out, s)
	}
	return r.paired(out), nil
}

// person reports a find of a person that is not the user's own word.
func person(s bauta.Span) bool { return s.Label == bauta.Person && !s.By(lexicon.RuleListed) }

// everyday reports a find of one word that people use every day and no list holds for a
// name, without a capital that says anything, and a doubtful one of a word of kin.
func (r *frames) everyday(s bauta.Span) bool {
	from, to, ok := r.At(s.Start, s.End)
	if !ok || from != to || !r.IsWord(from) {
		return false
	}
	if r.Word(from).Named() && (r.Lang == "de" || from > 0) {
		return false
	}
	p, _ := r.behind(from, r.addressed)
	if s.Doubt == bauta.Sure && (r.honoured(from) || r.wanted(from, p)) {
		return false // mr baker, la hija de remedios
	}
	if r.aThing(s, from) {
		return true
	}
	w := r.Word(from)
	if w.Is(lexicon.Kinship) && !w.Capital && s.P < doubtedKin {
		return true
	}
	plain := w.Everyday.Has(r.Lang) || r.Lang == "de" && w.Everyday.Has("gsw")
	return plain && (!w.Is(lexicon.Dictionary) || s.P < doubtedThing && r.definite(from))
}

// definite reports what lists have for a nickname alone and Swedish for a word with its article behind it: bussen.
func (r *frames) definite(i int) bool {
	w := r.Word(i)
	nick := r.Lang == "sv" && w.Is(lexicon.Hypocoristic) && !w.Is(lexicon.Dictionary&^lexicon.Hypocoristic)
	stem, article := strings.CutSuffix(r.Norm(i), "n")
	word := lexicon.Everyday(stem, r.Lang) || lexicon.Everyday(strings.TrimSuffix(stem, "e"), r.Lang)
	return nick && article && word
}

// begin takes from the beginning of a find of several words what is before a name with a capital and none of it: a
// word that has its own capital for no name (Krankmeldung Häberle), and before a first name an everyday word in small
// letters that no list holds for a name (holt Kuno), and a leave-taking (Gruss Roswitha).
func (r *frames) begin(s *bauta.Span) {
	from, to, ok := r.At(s.Start, s.End)
	for ; ok && from < to; from++ {
		if !r.IsWord(from) || !r.Beside(from, from+1) || !r.Word(from+1).Named() {
			return
		}
		_, leaves := r.ending(from, r.leavings)
		before := r.given(from+1) && (leaves || r.nobody(from))
		if !before && !r.worded(from) {
			return
		}
		s.Start = r.Doc.Tokens[from+1].Start
		s.Part = bauta.WholeName
		s.Why += ", without the word before it"
	}
}

// nobody reports an everyday word in small letters that no list holds for a name.
func (r *frames) nobody(i int) bool {
	w := r.Word(i)
	plain := w.Everyday.Has(r.Lang) || r.Lang == "de" && w.Everyday.Has("gsw")
	return plain && !w.Capital && !w.Is(lexicon.Dictionary)
}

// doubtedKin is below what probability a word of kin in small letters is no name: some are
// first names as well.
const doubtedKin = 0.5
