package policy

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/detect/lexical"
	"github.com/bauta/bauta/internal/interval"
)

// advised is a tagger whose people are shown to the dictionaries of names, as
// second shows theirs to a tagger. A tagger takes spelling it never saw (jbronze,
// colissimo) for a name; the dictionaries know what it is a spelling of.
type advised struct {
	bauta.Detector
	by    map[string]*lexical.Detector // by language; others are not advised
	above map[string]float64           // the probability from which both together find a person
	ask   float64                      // the tagger's own from which it remains a question; negative: never
}

// What the dictionaries' word is worth beside the tagger's, in log-odds: half their
// own, as they know less of the sentence; and three against where they hold the
// word for a word without weighing it. leastAdvised is the tagger's probability from
// which they are asked. A model's own bound is the one at which it finds a certain
// share of names alone; with advice that share is found at adviceBound times as much.
// Figures: docs/experiments/names.md.
const (
	adviceWeight = 0.5
	mostAdvice   = 3.0
	onlyWord     = -3 * adviceWeight
	leastAdvised = 0.03
	adviceBound  = 1.5
)

// Detect asks the tagger, and about the people it finds the dictionaries.
func (a advised) Detect(ctx context.Context, d *bauta.Doc) ([]bauta.Span, error) {
	found, err := a.Detector.Detect(ctx, d)
	lists := a.by[d.Lang]
	if err != nil || !slices.ContainsFunc(found, isPerson) {
		return found, err
	}
	if lists == nil { // the model of another language stands in, whose bound was lowered for advice
		return slices.DeleteFunc(found, func(s bauta.Span) bool { return isPerson(s) && s.Score < a.above[s.Rule] }), nil
	}
	weighed := lists.Weigh(d)
	near := interval.Of(weighed)
	out := found[:0]
	for _, s := range found {
		if isPerson(s) && !a.weigh(&s, weighed, near, a.above[d.Lang]) {
			continue
		}
		out = append(out, s)
	}
	return out, nil
}

func isPerson(s bauta.Span) bool { return s.Label == bauta.Person }

// weigh joins the two opinions on a person and reports whether anything is left to
// say. near finds what was weighed.
func (a advised) weigh(s *bauta.Span, weighed []bauta.Span, near *interval.Tree, above float64) bool {
	says := onlyWord
	for i := range near.Over(s.Start, s.End) {
		says = max(says, max(-mostAdvice, min(mostAdvice, adviceWeight*logit(weighed[i].Score))))
	}
	own := s.Score
	s.Score = 1 / (1 + math.Exp(-logit(own)-says))
	if s.Score >= above {
		s.Doubt = bauta.Sure
		return true
	}
	s.Doubt = bauta.Ambiguous
	return a.ask >= 0 && own >= a.ask
}

// advise puts the dictionaries behind the tagger.
func (f *File) advise(b *Built, tagger bauta.Detector, ask float64) (bauta.Detector, error) {
	a := advised{Detector: tagger, by: map[string]*lexical.Detector{}, above: b.advised, ask: cmp.Or(ask, 0.3)} // the default of the taggers
	for lang := range b.advised {
		m, err := names(b, lang)
		if err != nil {
			return nil, err
		}
		if a.by[lang], err = lexical.New(lexical.Config{Lexicon: b.Lexicon, Lang: lang, Model: m}); err != nil {
			return nil, err
		}
	}
	return a, nil
}

// lower takes the bounds for people of the languages in which the dictionaries
// advise the tagger for the bounds of both together, and lets the tagger say more.
func (f *File) lower(b *Built, persons map[string]float64) {
	n := f.Detect.NER
	if n.Second == "" {
		return
	}
	b.advised = map[string]float64{}
	for _, lang := range named() {
		if slices.Contains(f.bundles("ner-"), "ner-"+lang) {
			b.advised[lang] = cmp.Or(adviceBound*persons[lang], n.Person.number(), n.Sure, 0.5)
			persons[lang] = leastAdvised
		}
	}
}
