package neural

import (
	"hash/maphash"
	"math"
	"slices"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/detect/tagger"
	"github.com/bauta/bauta/internal/detect/tags"
	"github.com/bauta/bauta/internal/learn/chain"
	"github.com/bauta/bauta/internal/learn/neural"
	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/internal/lexicon/words"
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

// scorer is the room for scoring with a model.
type scorer struct {
	model  *Model
	reader words.Reader
	in     input
	net    *neural.Tagger

	form neural.Form
	seen map[uint64][]float32 // vectors of spellings, by keyed hash
	seed maphash.Seed
}

// maxSeen bounds the spellings whose vectors are kept.
const maxSeen = 4096

// With gives the model to the taggers' detector. l is the lexicon of the training,
// with users' lists or without; nil means lexicon.Default.
func (m *Model) With(l *lexicon.Lexicon) tagger.Model {
	if l == nil {
		l = lexicon.Default()
	}
	return bound{m, l}
}

// bound is a model with a lexicon.
type bound struct {
	*Model
	lexicon *lexicon.Lexicon
}

// Kind is the source of its spans.
func (bound) Kind() string { return "neural" }

// Scorer makes room for scoring.
func (b bound) Scorer(*tagger.Sums) (tagger.Scorer, error) { return b.scorer(b.lexicon) }

func (m *Model) scorer(l *lexicon.Lexicon) (*scorer, error) {
	net, err := m.net.NewTagger()
	if err != nil {
		return nil, err
	}
	return &scorer{
		model: m, reader: words.Reader{Lexicon: l, Lang: m.lang}, net: net,
		in:   input{domain: -1, lang: langNumber(m.lang), classes: m.vocab.classes, hidden: -1},
		seen: map[uint64][]float32{}, seed: maphash.MakeSeed(),
	}, nil
}

// Read takes a document in.
func (t *scorer) Read(d *bauta.Doc) []tags.Word {
	t.in.read(t.reader, d)
	return t.in.plain
}

// Forget drops the text that was read.
func (t *scorer) Forget() { t.in.forget() }

// Lattice scores words from … to−1 of the message read.
func (t *scorer) Lattice(from, to int) *chain.Lattice {
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
func (t *scorer) vector(w *words.Word) []float32 {
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
