package chain

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// brute enumerates all labellings of a lattice, allowed ones only.
type brute struct {
	paths  [][]uint8
	scores []float64
	z      float64 // Σ exp(score)
}

func enumerate(l *Lattice) brute {
	var b brute
	path := make([]uint8, l.n)
	var walk func(t int)
	walk = func(t int) {
		if t == l.n {
			if s := l.Score(path); !math.IsInf(s, -1) {
				b.paths = append(b.paths, slices.Clone(path))
				b.scores = append(b.scores, s)
				b.z += math.Exp(s)
			}
			return
		}
		for y := range l.k {
			path[t] = uint8(y)
			walk(t + 1)
		}
	}
	walk(0)
	return b
}

// prob sums the probabilities of the labellings that satisfy keep.
func (b brute) prob(keep func(path []uint8) bool) float64 {
	p := 0.0
	for i, path := range b.paths {
		if keep(path) {
			p += math.Exp(b.scores[i]) / b.z
		}
	}
	return p
}

// randomLattice has random scores; some label pairs score 0 (as unseen ones
// do), and some are forbidden.
func randomLattice(t *testing.T, r *rand.Rand, n, k int, spread float64) *Lattice {
	t.Helper()
	score, start := make([]float64, k*k), make([]float64, k)
	for i := range score {
		switch r.IntN(4) {
		case 0: // unseen
		case 1:
			if i%k != 0 { // label 0 may always follow
				score[i] = math.Inf(-1)
			}
		default:
			score[i] = spread * r.NormFloat64()
		}
	}
	if k > 1 && r.IntN(2) == 0 {
		start[k-1] = math.Inf(-1)
	}
	tr, err := NewTransitions(k, score, start)
	if err != nil {
		t.Fatal(err)
	}
	l := NewLattice(tr)
	l.Reset(n)
	for p := range n {
		row := l.Row(p)
		for y := range row {
			row[y] = spread * r.NormFloat64()
		}
	}
	return l
}

func near(a, b float64) bool {
	return math.Abs(a-b) <= 1e-9*math.Max(1, math.Max(math.Abs(a), math.Abs(b)))
}

func TestInferenceIsThatOfEnumeration(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		n, k := 1+r.IntN(5), 1+r.IntN(4)
		l := randomLattice(t, r, n, k, 1+4*r.Float64())
		b := enumerate(l)
		if got, want := l.LogPartition(), math.Log(b.z); !near(got, want) {
			t.Fatalf("n=%d k=%d: log Z = %g, want %g", n, k, got, want)
		}
		for p := range n {
			dst := l.Marginals(p, nil)
			for y := range k {
				want := b.prob(func(path []uint8) bool { return int(path[p]) == y })
				if got := l.Marginal(p, y); !near(got, want) || dst[y] != got {
					t.Fatalf("marginal(%d, %d) = %g, want %g", p, y, got, want)
				}
			}
		}
		checkPaths(t, r, l, b)
		checkBest(t, l, b)
		checkRivals(t, l, b)
	}
}

// checkRivals: what all labellings but the one of zeros weigh is never more than Rivals,
// and next to nothing where they are far behind.
func checkRivals(t *testing.T, l *Lattice, b brute) {
	t.Helper()
	zeros := l.Score(make([]uint8, l.n))
	got, rest := l.Rivals(), b.z/math.Exp(zeros)-1
	if math.IsInf(zeros, -1) && !math.IsInf(got, 1) || got < rest*(1-1e-9)-1e-9 {
		t.Fatalf("Rivals is %g, and the others weigh %g times the zeros", got, rest)
	}
	for p := range l.n {
		l.Row(p)[0] += 200
	}
	if got := l.Rivals(); got > 1e-6 && !math.IsInf(zeros, -1) {
		t.Fatalf("Rivals is %g where all are far behind", got)
	}
}

func checkPaths(t *testing.T, r *rand.Rand, l *Lattice, b brute) {
	t.Helper()
	from := r.IntN(l.n)
	path := make([]uint8, 1+r.IntN(l.n-from))
	for i := range path {
		path[i] = uint8(r.IntN(l.k))
	}
	want := b.prob(func(p []uint8) bool { return slices.Equal(p[from:from+len(path)], path) })
	if got := l.PathMarginal(from, path); !near(got, want) {
		t.Fatalf("path %v at %d: %g, want %g", path, from, got, want)
	}
	if l.PathMarginal(from, nil) != 1 || l.PathMarginal(l.n, path) != 0 || l.PathMarginal(-1, path) != 0 {
		t.Fatal("an empty path has probability 1, one outside 0")
	}
}

