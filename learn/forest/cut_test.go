package forest

import (
	"encoding"
	"math"
	"slices"
	"testing"

	"github.com/bauta/bauta/learn"
)

// TestCutAndChangedModels: the bytes of each ensemble cut anywhere are refused;
// with bytes changed they are refused or answer with distributions.
func TestCutAndChangedModels(t *testing.T) {
	d := noisy(80, 4, 3, 7)
	for name, l := range map[string]learn.Learner{
		"bag": Bagging{Bags: 2}, "forest": RandomForest{Trees: 2, Depth: 4}, "boost": Boost{Rounds: 3, Depth: 2},
	} {
		good := marshal(t, l, d)
		for i := range good {
			if empty(name).UnmarshalBinary(good[:i]) == nil {
				t.Errorf("%s cut at byte %d: taken", name, i)
			}
		}
		if empty(name).UnmarshalBinary(append(slices.Clone(good), 0)) == nil {
			t.Errorf("%s, a byte more: taken", name)
		}
		for i := range good {
			for _, to := range []byte{0, 0xff, good[i] + 1, good[i] ^ 0x80} {
				bad := slices.Clone(good)
				bad[i] = to
				m := empty(name)
				if m.UnmarshalBinary(bad) == nil {
					answers(t, name, m, i)
				}
			}
		}
	}
}

// answers asks a model that was read about rows of every kind.
func answers(t *testing.T, name string, m encoding.BinaryUnmarshaler, at int) {
	t.Helper()
	c := m.(learn.Classifier)
	attributes, classes := m.(interface {
		Shape() ([]learn.Attribute, int)
	}).Shape()
	row, out := make([]float64, len(attributes)), make([]float64, classes)
	for _, v := range []float64{0, 1, -5, math.NaN(), 1e300} {
		for j := range row {
			row[j] = v
			if n := len(attributes[j].Values); n > 0 && !(v >= 0 && v < float64(n)) {
				row[j] = math.NaN() // a nominal value that is there, or none
			}
		}
		c.Probabilities(row, out)
		sum := 0.0
		for _, p := range out {
			if p < 0 || p > 1+1e-9 || math.IsNaN(p) {
				t.Fatalf("%s with byte %d changed: probabilities %v", name, at, out)
			}
			sum += p
		}
		if math.Abs(sum-1) > 1e-6 {
			t.Fatalf("%s with byte %d changed: probabilities sum to %v", name, at, sum)
		}
	}
}

// TestBagIsTheMeanOfItsTrees, each tree asked by itself.
func TestBagIsTheMeanOfItsTrees(t *testing.T) {
	d := noisy(200, 5, 3, 4)
	c, err := Bagging{Bags: 7, Seed: 5}.Learn(d)
	if err != nil {
		t.Fatal(err)
	}
	bag := c.(*Bag)
	if len(bag.Trees()) != 7 {
		t.Fatalf("%d trees", len(bag.Trees()))
	}
	got, one, want := make([]float64, 3), make([]float64, 3), make([]float64, 3)
	for i, row := range d.X {
		clear(want)
		for _, tr := range bag.Trees() {
			tr.Probabilities(row, one)
			for k, p := range one {
				want[k] += p / 7
			}
		}
		bag.Probabilities(row, got)
		for k := range want {
			if math.Abs(got[k]-want[k]) > 1e-12 {
				t.Fatalf("row %d: %v, the mean of the trees is %v", i, got, want)
			}
		}
	}
}

// TestSeedsMatter: another seed gives another model, the same seed the same.
func TestSeedsMatter(t *testing.T) {
	d := noisy(150, 5, 2, 9)
	for name, make := range map[string]func(int64) learn.Learner{
		"bag":    func(s int64) learn.Learner { return Bagging{Bags: 3, Seed: s} },
		"forest": func(s int64) learn.Learner { return RandomForest{Trees: 3, Seed: s} },
		"boost":  func(s int64) learn.Learner { return Boost{Rounds: 5, Seed: s} },
	} {
		a, b, c := marshal(t, make(2), d), marshal(t, make(2), d), marshal(t, make(3), d)
		if !slices.Equal(a, b) || slices.Equal(a, c) {
			t.Errorf("%s: same seed same %v, other seed same %v", name, slices.Equal(a, b), slices.Equal(a, c))
		}
	}
}
