package forest

import (
	"encoding"
	"fmt"
	"math"
	"testing"

	"github.com/bauta/bauta/internal/learn"
	"github.com/bauta/bauta/internal/learn/assess"
)

// noisy makes rows of numbers of which the first three decide the class, with a
// tenth of the labels wrong and a twentieth of the cells missing.
func noisy(rows, width, classes int, seed int64) *learn.Dataset {
	r := learn.NewRand(seed)
	d := &learn.Dataset{Name: "noisy", Class: learn.Attribute{Name: "class"}}
	for c := range classes {
		d.Class.Values = append(d.Class.Values, string(rune('a'+c)))
	}
	for range width {
		d.Attributes = append(d.Attributes, learn.Attribute{Name: "x"})
	}
	d.Attributes[width-1].Values = []string{"red", "green", "blue"}
	for range rows {
		row := make([]float64, width)
		for i := range row {
			row[i] = r.Float64()
		}
		row[width-1] = float64(r.Intn(3))
		s := row[0] + row[1]*row[2]
		y := min(int(s/1.3*float64(classes)), classes-1)
		if r.Float64() < 0.1 {
			y = r.Intn(classes)
		}
		for i := range row {
			if r.Float64() < 0.05 {
				row[i] = learn.Missing()
			}
		}
		d.X, d.Y = append(d.X, row), append(d.Y, y)
	}
	return d
}

var learners = map[string]learn.Learner{
	"bagging": Bagging{Bags: 3}, "forest": RandomForest{Trees: 20}, "boost": Boost{Rounds: 30},
	"boost with patience": Boost{Rounds: 200, Patience: 5},
}

func TestLearnersBeatTheMajority(t *testing.T) {
	for _, classes := range []int{2, 4} {
		train, test := noisy(600, 8, classes, 1), noisy(400, 8, classes, 2)
		for name, l := range learners {
			c, err := l.Learn(train)
			if err != nil {
				t.Fatal(err)
			}
			var preds []assess.Prediction
			for i, x := range test.X {
				p := make([]float64, classes)
				c.Probabilities(x, p)
				preds = append(preds, assess.Prediction{Row: i, Class: test.Y[i], Weight: test.Weight(i), P: p})
			}
			r, err := assess.Score(test.Class.Values, preds)
			if err != nil {
				t.Fatal(err)
			}
			if floor := 0.9 - 0.08*float64(classes); r.Accuracy() < floor {
				t.Errorf("%s on %d classes: accuracy %.3f, below %.2f", name, classes, r.Accuracy(), floor)
			}
			for _, p := range preds {
				sum := 0.0
				for _, v := range p.P {
					sum += v
					if !(v >= 0 && v <= 1) {
						t.Fatalf("%s: probability %v", name, v)
					}
				}
				if math.Abs(sum-1) > 1e-9 {
					t.Fatalf("%s: probabilities sum to %v", name, sum)
				}
			}
		}
	}
}

func TestSameSeedSameModel(t *testing.T) {
	d := noisy(200, 6, 3, 3)
	for name, l := range learners {
		a, b := marshal(t, l, d), marshal(t, l, d)
		if string(a) != string(b) {
			t.Errorf("%s: two models of one seed differ", name)
		}
	}
	if string(marshal(t, Boost{Seed: 1}, d)) == string(marshal(t, Boost{Seed: 2}, d)) {
		t.Error("boost: the seed changes nothing")
	}
}

