package settle

import (
	"cmp"
	"context"
	"slices"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/lexicon"
)

// UserLists holds finds to the user's own lists, which have the last word: an entry
// of a list of what must be hidden is a find, whatever the others make of it; a name
// inside a phrase of a list of what need not be is none.
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
			Start: l.Start, End: l.End, Label: bauta.Person, Score: 1,
			Source: "list", Rule: lexicon.RuleListed, Why: "user's list",
		}
	}
	cover = bauta.Fuse(len(d.Text), cover)
	for i := range found {
		if s := &found[i]; s.Doubt == bauta.Sure && s.Score > undecreed && touches(cover, *s) {
			s.Score = undecreed
		}
	}
	return append(found, cover...), nil
}

// allow drops the names that lie within a phrase that need not be hidden.
// Identifiers, which have a form of their own, stay.
func (o UserLists) allow(d *bauta.Doc, found []bauta.Span) []bauta.Span {
	if len(found) == 0 || !o.Lexicon.Lists(lexicon.RoleAntiDictionary) {
		return found
	}
	var free []bauta.Span
	for _, l := range o.Lexicon.Listed(d, lexicon.RoleAntiDictionary) {
		if l.Words > 1 {
			free = append(free, bauta.Span{Start: l.Start, End: l.End})
		}
	}
	free = bauta.Fuse(len(d.Text), free)
	return slices.DeleteFunc(found, func(s bauta.Span) bool {
		if s.Source == "pattern" || s.By(lexicon.RuleListed) {
			return false
		}
		i := after(free, s.Start)
		return i < len(free) && free[i].Start <= s.Start && s.End <= free[i].End
	})
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
