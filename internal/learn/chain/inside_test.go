package chain

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/bauta/bauta/internal/learn"
)

// filled returns n sequences over three labels and ten attributes.
func filled(t testing.TB, n int, seed uint64) *Data {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 3))
	d, err := NewData(3)
	if err != nil {
		t.Fatal(err)
	}
	for range n {
		length := 1 + r.IntN(9)
		attrs, gold := make([][]int32, length), make([]uint8, length)
		for p := range length {
			gold[p] = uint8(r.IntN(3))
			for range r.IntN(4) {
				attrs[p] = append(attrs[p], int32(r.IntN(10)))
			}
		}
		if err := d.Add(attrs, gold, 1); err != nil {
			t.Fatal(err)
		}
	}
	return d
}

// Shards cover all sequences once, in order, and are about even.
func TestShards(t *testing.T) {
	for _, n := range []int{1, 2, 3, 7, 50} {
		d := filled(t, n, 1)
		for _, jobs := range []int{-1, 1, 2, 3, 8, 100} {
			ends := d.shards(jobs)
			if len(ends) > max(1, min(jobs, n)) || ends[len(ends)-1] != n || !slices.IsSorted(ends) {
				t.Errorf("%d sequences, %d jobs: %v", n, jobs, ends)
			}
		}
	}
	d := filled(t, 1000, 2)
	if e := d.shards(4); e[0] < 200 || e[0] > 300 || e[2] < 700 || e[2] > 800 {
		t.Errorf("uneven shards %v", e)
	}
}

func TestLayout(t *testing.T) {
	d, err := NewData(3)
	if err != nil {
		t.Fatal(err)
	}
	// Attribute 0 is seen with labels 1 and 2, attribute 1 with 0, 2 never, 3 once.
	if err := d.Add([][]int32{{0, 1}, {0}, {1, 3}}, []uint8{2, 1, 0}, 1); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		least int
		dense bool
		start []int32
		label []uint8
	}{
		{0, false, []int32{0, 2, 4, 4, 5}, []uint8{1, 2, 0, 2, 0}},
		{2, false, []int32{0, 2, 4, 4, 4}, []uint8{1, 2, 0, 2}},
		{2, true, []int32{0, 3, 6, 6, 6}, []uint8{0, 1, 2, 0, 1, 2}},
	} {
		o, err := NewCRF(d, Config{MinCount: c.least, Dense: c.dense})
		if err != nil {
			t.Fatal(err)
		}
		m, err := o.Model(make([]float64, o.Len()))
		if err != nil || !slices.Equal(m.Start, c.start) || !slices.Equal(m.Label, c.label) {
			t.Errorf("least %d, dense %v: %v %v %v", c.least, c.dense, m.Start, m.Label, err)
		}
	}
}

// Whatever the order of the weights in training, a model that is loaded comes
// out again as it was.
func TestLayoutThereAndBack(t *testing.T) {
	d := filled(t, 50, 4)
	o, err := NewCRF(d, Config{MinCount: 2})
	if err != nil {
		t.Fatal(err)
	}
	x := make([]float64, o.Len())
	for i := range x {
		x[i] = float64(i + 1)
	}
	m, err := o.Model(x)
	if err != nil {
		t.Fatal(err)
	}
	y := make([]float64, o.Len())
	if err := o.load(y, m); err != nil || !slices.Equal(x, y) {
		t.Errorf("%v: %v and %v", err, x, y)
	}
	for _, a := range o.feats.ids[1:] {
		if a == o.feats.ids[0] {
			t.Error("an attribute stands twice")
		}
	}
	other, err := NewCRF(d, Config{MinCount: 50})
	if err != nil {
		t.Fatal(err)
	}
	if err := other.load(make([]float64, other.Len()), m); err == nil {
		t.Error("a model of another layout was loaded")
	}
}

