package triage

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/bauta/bauta/internal/learn/learntest"
)

// random are messages of a few words with random features.
func random(n int) []instance {
	rng := rand.New(rand.NewPCG(1, 2))
	rows := make([]instance, n)
	for i := range rows {
		r := &rows[i]
		r.y, r.weight = rng.IntN(3) == 0, 0.5+rng.Float64()
		for range rng.IntN(5) {
			for range 1 + rng.IntN(3) {
				r.at, r.x = append(r.at, int32(rng.IntN(12))), append(r.x, rng.NormFloat64())
			}
			r.ends = append(r.ends, int32(len(r.at)))
		}
	}
	return rows
}

func TestNoisyOrGradient(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	o := &noisyOr{rows: random(40), l2: 0.3, mean: make([]float64, 12)}
	x := make([]float64, 12)
	for i := range x {
		x[i], o.mean[i] = rng.NormFloat64(), rng.NormFloat64()
	}
	if worst, at := learntest.GradientError(o, x, nil, 0); worst > 1e-6 {
		t.Errorf("component %d: relative error %g", at, worst)
	}
}

// Far out the value stays finite, and a message without words is harmless.
func TestNoisyOrIsFinite(t *testing.T) {
	o := &noisyOr{rows: append(random(40), instance{y: true, weight: 1}), mean: make([]float64, 12)}
	for _, far := range []float64{-800, -40, 0, 40, 800} {
		x, g := make([]float64, 12), make([]float64, 12)
		for i := range x {
			x[i] = far
		}
		if v := o.Eval(x, g); math.IsNaN(v) || math.IsInf(v, 0) {
			t.Errorf("value at %v: %v", far, v)
		}
		for _, d := range g {
			if math.IsNaN(d) || math.IsInf(d, 0) {
				t.Errorf("gradient at %v: %v", far, g)
				break
			}
		}
	}
}

// The log-odds of a message are those of "not none of its words".
func TestWordModelIsNoisyOr(t *testing.T) {
	m := &wordModel{keys: []uint32{3, 9}, weights: []float64{-1, 2}}
	words := []Word{{[]uint32{3}, []float64{1}}, {[]uint32{9, 5}, []float64{0.5, 7}}}
	sigmoid := func(z float64) float64 { return 1 / (1 + math.Exp(-z)) }
	none := (1 - sigmoid(-1)) * (1 - sigmoid(1))
	want := math.Log((1 - none) / none)
	if got := m.logOdds(words); math.Abs(got-want) > 1e-9 {
		t.Errorf("log-odds %v, want %v", got, want)
	}
	if got := m.logOdds(nil); got > -20 {
		t.Errorf("no words: log-odds %v", got)
	}
}

func TestWordsAreReadAsWritten(t *testing.T) {
	m := &wordModel{keys: []uint32{0, 7, 1<<32 - 1}, weights: []float64{-1.5, 0.25, 3}}
	got, err := readWords(m.marshal())
	if err != nil {
		t.Fatal(err)
	}
	for i, k := range m.keys {
		if got.weight(k) != m.weights[i] {
			t.Errorf("weight of %d: %v, want %v", k, got.weight(k), m.weights[i])
		}
	}
	if got.weight(8) != 0 {
		t.Error("an unknown feature weighs")
	}
	data := m.marshal()
	for i := range data {
		if _, err := readWords(data[:i]); err == nil {
			t.Errorf("cut at byte %d: no error", i)
		}
	}
	for _, keys := range [][]uint32{{5, 5}, {7, 3}} {
		if _, err := readWords((&wordModel{keys: keys, weights: []float64{1, 2}}).marshal()); err == nil {
			t.Errorf("keys %v: no error", keys)
		}
	}
}

func TestPet(t *testing.T) {
	for norm, want := range map[string]bool{
		"cricri": true, "loulou": true, "titou": true, "nanou": true, "mimine": true, "fredo": true,
		"chat": false, "demain": false, "": false, "ou": false, "abcdefghijklmabcdefghijklm": false,
	} {
		if got := pet(norm); got != want {
			t.Errorf("pet(%q) = %v", norm, got)
		}
	}
}
