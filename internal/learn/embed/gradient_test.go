package embed

import (
	"math"
	"math/rand/v2"
	"testing"
)

// loss is −log σ(h·o) − Σ log σ(−h·o') for a centre, its context and the
// negative words, in double precision.
func loss(t *trainer, centre, context int32, negative []int32) float64 {
	dim := t.c.Dim
	h := make([]float64, dim)
	rows := []int32{centre}
	if t.grams != nil {
		for _, g := range t.grams[centre] {
			rows = append(rows, int32(t.words)+int32(g))
		}
	}
	for _, r := range rows {
		for i := range h {
			h[i] += float64(t.in[int(r)*dim+i]) / float64(len(rows))
		}
	}
	score := func(w int32) float64 {
		s := 0.0
		for i := range h {
			s += h[i] * float64(t.out[int(w)*dim+i])
		}
		return s
	}
	l := math.Log(1 + math.Exp(-score(context)))
	for _, w := range negative {
		l += math.Log(1 + math.Exp(score(w)))
	}
	return l
}

// newTestTrainer has random vectors of five words and four buckets.
func newTestTrainer(grams func(int32) []uint32) *trainer {
	c := Config{Dim: 6, Negative: 3, Grams: grams, Buckets: 4}
	c.fill()
	t := &trainer{c: c, text: [][]int32{{0, 1, 2, 3, 4, 0}}, words: 5, logistic: sigmoidTable()}
	_ = t.count()
	t.layout()
	r := rand.New(rand.NewPCG(1, 1))
	for _, m := range [][]float32{t.in, t.out} {
		for i := range m {
			m[i] = float32(r.NormFloat64() * 0.5)
		}
	}
	return t
}

// What a step changes, divided by the rate, is minus the gradient by finite
// differences; with n-grams the centre's parts move by the whole change of the
// mean, which is the gradient times their number.
func TestStepFollowsTheGradient(t *testing.T) {
	const rate, h, centre, context = 1e-3, 1e-3, 2, 0
	for name, grams := range map[string]func(int32) []uint32{
		"words": nil,
		"grams": func(w int32) []uint32 { return []uint32{uint32(w) % 4, uint32(w+1) % 4} },
	} {
		tr := newTestTrainer(grams)
		parts := 1.0
		if grams != nil {
			parts = 3
		}
		// The negative words that the step will draw.
		var negative []int32
		for draw := rand.New(rand.NewPCG(7, 7)); len(negative) < 3; {
			negative = append(negative, tr.noise[draw.Uint32()%uint32(len(tr.noise))])
		}
		kept := negative[:0]
		for _, w := range negative {
			if w != context {
				kept = append(kept, w)
			}
		}
		numeric := func(m []float32, i int) float64 {
			old := m[i]
			m[i] = old + h
			up := loss(tr, centre, context, kept)
			m[i] = old - h
			down := loss(tr, centre, context, kept)
			m[i] = old
			return (up - down) / (2 * h)
		}
		wantIn, wantOut := make([]float64, len(tr.in)), make([]float64, len(tr.out))
		for i := range tr.in {
			wantIn[i] = -parts * numeric(tr.in, i)
		}
		for i := range tr.out {
			wantOut[i] = -numeric(tr.out, i)
		}
		in, out := append([]float32(nil), tr.in...), append([]float32(nil), tr.out...)
		j := newJob(tr, 0)
		j.rand = rand.New(rand.NewPCG(7, 7))
		j.pair(centre, context, rate)
		for i := range in {
			if got := float64(tr.in[i]-in[i]) / rate; math.Abs(got-wantIn[i]) > 5e-3 {
				t.Errorf("%s: input %d moves by %g, want %g", name, i, got, wantIn[i])
			}
		}
		for i := range out {
			if got := float64(tr.out[i]-out[i]) / rate; math.Abs(got-wantOut[i]) > 5e-3 {
				t.Errorf("%s: output %d moves by %g, want %g", name, i, got, wantOut[i])
			}
		}
	}
}

func TestSigmoidTable(t *testing.T) {
	tr := &trainer{logistic: sigmoidTable()}
	for _, x := range []float32{-100, -8, -7.999, -3, -0.001, 0, 0.5, 2, 7.999, 8, 100} {
		want := 1 / (1 + math.Exp(-float64(x)))
		if got := float64(tr.sigmoid(x)); math.Abs(got-want) > 1e-3 {
			t.Errorf("σ(%g) = %g, want %g", x, got, want)
		}
	}
	if v := tr.sigmoid(float32(math.NaN())); v < 0 || v > 1 {
		t.Errorf("σ(NaN) = %g", v)
	}
}

// Negative words are drawn in proportion to count^0.75; frequent words are
// thinned out, rare ones are not.
func TestTables(t *testing.T) {
	tr := &trainer{c: Config{Subsample: 0.01}, words: 3, counts: []int{0, 1, 0}, text: nil}
	tr.c.fill()
	text := [][]int32{}
	for range 990 {
		text = append(text, []int32{0})
	}
	for range 10 {
		text = append(text, []int32{1})
	}
	tr.text = text
	if err := tr.count(); err != nil {
		t.Fatal(err)
	}
	tr.layout()
	share := make([]float64, 3)
	for _, w := range tr.noise {
		share[w] += 1 / float64(len(tr.noise))
	}
	a, b := math.Pow(990, 0.75), math.Pow(10, 0.75)
	if math.Abs(share[1]-b/(a+b)) > 1e-3 || share[2] != 0 {
		t.Errorf("shares %v, want %g for the second", share, b/(a+b))
	}
	if tr.keep[0] > 0.2 || tr.keep[1] < 1 {
		t.Errorf("kept with probability %v", tr.keep)
	}
}

// The changes of several jobs are added up.
func TestChangesAreAdded(t *testing.T) {
	tr := &trainer{c: Config{Jobs: 2}, in: []float32{1, 2, 3}, out: []float32{0}}
	jobs := []*job{{in: []float32{2, 2, 3}, out: []float32{1}}, {in: []float32{1, 5, 2}, out: []float32{1}}}
	tr.add(jobs)
	want := []float32{2, 5, 2}
	for i := range want {
		if tr.in[i] != want[i] || jobs[0].in[i] != want[i] || jobs[1].in[i] != want[i] {
			t.Errorf("component %d: %g, jobs %g and %g, want %g", i, tr.in[i], jobs[0].in[i], jobs[1].in[i], want[i])
		}
	}
	if tr.out[0] != 2 {
		t.Errorf("output %g, want 2", tr.out[0])
	}
}
