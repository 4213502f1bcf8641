package neural

import (
	"fmt"
	"hash/maphash"
	"math"
	"slices"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/detect/tags"
	"github.com/bauta/bauta/learn/chain"
	"github.com/bauta/bauta/learn/neural"
	"github.com/bauta/bauta/lexicon"
	"github.com/bauta/bauta/lexicon/words"
)

// Model is a vocabulary with the weights of a network. It is read-only and safe
// for concurrent use.
type Model struct {
	lang  string
	types []bauta.Label
	dims  Dims
	vocab *Vocabulary
	net   *neural.Net
}

// Lang returns the language the model was trained on.
func (m *Model) Lang() string { return m.lang }

// Types returns the types the model finds.
func (m *Model) Types() []bauta.Label { return slices.Clone(m.types) }

// Vocabulary returns the vocabulary.
func (m *Model) Vocabulary() *Vocabulary { return m.vocab }

// Weights returns the number of weights.
func (m *Model) Weights() int { return m.net.Sizes().Weights() }

// bare makes the model of a vocabulary with all weights 0.
func bare(lang string, types []bauta.Label, v *Vocabulary, d Dims) (*Model, error) {
	if err := tags.Check(types); err != nil {
		return nil, err
	}
	net, err := neural.New(v.sizes(d, len(types)), tags.Allowed)
	if err != nil {
		return nil, err
	}
	return &Model{lang: lang, types: slices.Clone(types), dims: d, vocab: v, net: net}, nil
}

// The weights of a row are its bytes times 2^(exponent/256).
const (
	levels      = 127
	fineness    = 256
	slack       = 1e-3 // so that a row which was rounded is rounded to itself
	minExponent = -32 * fineness
	maxExponent = 3 * fineness // weights are at most about 1,000
)

// quantise rounds a row to bytes, from −127 to 127, and returns its exponent.
func quantise(row []float32, to []int8) (exponent int) {
	top := 0.0
	for _, w := range row {
		top = max(top, math.Abs(float64(w)))
	}
	exponent = minExponent
	if top > 0 {
		exponent = int(math.Ceil(fineness*math.Log2(top/levels) - slack))
	}
	exponent = min(max(exponent, minExponent), maxExponent)
	scale := scaleOf(exponent)
	for i, w := range row {
		to[i] = int8(max(-levels, min(math.Round(float64(w)/scale), levels)))
	}
	return exponent
}

func scaleOf(exponent int) float64 { return math.Exp2(float64(exponent) / fineness) }

// round makes every weight what the file will say of it.
func (m *Model) round() {
	var bytes []int8
	for _, p := range m.net.Params() {
		for r := range p.Rows {
			row := p.W[r*p.Cols : (r+1)*p.Cols]
			bytes = slices.Grow(bytes[:0], len(row))[:len(row)]
			scale := scaleOf(quantise(row, bytes))
			for i, b := range bytes {
				row[i] = float32(float64(b) * scale)
			}
		}
	}
}

// tagger is the room for tagging with a model.
type tagger struct {
	model  *Model
	reader words.Reader
	in     input
	net    *neural.Tagger
	spans  tags.Reader

	form neural.Form
	seen map[uint64][]float32 // vectors of spellings, by keyed hash
	seed maphash.Seed
}

// maxSeen bounds the spellings whose vectors are kept.
const maxSeen = 4096

func (m *Model) tagger(l *lexicon.Lexicon, c *Config) (*tagger, error) {
	net, err := m.net.NewTagger()
	if err != nil {
		return nil, fmt.Errorf("model of language %q: %w", m.lang, err)
	}
	person := c.Person
	if own, ok := c.Persons[m.lang]; ok {
		person = own
	}
	return &tagger{
		model: m, reader: words.Reader{Lexicon: l, Lang: m.lang}, net: net,
		in:    input{domain: -1, lang: langNumber(m.lang), classes: m.vocab.classes, hidden: -1},
		spans: tags.Reader{Types: m.types, Source: "neural", Lang: m.lang, Sure: c.Sure, Ask: c.Ask, Person: person},
		seen:  map[uint64][]float32{}, seed: maphash.MakeSeed(),
	}, nil
}

// lattice scores words from … to−1 of the message read.
func (t *tagger) lattice(from, to int) *chain.Lattice {
	t.net.Run([]int{to - from}, func(_, i int, form []float32) []int32 {
		copy(form, t.vector(&t.in.words[from+i]))
		return t.in.of(from + i)
	})
	l := t.net.Lattice(0)
	tags.Settle(l, t.in.plain[from:to], t.model.types)
	return l
}

// vector returns the vector of a word's spelling, from those kept where it is
// there.
func (t *tagger) vector(w *words.Word) []float32 {
	var h maphash.Hash
	h.SetSeed(t.seed)
	h.WriteString(w.Text)
	h.WriteByte(0)
	h.WriteString(w.Norm)
	key := h.Sum64()
	if v, ok := t.seen[key]; ok {
		return v
	}
	if len(t.seen) >= maxSeen {
		clear(t.seen)
	}
	v := make([]float32, t.net.FormSize())
	t.model.vocab.form(w, &t.form)
	t.net.Form(&t.form, v)
	t.seen[key] = v
	return v
}
