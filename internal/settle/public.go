package settle

import (
	"context"
	"strings"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/interval"
	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/internal/lexicon/data/lists"
)

// Public marks finds that are of public life, for policies that keep or generalise them:
// a full name that an encyclopaedia has, and a place that the lists have, be it found as a
// person that no list of names has. It hides nothing and takes nothing away. A namesake is
// marked, too; a surname or first name alone is not.
type Public struct{ Lexicon *lexicon.Lexicon }

var _ bauta.Settler = Public{}

// RulePublic is the key of what is public.
const RulePublic = "public"

// publicPeople are full names, folded.
var publicPeople = lists.In("public-people")

// Name is "public".
func (Public) Name() string { return "public" }

// Settle adds the key, and gives people found inside a public name its range, so that the
// surest of them does not speak for half of it. The user's own words are nobody else's to
// keep.
func (o Public) Settle(_ context.Context, d *bauta.Doc, found []bauta.Span) ([]bauta.Span, error) {
	var marked []bauta.Span
	for i := range found {
		s := &found[i]
		if s.Doubt == bauta.Sure && !s.By(lexicon.RuleListed) && o.public(d, *s) {
			s.Rule = strings.TrimSpace(s.Rule + " " + RulePublic)
			marked = append(marked, *s)
		}
	}
	if len(marked) == 0 {
		return found, nil
	}
	near := interval.Of(marked)
	for i := range found {
		s := &found[i]
		for n := range near.Over(s.Start, s.End) {
			if m := marked[n]; half(*s, m) {
				s.Start, s.End, s.Part, s.Inner = m.Start, m.End, bauta.WholeName, nil
				s.Rule = strings.TrimSpace(s.Rule + " " + RulePublic)
				break
			}
		}
	}
	return found, nil
}

// half reports a person found in part of a public name.
func half(s, m bauta.Span) bool {
	inside := m.Start <= s.Start && s.End <= m.End && s.Len() < m.Len()
	return inside && alike(s.Label, m.Label) && s.Doubt == bauta.Sure && !s.By(lexicon.RuleListed)
}

// alike reports labels of which one may speak for the other: taggers call some of those whom
// everybody knows figures, others persons.
func alike(a, b bauta.Label) bool { return a == b || somebody(a) && somebody(b) }

func somebody(l bauta.Label) bool { return l == bauta.Person || l == bauta.KnownFigure }

// public reports a find whose whole text a list has.
func (o Public) public(d *bauta.Doc, s bauta.Span) bool {
	const places = lexicon.City | lexicon.Country | lexicon.Place
	name := lexicon.Fold(d.Surface(s.Start, s.End))
	if somebody(s.Label) && publicPeople[name] {
		return true
	}
	if s.Label != bauta.Person && s.Label != bauta.Location {
		return false
	}
	e, ok := o.Lexicon.Look(name, d.Lang)
	return ok && e.Kinds&places != 0 && (s.Label == bauta.Location || !e.Hidden())
}
