package learn

import (
	"errors"
	"math"
	"strings"
	"testing"
)

func small() *Dataset {
	return &Dataset{
		Attributes: []Attribute{{Name: "x"}, {Name: "c", Values: []string{"red", "green", "blue"}}, {Name: "b", Values: []string{"no", "yes"}}},
		Class:      Attribute{Name: "y", Values: []string{"a", "b"}},
		X:          [][]float64{{1, 2, 1}, {Missing(), 0, 0}, {3, Missing(), 1}}, Y: []int{0, -1, 1},
	}
}

func TestCheck(t *testing.T) {
	if err := small().Check(); err != nil {
		t.Fatal(err)
	}
	for name, spoil := range map[string]func(*Dataset){
		"width":        func(d *Dataset) { d.X[1] = d.X[1][:2] },
		"infinite":     func(d *Dataset) { d.X[0][0] = math.Inf(1) },
		"no such":      func(d *Dataset) { d.X[0][1] = 3 },
		"between":      func(d *Dataset) { d.X[0][1] = 0.5 },
		"class":        func(d *Dataset) { d.Y[0] = 2 },
		"lengths":      func(d *Dataset) { d.Y = d.Y[:2] },
		"weight":       func(d *Dataset) { d.W = []float64{1, math.NaN(), 1} },
		"unlabelled":   func(d *Dataset) { d.Y = []int{-1, -1, -1} },
		"no rows":      func(d *Dataset) { d.X, d.Y = nil, nil },
		"class number": func(d *Dataset) { d.Class.Values = nil },
	} {
		d := small()
		if spoil(d); d.Check() == nil {
			t.Errorf("%s: no error", name)
		}
	}
	d := small()
	d.X, d.Y = nil, nil
	if !errors.Is(d.Check(), ErrNoRows) {
		t.Error("a dataset without rows does not say so")
	}
}

func TestSubsetAndWeights(t *testing.T) {
	d := small()
	d.W = []float64{2, 1, 0.5}
	s := d.Subset([]int{2, 2, 0})
	if w := s.ClassWeights(); w[0] != 2 || w[1] != 1 {
		t.Errorf("class weights %v", w)
	}
	if l := d.Labelled(); l.Len() != 2 || l.Y[1] != 1 || l.W[1] != 0.5 {
		t.Errorf("labelled rows %+v", l)
	}
	if s.Labelled() != s {
		t.Error("a dataset without gaps was copied")
	}
}

func TestEncoder(t *testing.T) {
	d := small()
	e := NewEncoder(d.Attributes)
	if got := strings.Join(e.Names(), ","); got != "x,c = red,c = green,c = blue,b = yes" || e.Width() != 5 {
		t.Errorf("names %s, width %d", got, e.Width())
	}
	out := make([]float64, 5)
	e.Encode(d.X[0], out)
	for i, want := range []float64{1, 0, 0, 1, 1} {
		if out[i] != want {
			t.Errorf("place %d is %v, want %v", i, out[i], want)
		}
	}
	e.Encode(d.X[2], out)
	if out[0] != 3 || !math.IsNaN(out[1]) || !math.IsNaN(out[3]) || out[4] != 1 {
		t.Errorf("missing value laid out as %v", out)
	}
}

// TestRandIsJavas compares with numbers that java.util.Random prints.
func TestRandIsJavas(t *testing.T) {
	r := NewRand(1)
	for _, want := range []float64{0.7308781907032909, 0.41008081149220166, 0.20771484130971707, 0.3327170559595112} {
		if got := r.Float64(); math.Abs(got-want) > 1e-12 {
			t.Errorf("got %v, want %v", got, want)
		}
	}
	r = NewRand(42)
	for i, want := range []int{30, 63, 48, 84, 70} {
		if got := r.Intn(100); got != want {
			t.Errorf("number %d is %d, want %d", i, got, want)
		}
	}
	if got := NewRand(-5).Float64(); got != 0.26930095796932485 {
		t.Errorf("negative seed: %v", got)
	}
	for range 1000 {
		if v := r.Intn(7); v < 0 || v > 6 {
			t.Fatalf("%d is not in [0, 7)", v)
		}
		if v := r.Intn(8); v < 0 || v > 7 {
			t.Fatalf("%d is not in [0, 8)", v)
		}
	}
}

func TestFormat(t *testing.T) {
	for _, c := range []struct {
		v    float64
		n    int
		want string
	}{
		{0.6, 6, "0.6"},
		{75, 6, "75"},
		{-0.0625, 6, "-0.0625"},
		{0.0000004, 6, "0"},
		{-0.0000004, 6, "0"},
		{0.0000005, 6, "0.000001"},
		{4.423077, 6, "4.423077"},
		{-1.5, 0, "-2"},
		{2.5, 0, "3"},
		{1e20, 6, "1.0E20"},
		{1002, 2, "1002"},
	} {
		if got := FormatNumber(c.v, c.n); got != c.want {
			t.Errorf("FormatNumber(%v, %d) = %q, want %q", c.v, c.n, got, c.want)
		}
	}
	for v, want := range map[float64]string{50: "50.0", 253.41: "253.41", 0: "0.0", 1e7: "1.0E7", 12345678.25: "1.234567825E7", 1e-4: "1.0E-4", -3: "-3.0"} {
		if got := FormatFloat(v); got != want {
			t.Errorf("FormatFloat(%v) = %q, want %q", v, got, want)
		}
	}
}

func TestBest(t *testing.T) {
	if Best([]float64{0.2, 0.4, 0.4}) != 1 || Best([]float64{0, 0}) != 0 {
		t.Error("Best is not the first of the greatest")
	}
}
