package neural

import (
	"encoding/binary"
	"errors"
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
	"github.com/bauta/bauta/internal/memo"
)

// Model is a vocabulary with the weights of a network. It is read-only and safe
// for concurrent use.
type Model struct {
	lang  string
	types []bauta.Label
	dims  Dims
	vocab *Vocabulary
	net   *neural.Net
	seen  *memo.Cache[[]float32] // what tokens add to the network, by keyed hash of spelling and features
	rows  *memo.Cache[[]float32] // the scores of tokens in a row, by keyed hash of their keys
	seed  maphash.Seed
}

// seenBits makes room for 2,048 tokens, 13 MB at most with a state of 192, and rowBits for 512 sequences, 3 MB at most
// with five types: a message that is read again has most of them as they were.
const (
	seenBits = 11
	rowBits  = 9
)

// Lang returns the language the model was trained on.
func (m *Model) Lang() string { return m.lang }

// Many is the language of a model that reads several: ISO 639-2 has it for that.
const Many = "mul"

// For returns the model as it reads one language, where it is one for many. Both share
// their weights.
func (m *Model) For(lang string) *Model {
	if m.lang != Many {
		return m
	}
	one := *m
	one.lang = lang
	return &one
}

// Types returns the types the model finds.
func (m *Model) Types() []bauta.Label { return slices.Clone(m.types) }

// Vocabulary returns the vocabulary.
func (m *Model) Vocabulary() *Vocabulary { return m.vocab }

// Weights returns the number of weights.
func (m *Model) Weights() int { return m.net.Sizes().Weights() }

// Into gives a network of the model's sizes the weights that the model has, to go on from.
func (m *Model) Into(net *neural.Net) error {
	if net.Sizes() != m.net.Sizes() {
		return errors.New("the network has other sizes than the model's")
	}
	to := net.Params()
	for i, p := range m.net.Params() {
		room := make([]float32, p.Cols)
		for r := range p.Rows {
			copy(to[i].W[r*p.Cols:], p.Row(r, room))
		}
	}
	return nil
}

// bare makes the model of a vocabulary with all weights 0, of a network that one of
// package neural makes.
func bare(
	lang string, types []bauta.Label, v *Vocabulary, d Dims,
	network func(neural.Sizes, func(from, to int) bool) (*neural.Net, error),
) (*Model, error) {
	if err := tags.Check(types); err != nil {
		return nil, err
	}
	net, err := network(v.sizes(d, len(types)), tags.Allowed)
	if err != nil {
		return nil, err
	}
	return &Model{
		lang: lang, types: slices.Clone(types), dims: d, vocab: v, net: net, seen: memo.New[[]float32](seenBits),
		rows: memo.New[[]float32](rowBits), seed: maphash.MakeSeed(),
	}, nil
}

// The weights of a row are its bytes times 2^(exponent/256). Bytes go up to finest, those of
// vectors to coarse: most of a network are the vectors of words and n-grams, which take four
// bits once they are packed and lose nothing by it (docs/experiments/encoder.md).
const (
	finest      = 127
	coarse      = 7
	fineness    = 256
	slack       = 1e-3 // so that a row which was rounded is rounded to itself
	minExponent = -32 * fineness
	maxExponent = 3 * fineness // weights are at most about 1,000
)

// quantise rounds a row of a parameter to bytes and returns its exponent.
func (m *Model) quantise(p *neural.Param, row []float32, to []int8) (exponent int) {
	levels := float64(finest)
	if m.net.Vectors(p) {
		levels = coarse
	}
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

// scorer is the room for scoring with a model.
type scorer struct {
	model  *Model
	reader words.Reader
	in     input
	net    *neural.Tagger

	keys []uint64 // of the words of a sequence
	form neural.Form
	seen map[uint64][]float32 // vectors of spellings, by keyed hash
	hash maphash.Hash
	bits []byte
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
		seen: map[uint64][]float32{},
	}, nil
}

// Read takes a document in.
func (t *scorer) Read(d *bauta.Doc) []tags.Word {
	t.in.read(t.reader, d)
	return t.in.plain
}

// Forget drops the text that was read.
func (t *scorer) Forget() { t.in.forget() }

// Lattice scores words from … to−1 of the message read. Who reads a message once more has most of its
// sequences as they were: what the network said of them is kept.
func (t *scorer) Lattice(from, to int) *chain.Lattice {
	t.keys = t.keys[:0]
	for i := from; i < to; i++ {
		t.keys = append(t.keys, t.key(&t.in.words[i], t.in.of(i)))
	}
	key := t.row(t.keys)
	scores, ok := t.model.rows.Get(key)
	if !ok {
		t.net.Run([]int{to - from}, func(_, i int, input []float32) { copy(input, t.input(from+i, t.keys[i])) })
		scores = t.net.Scores(0)
		t.model.rows.Put(key, scores)
	}
	l := t.net.Lattice(scores)
	tags.Settle(l, t.in.plain[from:to], t.model.types)
	return l
}

// input returns what a word adds to the network, from what is kept where it is there: most words stand in
// other messages, too.
func (t *scorer) input(i int, key uint64) []float32 {
	gates, ok := t.model.seen.Get(key)
	if !ok {
		gates = make([]float32, t.net.InputSize())
		t.net.Inputs([]neural.Input{{Form: t.vector(&t.in.words[i]), Features: t.in.of(i), Gates: gates}})
		t.model.seen.Put(key, gates)
	}
	return gates
}

// row is the hash of words in a row, of their keys.
func (t *scorer) row(words []uint64) uint64 {
	t.bits = t.bits[:0]
	for _, key := range words {
		t.bits = binary.LittleEndian.AppendUint64(t.bits, key)
	}
	t.hash.SetSeed(t.model.seed)
	t.hash.Write(t.bits)
	return t.hash.Sum64()
}

// key is the hash of a word's spelling and of its features.
func (t *scorer) key(w *words.Word, features []int32) uint64 {
	t.bits = binary.LittleEndian.AppendUint32(t.bits[:0], uint32(len(features)))
	for _, f := range features {
		t.bits = binary.LittleEndian.AppendUint32(t.bits, uint32(f))
	}
	t.hash.SetSeed(t.model.seed)
	t.hash.Write(t.bits)
	t.hash.WriteString(w.Text)
	t.hash.WriteByte(0)
	t.hash.WriteString(w.Norm)
	return t.hash.Sum64()
}

// vector returns the vector of a word's spelling, from those kept where it is
// there.
func (t *scorer) vector(w *words.Word) []float32 {
	key := t.key(w, nil)
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
