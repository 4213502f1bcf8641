package chain

import (
	"cmp"
	"math"
	"slices"
)

// Viterbi stores the labelling of highest score in path, which is grown if it
// is too short, and returns it with its score. Of equal labellings it takes the
// one whose last differing label is lowest.
func (l *Lattice) Viterbi(path []uint8) ([]uint8, float64) {
	path = grown(path, l.n)
	if l.n == 0 {
		return path, 0
	}
	k := l.k
	l.best, l.back = grown(l.best, 2*k), grown(l.back, l.n*k)
	prev, next := l.best[:k], l.best[k:2*k]
	for y := range prev {
		prev[y] = l.trans.start[y] + l.state[y]
	}
	for t := 1; t < l.n; t++ {
		l.step(prev, next, l.back[t*k:(t+1)*k])
		for y, s := range l.state[t*k : (t+1)*k] {
			next[y] += s
		}
		prev, next = next, prev
	}
	last := 0
	for y := range prev {
		if prev[y] > prev[last] {
			last = y
		}
	}
	score := prev[last]
	for t := l.n - 1; t >= 0; t-- {
		path[t] = uint8(last)
		last = int(l.back[t*k+last])
	}
	return path, score
}

// step stores in next the best score of a way to each label by one transition from
// prev, and in back the label it comes from, of equal ones the lowest.
func (l *Lattice) step(prev, next []float64, back []uint8) {
	tr := l.trans
	near := l.near(prev)
	i := 0
	for y, end := range tr.srcEnd {
		top, arg := math.Inf(-1), uint8(0)
		if tr.open[y] {
			for _, from := range near {
				if v := prev[from] + tr.sources[i+int(from)].score; v > top {
					top, arg = v, from
				}
			}
		} else {
			for _, s := range tr.sources[i:end] {
				if v := prev[s.from] + s.score; v > top {
					top, arg = v, s.from
				}
			}
		}
		next[y], back[y], i = top, arg, end
	}
}

// near gives the labels from which the best way to an open target may come, in
// order: those whose scores are not so far below the best one that no transition
// makes up for it. As a rule that is outside and what the word may be.
func (l *Lattice) near(prev []float64) []uint8 {
	best := 0
	for y, p := range prev {
		if p > prev[best] {
			best = y
		}
	}
	top := prev[best]
	least := top - l.trans.slack[best] - rounding*max(1, math.Abs(top))
	l.among = l.among[:0]
	for y, p := range prev {
		if p >= least {
			l.among = append(l.among, uint8(y))
		}
	}
	return l.among
}

// rounding is more than a sum of two scores loses by it, as a part of them.
const rounding = 1e-9

// A Labelling is one answer of NBest.
type Labelling struct {
	Labels []uint8
	Score  float64 // not normalised; exp(Score − LogPartition) is its probability
}

// way is one of the best ways to a label at a position: where it comes from,
// and which of the ways there.
type way struct {
	score float64
	from  uint8
	rank  uint16
}

// NBest returns the n labellings of highest score, best first; fewer if there
// are not so many. Time and room are n times those of Viterbi.
func (l *Lattice) NBest(n int) []Labelling {
	if l.n == 0 || n <= 0 {
		return nil
	}
	n = min(n, math.MaxUint16)
	k := l.k
	l.top = grown(l.top, l.n*k*n)
	cell := func(t, y int) []way { return l.top[(t*k+y)*n : (t*k+y+1)*n] }
	var found []way
	for t := range l.n {
		i := 0
		for y, end := range l.trans.srcEnd {
			found = found[:0]
			if t == 0 {
				found = append(found, way{score: l.trans.start[y] + l.state[y]})
			}
			for ; t > 0 && i < end; i++ {
				s := &l.trans.sources[i]
				for r, w := range cell(t-1, int(s.from)) {
					found = append(found, way{w.score + s.score + l.state[t*k+y], s.from, uint16(r)})
				}
			}
			keepBest(cell(t, y), found)
		}
	}
	found = found[:0]
	for y := range k {
		for r, w := range cell(l.n-1, y) {
			found = append(found, way{w.score, uint8(y), uint16(r)})
		}
	}
	last := make([]way, n)
	keepBest(last, found)
	var out []Labelling
	for _, w := range last {
		if math.IsInf(w.score, -1) {
			break
		}
		labels := make([]uint8, l.n)
		at := w
		for t := l.n - 1; t >= 0; t-- {
			labels[t] = at.from
			at = cell(t, int(at.from))[at.rank]
		}
		out = append(out, Labelling{labels, w.score})
	}
	return out
}

// keepBest stores the best of found in dst, best first, and fills the rest
// with ways of score −Inf. It sorts found.
func keepBest(dst, found []way) {
	slices.SortFunc(found, func(a, b way) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.from, b.from), cmp.Compare(a.rank, b.rank))
	})
	n := copy(dst, found)
	for i := n; i < len(dst); i++ {
		dst[i] = way{score: math.Inf(-1)}
	}
}
