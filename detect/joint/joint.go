// Package joint makes one detector of two taggers that read the same message.
//
// What either says counts half: the score of a span is the mean of what the two
// give its type. Whether it is a find hangs on the mean of what they give it
// whatever the type: words that both hold for something are hidden, also where
// they differ about what. What one of them finds and the other gives little
// becomes a question for a person. What both find in part is found as a whole: the
// spans of both are returned, and the law of coverage joins them.
//
// For the mean to be one of probabilities the scores of both must be calibrated,
// and both must say of words outside their best labelling how likely they are to
// be something: configure both with an Ask of about Low.
package joint

import (
	"cmp"
	"context"
	"slices"

	"github.com/bauta/bauta"
)

// Low is the probability from which taggers should speak: below, their silence
// counts as 0, and the mean errs by half of it at most.
const Low = 0.05

// Detector joins two. It is safe for concurrent use where both are.
type Detector struct {
	First, Second bauta.Detector
	// Sure is the mean from which a span is a find; 0 means 0.5. Ask is the mean
	// from which it is a question; 0 means 0.3, negative means never.
	Sure, Ask float64
	// Person is the mean from which a span of a person is a find, whatever Sure
	// says; 0 means that persons are like the rest.
	Person float64
}

// Detect asks both. It fails where either does.
func (d *Detector) Detect(ctx context.Context, doc *bauta.Doc) ([]bauta.Span, error) {
	first, err := d.First.Detect(ctx, doc)
	if err != nil {
		return nil, err
	}
	second, err := d.Second.Detect(ctx, doc)
	if err != nil {
		return nil, err
	}
	return d.join(first, second), nil
}

// opinion is a span with what the other tagger gives the words: as something, and
// as something of the same type.
type opinion struct {
	bauta.Span
	other, alike float64
	same         bool // the other says the same of exactly these words
}

// join weighs the spans of both.
func (d *Detector) join(first, second []bauta.Span) []bauta.Span {
	var all []opinion
	for _, s := range first {
		all = append(all, weigh(s, second))
	}
	for _, s := range second {
		all = append(all, weigh(s, first))
	}
	slices.SortStableFunc(all, func(a, b opinion) int { return cmp.Compare(b.Score, a.Score) })
	sure, ask := cmp.Or(d.Sure, 0.5), cmp.Or(d.Ask, 0.3)
	var out []bauta.Span
	for _, o := range all {
		s := o.Span
		if slices.ContainsFunc(out, func(t bauta.Span) bool { return t.Start <= s.Start && s.End <= t.End }) {
			continue // a surer span says it already
		}
		something := (o.Score + o.other) / 2
		s.Score = (o.Score + o.alike) / 2
		switch {
		case something >= sure, d.Person > 0 && s.Label == bauta.Person && s.Score >= d.Person:
			s.Doubt = bauta.Sure
		case ask < 0 || something < ask:
			continue
		case s.Doubt == bauta.Sure:
			s.Doubt = bauta.Ambiguous
		}
		switch {
		case o.same:
			s.Why += "; both taggers agree"
		case o.other > 0:
			s.Why += "; the other tagger differs"
		default:
			s.Why += "; the other tagger sees none"
		}
		out = append(out, s)
	}
	return out
}

// weigh looks up what the other tagger gives the words of a span: the scores of
// the likeliest of its spans that share words with it.
func weigh(s bauta.Span, others []bauta.Span) opinion {
	o := opinion{Span: s}
	for _, t := range others {
		if !t.Overlaps(s) {
			continue
		}
		o.other = max(o.other, t.Score)
		if t.Label == s.Label {
			o.alike = max(o.alike, t.Score)
			o.same = o.same || t.Start == s.Start && t.End == s.End
		}
	}
	return o
}
