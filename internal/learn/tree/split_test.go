package tree

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/bauta/bauta/internal/learn"
)

// column makes a dataset of one number and two classes; class b from the index on.
func column(values []float64, from int) *learn.Dataset {
	d := &learn.Dataset{Attributes: []learn.Attribute{{Name: "x"}}, Class: learn.Attribute{Name: "y", Values: []string{"a", "b"}}}
	for i, v := range values {
		y := 0
		if i >= from {
			y = 1
		}
		d.X, d.Y = append(d.X, []float64{v}), append(d.Y, y)
	}
	return d
}

func TestThresholds(t *testing.T) {
	for name, c := range map[string]struct {
		values []float64
		from   int
		want   float64 // NaN: no split
	}{
		"a value of the data, not the middle": {[]float64{1, 2, 3, 10, 11, 12}, 3, 3},
		"one row apart does not pay":          {[]float64{1, 2, 3, 4, 5, 6}, 1, math.NaN()},
		"one value only":                      {[]float64{5, 5, 5, 5, 5, 5}, 3, math.NaN()},
		"three rows are too few":              {[]float64{1, 2, 3}, 1, math.NaN()},
		"values almost equal are not cut":     {[]float64{1, 1, 1, 1.000001, 1.000001, 1.000001}, 3, math.NaN()},
		"negative":                            {[]float64{-9, -8, -7, -2, -1, 0}, 3, -7},
		"enormous":                            {[]float64{-1e308, -1e308, -1e308, 1e308, 1.1e308, 1.2e308}, 3, -1e308},
		"missing ones aside":                  {[]float64{1, 2, 3, math.NaN(), 11, 12, 13, math.NaN()}, 4, 3},
	} {
		tr, err := C45{Unpruned: true}.Tree(column(c.values, c.from))
		if err != nil {
			t.Fatal(err)
		}
		switch {
		case math.IsNaN(c.want) != tr.root.leaf():
			t.Errorf("%s: split %v", name, !tr.root.leaf())
		case !tr.root.leaf() && tr.root.threshold != c.want:
			t.Errorf("%s: threshold %v, want %v", name, tr.root.threshold, c.want)
		}
	}
}

// TestSnapLooksAtAllRows: the threshold of a lower node is the greatest value of
// the whole data below the middle, not of the rows of the node.
func TestSnapLooksAtAllRows(t *testing.T) {
	b := newBuilder(C45{MinLeaf: 2}, column([]float64{1, 2, 5, 9, 9.0000004, math.NaN()}, 3))
	for threshold, want := range map[float64]float64{4: 2, 5: 5, 7: 5, 1.5: 1, 0.5: -math.MaxFloat64, 20: 9} {
		if got := b.snap(0, threshold); got != want {
			t.Errorf("threshold %v became %v, want %v", threshold, got, want)
		}
	}
}

func TestLeastSide(t *testing.T) {
	b := newBuilder(C45{MinLeaf: 2}, column([]float64{1, 2, 3, 4}, 2))
	b.min = 2
	for total, want := range map[float64]float64{10: 2, 40: 2, 100: 5, 500: 25, 10000: 25} {
		if got := b.leastSide(total); got != want {
			t.Errorf("%v rows: at least %v on a side, want %v", total, got, want)
		}
	}
}

// TestMDLRefusesNoise: labels without any order must not be split on a number.
func TestMDLRefusesNoise(t *testing.T) {
	r := learn.NewRand(11)
	var values []float64
	for range 200 {
		values = append(values, r.Float64())
	}
	d := column(values, 0)
	for i := range d.Y {
		d.Y[i] = i % 2
	}
	tr, err := C45{}.Tree(d)
	if err != nil {
		t.Fatal(err)
	}
	if tr.Leaves() > 4 {
		t.Errorf("%d leaves from noise", tr.Leaves())
	}
}

// TestSortBy holds both ways to sort against the library.
func TestSortBy(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 80).Draw(t, "n")
		col := make([]float64, n)
		items := make([]item, n)
		var want []float64
		for i := range col {
			items[i] = item{row: int32(i), w: 1}
			if rapid.IntRange(0, 5).Draw(t, "missing") == 0 {
				col[i] = math.NaN()
				continue
			}
			col[i] = float64(rapid.IntRange(-5, 5).Draw(t, "v"))
			want = append(want, col[i])
		}
		slices.Sort(want)
		known := sortBy(items, col, rapid.Bool().Draw(t, "whole"))
		if known != len(want) {
			t.Fatalf("%d known, want %d", known, len(want))
		}
		seen := map[int32]bool{}
		for i, it := range items {
			if seen[it.row] {
				t.Fatalf("row %d twice", it.row)
			}
			seen[it.row] = true
			if i < known && (it.v != want[i] || col[it.row] != it.v) || i >= known && !math.IsNaN(it.v) {
				t.Fatalf("item %d has value %v", i, it.v)
			}
		}
	})
}

// TestManyValues: an attribute with a value of its own for each row wins
// only when there is nothing else.
func TestManyValues(t *testing.T) {
	d := &learn.Dataset{
		Attributes: []learn.Attribute{{Name: "id"}, {Name: "colour", Values: []string{"red", "green"}}},
		Class:      learn.Attribute{Name: "y", Values: []string{"a", "b"}},
	}
	for i := range 20 {
		d.Attributes[0].Values = append(d.Attributes[0].Values, string(rune('A'+i)))
		d.X = append(d.X, []float64{float64(i), float64(i % 2)})
		d.Y = append(d.Y, i%2)
	}
	tr, err := C45{}.Tree(d)
	if err != nil {
		t.Fatal(err)
	}
	if tr.root.attr != 1 || tr.Leaves() != 2 {
		t.Errorf("split on attribute %d into %d leaves", tr.root.attr, tr.Leaves())
	}
}
