package crf

import (
	"fmt"
	"math"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/detect/tags"
	"github.com/bauta/bauta/learn/chain"
	"github.com/bauta/bauta/lexicon"
	"github.com/bauta/bauta/lexicon/words"
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

// tagger is the room for tagging with a model.
type tagger struct {
	model    *Model
	ex       *Extractor
	sentence Sentence
	lattice  *chain.Lattice
	features []uint32
	row      row
	rows     []int32 // of the words of the lattice, one after the other
	cache    *cache
	salt     uint64 // of the model, as models share the cache
	spans    tags.Reader
}

// tagger makes room; of c it takes the lexicon and the bounds.
func (m *Model) tagger(c *Config, sums *cache, salt int) *tagger {
	person := c.Person
	if own, ok := c.Persons[m.lang]; ok {
		person = own
	}
	return &tagger{
		model: m, ex: m.Extractor(c.Lexicon), lattice: chain.NewLattice(m.trans), cache: sums, salt: uint64(salt),
		spans: tags.Reader{Types: m.types, Source: "crf", Lang: m.lang, Sure: c.Sure, Ask: c.Ask, Person: person},
	}
}

// fill makes the lattice that of words from … to−1 of the sentence.
func (t *tagger) fill(from, to int) {
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
