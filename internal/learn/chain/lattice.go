package chain

import (
	"math"
	"slices"
)

// A Lattice holds the scores of one sequence and the room for inference on it.
// It is made once and reused: Reset, fill the rows, ask. It is not safe for
// concurrent use. Positions run from 0 to Len()−1, labels from 0.
type Lattice struct {
	trans *Transitions
	n     int // positions
	k     int // labels

	state []float64 // score of label y at t: [t·k+y]

	// forward–backward; valid when summed, that of forward when forwarded
	forwarded, summed bool
	rivals            float64   // 0: not asked for yet
	exp               []float64 // exp(state − max of the row)
	alpha             []float64 // forward, each row sums to 1
	beta              []float64 // backward, so that alpha·beta is the marginal
	inv               []float64 // 1/scale of each row
	out               []float64 // exp·beta/scale of the row under work
	logZ              float64

	best  []float64 // of Viterbi: score of the best way to label y at t
	back  []uint8   // and the label it comes from
	top   []way     // of NBest
	among []uint8   // of Viterbi: labels from which a way may come

	pairs []float64 // of PairExpectations
}

// floorExp bounds how far below the best of its position a label may score in
// forward–backward; e^−200 is nothing as a probability and keeps sums above 0.
const floorExp = -200

// NewLattice returns a lattice of no positions.
func NewLattice(t *Transitions) *Lattice { return &Lattice{trans: t, k: t.labels} }

// Reset makes the lattice one of n positions whose scores are all 0.
func (l *Lattice) Reset(n int) {
	l.n, l.forwarded, l.summed, l.rivals = n, false, false, 0
	l.state = grown(l.state, n*l.k)
	clear(l.state)
}

// Clone returns a lattice of its own with these scores, and what was worked out of them.
func (l *Lattice) Clone() *Lattice {
	c := &Lattice{
		trans: l.trans, n: l.n, k: l.k, state: slices.Clone(l.state),
		forwarded: l.forwarded, summed: l.summed, rivals: l.rivals, logZ: l.logZ,
	}
	if l.forwarded {
		c.exp, c.alpha, c.inv = slices.Clone(l.exp), slices.Clone(l.alpha), slices.Clone(l.inv)
	}
	if l.summed {
		c.beta = slices.Clone(l.beta)
	}
	return c
}

// Scores returns those of all positions, row by row. They are only to be read.
func (l *Lattice) Scores() []float64 { return l.state }

// Transitions returns those that the lattice was made of.
func (l *Lattice) Transitions() *Transitions { return l.trans }

// Len returns the number of positions.
func (l *Lattice) Len() int { return l.n }

// Row returns the scores of position t, one for each label, to be added to.
// Scores must be finite. Writing to it spoils earlier results.
func (l *Lattice) Row(t int) []float64 {
	l.forwarded, l.summed, l.rivals = false, false, 0
	return l.state[t*l.k : (t+1)*l.k : (t+1)*l.k]
}

// LogPartition returns log Z, the logarithm of the sum over all labellings of
// exp(score).
func (l *Lattice) LogPartition() float64 {
	l.ahead()
	return l.logZ
}

// ahead runs forward unless that is done already.
func (l *Lattice) ahead() {
	if !l.forwarded {
		l.forward()
		l.forwarded = true
	}
}

// Marginal returns the probability of a label at position t.
func (l *Lattice) Marginal(t, label int) float64 {
	l.sum()
	return min(1, l.alpha[t*l.k+label]*l.beta[t*l.k+label])
}

// Either returns the probability of a label or the next one at position t.
func (l *Lattice) Either(t, label int) float64 {
	l.sum()
	at := t*l.k + label
	return min(1, min(1, l.alpha[at]*l.beta[at])+min(1, l.alpha[at+1]*l.beta[at+1]))
}

// Marginals stores the probabilities of all labels at position t in dst, which
// is grown if it is too short.
func (l *Lattice) Marginals(t int, dst []float64) []float64 {
	l.sum()
	dst = grown(dst, l.k)
	a, b := l.alpha[t*l.k:(t+1)*l.k], l.beta[t*l.k:(t+1)*l.k]
	for y := range dst {
		dst[y] = min(1, a[y]*b[y])
	}
	return dst
}

