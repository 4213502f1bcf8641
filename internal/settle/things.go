package settle

import (
	"context"
	"slices"
	"strings"
	"sync"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/detect/frame"
	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/internal/lexicon/data/lists"
	"github.com/bauta/bauta/internal/reading"
)

// CalledThings says of a person that it is a thing called so, by the word beside it that
// says what it is: "santore restaurant" is a house, "Hurricane Rita" an event, "la Saint-Jean" ([feast]), too; and of a
// program or a machine that it is one ([program]), also of what a tagger has for a place. What becomes
// of them is a matter of the policy. The user's own words stay people.
type CalledThings struct{ Lexicon *lexicon.Lexicon }

var _ bauta.Settler = CalledThings{}

// houses stand behind their names, behind words that hint at them, storms before those
// that they were given; by language, folded. There are lists for English alone, where the
// order of the words leaves no choice: "après le cyclone Paul est rentré".
var (
	houses = sync.OnceValue(func() map[string]lists.Words { return lists.ByLang("houses") })
	hints  = sync.OnceValue(func() map[string]lists.Words { return lists.ByLang("before-houses") })
	storms = sync.OnceValue(func() map[string]lists.Words { return lists.ByLang("storms") })
)

// Name is "called things".
func (CalledThings) Name() string { return "called things" }

// Settle gives such finds the label of the thing.
func (o CalledThings) Settle(_ context.Context, d *bauta.Doc, found []bauta.Span) ([]bauta.Span, error) {
	near := sync.OnceValue(func() trade { return tradeOf(d, o.Lexicon) })
	around := sync.OnceValue(func() *frame.Around { return o.undosed(d, found) })
	for i := range found {
		s := &found[i]
		if !person(*s) && s.Label != bauta.Location || s.By(lexicon.RuleListed) || s.By(frame.RuleKeyed) {
			continue
		}
		if label, why := o.thing(reading.Of(d, o.Lexicon), *s, found, near, around); label != "" {
			s.Label, s.Part, s.Inner = label, bauta.WholeName, nil
			s.Why += "; " + why
		}
	}
	return found, nil
}

// thing gives the label of the thing that a find is, and how it is told; "" for none.
func (o CalledThings) thing(
	r *reading.Reading, s bauta.Span, found []bauta.Span, near func() trade, around func() *frame.Around,
) (label bauta.Label, why string) {
	from, to, ok := r.At(s.Start, s.End)
	switch {
	case (person(s) || tagged(s)) && o.law(r, s):
		return bauta.Product, "what a law or a method is called after"
	case feast(r, s, found):
		return bauta.Event, "a feast"
	case !ok:
		return "", ""
	case s.Label == bauta.Location && !town(r, s, from, to):
		return "", ""
	case storm(r, from):
		return bauta.Event, "a storm's name"
	case house(r, from, to):
		return bauta.Facility, "a house's name"
	case from == to && (o.compound(r, from) || program(r, from, func() bool { return near().around(s) })):
		return bauta.Product, "the name of a program or a machine"
	case from == to && measured(r, from) && !owes(around(), s):
		return bauta.Product, "before a dose or a value"
	case valueOfThing(r, from, to):
		return bauta.Product, "behind the key of a thing"
	}
	return "", ""
}

// undosed reads around those finds that no dose or value stands behind.
func (o CalledThings) undosed(d *bauta.Doc, found []bauta.Span) *frame.Around {
	r := reading.Of(d, o.Lexicon)
	return frame.New(o.Lexicon).Around(d, slices.DeleteFunc(slices.Clone(found), func(s bauta.Span) bool {
		from, to, ok := r.At(s.Start, s.End)
		return ok && from == to && measured(r, from)
	}))
}

// owes reports somebody in a row of people with an amount behind each: "Bradley 20, Oluchi 20, Fergus 15".
func owes(around *frame.Around, s bauta.Span) bool {
	return around != nil && around.InRow(s.Start, s.End)
}

// town reports what a tagger has for a place, a word that lists have for nobody, or with a machine beside it.
func town(r *reading.Reading, s bauta.Span, from, to int) bool {
	return tagged(s) && from == to && (!r.Word(from).Is(lexicon.Dictionary) || machineBeside(r, from))
}

// base is a language without the region.
func base(lang string) string {
	base, _, _ := strings.Cut(lang, "-")
	return base
}

// storm reports a name behind the word for a storm, without an article: "after the
// hurricane Max came home".
func storm(r *reading.Reading, from int) bool {
	if !r.IsWord(from-1) || !storms()[base(r.Lang)][r.Norm(from-1)] || !r.Beside(from-1, from) {
		return false
	}
	return !r.IsWord(from-2) || !hints()[base(r.Lang)][r.Norm(from-2)]
}

// house reports a name before, or up to, the word for a house: where a hint stands before
// it ("at santore restaurant"), or both have capitals ("Roger Smith Hotel"); who "met max
// restaurant was full" met somebody.
func house(r *reading.Reading, from, to int) bool {
	at := to
	of := houses()[base(r.Lang)]
	if !of[r.Norm(at)] {
		at++
	}
	if at == from || !r.IsWord(at) || !of[r.Norm(at)] || !r.Beside(at-1, at) {
		return false
	}
	if r.Word(at).Named() && r.Word(at-1).Named() {
		return r.Before(from) == 0
	}
	return r.IsWord(from-1) && hints()[base(r.Lang)][r.Norm(from-1)] && r.Beside(from-1, from)
}
