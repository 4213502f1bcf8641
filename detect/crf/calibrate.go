package crf

import (
	"math"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/learn/chain"
	"github.com/bauta/bauta/lexicon"
)

// Tempered returns the model with all scores divided by t > 0: the best
// labelling stays, probabilities become milder (t above 1) or harder. It shares
// its tables with m. t is held within a hundredth and a hundred.
func (m *Model) Tempered(t float64) *Model {
	t = max(0.01, min(t, 100))
	c := *m
	c.scale = float32(float64(m.scale) / t)
	c.bias = make([]float32, len(m.bias))
	n := len(m.bias)
	score, start := make([]float64, n*n), make([]float64, n)
	for from := range n {
		c.bias[from] = float32(float64(m.bias[from]) / t)
		start[from] = float64(float32(m.trans.Start(from) / t))
		for to := range n {
			score[from*n+to] = float64(float32(m.trans.Score(from, to) / t))
		}
	}
	trans, err := chain.NewTransitions(n, score, start)
	if err != nil {
		return m // what could be reached before can be reached now
	}
	c.trans = trans
	return &c
}

// Calibrate returns the model with the temperature that makes the labels of
// some documents the model was not trained on most probable (Guo and others
// 2017), and that temperature. spans[i] are those of docs[i], sorted and
// disjoint. Without documents the model stays as it is.
func (m *Model) Calibrate(l *lexicon.Lexicon, docs []*bauta.Doc, spans [][]bauta.Span) (*Model, float64) {
	// The loss as a function of log t has one minimum: golden section.
	const ratio = 0.6180339887498949
	low, high := math.Log(0.25), math.Log(8)
	loss := func(x float64) float64 { return m.Tempered(math.Exp(x)).loss(l, docs, spans) }
	if len(docs) == 0 || loss(0) == 0 {
		return m, 1
	}
	a, b := high-ratio*(high-low), low+ratio*(high-low)
	fa, fb := loss(a), loss(b)
	for high-low > 0.02 {
		if fa < fb {
			high, b, fb = b, a, fa
			a = high - ratio*(high-low)
			fa = loss(a)
		} else {
			low, a, fa = a, b, fb
			b = low + ratio*(high-low)
			fb = loss(b)
		}
	}
	t := math.Exp((low + high) / 2)
	return m.Tempered(t), t
}

// loss is −log of the probability of the labels of the documents. Labellings
// that IOB2 cannot say, of messages cut at a span, are left out.
func (m *Model) loss(l *lexicon.Lexicon, docs []*bauta.Doc, spans [][]bauta.Span) float64 {
	t := m.tagger(l)
	total := 0.0
	for i, d := range docs {
		t.ex.Read(d, &t.sentence)
		gold := Encode(&t.sentence, spans[i], m.types, nil)
		for from := 0; from < len(gold); {
			to := t.sentence.chunk(from)
			t.fill(from, to)
			if p := t.lattice.LogPartition() - t.lattice.Score(gold[from:to]); !math.IsInf(p, 0) {
				total += p
			}
			from = to
		}
	}
	return total
}
