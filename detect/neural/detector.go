package neural

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
	// Ask is the probability of being in some span from which a word that the
	// best labelling leaves outside is a question nevertheless. 0 means 0.3;
	// negative means never.
	Ask float64
	// Person is the probability of belonging to a person from which a word is a
	// find, whatever Sure and Ask and the best labelling say. 0 means that persons
	// are like the rest.
	Person float64
	// Persons gives the bound of a language of its own, instead of Person.
	Persons map[string]float64
}

// Detector tags documents. It is safe for concurrent use.
type Detector struct {
	cfg    Config
	models map[string]*taggers
}

// taggers are those of a model, made as they are needed.
type taggers struct {
	model *Model
	pool  sync.Pool // of *tagger
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
	d := &Detector{cfg: c, models: map[string]*taggers{}}
	for _, m := range c.Models {
		if d.models[m.lang] != nil {
			return nil, fmt.Errorf("two neural models for language %q", m.lang)
		}
		t, err := m.tagger(c.Lexicon, &d.cfg)
		if err != nil {
			return nil, err
		}
		d.models[m.lang] = &taggers{model: m}
		d.models[m.lang].pool.Put(t)
	}
	if c.Lang != "" && d.models[c.Lang] == nil {
		return nil, fmt.Errorf("no neural model for language %q, which is to stand in for others", c.Lang)
	}
	return d, nil
}

// Bounds of what is tagged as one sequence: longer messages are cut, after the
// end of a sentence if there is one in the second half.
const longest = 256

// Detect finds spans. Score is the probability that exactly these words are of
// exactly this type. It fails when the context ends.
func (d *Detector) Detect(ctx context.Context, doc *bauta.Doc) (out []bauta.Span, err error) {
	err = d.read(ctx, doc, func(t *tagger, from, to int) {
		out = t.spans.Spans(out, t.in.plain[from:to], t.lattice(from, to))
	})
	return out, err
}

// Scores gives the scores of labels from which Detect reads its spans. It fails
// when the context ends.
func (d *Detector) Scores(ctx context.Context, doc *bauta.Doc) (out []tags.Scored, err error) {
	err = d.read(ctx, doc, func(t *tagger, from, to int) {
		l := t.lattice(from, to)
		out = append(out, tags.NewScored(t.model.lang, t.model.types, slices.Clone(t.in.plain[from:to]), l))
	})
	return out, err
}

// read takes a document in and calls f with each stretch of words that is read
// as one sequence.
func (d *Detector) read(ctx context.Context, doc *bauta.Doc, f func(t *tagger, from, to int)) error {
	of := d.of(doc.Lang)
	if of == nil || len(doc.Tokens) == 0 {
		return nil
	}
	t, ok := of.pool.Get().(*tagger)
	if !ok {
		var err error
		if t, err = of.model.tagger(d.cfg.Lexicon, &d.cfg); err != nil {
			return err
		}
	}
	defer of.pool.Put(t)
	defer t.in.forget()
	t.in.read(t.reader, doc)
	for from := 0; from < len(t.in.words); {
		if err := ctx.Err(); err != nil {
			return err
		}
		to := cut(t.in.words, from)
		if !tags.Silent(t.in.plain[from:to]) {
			f(t, from, to)
		}
		from = to
	}
	return nil
}

// of returns the taggers for a language: its own, those of the language without
// the region ("fr-CH"), or the stand-in's.
func (d *Detector) of(lang string) *taggers {
	if t := d.models[lang]; t != nil {
		return t
	}
	if base, _, ok := strings.Cut(lang, "-"); ok {
		if t := d.models[base]; t != nil {
			return t
		}
	}
	return d.models[d.cfg.Lang]
}

// cut returns the end of the sequence that starts at a word.
func cut(list []words.Word, from int) int {
	if len(list)-from <= longest {
		return len(list)
	}
	for i := from + longest; i > from+longest/2; i-- {
		if list[i-1].Pattern == words.Punct {
			return i
		}
	}
	return from + longest
}
