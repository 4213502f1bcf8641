package joint

import (
	"cmp"
	"math"
	"slices"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/detect/tags"
	"github.com/bauta/bauta/internal/learn/chain"
)

// opinions are what the two, and their pool, make of a stretch of words.
type opinions struct {
	lang  string
	types []bauta.Label
	words []tags.Word
	each  [2]*chain.Lattice
	spans []opinion
}

// opinion is a span that the pool or one of the two finds.
type opinion struct {
	tags.Stretch
	by     [2]bool // who finds it
	pooled bool    // the pool does
	score  float64
}

// opinions decodes the pool and each tagger by itself.
func (p *pair) opinions(trans *chain.Transitions, w Weights) *opinions {
	o := &opinions{lang: p.first.Lang, types: p.first.Types, words: p.first.Words}
	pool := p.pool(trans, w)
	path, _ := pool.Viterbi(nil)
	for _, s := range tags.Stretches(path, nil) {
		o.find(s).pooled = true
	}
	for i, s := range []*tags.Scored{&p.first, &p.second} {
		o.each[i] = s.Lattice()
		path, _ = o.each[i].Viterbi(path)
		for _, s := range tags.Stretches(path, nil) {
			o.find(s).by[i] = true
		}
	}
	for i := range o.spans {
		o.spans[i].score = o.score(o.spans[i].Stretch, pool)
	}
	slices.SortStableFunc(o.spans, func(a, b opinion) int {
		if a.pooled != b.pooled {
			return map[bool]int{true: -1, false: 1}[a.pooled]
		}
		return cmp.Compare(b.score, a.score)
	})
	return o
}

// find returns the opinion on a span, a new one where there is none yet.
func (o *opinions) find(s tags.Stretch) *opinion {
	for i := range o.spans {
		if o.spans[i].Stretch == s {
			return &o.spans[i]
		}
	}
	o.spans = append(o.spans, opinion{Stretch: s})
	return &o.spans[len(o.spans)-1]
}

// something is the mean probability of a word to be in some span.
func (o *opinions) something(i int) float64 {
	return 1 - (o.each[0].Marginal(i, tags.Outside)+o.each[1].Marginal(i, tags.Outside))/2
}

// score is the probability of exactly these words as exactly this type, half that
// of the pool, half the mean of the two; of n words the √n-th root of it. That of
// all borders together falls with every word of a name, which is no less of a name
// for being long (the exponent: docs/experiments/neural.md).
func (o *opinions) score(s tags.Stretch, pool *chain.Lattice) float64 {
	p := s.P(pool)/2 + (s.P(o.each[0])+s.P(o.each[1]))/4
	return math.Pow(p, 1/math.Sqrt(float64(s.To-s.From)))
}

// fresh is the mean of something over the words of a span that are not covered; ok
// is false where all are.
func (o *opinions) fresh(s tags.Stretch, covered []bool) (mean float64, ok bool) {
	n := 0
	for i := s.From; i < s.To; i++ {
		if !covered[i] {
			mean += o.something(i)
			n++
		}
	}
	return mean / float64(max(n, 1)), n > 0
}

// decide appends what is a find and what is a question: what the pool finds, then
// what either of the two finds beside it, the likeliest first, then words in none
// of these.
func (d *Detector) decide(out []bauta.Span, o *opinions) []bauta.Span {
	person := d.person(o.lang)
	covered := make([]bool, len(o.words))
	for _, s := range o.spans {
		something, ok := o.fresh(s.Stretch, covered)
		if !ok {
			continue // it is said already
		}
		span := bauta.Span{
			Start: o.words[s.From].Start, End: o.words[s.To-1].End, Label: o.types[s.Type],
			P: s.score, Source: "both", Rule: o.lang, Why: o.lang + "; " + s.why(),
		}
		sure := something >= d.cfg.Sure
		if person > 0 && span.Label == bauta.Person {
			sure = s.score >= person // that it is something else does not make it a person
		}
		switch {
		case sure:
		case d.cfg.Ask < 0 || something < d.cfg.Ask:
			continue
		default:
			span.Doubt = bauta.Ambiguous
		}
		out = append(out, span)
		for i := s.From; i < s.To; i++ {
			covered[i] = true
		}
	}
	for i, w := range o.words {
		if !covered[i] && !w.Mute {
			out = d.word(out, o, i, person)
		}
	}
	return out
}

// why says who finds a span.
func (s *opinion) why() string {
	switch {
	case s.by[0] && s.by[1]:
		return "both taggers agree"
	case s.by[0]:
		return "only the first tagger sees it"
	case s.by[1]:
		return "only the second tagger sees it"
	}
	return "the taggers together"
}

// word appends a word in no span as a question if it may well be something, as a
// find if it is enough of a person.
func (d *Detector) word(out []bauta.Span, o *opinions, i int, person float64) []bauta.Span {
	something := o.something(i)
	inDoubt := d.cfg.Ask >= 0 && something >= d.cfg.Ask
	if !inDoubt && (person <= 0 || something < person) {
		return out
	}
	w := o.words[i]
	s := bauta.Span{
		Start: w.Start, End: w.End, Label: o.types[0], Source: "both", Rule: o.lang,
		Why: o.lang + "; the taggers are in doubt",
	}
	for t, label := range o.types {
		p := 0.0
		for _, l := range o.each {
			p += (l.Marginal(i, 1+2*t) + l.Marginal(i, 2+2*t)) / 2
		}
		if label == bauta.Person && person > 0 && p >= person {
			s.Label, s.P = label, min(1, p)
			return append(out, s)
		}
		if p > s.P {
			s.Label, s.P = label, min(1, p)
		}
	}
	if !inDoubt {
		return out
	}
	s.Doubt = bauta.Ambiguous
	if !w.Known {
		s.Doubt = bauta.Unknown
	}
	return append(out, s)
}
