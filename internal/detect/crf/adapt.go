package crf

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/bauta/bauta/internal/detect/tags"
	"github.com/bauta/bauta/internal/learn/chain"
	"github.com/bauta/bauta/internal/lexicon"
)

// Continue returns a builder whose data goes on where a model ended: of its language,
// types and classes. Init is what training starts from, Merge makes the model.
func Continue(m *Model, l *lexicon.Lexicon) (*Builder, error) {
	if slices.ContainsFunc(m.bias, func(f float32) bool { return f != 0 }) {
		return nil, errors.New("a model with a score of its own for labels cannot be gone on with")
	}
	return NewBuilder(m.lang, m.types, l, m.classes)
}

// Init gives the weights that a model has for the features of the data, for every label
// (chain.Config.Dense).
func (b *Builder) Init(m *Model) *chain.Model {
	n := tags.Labels(len(b.types))
	out := &chain.Model{
		Start: make([]int32, len(b.keys)+1), Label: make([]uint8, n*len(b.keys)),
		Weight: make([]float64, n*len(b.keys)), Trans: m.trans,
	}
	for a, key := range b.keys {
		for y := range n {
			out.Label[a*n+y] = uint8(y)
		}
		if at := m.table.find(key); at >= 0 {
			for _, w := range m.table.weights(at) {
				out.Weight[a*n+int(w.label)] = float64(w.weight) * float64(m.scale)
			}
		}
		out.Start[a+1] = int32((a + 1) * n)
	}
	return out
}

// Merge makes a model of an older one and what was trained on the builder's data from
// its Init: features of the data have the weights that were trained, all others those
// they had.
func (b *Builder) Merge(m *Model, t *chain.Model) (*Model, error) {
	n := tags.Labels(len(b.types))
	if t.Trans.Labels() != n || t.Attributes() > len(b.keys) {
		return nil, fmt.Errorf("the trained model has %d labels and %d attributes, the data %d and %d",
			t.Trans.Labels(), t.Attributes(), n, len(b.keys))
	}
	attrs := make([]int, 0, len(b.keys))
	for a := range t.Attributes() {
		if !b.domains[b.keys[a]] {
			attrs = append(attrs, a)
		}
	}
	slices.SortFunc(attrs, func(x, y int) int { return cmp.Compare(b.keys[x], b.keys[y]) })
	w, old, from := &flat{}, m.table.flat(), uint32(0)
	for i, a := 0, 0; i < len(old.keys) || a < len(attrs); {
		if a == len(attrs) || i < len(old.keys) && old.keys[i] < b.keys[attrs[a]] {
			w.label = append(w.label, old.label[from:old.end[i]]...)
			w.weight = append(w.weight, old.weight[from:old.end[i]]...)
			w.feature(old.keys[i])
			from = old.end[i]
			i++
			continue
		}
		key, at := b.keys[attrs[a]], attrs[a]
		for k := t.Start[at]; k < t.Start[at+1]; k++ {
			if q := math.Round(t.Weight[k] / float64(m.scale)); q != 0 {
				w.label, w.weight = append(w.label, t.Label[k]), append(w.weight, byte(int8(max(-127, min(q, 127)))))
			}
		}
		w.feature(key)
		if a++; i < len(old.keys) && old.keys[i] == key {
			from = old.end[i]
			i++
		}
	}
	out := &Model{lang: m.lang, types: m.types, classes: m.classes, scale: m.scale, bias: m.bias}
	score, start := make([]float64, n*n), make([]float64, n)
	for y := range n {
		start[y] = float64(float32(t.Trans.Start(y)))
		for to := range n {
			score[y*n+to] = float64(float32(t.Trans.Score(y, to)))
		}
	}
	return out, out.complete(w, score, start)
}
