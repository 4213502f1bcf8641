package settle

import (
	"cmp"
	"context"
	"slices"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/mask"
)

// Partly lets nothing that the policy masks in part only (the digits of a number),
// or keeps, name a place where another find wants more: of an address with a number
// in it, masked as a number, the name would stay, and a link that is kept would
// carry out the address inside it.
type Partly struct {
	Pipeline *bauta.Pipeline // whose operators are known when it runs
}

var _ bauta.Settler = Partly{}

// vouched is the probability from which a form speaks for itself, also inside
// something else: a telephone in a link, and not every number in one.
const vouched = 0.9

// Name is "masked in part".
func (Partly) Name() string { return "masked in part" }

// Settle lowers the scores of what is masked in part or kept.
func (o Partly) Settle(_ context.Context, _ *bauta.Doc, found []bauta.Span) ([]bauta.Span, error) {
	outrankPartly(found, o.Pipeline)
	first := 0 // of the spans that begin where this one does
	for i := range found {
		if found[i].Start != found[first].Start {
			first = i
		}
		if o.Pipeline.Keeps(found[i]) {
			o.yield(&found[i], found[first:])
		}
	}
	return found, nil
}

// yield lowers the score of a kept span in which a form stands that is not kept.
// among are the spans that begin no earlier, sorted. A name inside is another
// matter: the street, the company and the month bear it themselves.
func (o Partly) yield(s *bauta.Span, among []bauta.Span) {
	for _, t := range among {
		if t.Start >= s.End {
			return
		}
		inside := t.End <= s.End && t.Len() < s.Len()
		if inside && Formal[t.Label] && t.P >= vouched && !o.Pipeline.Keeps(t) {
			s.P = min(s.P, t.P/2)
		}
	}
}

// Readings lets nothing that one reading keeps in the text, or masks in part only, carry
// out what another one hides. It settles across readings ([bauta.Pipeline].Across).
type Readings struct {
	Pipeline *bauta.Pipeline // whose operators are known when it runs
}

var _ bauta.Settler = Readings{}

// Name is "readings".
func (Readings) Name() string { return "readings" }

// Settle lowers the scores of what is kept, or masked in part.
func (o Readings) Settle(_ context.Context, _ *bauta.Doc, found []bauta.Span) ([]bauta.Span, error) {
	outrank(found, func(s bauta.Span) bool { return !o.Pipeline.Keeps(s) }, o.Pipeline.Keeps)
	outrankPartly(found, o.Pipeline)
	return found, nil
}

// outrankPartly lets what is masked in part yield to what is masked as a whole.
func outrankPartly(found []bauta.Span, p *bauta.Pipeline) {
	partly := func(s bauta.Span) bool { return mask.Partly(p.Operators[s.Label]) }
	outrank(found, func(s bauta.Span) bool { return !p.Keeps(s) && !partly(s) }, partly)
}

// outrank sorts spans and lowers the scores of those that yield where they hang
// together with sure ones that hide, so that the best of these names the whole: no
// reading, and no form, carries out what another one hides.
func outrank(found []bauta.Span, hides, yields func(bauta.Span) bool) {
	slices.SortStableFunc(found, func(a, b bauta.Span) int { return cmp.Compare(a.Start, b.Start) })
	for i := 0; i < len(found); {
		j, end, best := i, found[i].End, 0.0
		for ; j < len(found) && found[j].Start < end; j++ {
			end = max(end, found[j].End)
			if found[j].Doubt == bauta.Sure && hides(found[j]) {
				best = max(best, found[j].P)
			}
		}
		for k := range found[i:j] {
			if s := &found[i+k]; best > 0 && s.P >= best && yields(*s) {
				s.P = best / 2
			}
		}
		i = j
	}
}
