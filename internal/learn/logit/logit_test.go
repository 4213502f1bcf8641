package logit

import (
	"fmt"
	"math"
	"testing"

	"github.com/bauta/bauta/internal/learn"
	"github.com/bauta/bauta/internal/learn/learntest"
)

// lines makes rows whose class follows the greatest of some lines.
func lines(n, classes int, seed int64) *learn.Dataset {
	r := learn.NewRand(seed)
	d := &learn.Dataset{
		Attributes: []learn.Attribute{{Name: "a"}, {Name: "b"}, {Name: "colour", Values: []string{"red", "green", "blue"}}},
		Class:      learn.Attribute{Name: "class"},
	}
	for c := range classes {
		d.Class.Values = append(d.Class.Values, string(rune('a'+c)))
	}
	for range n {
		row := []float64{100 * r.Float64(), r.Float64() / 100, float64(r.Intn(3))}
		score := row[0]/100 + row[1]*100 + row[2]/4
		d.X, d.Y = append(d.X, row), append(d.Y, min(int(score/2.3*float64(classes)), classes-1))
	}
	return d
}

func accuracy(c learn.Classifier, d *learn.Dataset) float64 {
	p, right := make([]float64, len(d.Class.Values)), 0
	for i, row := range d.X {
		if c.Probabilities(row, p); learn.Best(p) == d.Y[i] {
			right++
		}
	}
	return float64(right) / float64(d.Len())
}

func TestLearnsLines(t *testing.T) {
	for classes, floor := range map[int]float64{2: 0.95, 3: 0.9} {
		c, err := Config{C: 10}.Learn(lines(600, classes, 1))
		if err != nil {
			t.Fatal(err)
		}
		if got := accuracy(c, lines(400, classes, 2)); got < floor {
			t.Errorf("%d classes: accuracy %.3f, below %.2f", classes, got, floor)
		}
	}
}

func TestGradient(t *testing.T) {
	for _, classes := range []int{1, 2, 3} {
		d := lines(30, classes, 3)
		d.X[0][0] = learn.Missing()
		m := &Model{encoder: learn.NewEncoder(d.Attributes), classes: classes}
		o := &objective{m: m, d: d, x: m.standardise(d), penalty: 0.7, p: make([]float64, classes), score: make([]float64, m.lines())}
		x := make([]float64, m.lines()*(m.encoder.Width()+1))
		var all []int
		for i := range x {
			x[i] = math.Sin(float64(i))
			all = append(all, i)
		}
		if worst, at := learntest.GradientError(o, x, all, 1e-5); worst > 1e-6 {
			t.Errorf("%d classes: component %d of the gradient is off by %g", classes, at, worst)
		}
	}
}

func TestPenaltyShrinks(t *testing.T) {
	d := lines(200, 2, 4)
	norm := func(c float64) float64 {
		m, err := Config{C: c}.Learn(d)
		if err != nil {
			t.Fatal(err)
		}
		_, w := m.(*Model).Weights()
		sum := 0.0
		for _, v := range w[0] {
			sum += v * v
		}
		return sum
	}
	if a, b, c := norm(0.01), norm(1), norm(100); !(a < b && b < c) {
		t.Errorf("squared norms %g, %g, %g do not rise with C", a, b, c)
	}
}

func TestConstantsMissingAndOneClass(t *testing.T) {
	d := lines(20, 2, 5)
	for i := range d.X {
		d.X[i], d.Y[i] = []float64{3, learn.Missing(), learn.Missing()}, 1
	}
	c, err := Config{}.Learn(d)
	if err != nil {
		t.Fatal(err)
	}
	p := make([]float64, 2)
	if c.Probabilities([]float64{7, 1, 2}, p); !(p[1] > 0.9) {
		t.Errorf("probability %v of the only class", p[1])
	}
	if _, err := (Config{C: -1}).Learn(d); err == nil {
		t.Error("negative C without error")
	}
	d.Y = nil
	if _, err := (Config{}).Learn(d); err == nil {
		t.Error("no classes without error")
	}
}

func TestModelComesBack(t *testing.T) {
	d := lines(100, 3, 6)
	c, err := Config{}.Learn(d)
	if err != nil {
		t.Fatal(err)
	}
	data, err := c.(*Model).MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	var back Model
	if err := back.UnmarshalBinary(data); err != nil {
		t.Fatal(err)
	}
	p, q := make([]float64, 3), make([]float64, 3)
	for _, row := range d.X {
		c.Probabilities(row, p)
		back.Probabilities(row, q)
		if fmt.Sprint(p) != fmt.Sprint(q) {
			t.Fatalf("%v became %v", p, q)
		}
	}
	for n := range data {
		if new(Model).UnmarshalBinary(data[:n]) == nil {
			t.Fatalf("cut at byte %d is no error", n)
		}
	}
}

func FuzzModel(f *testing.F) {
	c, err := Config{}.Learn(lines(20, 2, 7))
	if err != nil {
		f.Fatal(err)
	}
	data, err := c.(*Model).MarshalBinary()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	f.Fuzz(func(t *testing.T, data []byte) {
		var m Model
		if m.UnmarshalBinary(data) != nil {
			return
		}
		row := make([]float64, len(m.encoder.Attributes()))
		for i := range row {
			row[i] = learn.Missing()
		}
		m.Probabilities(row, make([]float64, m.classes))
	})
}

func ExampleConfig_Learn() {
	d := &learn.Dataset{
		Attributes: []learn.Attribute{{Name: "x"}}, Class: learn.Attribute{Name: "big", Values: []string{"no", "yes"}},
		X: [][]float64{{1}, {2}, {8}, {9}}, Y: []int{0, 0, 1, 1},
	}
	c, err := Config{C: 100}.Learn(d)
	if err != nil {
		fmt.Println(err)
		return
	}
	p := make([]float64, 2)
	c.Probabilities([]float64{7}, p)
	fmt.Println(d.Class.Values[learn.Best(p)])
	// Output: yes
}
