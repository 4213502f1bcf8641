package crf

import (
	"context"
	"fmt"
	"strings"
	"sync"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/lexicon"
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
	for _, m := range c.Models {
		if d.models[m.lang] != nil {
			return nil, fmt.Errorf("two crf models for language %q", m.lang)
		}
		d.models[m.lang] = &sync.Pool{New: func() any { return m.tagger(c.Lexicon) }}
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
func (d *Detector) Detect(ctx context.Context, doc *bauta.Doc) ([]bauta.Span, error) {
	pool := d.pool(doc.Lang)
	if pool == nil || len(doc.Tokens) == 0 {
		return nil, nil
	}
	t := pool.Get().(*tagger)
	defer pool.Put(t)
	t.ex.Read(doc, &t.sentence)
	c := d.cfg
	if own, ok := c.Persons[t.model.lang]; ok {
		c.Person = own
	}
	var out []bauta.Span
	for from := 0; from < len(t.sentence.Words); {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		to := t.sentence.chunk(from)
		t.fill(from, to)
		out = t.spans(out, from, to, &c)
		from = to
	}
	return out, nil
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
		if s.Words[i-1].pattern == patternPunct {
			return i
		}
	}
	return from + maxWords
}

// spans appends what the best labelling of the lattice says, and the words it
// leaves outside without being sure.
func (t *tagger) spans(out []bauta.Span, from, to int, c *Config) []bauta.Span {
	path, _ := t.lattice.Viterbi(t.path)
	t.path = path
	open := c.Ask >= 0 || c.Person > 0
	if !open && !hasSpan(path) {
		return out
	}
	for i := 0; i < len(path); {
		if path[i] == outside {
			if open {
				out = t.question(out, from, i, c)
			}
			i++
			continue
		}
		kind := typeOf(path[i])
		j := i + 1
		for j < len(path) && path[j] == inside(kind) {
			j++
		}
		p := t.lattice.PathMarginal(i, path[i:j])
		if j < len(path) {
			p -= t.lattice.PathMarginal(i, append(path[i:j:j], inside(kind)))
		}
		s := bauta.Span{
			Start: t.sentence.Words[from+i].Start, End: t.sentence.Words[from+j-1].End,
			Label: t.model.types[kind], Score: max(0, min(p, 1)), Source: "crf", Why: t.model.lang,
		}
		if s.Score < c.Sure && !c.person(s) {
			s.Doubt = bauta.Ambiguous
		}
		out = append(out, s)
		i = j
	}
	return out
}

func hasSpan(path []uint8) bool {
	for _, y := range path {
		if y != outside {
			return true
		}
	}
	return false
}

// person reports that a span is one of a person by the bound for persons.
func (c *Config) person(s bauta.Span) bool {
	return c.Person > 0 && s.Label == bauta.Person && s.Score >= c.Person
}

// mute says that nobody is asked about the word.
func (w *Word) mute() bool {
	return w.Kind == bauta.Punct || w.Kind == bauta.Emoji || w.Kind == bauta.Masked
}

// question appends word i of the lattice, which the best labelling leaves outside,
// as a question if it may well be something, as a find if it is enough of a person.
func (t *tagger) question(out []bauta.Span, from, i int, c *Config) []bauta.Span {
	w := &t.sentence.Words[from+i]
	if w.mute() {
		return out
	}
	p := 1 - t.lattice.Marginal(i, outside)
	asked := c.Ask >= 0 && p >= c.Ask
	if !asked && (c.Person <= 0 || p < c.Person) {
		return out
	}
	t.marginal = t.lattice.Marginals(i, t.marginal)
	s := bauta.Span{Start: w.Start, End: w.End, Label: t.model.types[0], Source: "crf", Why: t.model.lang}
	for k, label := range t.model.types {
		q := t.marginal[begin(k)] + t.marginal[inside(k)]
		if label == bauta.Person && c.Person > 0 && q >= c.Person {
			s.Label, s.Score = label, q
			return append(out, s)
		}
		if q > s.Score {
			s.Label, s.Score = label, q
		}
	}
	if !asked {
		return out
	}
	s.Doubt = bauta.Ambiguous
	if !w.known {
		s.Doubt = bauta.Unknown
	}
	return append(out, s)
}
