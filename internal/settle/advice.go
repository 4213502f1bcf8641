package settle

import (
	"context"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/interval"
)

// Weigher gives every word that dictionaries do not settle with the probability
// that it is a name.
type Weigher interface {
	Weigh(d *bauta.Doc) []bauta.Span
}

// Advice shows the people of a tagger to the dictionaries of names, as
// [SecondOpinion] shows theirs to a tagger. A tagger takes spelling it never saw
// (jbronze, colissimo) for a name; the dictionaries know what it is a spelling of.
type Advice struct {
	By    map[string]Weigher // by language; others are not advised
	Above map[string]float64 // the probability from which both together find a person
	Ask   float64            // the tagger's own from which it remains a question; negative: never
}

var _ bauta.Settler = Advice{}

// What the dictionaries' word is worth beside the tagger's, in log-odds: half their
// own, as they know less of the sentence; and three against where they hold the
// word for a word without weighing it. Figures: docs/experiments/names.md.
const (
	adviceWeight = 0.5
	mostAdvice   = 3.0
	onlyWord     = -3 * adviceWeight
)

// Name is "dictionaries".
func (Advice) Name() string { return "dictionaries" }

// Settle weighs the tagger's people, and takes away those of which nothing is left.
func (a Advice) Settle(_ context.Context, d *bauta.Doc, found []bauta.Span) ([]bauta.Span, error) {
	lists := a.By[d.Lang]
	var weighed []bauta.Span
	var near *interval.Tree
	out := found[:0]
	for _, s := range found {
		switch {
		case !tagged(s) || !person(s):
		case lists == nil: // the model of another language stands in, whose bound was lowered for advice
			if s.P < a.Above[s.Rule] {
				continue
			}
		default:
			if near == nil {
				weighed = lists.Weigh(d)
				near = interval.Of(weighed)
			}
			if !a.weigh(&s, weighed, near, a.Above[d.Lang]) {
				continue
			}
		}
		out = append(out, s)
	}
	return out, nil
}

// weigh joins the two opinions on a person and reports whether anything is left to
// say. near finds what was weighed.
func (a Advice) weigh(s *bauta.Span, weighed []bauta.Span, near *interval.Tree, above float64) bool {
	says := onlyWord
	for i := range near.Over(s.Start, s.End) {
		says = max(says, max(-mostAdvice, min(mostAdvice, adviceWeight*logit(weighed[i].P))))
	}
	own := s.P
	if s.P = odds(logit(own) + says); s.P >= above {
		s.Doubt = bauta.Sure
		return true
	}
	s.Doubt = bauta.Ambiguous
	return a.Ask >= 0 && own >= a.Ask
}
