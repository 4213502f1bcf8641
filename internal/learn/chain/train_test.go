package chain_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/bauta/bauta/internal/learn"
	"github.com/bauta/bauta/internal/learn/chain"
	"github.com/bauta/bauta/internal/learn/learntest"
)

const labels = 5 // O B-X I-X B-Y I-Y

// iob2 allows what IOB2 allows.
func iob2(from, to int) bool {
	if to == 0 || to%2 == 1 {
		return true
	}
	return from == to || from == to-1
}

// invented returns n sequences in which attribute 2·y (mostly) comes with
// label y, and the others are noise.
func invented(t testing.TB, n int, seed uint64) *chain.Data {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 5))
	d, err := chain.NewData(labels)
	if err != nil {
		t.Fatal(err)
	}
	for range n {
		length := 1 + r.IntN(7)
		attrs, gold := make([][]int32, length), make([]uint8, length)
		for p := range length {
			y := r.IntN(labels)
			if y%2 == 0 && y > 0 && (p == 0 || !iob2(int(gold[p-1]), y)) {
				y = 0
			}
			gold[p] = uint8(y)
			if r.IntN(10) > 0 {
				attrs[p] = append(attrs[p], int32(2*y))
			}
			for range 1 + r.IntN(3) {
				attrs[p] = append(attrs[p], int32(20+r.IntN(15)))
			}
		}
		if err := d.Add(attrs, gold, 0.5+float64(r.IntN(3))); err != nil {
			t.Fatal(err)
		}
	}
	return d
}

func randomPoint(n int, seed uint64) []float64 {
	r := rand.New(rand.NewPCG(seed, 6))
	x := make([]float64, n)
	for i := range x {
		x[i] = r.NormFloat64()
	}
	return x
}

func TestGradient(t *testing.T) {
	d := invented(t, 30, 1)
	for name, c := range map[string]chain.Config{
		"plain":       {},
		"l2":          {C2: 0.7},
		"dense":       {C2: 0.1, Dense: true},
		"constrained": {C2: 0.1, Allowed: iob2, Dense: true},
		"min count":   {MinCount: 4},
		"three jobs":  {C2: 1, Jobs: 3},
	} {
		o, err := chain.NewCRF(d, c)
		if err != nil {
			t.Fatal(name, err)
		}
		for _, x := range [][]float64{make([]float64, o.Len()), randomPoint(o.Len(), 2)} {
			if worst, at := learntest.GradientError(o, x, nil, 1e-5); worst > 1e-6 {
				t.Errorf("%s: gradient off by %g at %d of %d", name, worst, at, o.Len())
			}
		}
	}
}

// partly hides labels 3 and 4 in every second sequence: where neither stands,
// the gold says "0, 3 or 4"; where one does, nothing at all.
func partly(t testing.TB, d *chain.Data) *chain.Data {
	t.Helper()
	p, err := chain.NewData(labels)
	if err != nil {
		t.Fatal(err)
	}
	some, err := p.OneOf(0, 3, 4)
	if err != nil {
		t.Fatal(err)
	}
	for s := range d.Sequences() {
		gold := slices.Clone(d.Gold(s))
		attrs := make([][]int32, len(gold))
		for i, y := range gold {
			attrs[i] = d.At(s, i)
			if s%2 == 0 && (y == 0 || y > 2) {
				gold[i] = some
			}
		}
		if err := p.Add(attrs, gold, 1); err != nil {
			t.Fatal(err)
		}
	}
	return p
}