func TestModelAddsWeights(t *testing.T) {
	trans, err := NewTransitions(3, make([]float64, 9), nil)
	if err != nil {
		t.Fatal(err)
	}
	m := &Model{Start: []int32{0, 2, 5, 5}, Label: []uint8{0, 2, 0, 1, 2}, Weight: []float64{1, -2, 10, 20, 30}, Trans: trans}
	row := make([]float64, 3)
	for _, attr := range []int32{0, 1, 2, 3, -1, 99} { // the last three are unknown
		m.Add(row, attr)
	}
	if !slices.Equal(row, []float64{11, 20, 28}) {
		t.Errorf("row %v", row)
	}
	if m.NonZero() != 5 || m.Attributes() != 3 {
		t.Errorf("%d weights of %d attributes", m.NonZero(), m.Attributes())
	}
	p := m.Pruned(5)
	row = make([]float64, 3)
	p.Add(row, 0)
	p.Add(row, 1)
	if !slices.Equal(row, []float64{10, 20, 30}) || p.Attributes() != 3 {
		t.Errorf("pruned: row %v", row)
	}
	l := m.Lattice()
	m.Fill(l, [][]int32{{0}, {1, 0}})
	if path, score := l.Viterbi(nil); !slices.Equal(path, []uint8{0, 2}) || score != 29 {
		t.Errorf("%v %g", path, score)
	}
}

// The objective is that of enumeration: C2·‖x‖² − Σ weight·log P(gold).
func TestObjectiveIsThatOfEnumeration(t *testing.T) {
	d := filled(t, 12, 5)
	d.weight[3] = 2.5
	for _, jobs := range []int{1, 3} {
		o, err := NewCRF(d, Config{C2: 0.3, Jobs: jobs})
		if err != nil {
			t.Fatal(err)
		}
		r := rand.New(rand.NewPCG(8, 8))
		x := make([]float64, o.Len())
		want := 0.0
		for i := range x {
			x[i] = r.NormFloat64()
			want += 0.3 * x[i] * x[i]
		}
		m, err := o.Model(x)
		if err != nil {
			t.Fatal(err)
		}
		l := m.Lattice()
		for s := range d.Sequences() {
			if d.Length(s) > 6 {
				m.fillFrom(l, d, s)
				want += d.weight[s] * (l.LogPartition() - l.Score(d.Gold(s))) // too long to enumerate
				continue
			}
			m.fillFrom(l, d, s)
			b := enumerate(l)
			want -= d.weight[s] * math.Log(b.prob(func(p []uint8) bool { return slices.Equal(p, d.Gold(s)) }))
		}
		if got := o.Eval(x, make([]float64, len(x))); math.Abs(got-want) > 1e-8*want {
			t.Errorf("%d jobs: %g, want %g", jobs, got, want)
		}
	}
}

// More jobs give the same objective but for the last bits.
func TestJobsAgree(t *testing.T) {
	d := filled(t, 200, 6)
	var value float64
	var grad []float64
	for _, jobs := range []int{1, 2, 5} {
		o, err := NewCRF(d, Config{C2: 0.5, Jobs: jobs})
		if err != nil {
			t.Fatal(err)
		}
		x, g := make([]float64, o.Len()), make([]float64, o.Len())
		for i := range x {
			x[i] = float64(i%5) / 3
		}
		v := o.Eval(x, g)
		if o.Eval(x, make([]float64, len(x))) != v {
			t.Errorf("%d jobs: a second evaluation differs", jobs)
		}
		if grad == nil {
			value, grad = v, g
			continue
		}
		if math.Abs(v-value) > 1e-9*value {
			t.Errorf("%d jobs: %g, want %g", jobs, v, value)
		}
		for i := range g {
			if math.Abs(g[i]-grad[i]) > 1e-9 {
				t.Errorf("%d jobs: gradient %d is %g, want %g", jobs, i, g[i], grad[i])
			}
		}
	}
}

// One sequence, one pass: the weights are those that the rule gives by hand.
// All labellings score 0 at first, so that the found labels are all 0; the
// only update comes at step 0, and the mean over one step is the update.
func TestPerceptronByHand(t *testing.T) {
	d, err := NewData(2)
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Add([][]int32{{0}, {1}, {1}}, []uint8{0, 1, 0}, 1); err != nil {
		t.Fatal(err)
	}
	m, rep, err := TrainPerceptron(context.Background(), d, Config{Passes: 1})
	if err != nil || rep.Value != 1 || rep.Iterations != 1 {
		t.Fatal(rep, err)
	}
	// Attribute 0 has label 0; attribute 1 has labels 0 and 1.
	if !slices.Equal(m.Weight, []float64{0, -1, 1}) {
		t.Errorf("weights %v", m.Weight)
	}
	// 0→1 and 1→0 were seen and gain; 0→0 was not seen and has no weight.
	for _, c := range []struct {
		from, to int
		want     float64
	}{{0, 0, 0}, {0, 1, 1}, {1, 0, 1}, {1, 1, 0}} {
		if got := m.Trans.Score(c.from, c.to); got != c.want {
			t.Errorf("transition %d→%d weighs %g, want %g", c.from, c.to, got, c.want)
		}
	}
}

