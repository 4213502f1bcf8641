package chain

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// plainViterbi looks at every transition.
func plainViterbi(l *Lattice) ([]uint8, float64) {
	k := l.k
	prev, next := make([]float64, k), make([]float64, k)
	back := make([][]uint8, l.n)
	for y := range prev {
		prev[y] = l.trans.start[y] + l.state[y]
	}
	for t := 1; t < l.n; t++ {
		back[t] = make([]uint8, k)
		for y := range k {
			top := math.Inf(-1)
			for x := range k {
				if v := prev[x] + l.trans.score[x*k+y]; v > top {
					top, back[t][y] = v, uint8(x)
				}
			}
			next[y] = top + l.state[t*k+y]
		}
		prev, next = next, prev
	}
	last := 0
	for y := range prev {
		if prev[y] > prev[last] {
			last = y
		}
	}
	path, score := make([]uint8, l.n), prev[last]
	for t := l.n - 1; t >= 0; t-- {
		path[t] = uint8(last)
		if t > 0 {
			last = int(back[t][last])
		}
	}
	return path, score
}

// TestViterbiLooksAtFew: what Viterbi leaves out changes nothing, neither path nor
// score nor which of equal ones is taken: for many labels and few, for scores far
// apart, close together, and whole numbers, of which many are equal.
func TestViterbiLooksAtFew(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for round := range 400 {
		k, n := 1+r.IntN(50), 1+r.IntN(20)
		spread := []float64{0.1, 1, 10, 1e6}[round%4]
		draw := func() float64 {
			v := spread * r.NormFloat64()
			if round%3 == 0 {
				v = math.Round(v)
			}
			return v
		}
		score, start := make([]float64, k*k), make([]float64, k)
		for i := range score {
			switch {
			case r.IntN(2) == 0:
				score[i] = draw() / spread
			case i%k != 0 && i/k != 0 && (i%k)%2 == 0: // as I-X after B-Y
				score[i] = math.Inf(-1)
			}
		}
		trans, err := NewTransitions(k, score, start)
		if err != nil {
			t.Fatal(err)
		}
		l := NewLattice(trans)
		l.Reset(n)
		for i := range n {
			for y := range l.Row(i) {
				l.Row(i)[y] = draw()
			}
		}
		want, top := plainViterbi(l)
		if got, s := l.Viterbi(nil); !slices.Equal(got, want) || s != top {
			t.Fatalf("round %d, %d labels: %v of %g, want %v of %g", round, k, got, s, want, top)
		}
	}
}