// What half of the data does not annotate is learnt from the other half.
func TestPartialLabels(t *testing.T) {
	train, test := partly(t, invented(t, 400, 1)), invented(t, 200, 2)
	o, err := chain.NewCRF(partly(t, invented(t, 20, 3)), chain.Config{C2: 0.1, Dense: true, Jobs: 2})
	if err != nil {
		t.Fatal(err)
	}
	for _, x := range [][]float64{make([]float64, o.Len()), randomPoint(o.Len(), 2)} {
		if worst, at := learntest.GradientError(o, x, nil, 1e-5); worst > 1e-6 {
			t.Errorf("gradient off by %g at %d", worst, at)
		}
	}
	m, rep, err := chain.Train(context.Background(), train, chain.Config{C2: 0.1, Allowed: iob2})
	if err != nil || accuracy(m, test) < 0.88 {
		t.Errorf("crf: accuracy %.3f %+v %v", accuracy(m, test), rep, err)
	}
	p, _, err := chain.TrainPerceptron(context.Background(), train, chain.Config{Passes: 5, Allowed: iob2})
	if err != nil || accuracy(p, test) < 0.85 {
		t.Errorf("perceptron: accuracy %.3f %v", accuracy(p, test), err)
	}
	n, _, err := chain.TrainOnline(context.Background(), train, chain.Config{C2: 0.1, Allowed: iob2})
	if err != nil || accuracy(n, test) < 0.88 {
		t.Errorf("online: accuracy %.3f %v", accuracy(n, test), err)
	}
	d, _ := chain.NewData(2)
	if _, err := d.OneOf(); err == nil {
		t.Error("an empty set was accepted")
	}
	if _, err := d.OneOf(2); err == nil {
		t.Error("a set of unknown labels was accepted")
	}
}

// The objective at 0 is the weighted number of positions times log(labels).
func TestObjectiveAtZero(t *testing.T) {
	d, err := chain.NewData(3)
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range []float64{1, 2.5} {
		if err := d.Add([][]int32{{0}, {1}}, []uint8{0, 2}, w); err != nil {
			t.Fatal(err)
		}
	}
	o, err := chain.NewCRF(d, chain.Config{C2: 1})
	if err != nil {
		t.Fatal(err)
	}
	x, g := make([]float64, o.Len()), make([]float64, o.Len())
	if got, want := o.Eval(x, g), 7*math.Log(3); math.Abs(got-want) > 1e-9 {
		t.Errorf("objective %g, want %g", got, want)
	}
}

func accuracy(m *chain.Model, d *chain.Data) float64 {
	l := m.Lattice()
	right, all := 0, 0
	var path []uint8
	for s := range d.Sequences() {
		path = m.Tag(l, d, s, path)
		for p, y := range d.Gold(s) {
			all++
			if path[p] == y {
				right++
			}
		}
	}
	return float64(right) / float64(all)
}

func TestTrainersLearn(t *testing.T) {
	train, test := invented(t, 400, 1), invented(t, 200, 2)
	for name, c := range map[string]struct {
		train func(context.Context, *chain.Data, chain.Config) (*chain.Model, learn.Report, error)
		c     chain.Config
	}{
		"crf":             {chain.Train, chain.Config{C2: 0.1, Jobs: 2}},
		"crf constrained": {chain.Train, chain.Config{C2: 0.1, Allowed: iob2}},
		"elastic net":     {chain.Train, chain.Config{C1: 1, C2: 0.1}},
		"online":          {chain.TrainOnline, chain.Config{C2: 0.1, Passes: 10, Seed: 3}},
		"online mix":      {chain.TrainOnline, chain.Config{C2: 0.1, Passes: 10, Seed: 3, Jobs: 3, Allowed: iob2}},
		"perceptron":      {chain.TrainPerceptron, chain.Config{Passes: 5, Seed: 3}},
		"perceptron mix":  {chain.TrainPerceptron, chain.Config{Passes: 5, Seed: 3, Jobs: 3, Allowed: iob2}},
	} {
		m, rep, err := c.train(context.Background(), train, c.c)
		if err != nil {
			t.Fatal(name, err)
		}
		if got := accuracy(m, test); got < 0.88 { // nine in ten positions tell their label
			t.Errorf("%s: accuracy %.3f (%+v)", name, got, rep)
		}
		again, _, err := c.train(context.Background(), train, c.c)
		if err != nil || !slices.Equal(again.Weight, m.Weight) {
			t.Errorf("%s: a second training gives other weights (%v)", name, err)
		}
	}
}