func checkBest(t *testing.T, l *Lattice, b brute) {
	t.Helper()
	order := make([]int, len(b.paths))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(b.scores[j], b.scores[i]) })
	path, score := l.Viterbi(nil)
	if !near(score, b.scores[order[0]]) || !near(l.Score(path), score) {
		t.Fatalf("best = %g, want %g", score, b.scores[order[0]])
	}
	const many = 7
	got := l.NBest(many)
	if want := min(many, len(order)); len(got) != want {
		t.Fatalf("%d labellings, want %d", len(got), want)
	}
	seen := map[string]bool{}
	for i, g := range got {
		if !near(g.Score, b.scores[order[i]]) || !near(l.Score(g.Labels), g.Score) || seen[string(g.Labels)] {
			t.Fatalf("%d-th best = %g %v, want %g", i, g.Score, g.Labels, b.scores[order[i]])
		}
		seen[string(g.Labels)] = true
	}
	if slices.Compare(got[0].Labels, path) != 0 && !near(got[0].Score, score) {
		t.Fatal("the first of the n best is not the best")
	}
}

// A base-1 target whose transition nearly vanishes must not lose its digits.
func TestTinyTransitions(t *testing.T) {
	for _, s := range []float64{-8, -13, -14, -20, -60, 60, -500} {
		tr, err := NewTransitions(2, []float64{s, 0, 1, s}, nil)
		if err != nil {
			t.Fatal(err)
		}
		l := NewLattice(tr)
		l.Reset(4)
		l.Row(1)[0], l.Row(2)[1] = 30, -30
		got := l.LogPartition()
		if s < -expLimit {
			continue // bounded on purpose; only that it is finite counts
		}
		if want := math.Log(enumerate(l).z); math.Abs(got-want) > 1e-9 {
			t.Errorf("transition %g: log Z = %.12g, want %.12g", s, got, want)
		}
	}
}

// Scores hundreds apart at many positions in a row give no NaN.
func TestExtremeScoresStayFinite(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 50 {
		l := randomLattice(t, r, 40, 4, 1)
		for p := range 40 {
			row := l.Row(p)
			for y := range row {
				row[y] = 1e5 * r.NormFloat64()
			}
		}
		if math.IsNaN(l.LogPartition()) {
			t.Fatal("log Z is not a number")
		}
		for p := range 40 {
			sum := 0.0
			for y := range 4 {
				m := l.Marginal(p, y)
				if math.IsNaN(m) || m < 0 || m > 1 {
					t.Fatalf("marginal %g", m)
				}
				sum += m
			}
			if math.Abs(sum-1) > 1e-6 {
				t.Fatalf("marginals at %d sum to %g", p, sum)
			}
		}
	}
}

func TestEmptyLattice(t *testing.T) {
	tr, err := NewTransitions(2, make([]float64, 4), nil)
	if err != nil {
		t.Fatal(err)
	}
	l := NewLattice(tr)
	l.Reset(0)
	path, score := l.Viterbi(nil)
	if len(path) != 0 || score != 0 || l.LogPartition() != 0 || l.NBest(3) != nil || l.Score(nil) != 0 {
		t.Error("an empty sequence has one labelling, of score 0")
	}
}

func TestNewTransitionsRefuses(t *testing.T) {
	inf := math.Inf(-1)
	cases := map[string]struct {
		labels       int
		score, start []float64
	}{
		"no labels":    {0, nil, nil},
		"too many":     {256, make([]float64, 256*256), nil},
		"short":        {2, make([]float64, 3), nil},
		"start length": {2, make([]float64, 4), make([]float64, 1)},
		"NaN":          {1, []float64{math.NaN()}, nil},
		"+Inf":         {1, []float64{math.Inf(1)}, nil},
		"dead end":     {2, []float64{0, 0, inf, inf}, nil},
		"no start":     {1, []float64{0}, []float64{inf}},
		"start NaN":    {1, []float64{0}, []float64{math.NaN()}},
	}
	for name, c := range cases {
		if _, err := NewTransitions(c.labels, c.score, c.start); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}
