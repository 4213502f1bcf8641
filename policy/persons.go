package policy

import (
	"context"
	"math"
	"strings"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/detect/tagger"
	"github.com/bauta/bauta/model"
)

// What the two taggers and the dictionaries say of a word that a policy leaves, in
// log-odds of a person: a logistic fitted to generated messages of three languages
// (docs/experiments/review-effort.md). The second is asked of stretches in which the
// first gives some word firstDoubts, and to be in another speaks against a word.
const (
	usual        = 1.1
	ofFirst      = 0.5
	ofSecond     = 0.55
	notAsked     = -2.7
	ofLists      = 0.25
	aWordInLists = -1.65
	noLists      = -1.4
	firstDoubts  = 0.01
)

// Persons gives the words of a document in order with the probability of a person that
// both taggers and the dictionaries of its language give them together, whatever the
// policy makes of them. Of a language without a tagger it is the words that the
// dictionaries weigh. It fails where a model cannot be opened.
func (b *Built) Persons(ctx context.Context, d *bauta.Doc) ([]bauta.Span, error) {
	weighed := map[[2]int]float64{}
	det := b.weighers[d.Lang]
	var out []bauta.Span
	if det != nil {
		out = det.Weigh(d)
		for _, s := range out {
			weighed[[2]int{s.Start, s.End}] = s.P
		}
	}
	first, err := b.likely(ctx, d, linear)
	if err != nil || len(first) == 0 {
		return out, err
	}
	var doubts []int
	for _, w := range first {
		if w.P >= firstDoubts && (len(doubts) == 0 || doubts[len(doubts)-1] != w.Stretch) {
			doubts = append(doubts, w.Stretch)
		}
	}
	second := map[[2]int]float64{}
	if len(doubts) > 0 {
		said, err := b.likely(ctx, d, deep, doubts...)
		if err != nil {
			return nil, err
		}
		for _, w := range said {
			second[[2]int{w.Start, w.End}] = w.P
		}
	}
	out = out[:0]
	for _, w := range first {
		at := [2]int{w.Start, w.End}
		odds := usual + ofFirst*logOdds(w.P) + said(second, at, ofSecond, notAsked)
		if det == nil {
			odds += noLists
		} else {
			odds += said(weighed, at, ofLists, aWordInLists)
		}
		p := 1 / (1 + math.Exp(-odds))
		out = append(out, bauta.Span{Start: w.Start, End: w.End, Label: bauta.Person, P: p, Source: "both"})
	}
	return out, nil
}

// said is what somebody says of a place in log-odds, and silence where it says nothing.
func said(of map[[2]int]float64, at [2]int, weight, silence float64) float64 {
	if p, ok := of[at]; ok {
		return weight * logOdds(p)
	}
	return silence
}

// logOdds are those of a probability, kept finite.
func logOdds(p float64) float64 {
	p = min(1-1e-6, max(1e-6, p))
	return math.Log(p / (1 - p))
}

// likely asks the tagger of a kind, that of the policy where it has one.
func (b *Built) likely(ctx context.Context, d *bauta.Doc, kind reading, chosen ...int) ([]tagger.Likely, error) {
	det, err := b.tagger(kind)
	if err != nil {
		return nil, err
	}
	return det.Likely(ctx, d, bauta.Person, chosen...)
}

// tagger is that of a kind. One that the policy has no use for is made of all shipped
// models when it is first asked for; each opens when a document of its language comes.
func (b *Built) tagger(kind reading) (*tagger.Detector, error) {
	b.reading.Lock()
	defer b.reading.Unlock()
	if det := b.taggers[kind.prefix]; det != nil {
		return det, nil
	}
	var cfg tagger.Config
	for _, name := range b.kit.models.Names() {
		if !strings.HasPrefix(name, kind.prefix) {
			continue
		}
		bundle, err := model.Open(b.kit.models, name)
		if err != nil {
			return nil, err
		}
		cfg.Models = append(cfg.Models, kind.source(b, bundle))
	}
	det, err := tagger.New(cfg)
	if err == nil {
		b.taggers[kind.prefix] = det
	}
	return det, err
}