func TestElasticNetIsSparse(t *testing.T) {
	d := invented(t, 300, 1)
	plain, _, err := chain.Train(context.Background(), d, chain.Config{C2: 0.1})
	if err != nil {
		t.Fatal(err)
	}
	sparse, _, err := chain.Train(context.Background(), d, chain.Config{C1: 3, C2: 0.1})
	if err != nil {
		t.Fatal(err)
	}
	if sparse.NonZero()*2 > plain.NonZero() {
		t.Errorf("%d weights with L1, %d without", sparse.NonZero(), plain.NonZero())
	}
	pruned := sparse.Pruned(0)
	if len(pruned.Weight) != sparse.NonZero() || accuracy(pruned, d) != accuracy(sparse, d) {
		t.Error("dropping zeros changed the model")
	}
}

// Training that goes on from its own result ends there at once.
func TestInit(t *testing.T) {
	d := invented(t, 100, 1)
	m, first, err := chain.Train(context.Background(), d, chain.Config{C2: 1})
	if err != nil {
		t.Fatal(err)
	}
	_, second, err := chain.Train(context.Background(), d, chain.Config{C2: 1, Init: m})
	if err != nil || second.Iterations > first.Iterations/2 || second.Value > first.Value+1e-6 {
		t.Errorf("first %+v, then %+v, %v", first, second, err)
	}
	if _, _, err := chain.Train(context.Background(), d, chain.Config{Dense: true, Init: m}); err == nil {
		t.Error("a model of another layout was accepted")
	}
}

// TestHeld: what stands at many positions keeps the weights it had, and so do transitions;
// what is rare moves.
func TestHeld(t *testing.T) {
	d := invented(t, 100, 1)
	c := chain.Config{Dense: true, Passes: 2, Rate: 0.2}
	start, _, err := chain.TrainOnline(context.Background(), d, c)
	if err != nil {
		t.Fatal(err)
	}
	count := make([]int, start.Attributes())
	for s := range d.Sequences() {
		for p := range d.Length(s) {
			for _, a := range d.At(s, p) {
				count[a]++
			}
		}
	}
	sorted := slices.Sorted(slices.Values(count))
	middle := sorted[len(sorted)/2]
	c.Init, c.Held = start, float64(middle)/float64(d.Positions())
	m, _, err := chain.TrainOnline(context.Background(), d, c)
	if err != nil {
		t.Fatal(err)
	}
	moved := 0
	for a, n := range count {
		same := slices.Equal(start.Weight[start.Start[a]:start.Start[a+1]], m.Weight[m.Start[a]:m.Start[a+1]])
		switch {
		case n >= middle && !same:
			t.Errorf("attribute %d, at %d positions, has moved", a, n)
		case n < middle && !same:
			moved++
		}
	}
	if moved == 0 {
		t.Error("nothing has moved")
	}
	for from := range d.Labels() {
		for to := range d.Labels() {
			if start.Trans.Score(from, to) != m.Trans.Score(from, to) {
				t.Errorf("the transition from %d to %d has moved", from, to)
			}
		}
	}
}

// Online training comes close to the minimum that L-BFGS finds.
func TestOnlineComesNearTheMinimum(t *testing.T) {
	d := invented(t, 300, 1)
	for _, jobs := range []int{1, 2} {
		c := chain.Config{C2: 0.5, Jobs: jobs, Passes: 60, Rate: 0.2, Seed: 1}
		_, best, err := chain.Train(context.Background(), d, c)
		if err != nil {
			t.Fatal(err)
		}
		m, _, err := chain.TrainOnline(context.Background(), d, c)
		if err != nil {
			t.Fatal(err)
		}
		c.Init, c.MaxIter = m, 1
		_, near, err := chain.Train(context.Background(), d, c)
		if err != nil || near.Value > 1.02*best.Value {
			t.Errorf("%d jobs: %g after online training, the minimum is %g (%v)", jobs, near.Value, best.Value, err)
		}
	}
	for _, c := range []chain.Config{{C1: 1}, {C2: -1}, {Rate: -1}} {
		if _, _, err := chain.TrainOnline(context.Background(), d, c); err == nil {
			t.Errorf("%+v was accepted", c)
		}
	}
}

