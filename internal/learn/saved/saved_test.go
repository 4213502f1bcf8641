package saved

import (
	"errors"
	"fmt"
	"testing"

	"github.com/bauta/bauta/internal/learn"
	"github.com/bauta/bauta/internal/learn/calibrate"
	"github.com/bauta/bauta/internal/learn/codec"
	"github.com/bauta/bauta/internal/learn/forest"
	"github.com/bauta/bauta/internal/learn/logit"
	"github.com/bauta/bauta/internal/learn/tree"
)

func data() *learn.Dataset {
	d := &learn.Dataset{
		Attributes: []learn.Attribute{{Name: "x"}, {Name: "c", Values: []string{"red", "green", "blue"}}},
		Class:      learn.Attribute{Name: "y", Values: []string{"no", "yes"}},
	}
	r := learn.NewRand(1)
	for i := range 60 {
		d.X = append(d.X, []float64{r.Float64() + float64(i%2), float64(r.Intn(3))})
		d.Y = append(d.Y, i%2)
	}
	d.X[3][0] = learn.Missing()
	return d
}

func classifiers(t testing.TB) map[string]learn.Classifier {
	t.Helper()
	all := map[string]learn.Classifier{}
	for name, l := range map[string]learn.Learner{
		"tree": tree.C45{}, "bag": forest.Bagging{Bags: 2}, "forest": forest.RandomForest{Trees: 3},
		"boost": forest.Boost{Rounds: 3}, "logit": logit.Config{},
	} {
		c, err := l.Learn(data())
		if err != nil {
			t.Fatal(err)
		}
		all[name] = c
	}
	all["calibrated"] = &calibrate.Calibrated{Base: all["boost"], Class: 1, Map: &calibrate.Platt{A: 2, B: 0.5}}
	return all
}

func TestAllComeBackAndFit(t *testing.T) {
	d := data()
	for name, c := range classifiers(t) {
		b, err := Write(c)
		if err != nil {
			t.Fatal(err)
		}
		back, err := Read(b)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if err := Fit(back, d.Attributes, 2); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if Fit(back, d.Attributes, 3) == nil || Fit(back, d.Attributes[:1], 2) == nil ||
			Fit(back, []learn.Attribute{d.Attributes[1], d.Attributes[0]}, 2) == nil {
			t.Errorf("%s: fits what it should not", name)
		}
		p, q := make([]float64, 2), make([]float64, 2)
		for _, row := range d.X {
			c.Probabilities(row, p)
			back.Probabilities(row, q)
			if p[0] != q[0] || p[1] != q[1] {
				t.Fatalf("%s: %v became %v", name, p, q)
			}
		}
		for n := range b {
			if _, err := Read(b[:n]); err == nil {
				t.Fatalf("%s: cut at byte %d is no error", name, n)
			}
		}
	}
}

func TestOtherVersions(t *testing.T) {
	for _, s := range []string{"", "bauta", "bautaTR9xxxx", "PK\x03\x04aaaaaaaaaaaa"} {
		if _, err := Read([]byte(s)); !errors.Is(err, codec.ErrVersion) {
			t.Errorf("%q: %v", s, err)
		}
	}
	if _, err := Write(nil); err == nil {
		t.Error("nothing was written without error")
	}
}

func FuzzRead(f *testing.F) {
	for _, c := range classifiers(f) {
		b, err := Write(c)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		c, err := Read(b)
		if err != nil || Fit(c, data().Attributes, 2) != nil {
			return
		}
		p := make([]float64, 2)
		for _, row := range data().X {
			c.Probabilities(row, p)
		}
		if _, err := Write(c); err != nil {
			t.Errorf("what was read cannot be written: %v", err)
		}
	})
}

func Example() {
	c, _ := tree.C45{}.Learn(data())
	b, _ := Write(c)
	back, err := Read(b)
	fmt.Println(err, Fit(back, data().Attributes, 2))
	// Output: <nil> <nil>
}