func marshal(t testing.TB, l learn.Learner, d *learn.Dataset) []byte {
	t.Helper()
	c, err := l.Learn(d)
	if err != nil {
		t.Fatal(err)
	}
	data, err := c.(encoding.BinaryMarshaler).MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func empty(name string) encoding.BinaryUnmarshaler {
	switch name {
	case "bagging":
		return &Bag{}
	case "forest":
		return &Forest{}
	}
	return &Boosted{}
}

func TestModelsComeBack(t *testing.T) {
	for _, classes := range []int{1, 2, 3} {
		d := noisy(200, 6, classes, 4)
		for name, l := range learners {
			c, err := l.Learn(d)
			if err != nil {
				t.Fatal(err)
			}
			data := marshal(t, l, d)
			back := empty(name)
			if err := back.UnmarshalBinary(data); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			p, q := make([]float64, classes), make([]float64, classes)
			for _, row := range d.X {
				c.Probabilities(row, p)
				back.(learn.Classifier).Probabilities(row, q)
				for k := range p {
					if p[k] != q[k] {
						t.Fatalf("%s: %v became %v", name, p, q)
					}
				}
			}
			for n := 0; n < len(data); n += 1 + len(data)/200 {
				if empty(name).UnmarshalBinary(data[:n]) == nil {
					t.Fatalf("%s: cut at byte %d is no error", name, n)
				}
			}
			if empty(name).UnmarshalBinary(append(data, 0)) == nil {
				t.Errorf("%s: a byte too many is no error", name)
			}
		}
	}
}

func TestBadSettingsAndData(t *testing.T) {
	d := noisy(20, 4, 2, 5)
	for name, l := range map[string]learn.Learner{
		"bags": Bagging{Bags: -1}, "trees": RandomForest{Trees: -1}, "rate": Boost{Rate: 2},
		"NaN rate": Boost{Rate: math.NaN()}, "depth": Boost{Depth: 1000},
	} {
		if _, err := l.Learn(d); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	d.X, d.Y = nil, nil
	for name, l := range learners {
		if _, err := l.Learn(d); err == nil {
			t.Errorf("%s: no error without rows", name)
		}
	}
}

// TestOneClassAndConstants learns from what teaches nothing.
func TestOneClassAndConstants(t *testing.T) {
	d := noisy(30, 4, 2, 6)
	for i := range d.X {
		d.X[i], d.Y[i] = []float64{1, learn.Missing(), 2, 0}, 1
	}
	for name, l := range learners {
		c, err := l.Learn(d)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		p := make([]float64, 2)
		c.Probabilities([]float64{5, 5, learn.Missing(), 2}, p)
		if p[1] < 0.99 {
			t.Errorf("%s: probability %v of the only class", name, p[1])
		}
	}
}

func TestWeightsCount(t *testing.T) {
	d := noisy(300, 4, 2, 7)
	d.W = make([]float64, d.Len())
	for i := range d.W {
		d.W[i] = float64(d.Y[i]) // rows of class 0 weigh nothing
	}
	for name, l := range learners {
		c, err := l.Learn(d)
		if err != nil {
			t.Fatal(err)
		}
		p := make([]float64, 2)
		if c.Probabilities(d.X[0], p); p[1] < 0.95 {
			t.Errorf("%s: probability %v of the class that has all the weight", name, p[1])
		}
	}
}

func FuzzModels(f *testing.F) {
	d := noisy(40, 4, 3, 8)
	for _, l := range []learn.Learner{Bagging{Bags: 2}, RandomForest{Trees: 2, Depth: 3}, Boost{Rounds: 2, Depth: 2}} {
		f.Add(marshal(f, l, d)) // small, so that the fuzzer gets round
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		row := make([]float64, 64)
		for _, name := range []string{"bagging", "forest", "boost"} {
			m := empty(name)
			if m.UnmarshalBinary(data) != nil {
				continue
			}
			var width, classes int
			switch m := m.(type) {
			case *Bag:
				width, classes = len(m.trees[0].Attributes()), len(m.trees[0].Class().Values)
			case *Forest:
				width, classes = len(m.encoder.Attributes()), m.classes
			case *Boosted:
				width, classes = len(m.encoder.Attributes()), m.classes
			}
			if width <= len(row) {
				for i := range row {
					row[i] = learn.Missing()
				}
				m.(learn.Classifier).Probabilities(row[:width], make([]float64, classes))
			}
		}
	})
}

func ExampleBoost_Learn() {
	d := noisy(300, 4, 2, 1)
	c, err := Boost{Rounds: 20}.Learn(d)
	if err != nil {
		fmt.Println(err)
		return
	}
	p := make([]float64, 2)
	c.Probabilities([]float64{0.95, 0.9, 0.9, 0}, p)
	fmt.Println(d.Class.Values[learn.Best(p)])
	// Output: b
}