func TestConstraintsHold(t *testing.T) {
	d := invented(t, 100, 1)
	m, _, err := chain.Train(context.Background(), d, chain.Config{C2: 1, Allowed: func(from, to int) bool {
		if from < 0 {
			return to%2 == 1 || to == 0
		}
		return iob2(from, to)
	}})
	if err != nil {
		t.Fatal(err)
	}
	l := m.Lattice()
	l.Reset(3)
	for p := range 3 {
		l.Row(p)[2*(1+p%2)] = 50 // I-X I-Y I-X, all forbidden
	}
	path, _ := l.Viterbi(nil)
	if path[0]%2 == 0 && path[0] > 0 || !iob2(int(path[0]), int(path[1])) || !iob2(int(path[1]), int(path[2])) {
		t.Errorf("forbidden labels %v", path)
	}
	bad, _ := chain.NewData(labels)
	_ = bad.Add([][]int32{{1}}, []uint8{0}, 1)
	_ = bad.Add([][]int32{{1}, {1}}, []uint8{0, 2}, 1)
	var want *chain.ConstraintError
	if _, _, err := chain.Train(context.Background(), bad, chain.Config{Allowed: iob2}); !errors.As(err, &want) || want.Sequence != 1 {
		t.Errorf("data that breaks the constraints: %v", err)
	}
}

func TestCancelledTrainingGivesTheBestSoFar(t *testing.T) {
	d := invented(t, 100, 1)
	for _, train := range []func(context.Context, *chain.Data, chain.Config) (*chain.Model, learn.Report, error){chain.Train, chain.TrainPerceptron, chain.TrainOnline} {
		ctx, cancel := context.WithCancel(context.Background())
		m, rep, err := train(ctx, d, chain.Config{C2: 1, Progress: func(p learn.Progress) bool {
			if p.Iteration == 2 {
				cancel()
			}
			return true
		}})
		if !errors.Is(err, context.Canceled) || m == nil || rep.Iterations != 2 {
			t.Errorf("%v %+v %v", m != nil, rep, err)
		}
		m, rep, err = train(context.Background(), d, chain.Config{C2: 1, Progress: func(learn.Progress) bool { return false }})
		if err != nil || m == nil || rep.Reason != learn.Stopped {
			t.Errorf("stopped: %+v %v", rep, err)
		}
		empty, _ := chain.NewData(2)
		if _, _, err := train(context.Background(), empty, chain.Config{}); err == nil {
			t.Error("no data was accepted")
		}
	}
	if _, _, err := chain.Train(context.Background(), d, chain.Config{C2: -1}); err == nil {
		t.Error("a negative weight of the regulariser was accepted")
	}
}

func TestDataRefuses(t *testing.T) {
	d, err := chain.NewData(2)
	if err != nil {
		t.Fatal(err)
	}
	cases := map[string]error{
		"lengths":   d.Add([][]int32{{1}}, nil, 1),
		"label":     d.Add([][]int32{{1}}, []uint8{2}, 1),
		"attribute": d.Add([][]int32{{-1}}, []uint8{1}, 1),
		"weight 0":  d.Add([][]int32{{1}}, []uint8{1}, 0),
		"NaN":       d.Add([][]int32{{1}}, []uint8{1}, math.NaN()),
		"Inf":       d.Add([][]int32{{1}}, []uint8{1}, math.Inf(1)),
	}
	for name, err := range cases {
		if err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
	if d.Add(nil, nil, 1) != nil || d.Sequences() != 0 || d.Positions() != 0 {
		t.Error("an empty sequence must be ignored")
	}
	for _, n := range []int{0, chain.MaxLabels + 1} {
		if _, err := chain.NewData(n); err == nil {
			t.Errorf("%d labels accepted", n)
		}
	}
	if err := d.Add([][]int32{{3}, nil}, []uint8{1, 0}, 1); err != nil {
		t.Fatal(err)
	}
	if d.Attributes() != 4 || d.Length(0) != 2 || !slices.Equal(d.At(0, 0), []int32{3}) || len(d.At(0, 1)) != 0 {
		t.Error("what was added is not what is there")
	}
}
