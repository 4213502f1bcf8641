package location

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/bauta/bauta/internal/learn/logistic"
)

// street is cells side by side, each some 1,100 m wide, with a message in each.
func street(t testing.TB, cells int) *Division {
	t.Helper()
	g := Grid{South: 0, West: 0, North: 0.01, East: 0.01 * float64(cells), Rows: 1, Cols: cells}
	var points []Point
	for c := range cells {
		points = append(points, g.Centre(c))
	}
	d, _, _, err := Divide(g, 1, Drop, points)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// TestRelatedCells: cells share by their place and by their words, each wholly
// with itself, and those with neither in common do not.
func TestRelatedCells(t *testing.T) {
	d := street(t, 8)
	// Cells 0 and 7 have a word in common, all others one each of their own.
	words := &logistic.Model{Classes: 8, Weight: make([]float32, 7*8), Bias: make([]float32, 8), Temperature: 1}
	words.Weight[0], words.Weight[7] = 2, 3
	for k := 1; k < 7; k++ {
		words.Weight[k*8+k] = 1
	}
	share := map[[2]int]float64{}
	r := d.related(words)
	if r.Rows() != 8 || r.Check() != nil {
		t.Fatalf("%d rows: %v", r.Rows(), r.Check())
	}
	for i := range 8 {
		col, val := r.Row(i)
		for j, k := range col {
			share[[2]int{i, int(k)}] = float64(val[j])
		}
	}
	for pair, want := range map[[2]int]float64{
		{3, 3}: 1,
		{3, 4}: byPlace * math.Exp(-0.5), // a cell's width away
		{4, 3}: byPlace * math.Exp(-0.5),
		{0, 7}: byWords, // the same words, far away
		{1, 6}: 0,
	} {
		if got := share[pair]; math.Abs(got-want) > 0.01 {
			t.Errorf("cells %v share %.3f, want %.3f", pair, got, want)
		}
	}
}

// TestLikeness is the cosine, symmetric, 1 with itself where there are words,
// and never below 0.
func TestLikeness(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n, f := rapid.IntRange(2, 6).Draw(t, "classes"), rapid.IntRange(1, 8).Draw(t, "features")
		m := &logistic.Model{Classes: n, Bias: make([]float32, n), Temperature: 1}
		for range n * f {
			m.Weight = append(m.Weight, float32(rapid.IntRange(-2, 3).Draw(t, "weight")))
		}
		like := likeness(m)
		for i := range n {
			for j := range n {
				var product, one, other float64
				for k := range f {
					a, b := float64(m.Weight[k*n+i]), float64(m.Weight[k*n+j])
					product, one, other = product+a*b, one+a*a, other+b*b
				}
				want := 0.0
				if one > 0 && other > 0 {
					want = max(0, product/math.Sqrt(one*other))
				}
				if math.Abs(like[i*n+j]-want) > 1e-9 {
					t.Fatalf("classes %d and %d: %g, the cosine is %g", i, j, like[i*n+j], want)
				}
			}
		}
	})
}

// TestTargets: the shares of a message sum to 1, its own cell has the most of
// them, and the neighbour on whose side it lies more than the other one.
func TestTargets(t *testing.T) {
	d := street(t, 5)
	rapid.Check(t, func(t *rapid.T) {
		p := Point{rapid.Float64Range(0, 0.0099).Draw(t, "lat"), rapid.Float64Range(0, 0.0499).Draw(t, "lon")}
		k := d.Of(p)
		x := d.targets([]Point{p}, []int{k})
		if err := x.Check(); err != nil || x.Rows() != 1 || x.Cols != 5 {
			t.Fatalf("%d × %d: %v", x.Rows(), x.Cols, err)
		}
		col, val := x.Row(0)
		share, sum := make([]float64, 5), 0.0
		for i, c := range col {
			share[c] = float64(val[i])
			sum += share[c]
		}
		if math.Abs(sum-1) > 1e-5 {
			t.Fatalf("shares sum to %g", sum)
		}
		for c, v := range share {
			if c != k && v > share[k]-(1-blur)+1e-6 {
				t.Fatalf("cell %d has %g of a message of cell %d, which has %g", c, v, k, share[k])
			}
		}
		if east := p.Lon > d.Place(k).Lon; k > 0 && k < 4 && east != (share[k+1] > share[k-1]) {
			t.Fatalf("the wrong neighbour of cell %d has more: %v", k, share)
		}
	})
}

// TestTargetsFarFromAllCentres: a merged cell may hold points far from its
// centre; they speak for their class alone.
func TestTargetsFarFromAllCentres(t *testing.T) {
	d := street(t, 3)
	x := d.targets([]Point{{80, 100}}, []int{2})
	col, val := x.Row(0)
	if x.Check() != nil || len(col) != 1 || col[0] != 2 || math.Abs(float64(val[0])-1) > 1e-6 {
		t.Errorf("cells %v, shares %v", col, val)
	}
}
