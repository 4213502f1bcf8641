package crf

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/detect/tags"
	"github.com/bauta/bauta/lexicon"
	"github.com/bauta/bauta/lexicon/words"
)

// Config says what a Detector is made of.
type Config struct {
	// Models, one a language. A document in another language is read with the
	// model of Lang, and not at all where there is none.
	Models []*Model
	Lang   string
	// Lexicon is that of the training; nil means lexicon.Default.
	Lexicon *lexicon.Lexicon
	// Sure is the probability from which a span is a find; one below it is a
	// question (Ambiguous). 0 means 0.5.
	Sure float64
	// Ask is the probability of being no outside word from which a word that
	// the best labelling leaves outside is a question nevertheless. 0 means
	// 0.3; negative means never.
	Ask float64
	// Person is the probability of belonging to a person from which a word is a
	// find, whatever Sure and Ask and the best labelling say: who misses a name
	// pays more than who hides a word. 0 means that persons are like the rest.
	Person float64
	// Persons gives the bound of a language of its own, instead of Person: models
	// differ in how sure they are of the same share of names.
	Persons map[string]float64
}

// Detector tags documents. It is safe for concurrent use.
type Detector struct {
	cfg    Config
	models map[string]*sync.Pool // of *tagger
}

// New returns a detector. It fails where two models are of one language.
func New(c Config) (*Detector, error) {
	if c.Lexicon == nil {
		c.Lexicon = lexicon.Default()
	}
	if c.Sure == 0 {
		c.Sure = 0.5
	}
	if c.Ask == 0 {
		c.Ask = 0.3
	}
	d := &Detector{cfg: c, models: map[string]*sync.Pool{}}
	sums := newCache(cacheBits)
	for i, m := range c.Models {
		if d.models[m.lang] != nil {
			return nil, fmt.Errorf("two crf models for language %q", m.lang)
		}
		d.models[m.lang] = &sync.Pool{New: func() any { return m.tagger(&c, sums, i) }}
	}
	if c.Lang != "" && d.models[c.Lang] == nil {
		return nil, fmt.Errorf("no crf model for language %q, which is to stand in for others", c.Lang)
	}
	return d, nil
}

// maxWords bounds what is tagged as one sequence: longer messages are cut,
// after the end of a sentence if there is one in the second half.
const maxWords = 256

// Detect finds spans. Score is the probability that exactly these words are
// of exactly this type. It fails when the context ends.
func (d *Detector) Detect(ctx context.Context, doc *bauta.Doc) (out []bauta.Span, err error) {
	err = d.read(ctx, doc, func(t *tagger, from, to int) {
		out = t.spans.Spans(out, t.sentence.plain[from:to], t.lattice)
	})
	return out, err
}

// Scores gives the scores of labels from which Detect reads its spans. It fails
// when the context ends.
func (d *Detector) Scores(ctx context.Context, doc *bauta.Doc) (out []tags.Scored, err error) {
	err = d.read(ctx, doc, func(t *tagger, from, to int) {
		out = append(out, tags.NewScored(t.model.lang, t.model.types, slices.Clone(t.sentence.plain[from:to]),
			t.lattice))
	})
	return out, err
}

// read takes a document in and calls f with each stretch of words that is read
// as one sequence, when the lattice is that of the stretch.
func (d *Detector) read(ctx context.Context, doc *bauta.Doc, f func(t *tagger, from, to int)) error {
	pool := d.pool(doc.Lang)
	if pool == nil || len(doc.Tokens) == 0 {
		return nil
	}
	t := pool.Get().(*tagger)
	defer pool.Put(t)
	t.ex.Read(doc, &t.sentence)
	for from := 0; from < len(t.sentence.Words); {
		if err := ctx.Err(); err != nil {
			return err
		}
		to := t.sentence.chunk(from)
		if !tags.Silent(t.sentence.plain[from:to]) {
			t.fill(from, to)
			f(t, from, to)
		}
		from = to
	}
	return nil
}

// pool returns the taggers for a language: its own, those of the language
// without the region ("fr-CH"), or the stand-in's.
func (d *Detector) pool(lang string) *sync.Pool {
	if p := d.models[lang]; p != nil {
		return p
	}
	if base, _, ok := strings.Cut(lang, "-"); ok {
		if p := d.models[base]; p != nil {
			return p
		}
	}
	return d.models[d.cfg.Lang]
}

// chunk returns the end of the sequence that starts at a word.
func (s *Sentence) chunk(from int) int {
	if len(s.Words)-from <= maxWords {
		return len(s.Words)
	}
	for i := from + maxWords; i > from+maxWords/2; i-- {
		if s.Words[i-1].pattern == words.Punct {
			return i
		}
	}
	return from + maxWords
}
