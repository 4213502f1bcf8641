// Package tagger is the detector of the taggers: what opens their models, cuts
// messages into sequences, and reads spans off the scores of labels.
//
// # Concepts
//
// A [Model] scores the labels of words for one language; detect/crf and
// detect/neural have them. A [Source] opens one when the first message of its
// language comes, and not before: six languages are listed for a corpus that is in
// one. What the scores say is read by package detect/tags.
//
// # How to
//
// Give sources to [New]; [Ready] makes them of models that are open already.
//
// # Promises
//
// A Detector is safe for concurrent use. A model is opened once; where that fails
// every message of its language is an error, and never passes as a message without
// names. The Detector keeps sums under hashes (see [Sums]), and no text. Time is
// linear in the length of a message.
package tagger

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"
	"sync"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/detect/tags"
	"github.com/bauta/bauta/internal/interval"
	"github.com/bauta/bauta/internal/learn/chain"
	"github.com/bauta/bauta/internal/memo"
)

// Sums keeps sums of weights. Most of the weights of a word are of features that look at
// one word alone, and most words have been seen before. It holds hashes and numbers, no
// text.
type Sums struct {
	Words *memo.Cache[[]int16]
	// Company has what looks at several words at once, which few of the next messages ask for again, but
	// this one, when it is read behind its finds: among words it would take the place of theirs.
	Company *memo.Cache[[]int16]
}

// sumsBits makes room for 32,768 sums, 18 MB at most with 24 types, companyBits for 4,096, which are a fifth
// as long. All models of a detector share them.
const (
	sumsBits    = 15
	companyBits = 12
)

// NewSums makes room for the sums of words, and of their company, as powers of two.
func NewSums(words, company uint) *Sums {
	return &Sums{memo.New[[]int16](words), memo.New[[]int16](company)}
}

// Model is a tagger's model of one language. It is safe for concurrent use.
type Model interface {
	Kind() string // the source of its spans: crf, neural
	Lang() string
	Types() []bauta.Label
	// Scorer makes room for scoring. Models may keep sums in the cache, under keys
	// that no other model has.
	Scorer(*Sums) (Scorer, error)
}

// Scorer scores documents, one after the other.
type Scorer interface {
	// Read takes a document in and gives its words, which are good until the next.
	Read(d *bauta.Doc) []tags.Word
	// Lattice scores words from … to−1 of the document as one sequence. It is good
	// until the next call.
	Lattice(from, to int) *chain.Lattice
	// Forget drops the text that was read.
	Forget()
}

// Source opens the model of a language.
type Source struct {
	Lang string
	Open func() (Model, error)
}

// Ready gives the sources of open models.
func Ready(models ...Model) []Source {
	var out []Source
	for _, m := range models {
		out = append(out, Source{m.Lang(), func() (Model, error) { return m, nil }})
	}
	return out
}

// Config says what a Detector is made of.
type Config struct {
	// Models, one a language. A document in another language is read with the
	// model of Lang, and not at all where there is none.
	Models []Source
	Lang   string
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
	sums   *Sums
	models map[string]*taggers
}

var (
	_ bauta.Detector = (*Detector)(nil)
	_ tags.Scorer    = (*Detector)(nil)
)

// taggers are those of a model, made as they are needed.
type taggers struct {
	lang string
	open func() (Model, error)
	pool sync.Pool // of *tagger
}

// tagger is the room for tagging with a model.
type tagger struct {
	Scorer
	lang  string
	spans tags.Reader
}

// New returns a detector. It fails where two models are of one language, and where
// there is none of the language that is to stand in for others. It opens no model.
func New(c Config) (*Detector, error) {
	c.Sure, c.Ask = cmp.Or(c.Sure, 0.5), cmp.Or(c.Ask, 0.3)
	d := &Detector{cfg: c, sums: NewSums(sumsBits, companyBits), models: map[string]*taggers{}}
	for _, s := range c.Models {
		if d.models[s.Lang] != nil {
			return nil, fmt.Errorf("two models of taggers for language %q", s.Lang)
		}
		d.models[s.Lang] = &taggers{lang: s.Lang, open: sync.OnceValues(s.Open)}
	}
	if c.Lang != "" && d.models[c.Lang] == nil {
		return nil, fmt.Errorf("no tagger for language %q, which is to stand in for others", c.Lang)
	}
	return d, nil
}

// Detect finds spans. P is the probability that exactly these words are of exactly
// this type. It fails when the context ends, and where the model cannot be opened.
func (d *Detector) Detect(ctx context.Context, doc *bauta.Doc) (out []bauta.Span, err error) {
	err = d.read(ctx, doc, func(t *tagger, s stretch) { out = t.spans.Spans(out, s.words, t.Lattice(s.from, s.to)) })
	return out, err
}

// About gives what Detect does of the stretches in which one of the spans stands, and of no other: a window of a long
// message has dozens, and one question. It fails as Detect does.
func (d *Detector) About(ctx context.Context, doc *bauta.Doc, spans []bauta.Span) (out []bauta.Span, err error) {
	near := interval.Of(spans)
	err = d.read(ctx, doc, func(t *tagger, s stretch) {
		if !near.Free(s.words[0].Start, s.words[len(s.words)-1].End) {
			out = t.spans.Spans(out, s.words, t.Lattice(s.from, s.to))
		}
	})
	return out, err
}

