package settle

import (
	"cmp"
	"context"
	"slices"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/lexicon"
)

// UserLists holds finds to the user's own lists, which have the last word: an entry
// of a list of what must be hidden is a find, whatever the others make of it; a name
// inside a phrase of a list of what need not be is none, nor is what lies inside an
// entry of its type, or of any.
type UserLists struct{ Lexicon *lexicon.Lexicon }

var _ bauta.Settler = UserLists{}

// undecreed is the highest score of what overlaps a find of a list, which so
// names the whole: no type that is kept in the text carries it out.
const undecreed = 0.99

// Name is "user's list".
func (UserLists) Name() string { return "user's list" }

// Settle adds what the lists hide, and takes away what they let stand.
func (o UserLists) Settle(_ context.Context, d *bauta.Doc, found []bauta.Span) ([]bauta.Span, error) {
	found = o.allow(d, found)
	listed := o.Lexicon.Listed(d, lexicon.RoleDictionary)
	if len(listed) == 0 {
		return found, nil
	}
	cover := make([]bauta.Span, len(listed))
	for i, l := range listed {
		cover[i] = bauta.Span{
			Start: l.Start, End: l.End, Label: cmp.Or(l.Label, bauta.Person), P: 1,
			Source: "list", Rule: lexicon.RuleListed, Why: "user's list",
		}
	}
	cover = bauta.Fuse(len(d.Text), cover)
	for i := range found {
		if s := &found[i]; s.Doubt == bauta.Sure && s.P > undecreed && touches(cover, *s) {
			s.P = undecreed
		}
	}
	return append(found, cover...), nil
}

// allow drops the names that lie within a phrase that need not be hidden, and what
// lies within an entry of its type, or of any. Other identifiers, which have a form of their
// own, stay.
func (o UserLists) allow(d *bauta.Doc, found []bauta.Span) []bauta.Span {
	if len(found) == 0 || !o.Lexicon.Lists(lexicon.RoleAntiDictionary) {
		return found
	}
	free := map[bauta.Label][]bauta.Span{}
	for _, l := range o.Lexicon.Listed(d, lexicon.RoleAntiDictionary) {
		if l.Label != "" || l.Words > 1 {
			free[l.Label] = append(free[l.Label], bauta.Span{Start: l.Start, End: l.End})
		}
	}
	for label, spans := range free {
		free[label] = bauta.Fuse(len(d.Text), spans)
	}
	return slices.DeleteFunc(found, func(s bauta.Span) bool {
		switch {
		case s.By(lexicon.RuleListed):
			return false
		case within(free[s.Label], s), within(free[lexicon.AnyType], s):
			return true
		}
		return s.Source != "pattern" && within(free[""], s)
	})
}

// within reports a span that lies in one of disjoint, sorted ones.
func within(free []bauta.Span, s bauta.Span) bool {
	i := after(free, s.Start)
	return i < len(free) && free[i].Start <= s.Start && s.End <= free[i].End
}

// touches reports whether a span overlaps one of disjoint, sorted ones.
func touches(cover []bauta.Span, s bauta.Span) bool {
	i := after(cover, s.Start)
	return i < len(cover) && cover[i].Start < s.End
}

// after gives the first of disjoint, sorted spans that ends behind a byte.
func after(spans []bauta.Span, at int) int {
	i, _ := slices.BinarySearchFunc(spans, at, func(s bauta.Span, at int) int { return cmp.Compare(s.End, at+1) })
	return i
}
