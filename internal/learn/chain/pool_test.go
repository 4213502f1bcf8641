package chain

import (
	"math"
	"slices"
	"testing"
)

// TestPool: the pool's distribution over labellings is the normalised product of
// the members' to the power of their weights, checked on all labellings.
func TestPool(t *testing.T) {
	forbidden := math.Inf(-1)
	a, err := NewTransitions(2, []float64{0.5, -1, 2, 0}, []float64{0.1, forbidden})
	if err != nil {
		t.Fatal(err)
	}
	b, err := NewTransitions(2, []float64{1, 0.2, forbidden, -0.3}, []float64{0.7, 0.4})
	if err != nil {
		t.Fatal(err)
	}
	weights := []float64{0.6, 0.9}
	both, err := Pool([]*Transitions{a, b}, weights)
	if err != nil {
		t.Fatal(err)
	}
	states := [][]float64{{1, 0.3, -0.5, 0.8, 0.1, 0.4}, {0.2, 0.9, 1.1, -0.7, 0, 0.6}}
	l := NewLattice(both)
	l.Reset(3)
	for i, s := range states {
		for at := range 3 {
			for y := range 2 {
				l.Row(at)[y] += weights[i] * s[2*at+y]
			}
		}
	}
	members := []*Lattice{NewLattice(a), NewLattice(b)}
	for i, m := range members {
		m.Reset(3)
		for at := range 3 {
			copy(m.Row(at), states[i][2*at:])
		}
	}
	for path := range 8 {
		y := []uint8{uint8(path & 1), uint8(path >> 1 & 1), uint8(path >> 2)}
		want := 0.0
		for i, m := range members {
			want += weights[i] * m.Score(y)
		}
		if got := l.Score(y); math.Abs(got-want) > 1e-12 && !(math.IsInf(got, -1) && math.IsInf(want, -1)) {
			t.Errorf("labelling %v scores %g, want %g", y, got, want)
		}
	}
}

func TestPoolRefuses(t *testing.T) {
	two, err := NewTransitions(2, make([]float64, 4), nil)
	if err != nil {
		t.Fatal(err)
	}
	three, err := NewTransitions(3, make([]float64, 9), nil)
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		members []*Transitions
		weights []float64
	}{
		"nobody":        {},
		"a weight less": {[]*Transitions{two, two}, []float64{1}},
		"other labels":  {[]*Transitions{two, three}, []float64{1, 1}},
		"negative":      {[]*Transitions{two}, []float64{-1}},
		"infinite":      {[]*Transitions{two}, []float64{math.Inf(1)}},
		"no number":     {[]*Transitions{two}, []float64{math.NaN()}},
	} {
		if _, err := Pool(c.members, c.weights); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// TestMean: of every labelling the mean scores the mean, and models of other data
// have none.
func TestMean(t *testing.T) {
	d := filled(t, 30, 1)
	var models []*Model
	for seed := range uint64(3) {
		m, _, err := TrainPerceptron(t.Context(), d, Config{Passes: 2, Seed: seed})
		if err != nil {
			t.Fatal(err)
		}
		models = append(models, m)
	}
	mean, err := Mean(models)
	if err != nil {
		t.Fatal(err)
	}
	differ := false
	for s := range d.Sequences() {
		var want, got float64
		l := mean.Lattice()
		mean.fillFrom(l, d, s)
		gold := d.Gold(s)
		got = l.Score(gold)
		for _, m := range models {
			l := m.Lattice()
			m.fillFrom(l, d, s)
			want += l.Score(gold) / 3
			differ = differ || math.Abs(l.Score(gold)-got) > 0.1
		}
		if math.Abs(got-want) > 1e-9 {
			t.Errorf("sequence %d: %g, want %g", s, got, want)
		}
	}
	if !differ {
		t.Error("three orders gave one model")
	}
	if one, err := Mean(models[:1]); err != nil || !slices.Equal(one.Weight, models[0].Weight) {
		t.Error("the mean of one is another", err)
	}
	other := *models[1]
	other.Label = other.Label[1:]
	for _, list := range [][]*Model{nil, {models[0], &other}} {
		if _, err := Mean(list); err == nil {
			t.Errorf("%d models that do not go together, and no error", len(list))
		}
	}
}
