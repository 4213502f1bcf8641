package neural

import (
	"math"

	"github.com/bauta/bauta/internal/learn/chain"
)

// crf is the layer that scores labellings: a score for each pair of neighbouring
// labels, for the first label and for the last. Inference is package chain's.
type crf struct {
	labels  int
	pair    *Param // labels × labels, from × to
	start   *Param // 1 × labels
	end     *Param // 1 × labels
	allowed func(from, to int) bool
}

func newCRF(labels int, allowed func(from, to int) bool) *crf {
	return &crf{
		labels: labels, allowed: allowed,
		pair: newParam("crf.pair", labels, labels, false), start: newParam("crf.start", 1, labels, false),
		end: newParam("crf.end", 1, labels, false),
	}
}

func (c *crf) params() []*Param { return []*Param{c.pair, c.start, c.end} }

// transitions are the weights as package chain takes them; what is not allowed
// scores −Inf.
func (c *crf) transitions() (*chain.Transitions, error) {
	score, start := make([]float64, c.labels*c.labels), make([]float64, c.labels)
	for to := range c.labels {
		start[to] = c.score(-1, to, c.start.W[to])
		for from := range c.labels {
			score[from*c.labels+to] = c.score(from, to, c.pair.W[from*c.labels+to])
		}
	}
	return chain.NewTransitions(c.labels, score, start)
}

func (c *crf) score(from, to int, w float32) float64 {
	if c.allowed != nil && !c.allowed(from, to) {
		return math.Inf(-1)
	}
	return float64(w)
}

// fill makes l the lattice of the scores of n tokens, labels for each; row says
// where those of a token are.
func (c *crf) fill(l *chain.Lattice, n int, row func(i int) []float32) {
	l.Reset(n)
	for i := range n {
		to := l.Row(i)
		for y, s := range row(i) {
			to[y] = float64(s)
		}
		if i == n-1 {
			for y, s := range c.end.W {
				to[y] += float64(s)
			}
		}
	}
}

// loss returns −weight·log P(gold) of a sequence whose lattice is filled, adds to
// the gradients of the weights, and stores that of the scores, a row for each token.
func (c *crf) loss(
	l *chain.Lattice, gold []uint8, weight float64, drow func(i int) []float32, pairs, marginal []float64,
) float64 {
	k, n := c.labels, len(gold)
	for i, y := range gold {
		marginal = l.Marginals(i, marginal)
		d := drow(i)
		for x, p := range marginal {
			d[x] = float32(weight * p)
		}
		d[y] -= float32(weight)
		if i == 0 {
			add(c.start.grad, 1, d)
		} else {
			pairs[int(gold[i-1])*k+int(y)] -= weight
		}
		if i == n-1 {
			add(c.end.grad, 1, d)
		}
	}
	l.PairExpectations(weight, pairs)
	return weight * (l.LogPartition() - l.Score(gold))
}