// PathMarginal returns the probability that the labels at from, from+1, … are
// those of path. The probability of exactly the span B-X I-X is that of the
// path less that of the path continued by I-X.
func (l *Lattice) PathMarginal(from int, path []uint8) float64 {
	if len(path) == 0 {
		return 1
	}
	if from < 0 || from+len(path) > l.n {
		return 0
	}
	l.sum()
	p := l.alpha[from*l.k+int(path[0])]
	for i := 1; i < len(path); i++ {
		t := from + i
		step := boundedExp(l.trans.score[int(path[i-1])*l.k+int(path[i])])
		p *= step * l.exp[t*l.k+int(path[i])] * l.inv[t]
	}
	last := from + len(path) - 1
	return min(1, p*l.beta[last*l.k+int(path[len(path)-1])])
}

// Score returns the score of a labelling, not normalised.
func (l *Lattice) Score(path []uint8) float64 {
	if l.n == 0 {
		return 0
	}
	s := l.trans.start[path[0]]
	for t, y := range path {
		s += l.state[t*l.k+int(y)]
		if t > 0 {
			s += l.trans.score[int(path[t-1])*l.k+int(y)]
		}
	}
	return s
}

// sum runs forward and backward unless that is done already.
func (l *Lattice) sum() {
	if !l.summed {
		l.ahead()
		l.backward(nil, 0)
		l.summed = true
	}
}

// forward fills exp, alpha, inv and logZ.
func (l *Lattice) forward() {
	k := l.k
	l.exp, l.alpha, l.inv = grown(l.exp, l.n*k), grown(l.alpha, l.n*k), grown(l.inv, l.n)
	l.logZ = 0
	for t := range l.n {
		e := l.exp[t*k : (t+1)*k]
		top := expRow(e, l.state[t*k:(t+1)*k])
		row := l.alpha[t*k : (t+1)*k]
		if t == 0 {
			copy(row, l.trans.expStart)
		} else {
			copy(row, l.trans.base)
			l.trans.onward.add(row, l.alpha[(t-1)*k:t*k])
		}
		scale := 0.0
		for y := range row {
			row[y] *= e[y]
			scale += row[y]
		}
		l.inv[t] = 1 / scale
		for y := range row {
			row[y] *= l.inv[t]
		}
		l.logZ += top + math.Log(scale)
	}
}

// backward fills beta after forward. Where counts is not nil it adds, for each
// edge, weight times Σ_t alpha[t−1][from]·exp[t][to]·beta[t][to]/scale[t], which
// times the edge's exp is the expected number of its transitions.
func (l *Lattice) backward(counts []float64, weight float64) {
	k := l.k
	l.beta, l.out = grown(l.beta, l.n*k), grown(l.out, k)
	if l.n == 0 {
		return
	}
	last := l.beta[(l.n-1)*k:]
	for y := range k {
		last[y] = 1
	}
	edges := l.trans.edges
	for t := l.n - 1; t > 0; t-- {
		e, b := l.exp[t*k:(t+1)*k], l.beta[t*k:(t+1)*k]
		out, rest, all := l.out[:k], 0.0, 0.0
		for y := range out {
			out[y] = e[y] * b[y] * l.inv[t]
			rest += out[y] * l.trans.base[y]
			all += out[y]
		}
		row := l.beta[(t-1)*k : t*k]
		for x := range row {
			row[x] = rest
		}
		if all <= math.MaxFloat64 {
			l.trans.back.add(row, out)
		} else { // 0 times ∞ is not 0
			for i := range edges {
				g := &edges[i]
				row[g.from] += g.weight * out[g.to]
			}
		}
		bound(row)
		if counts != nil {
			prev, counts := l.alpha[(t-1)*k:t*k], counts[:len(edges)]
			for i := range edges {
				g := &edges[i]
				counts[i] += weight * prev[g.from] * out[g.to]
			}
		}
	}
}

// bound keeps backward factors finite. They reach the bound only where the
// forward factor is nothing, as for scores that differ by hundreds at several
// positions in a row.
func bound(row []float64) {
	for x, b := range row {
		if b > 1e300 {
			row[x] = 1e300
		}
	}
}

// expRow stores exp(s − max s) in dst and returns the maximum.
func expRow(dst, s []float64) float64 {
	top := s[0]
	for _, v := range s[1:] {
		if v > top {
			top = v
		}
	}
	for y, v := range s {
		if v -= top; v < floorExp {
			v = floorExp
		}
		dst[y] = math.Exp(v)
	}
	return top
}

// grown returns a slice of n elements, the old one where it is long enough.
// The content is arbitrary.
func grown[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n, n+n/2)
	}
	return s[:n]
}
