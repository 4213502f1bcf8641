package calibrate

import (
	"fmt"
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/bauta/bauta/internal/learn"
)

// skewed draws scores s whose true probability is s³.
func skewed(n int, seed int64) []Sample {
	r := learn.NewRand(seed)
	out := make([]Sample, n)
	for i := range out {
		s := r.Float64()
		out[i] = Sample{Score: s, Positive: r.Float64() < s*s*s, Weight: 1}
	}
	return out
}

func calibrated(m Map, samples []Sample) []Sample {
	out := append([]Sample(nil), samples...)
	for i := range out {
		out[i].Score = m.Probability(out[i].Score)
	}
	return out
}

func TestMapsCalibrate(t *testing.T) {
	train, test := skewed(4000, 1), skewed(4000, 2)
	before, err := NewReliability(test, 10)
	if err != nil {
		t.Fatal(err)
	}
	iso, err := FitIsotonic(train)
	if err != nil {
		t.Fatal(err)
	}
	platt, err := FitPlatt(train)
	if err != nil {
		t.Fatal(err)
	}
	for name, m := range map[string]Map{"isotonic": iso, "platt": platt} {
		after, err := NewReliability(calibrated(m, test), 10)
		if err != nil {
			t.Fatal(err)
		}
		if after.ECE > before.ECE/3 || after.Brier >= before.Brier {
			t.Errorf("%s: calibration error %.3f → %.3f, Brier %.3f → %.3f", name, before.ECE, after.ECE, before.Brier, after.Brier)
		}
	}
	if p := iso.Probability(0.5); math.Abs(p-0.125) > 0.05 {
		t.Errorf("isotonic: probability %.3f of score 0.5, true 0.125", p)
	}
}

// TestPlattFindsTheCurve draws from a curve of the family and wants it back.
func TestPlattFindsTheCurve(t *testing.T) {
	r := learn.NewRand(5)
	var samples []Sample
	for range 20000 {
		s := r.Float64()
		samples = append(samples, Sample{s, r.Float64() < sigmoid(2*logit(s)-1), 1})
	}
	p, err := FitPlatt(samples)
	if err != nil {
		t.Fatal(err)
	}
	if math.Abs(p.A-2) > 0.1 || math.Abs(p.B+1) > 0.1 {
		t.Errorf("curve %.3f, %.3f; true 2, -1", p.A, p.B)
	}
}

func TestMapsNeverFall(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(2, 40).Draw(t, "n")
		samples := []Sample{{0.5, true, 1}, {0.5, false, 1}}
		for range n {
			samples = append(samples, Sample{rapid.Float64Range(0, 1).Draw(t, "score"), rapid.Bool().Draw(t, "positive"), rapid.Float64Range(0, 3).Draw(t, "weight")})
		}
		iso, err := FitIsotonic(samples)
		if err != nil {
			t.Fatal(err)
		}
		platt, err := FitPlatt(samples)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range []Map{iso, platt} {
			last := 0.0
			for s := 0.0; s <= 1; s += 0.01 {
				p := m.Probability(s)
				if !(p >= last-1e-12 && p <= 1) {
					t.Fatalf("%T: probability %v after %v", m, p, last)
				}
				last = p
			}
			data, err := Marshal(m)
			if err != nil {
				t.Fatal(err)
			}
			back, err := Unmarshal(data)
			if err != nil {
				t.Fatal(err)
			}
			if got, want := back.Probability(0.3), m.Probability(0.3); got != want {
				t.Fatalf("%T: came back as %v, was %v", m, got, want)
			}
		}
	})
}

func TestBadSamples(t *testing.T) {
	for name, samples := range map[string][]Sample{
		"none": nil, "one class": {{0.1, true, 1}, {0.9, true, 1}}, "NaN": {{math.NaN(), true, 1}, {0.2, false, 1}},
		"beyond 1": {{1.5, true, 1}, {0.2, false, 1}}, "weight": {{0.5, true, -1}, {0.2, false, 1}},
	} {
		if _, err := FitIsotonic(samples); err == nil {
			t.Errorf("%s: isotonic without error", name)
		}
		if _, err := FitPlatt(samples); err == nil {
			t.Errorf("%s: Platt without error", name)
		}
	}
	if _, err := NewReliability(nil, 10); err == nil {
		t.Error("a table of nothing without error")
	}
	if _, err := NewReliability(skewed(3, 1), 0); err == nil {
		t.Error("a table of no bins without error")
	}
}

type fixed []float64

func (f fixed) Probabilities(_, out []float64) { copy(out, f) }

func TestCalibratedSharesTheRest(t *testing.T) {
	p := make([]float64, 3)
	half := &Isotonic{X: []float64{0, 1}, Y: []float64{0.5, 0.5}}
	(&Calibrated{fixed{0.2, 0.6, 0.2}, 1, half}).Probabilities(nil, p)
	if p[0] != 0.25 || p[1] != 0.5 || p[2] != 0.25 {
		t.Errorf("got %v", p)
	}
	(&Calibrated{fixed{0, 1, 0}, 1, half}).Probabilities(nil, p)
	if p[0] != 0.25 || p[1] != 0.5 || p[2] != 0.25 {
		t.Errorf("got %v", p)
	}
}

func FuzzUnmarshal(f *testing.F) {
	for _, m := range []Map{&Platt{2, -1}, &Isotonic{[]float64{0, 0.5}, []float64{0.1, 0.9}}} {
		data, err := Marshal(m)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		m, err := Unmarshal(data)
		if err != nil {
			return
		}
		for _, s := range []float64{0, 0.25, 1} {
			if p := m.Probability(s); !(p >= 0 && p <= 1) {
				t.Errorf("probability %v", p)
			}
		}
	})
}

func ExampleFitIsotonic() {
	iso, err := FitIsotonic([]Sample{{0.1, false, 1}, {0.4, true, 1}, {0.6, false, 1}, {0.9, true, 1}})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(iso.Probability(0.1), iso.Probability(0.5), iso.Probability(0.9))
	// Output: 0 0.5 1
}