func TestPerceptronStopsWhenAllIsRight(t *testing.T) {
	d, err := NewData(2)
	if err != nil {
		t.Fatal(err)
	}
	for y := range uint8(2) {
		if err := d.Add([][]int32{{int32(y)}}, []uint8{y}, 1); err != nil {
			t.Fatal(err)
		}
	}
	_, rep, err := TrainPerceptron(context.Background(), d, Config{Passes: 50})
	if err != nil || rep.Reason != learn.ValueSettled || rep.Iterations > 5 || rep.Value != 0 {
		t.Errorf("%+v %v", rep, err)
	}
}

// A position that may be anything tells nothing: the objective is that of the
// sequence summed over its labels.
func TestOneOfEverythingTellsNothing(t *testing.T) {
	d, err := NewData(3)
	if err != nil {
		t.Fatal(err)
	}
	all, err := d.OneOf(0, 1, 2)
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Add([][]int32{{0}, {1}, {2}}, []uint8{all, all, all}, 1); err != nil {
		t.Fatal(err)
	}
	o, err := NewCRF(d, Config{})
	if err != nil {
		t.Fatal(err)
	}
	x, g := make([]float64, o.Len()), make([]float64, o.Len())
	for i := range x {
		x[i] = float64(i) - 1
	}
	if v := o.Eval(x, g); math.Abs(v) > 1e-9 {
		t.Errorf("objective %g, want 0", v)
	}
	for i := range g {
		if math.Abs(g[i]) > 1e-9 {
			t.Errorf("gradient %d is %g, want 0", i, g[i])
		}
	}
}

// TestPairExpectations compares with the sum over all labellings.
func TestPairExpectations(t *testing.T) {
	inf := math.Inf(-1)
	trans, err := NewTransitions(3, []float64{0.3, -0.2, inf, 0, 0.7, 1.1, 0.1, -0.4, 0}, []float64{0, 0.5, inf})
	if err != nil {
		t.Fatal(err)
	}
	l := NewLattice(trans)
	l.Reset(4)
	for i := range 4 {
		for y, s := range []float64{0.1 * float64(i), -0.3, 0.4 * float64(i*i)} {
			l.Row(i)[y] = s
		}
	}
	want, z := make([]float64, 9), 0.0
	path := make([]uint8, 4)
	for code := range 81 {
		for i, c := 0, code; i < 4; i, c = i+1, c/3 {
			path[i] = uint8(c % 3)
		}
		p := math.Exp(l.Score(path))
		z += p
		for i := 1; i < 4; i++ {
			want[int(path[i-1])*3+int(path[i])] += 2 * p
		}
	}
	got := make([]float64, 9)
	l.PairExpectations(2, got)
	for i := range want {
		if math.Abs(got[i]-want[i]/z) > 1e-12 {
			t.Errorf("pair %d: %g, want %g", i, got[i], want[i]/z)
		}
	}
}

// TestClone: a clone has the sums of its lattice, and goes its own way.
func TestClone(t *testing.T) {
	r, moved := rand.New(rand.NewPCG(5, 6)), 0
	for range 50 {
		l := randomLattice(t, r, 2+r.IntN(6), 3, 2)
		if r.IntN(2) == 0 {
			l.Marginal(0, 0)
		}
		c := l.Clone()
		for y := range 3 {
			if got, want := c.Marginal(1, y), l.Marginal(1, y); got != want {
				t.Fatalf("marginal %g, want %g", got, want)
			}
		}
		before, rivals := l.Marginal(1, 1), c.Rivals()
		if rivals != l.Rivals() {
			t.Fatalf("rivals %g, want %g", rivals, l.Rivals())
		}
		c.Row(1)[1] += 3
		if l.Marginal(1, 1) != before || c.Marginal(1, 1) < before || c.Rivals() < rivals {
			t.Fatalf("marginal %g, of the clone %g; rivals %g", l.Marginal(1, 1), c.Marginal(1, 1), c.Rivals())
		}
		if c.Marginal(1, 1) > before && c.Rivals() > rivals {
			moved++
		}
	}
	if moved == 0 {
		t.Error("no clone goes its own way")
	}
}
