// Package joint makes one detector of two taggers that read the same message.
//
// # Concepts
//
// The best labelling is that of a logarithmic opinion pool (Smith, Cohn and
// Osborne, Logarithmic opinion pools for conditional random fields, ACL 2005): the
// scores of both are added up, times weights learnt on sentences that neither was
// trained on (Fit), and one chain is decoded. What the pool finds, and what either
// finds beside it, has as its score a probability of exactly these words as
// exactly this type: half that of the pool, half the mean of what the two give,
// and of a span of several words a root of it, so that long names do not stand
// behind all short ones.
//
// Whether it is a find hangs on the mean of what they give the words whatever the
// type: words that both hold for something are hidden, also where they differ
// about what. What one of them finds and the other gives little becomes a question
// for a person. What they find in part is found as a whole: the spans are
// returned, and the law of coverage joins them.
//
// # How to
//
// Give New two taggers that tell their scores, of the same training data: detectors
// of package tagger, over models of crf and of neural.
//
// # Promises
//
// A Detector is safe for concurrent use where both taggers are. It fails where
// they do not read a message as the same words.
package joint

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"sync"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/detect/tags"
	"github.com/bauta/bauta/internal/learn/chain"
)

// Config says what a Detector is made of.
type Config struct {
	First, Second tags.Scorer
	// Doubts is how First reads a document by itself: what it is sure of, and what
	// both are to read. Nil: both read everything.
	Doubts func(ctx context.Context, d *bauta.Doc) ([]bauta.Span, tags.Open, error)
	// Weights of the pool, by language of the models; where there are none each
	// tagger counts half.
	Weights map[string]Weights
	// Sure is the mean from which a span is a find; 0 means 0.5. Ask is the mean
	// from which it is a question; 0 means 0.3, negative means never.
	Sure, Ask float64
	// Person is the mean from which a span of a person is a find, whatever Sure
	// says; 0 means that persons are like the rest. Persons gives the bound of a
	// language of its own.
	Person  float64
	Persons map[string]float64
}

// Weights are those of the scores of the two in the pool.
type Weights struct {
	First  float64 `json:"first"`
	Second float64 `json:"second"`
}

// even counts each tagger half.
func even() Weights { return Weights{0.5, 0.5} }

// Detector joins two taggers.
type Detector struct {
	cfg   Config
	views views
	pools sync.Map // language → *chain.Transitions of the pool
}

// New returns a detector. It fails without two taggers.
func New(c Config) (*Detector, error) {
	if c.First == nil || c.Second == nil {
		return nil, errors.New("two taggers are to be joined")
	}
	c.Sure, c.Ask = cmp.Or(c.Sure, 0.5), cmp.Or(c.Ask, 0.3)
	return &Detector{cfg: c}, nil
}

// errApart is the error for taggers that were not made for one another.
var errApart = errors.New("the two taggers read a message as other words or in another language; take two of the " +
	"same languages")

// Detect asks both. It fails where either does, and where they do not fit.
func (d *Detector) Detect(ctx context.Context, doc *bauta.Doc) ([]bauta.Span, error) {
	if d.cfg.Doubts == nil {
		pairs, err := d.views.read(ctx, d.cfg.First, d.cfg.Second, doc)
		if err != nil {
			return nil, err
		}
		return d.join(pairs)
	}
	sure, open, err := d.cfg.Doubts(ctx, doc)
	if err != nil || len(open.Scores) == 0 {
		return sure, err
	}
	second, err := d.cfg.Second.Scores(ctx, doc, open.Numbers...)
	if err != nil {
		return nil, err
	}
	pairs, err := d.views.pairsOf(open.Scores, second)
	if err != nil {
		return nil, err
	}
	both, err := d.join(pairs)
	return append(sure, ofPeople(both, open.Found)...), err
}

// join decides what both have read.
func (d *Detector) join(pairs []pair) (out []bauta.Span, err error) {
	for i := range pairs {
		p := &pairs[i]
		w := d.weights(p.first.Lang)
		trans, err := d.pool(p, w)
		if err != nil {
			return nil, err
		}
		out = d.decide(out, p.opinions(trans, w))
	}
	return out, nil
}

// ofPeople is what both find of people, and what the first by itself finds of all else:
// who is asked about people does not decide about identifiers. What both hold for
// another thing that the first held for a person is that thing.
func ofPeople(both, first []bauta.Span) []bauta.Span {
	person := func(s bauta.Span) bool { return s.Label == bauta.Person }
	out := slices.DeleteFunc(both, func(s bauta.Span) bool {
		return !person(s) && !slices.ContainsFunc(first, func(f bauta.Span) bool {
			return person(f) && f.Doubt == bauta.Sure && f.Start < s.End && s.Start < f.End
		})
	})
	return append(out, slices.DeleteFunc(first, person)...)
}

// pool returns the transitions of the pool of the two models of a language, which
// are made once.
func (d *Detector) pool(p *pair, w Weights) (*chain.Transitions, error) {
	if t, ok := d.pools.Load(p.first.Lang); ok {
		return t.(*chain.Transitions), nil
	}
	t, err := p.transitions(w)
	if err == nil {
		d.pools.Store(p.first.Lang, t)
	}
	return t, err
}

func (d *Detector) weights(lang string) Weights {
	if w, ok := d.cfg.Weights[lang]; ok {
		return w
	}
	return even()
}

func (d *Detector) person(lang string) float64 {
	if p, ok := d.cfg.Persons[lang]; ok {
		return p
	}
	return d.cfg.Person
}
