package frame

import (
	"cmp"
	"context"
	"slices"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/lexicon"
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
				r.grow(&s)
				r.complete(&s)
			}
		}
		out = append(out, s)
	}
	return r.paired(out), nil
}

// person reports a find of a person that is not the user's own word.
func person(s bauta.Span) bool { return s.Label == bauta.Person && !s.By(lexicon.RuleListed) }

// everyday reports a find of one word that people use every day and no list holds for a
// name, without a capital that says anything.
func (r *reading) everyday(s bauta.Span) bool {
	from, to, ok := r.bounds(s)
	if !ok || from != to || !r.isWord(from) {
		return false
	}
	if r.capital(from) && (r.lang == "de" || from > 0) {
		return false
	}
	norm := r.norm(from)
	plain := lexicon.Everyday(norm, r.lang) || r.lang == "de" && lexicon.Everyday(norm, "gsw")
	return plain && !r.look(norm).is(lexicon.Dictionary)
}

// bounds are the first and the last token of a find, which begin and end with it;
// false if it cuts tokens.
func (r *reading) bounds(s bauta.Span) (from, to int, ok bool) {
	t := r.doc.Tokens
	starts := func(t bauta.Token, at int) int { return cmp.Compare(t.Start, at) }
	stops := func(t bauta.Token, at int) int { return cmp.Compare(t.End, at) }
	from, begins := slices.BinarySearchFunc(t, s.Start, starts)
	to, ends := slices.BinarySearchFunc(t, s.End, stops)
	return from, to, begins && ends && to >= from
}