// Heard gives the stretches of a document that are read, none where nobody reads its
// language. It fails as Detect does.
func (d *Detector) Heard(ctx context.Context, doc *bauta.Doc) (out []bauta.Span, err error) {
	err = d.read(ctx, doc, func(_ *tagger, s stretch) {
		out = append(out, bauta.Span{Start: s.words[0].Start, End: s.words[len(s.words)-1].End})
	})
	return out, err
}

// Scores gives the scores of labels from which Detect reads its spans, of the stretches
// that are chosen or of all. It fails as Detect does.
func (d *Detector) Scores(ctx context.Context, doc *bauta.Doc, chosen ...int) (out []tags.Scored, err error) {
	err = d.read(ctx, doc, func(t *tagger, s stretch) {
		if _, found := slices.BinarySearch(chosen, s.number); found || len(chosen) == 0 {
			out = append(out, t.scored(s, t.Lattice(s.from, s.to)))
		}
	})
	return out, err
}

// Doubts gives what Detect does of the stretches without a doubt about a person, and
// of the others the scores. It fails as Detect does.
func (d *Detector) Doubts(ctx context.Context, doc *bauta.Doc) (sure []bauta.Span, open tags.Open, err error) {
	err = d.read(ctx, doc, func(t *tagger, s stretch) {
		l := t.Lattice(s.from, s.to)
		if !t.spans.Doubts(s.words, l) {
			sure = t.spans.Spans(sure, s.words, l)
			return
		}
		open.Scores, open.Numbers = append(open.Scores, t.scored(s, l)), append(open.Numbers, s.number)
		open.Found = t.spans.Spans(open.Found, s.words, l)
	})
	return sure, open, err
}

// Likely is a word with the probability that it belongs to a label.
type Likely struct {
	Start, End int // bytes of Message.Text
	Stretch    int // by which another tagger of the same words is asked about it
	P          float64
}

// Likely gives the words of the stretches that are chosen, or of all, but what is no
// word. A document in a language of which there is no model has none: nobody stands in.
// It fails as Detect does.
func (d *Detector) Likely(
	ctx context.Context, doc *bauta.Doc, label bauta.Label, chosen ...int,
) (out []Likely, err error) {
	base, _, _ := strings.Cut(doc.Lang, "-")
	if of := d.Model(doc.Lang); of != doc.Lang && of != base {
		return nil, nil
	}
	err = d.read(ctx, doc, func(t *tagger, s stretch) {
		kind := slices.Index(t.spans.Types, label)
		if _, found := slices.BinarySearch(chosen, s.number); kind < 0 || !found && len(chosen) > 0 {
			return
		}
		l := t.Lattice(s.from, s.to)
		for i, w := range s.words {
			if !w.Mute && !w.Masked {
				out = append(out, Likely{Start: w.Start, End: w.End, Stretch: s.number, P: l.Either(i, 1+2*kind)})
			}
		}
	})
	return out, err
}

// stretch are words from … to−1 of a document, which are read as one sequence.
type stretch struct {
	number, from, to int
	words            []tags.Word
}

// scored writes down the scores of a stretch.
func (t *tagger) scored(s stretch, l *chain.Lattice) tags.Scored {
	return tags.NewScored(t.lang, t.spans.Types, slices.Clone(s.words), l)
}

// read takes a document in and calls f with each of its stretches.
func (d *Detector) read(ctx context.Context, doc *bauta.Doc, f func(*tagger, stretch)) error {
	return d.with(doc, func(t *tagger, words []tags.Word) error {
		for s := range stretches(words) {
			if err := ctx.Err(); err != nil {
				return err
			}
			f(t, s)
		}
		return nil
	})
}

// with takes a document in and calls f with its words, if there are any and somebody reads its language.
func (d *Detector) with(doc *bauta.Doc, f func(*tagger, []tags.Word) error) error {
	of := d.of(doc.Lang)
	if of == nil || len(doc.Tokens) == 0 {
		return nil
	}
	t, err := d.tagger(of)
	if err != nil {
		return err
	}
	defer of.pool.Put(t)
	defer t.Forget()
	return f(t, t.Read(doc))
}

// stretches are those of the words of a document in which there is something to read.
func stretches(words []tags.Word) iter.Seq[stretch] {
	return func(yield func(stretch) bool) {
		silent := false
		for s := (stretch{}); s.from < len(words); s.from, s.number = s.to, s.number+1 {
			s.to = tags.Chunk(words, s.from)
			silent = tags.Silent(words, s.from, s.to, silent)
			if s.words = words[s.from:s.to]; !silent && !yield(s) {
				return
			}
		}
	}
}

// Model gives the language of the model that reads documents in a language, "" where
// none does.
func (d *Detector) Model(lang string) string {
	if t := d.of(lang); t != nil {
		return t.lang
	}
	return ""
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

// tagger takes one from the pool, or makes one.
func (d *Detector) tagger(of *taggers) (*tagger, error) {
	if t, ok := of.pool.Get().(*tagger); ok {
		return t, nil
	}
	m, err := of.open()
	if err != nil {
		return nil, err
	}
	s, err := m.Scorer(d.sums)
	if err != nil {
		return nil, fmt.Errorf("model of language %q: %w", m.Lang(), err)
	}
	person := d.cfg.Person
	if own, ok := d.cfg.Persons[m.Lang()]; ok {
		person = own
	}
	return &tagger{s, m.Lang(), tags.Reader{
		Types: m.Types(), Source: m.Kind(), Lang: m.Lang(), Sure: d.cfg.Sure, Ask: d.cfg.Ask, Person: person,
	}}, nil
}
