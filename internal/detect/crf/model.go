package crf

import (
	"fmt"
	"math"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/detect/tagger"
	"github.com/bauta/bauta/internal/detect/tags"
	"github.com/bauta/bauta/internal/learn/chain"
	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/internal/lexicon/words"
)

// Model maps features to weights. It is read-only and safe for concurrent use.
type Model struct {
	lang    string
	types   []bauta.Label
	trans   *chain.Transitions
	bias    []float32 // of each label
	classes *words.Classes

	scale   float32 // weights are this times the bytes
	table   table
	weights int // how many the table has
}

// Lang returns the language the model was trained on.
func (m *Model) Lang() string { return m.lang }

// Types returns the types the model finds.
func (m *Model) Types() []bauta.Label { return append([]bauta.Label(nil), m.types...) }

// Classes returns the word classes of the model.
func (m *Model) Classes() *words.Classes { return m.classes }

// Features returns the number of features, Weights that of their weights.
func (m *Model) Features() int { return m.table.count }

// Weights returns the number of weights of features.
func (m *Model) Weights() int { return m.weights }

// Extractor returns the extractor of the model's features; l is the lexicon
// the model was trained with.
func (m *Model) Extractor(l *lexicon.Lexicon) *Extractor { return NewExtractor(m.lang, l, m.classes) }

// scorer is the room for scoring with a model.
type scorer struct {
	model    *Model
	ex       *Extractor
	sentence Sentence
	lattice  *chain.Lattice
	features []uint32
	row      row
	rows     []int32 // of the words of the lattice, one after the other
	behind   []int32
	cache    *tagger.Sums
	salt     uint64 // of the model's language, 48 bits, as models share the cache
}

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
func (bound) Kind() string { return "crf" }

// Scorer makes room for scoring.
func (b bound) Scorer(sums *tagger.Sums) (tagger.Scorer, error) {
	return b.scorer(b.lexicon, sums), nil
}

func (m *Model) scorer(l *lexicon.Lexicon, sums *tagger.Sums) *scorer {
	return &scorer{
		model: m, ex: m.Extractor(l), lattice: chain.NewLattice(m.trans), behind: m.behind(), cache: sums,
		salt: words.Hash(m.lang) >> 16,
	}
}

// Read takes a document in.
func (t *scorer) Read(d *bauta.Doc) []tags.Word {
	t.ex.Read(d, &t.sentence)
	return t.sentence.plain
}

// Lattice scores words from … to−1 of the document.
func (t *scorer) Lattice(from, to int) *chain.Lattice {
	t.fill(from, to)
	return t.lattice
}

// Forget has nothing to drop: a sentence holds hashes.
func (t *scorer) Forget() {}

// fill makes the lattice that of words from … to−1 of the sentence.
func (t *scorer) fill(from, to int) {
	t.lattice.Reset(to - from)
	t.sum(from, to)
	for i := from; i < to; i++ {
		row := t.lattice.Row(i - from)
		for y, n := range t.rows[(i-from)*len(row) : (i-from+1)*len(row)] {
			row[y] = float64(n)*float64(t.model.scale) + float64(t.model.bias[y])
		}
	}
	tags.Settle(t.lattice, t.sentence.plain[from:to], t.model.types)
}

// complete checks and indexes a model whose keys, ends, labels, weights and scale stand.
func (m *Model) complete(w *flat, score, start []float64) error {
	if err := tags.Check(m.types); err != nil {
		return err
	}
	n := tags.Labels(len(m.types))
	if len(m.bias) != n {
		return fmt.Errorf("%d biases for %d labels", len(m.bias), n)
	}
	for _, b := range m.bias {
		if f := float64(b); math.IsNaN(f) || math.Abs(f) > maxWeight {
			return fmt.Errorf("a bias is not in ±%g", maxWeight)
		}
	}
	if s := float64(m.scale); !(s > 0) || s > maxWeight {
		return fmt.Errorf("the scale of weights is not in (0, %g]", maxWeight)
	}
	for _, s := range score {
		if s > maxWeight || s < -maxWeight && !math.IsInf(s, -1) {
			return fmt.Errorf("a transition is not in ±%g", maxWeight)
		}
	}
	for _, s := range start {
		if s > maxWeight || s < -maxWeight && !math.IsInf(s, -1) {
			return fmt.Errorf("the score of a first label is not in ±%g", maxWeight)
		}
	}
	trans, err := chain.NewTransitions(n, score, start)
	if err != nil {
		return err
	}
	m.trans = trans
	m.table, m.weights = newTable(w), len(w.weight)
	return nil
}

// maxWeight bounds scale, biases and transitions.
const maxWeight = 1000.0
