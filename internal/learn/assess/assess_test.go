package assess

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/bauta/bauta/internal/learn"
	"github.com/bauta/bauta/internal/learn/tree"
)

// steps makes rows whose class rises with the number, 1 in 5 of class yes.
func steps(n int) *learn.Dataset {
	d := &learn.Dataset{Attributes: []learn.Attribute{{Name: "x"}}, Class: learn.Attribute{Name: "y", Values: []string{"no", "yes"}}}
	r := learn.NewRand(3)
	for range n {
		x := r.Float64()
		y := 0
		if x > 0.8 {
			y = 1
		}
		d.X, d.Y = append(d.X, []float64{x}), append(d.Y, y)
	}
	return d
}

// TestFoldsDivideTheRows holds that each row is tested once, never learnt from
// in the same fold, and that classes are spread evenly.
func TestFoldsDivideTheRows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := steps(rapid.IntRange(20, 120).Draw(t, "rows"))
		d.Y[0], d.Y[1] = 0, 1
		k := rapid.IntRange(2, 12).Draw(t, "folds")
		folds, err := Stratified(d, k, rapid.Int64().Draw(t, "seed"))
		if err != nil {
			t.Fatal(err)
		}
		tested := make([]int, d.Len())
		least, most := d.Len(), 0
		for _, f := range folds {
			if len(f.Train)+len(f.Test) != d.Len() {
				t.Fatalf("%d + %d rows of %d", len(f.Train), len(f.Test), d.Len())
			}
			yes := 0
			for _, i := range f.Test {
				tested[i]++
				yes += d.Y[i]
				if slices.Contains(f.Train, i) {
					t.Fatalf("row %d is learnt from and tested", i)
				}
			}
			least, most = min(least, yes), max(most, yes)
		}
		for i, n := range tested {
			if n != 1 {
				t.Fatalf("row %d is tested %d times", i, n)
			}
		}
		if most-least > 1 {
			t.Errorf("between %d and %d rows of a class in a fold", least, most)
		}
	})
}

func TestBadInput(t *testing.T) {
	l := tree.C45{}
	if _, err := CrossValidate(l, steps(5), 10, 1); err == nil || !strings.Contains(err.Error(), "fewer than 10 folds") {
		t.Errorf("few rows: %v", err)
	}
	one := steps(50)
	clear(one.Y)
	if _, err := CrossValidate(l, one, 10, 1); !errors.Is(err, learn.ErrOneClass) {
		t.Errorf("one class: %v", err)
	}
	if _, err := CrossValidate(l, steps(50), 1, 1); err == nil {
		t.Error("one fold without error")
	}
	none := steps(50)
	for i := range none.Y {
		none.Y[i] = -1
	}
	if _, err := CrossValidate(l, none, 10, 1); !errors.Is(err, learn.ErrNoRows) {
		t.Errorf("no labels: %v", err)
	}
	if _, err := Score([]string{"a"}, []Prediction{{Class: 1, P: []float64{1}}}); err == nil {
		t.Error("a class that does not exist without error")
	}
}

func TestUndersample(t *testing.T) {
	d := steps(200)
	s, err := Undersample(d, 1)
	if err != nil {
		t.Fatal(err)
	}
	if w := s.ClassWeights(); w[0] != w[1] || w[1] != d.ClassWeights()[1] {
		t.Errorf("classes weigh %v of %v", w, d.ClassWeights())
	}
	again, _ := Undersample(d, 1)
	other, _ := Undersample(d, 2)
	if fmt.Sprint(again.X) != fmt.Sprint(s.X) || fmt.Sprint(other.X) == fmt.Sprint(s.X) {
		t.Error("the rows do not follow from the seed")
	}
	c, err := tree.C45{}.Learn(s)
	if err != nil {
		t.Fatal(err)
	}
	p := make([]float64, 2)
	if c.Probabilities([]float64{0.9}, p); p[1] < 0.9 {
		t.Errorf("probabilities %v", p)
	}
}

// TestScoreByHand checks the figures of four rows computed by hand.
func TestScoreByHand(t *testing.T) {
	preds := []Prediction{
		{Class: 0, Weight: 1, P: []float64{0.9, 0.1}},
		{Class: 0, Weight: 1, P: []float64{0.4, 0.6}},
		{Class: 1, Weight: 1, P: []float64{0.3, 0.7}},
		{Class: 1, Weight: 1, P: []float64{0.4, 0.6}},
	}
	r, err := Score([]string{"a", "b"}, preds)
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string][2]float64{
		"accuracy": {r.Accuracy(), 0.75}, "kappa": {r.Kappa, 0.5}, "balanced": {r.Balanced, 0.75},
		"precision": {r.Classes[1].Precision, 2.0 / 3}, "recall": {r.Classes[1].Recall, 1}, "F1": {r.Classes[1].F1, 0.8},
		"FP rate": {r.Classes[1].FPRate, 0.5}, "ROC": {r.Classes[1].ROCArea, 0.875}, "ROC a": {r.Classes[0].ROCArea, 0.875},
		"MAE": {r.MAE, 0.35}, "mean F1": {r.Average.F1, (0.8 + 2.0/3) / 2},
	} {
		if math.Abs(c[0]-c[1]) > 1e-12 {
			t.Errorf("%s is %v, want %v", name, c[0], c[1])
		}
	}
	if !math.IsNaN(r.RAE) {
		t.Error("a relative error without priors")
	}
	if !math.IsNaN(ROCArea(preds[:2], 0)) {
		t.Error("a ROC area of one class")
	}
}

func TestReportShowsSeedAndManyClasses(t *testing.T) {
	r, err := CrossValidate(tree.C45{}, steps(100), 5, 77)
	if err != nil {
		t.Fatal(err)
	}
	if s := r.String(); !strings.Contains(s, "Folds, seed                              5, 77\n") {
		t.Errorf("no seed in\n%s", s)
	}
	var names []string
	for i := range 30 {
		names = append(names, fmt.Sprint("class ", i))
	}
	p := make([]float64, 30)
	p[28] = 1
	r, err = Score(names, []Prediction{{Class: 27, Weight: 0.5, P: p}})
	if err != nil {
		t.Fatal(err)
	}
	if s := r.String(); !strings.Contains(s, "| ") || !strings.Contains(s, "ab = class 27") || !strings.Contains(s, "0.5 ") {
		t.Errorf("the matrix lacks letters or weights:\n%s", s)
	}
}

func BenchmarkCrossValidation(b *testing.B) {
	d := steps(1000)
	for b.Loop() {
		if _, err := CrossValidate(tree.C45{}, d, 10, 1); err != nil {
			b.Fatal(err)
		}
	}
}

func ExampleCrossValidate() {
	r, err := CrossValidate(tree.C45{}, steps(100), 10, 1)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%.0f of %.0f rows correct, seed %d\n", r.Correct, r.Total, r.Seed)
	// Output: 99 of 100 rows correct, seed 1
}
