package gain

import (
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/bauta/bauta/internal/learn"
)

// drawn makes rows of one number; the class follows it more or less.
func drawn(t *rapid.T) *learn.Dataset {
	d := &learn.Dataset{Attributes: []learn.Attribute{{Name: "x"}}, Class: learn.Attribute{Name: "y", Values: []string{"a", "b", "c"}}}
	r := learn.NewRand(rapid.Int64().Draw(t, "seed"))
	noise := rapid.Float64Range(0, 1).Draw(t, "noise")
	for range rapid.IntRange(1, 200).Draw(t, "rows") {
		x := float64(r.Intn(40))
		y := int(x / 14)
		if r.Float64() < noise {
			y = r.Intn(3)
		}
		if r.Intn(20) == 0 {
			x = learn.Missing()
		}
		d.X, d.Y = append(d.X, []float64{x}), append(d.Y, y)
	}
	return d
}

func TestCutsLieBetweenValues(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawn(t)
		cuts := Cuts(d, 0)
		if !slices.IsSorted(cuts) {
			t.Fatalf("cuts %v do not rise", cuts)
		}
		for _, c := range cuts {
			below, above := false, false
			for _, row := range d.X {
				if row[0] == c {
					t.Fatalf("cut %v is a value", c)
				}
				below, above = below || row[0] < c, above || row[0] > c
			}
			if !below || !above {
				t.Fatalf("cut %v has nothing on one side", c)
			}
		}
	})
}

// TestScaleChangesNothing: only the order of the values matters.
func TestScaleChangesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawn(t)
		a, err := Rank(d)
		if err != nil {
			t.Fatal(err)
		}
		for i, row := range d.X {
			d.X[i] = []float64{math.Exp(row[0] / 10)}
		}
		b, err := Rank(d)
		if err != nil {
			t.Fatal(err)
		}
		if math.Abs(a[0].Gain-b[0].Gain) > 1e-12 || len(a[0].Cuts) != len(b[0].Cuts) {
			t.Errorf("gain %v with cuts %v became %v with %v", a[0].Gain, a[0].Cuts, b[0].Gain, b[0].Cuts)
		}
	})
}

// TestGainIsBounded: between nothing and the entropy of the classes.
func TestGainIsBounded(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawn(t)
		r, err := Rank(d)
		if err != nil {
			t.Fatal(err)
		}
		if h := entropy(d.ClassWeights()); r[0].Gain < -1e-9 || r[0].Gain > h+1e-9 {
			t.Errorf("gain %v of %v bits", r[0].Gain, h)
		}
	})
}

func TestEntropy(t *testing.T) {
	for _, c := range []struct {
		w    []float64
		want float64
	}{{nil, 0}, {[]float64{0, 0}, 0}, {[]float64{5, 0}, 0}, {[]float64{2, 2}, 1}, {[]float64{1, 1, 1, 1}, 2}, {[]float64{3, 1}, 0.8112781244591328}} {
		if got := entropy(c.w); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("entropy of %v is %v, want %v", c.w, got, c.want)
		}
	}
	if got := conditional([][]float64{{2, 2}, {4, 0}}); math.Abs(got-0.5) > 1e-12 {
		t.Errorf("mean entropy %v, want 0.5", got)
	}
}

// TestMissingIsSpread: a missing value goes to the cells of its class's column
// by the weights of the rows, a missing class to those of its row.
func TestMissingIsSpread(t *testing.T) {
	d := &learn.Dataset{Attributes: []learn.Attribute{{Name: "c", Values: []string{"p", "q"}}}, Class: learn.Attribute{Name: "y", Values: []string{"a", "b"}}}
	for _, r := range []struct {
		x float64
		y int
	}{{0, 0}, {0, 0}, {0, 0}, {1, 1}, {learn.Missing(), 0}, {1, -1}, {learn.Missing(), -1}} {
		d.X, d.Y = append(d.X, []float64{r.x}), append(d.Y, r.y)
	}
	got := table(d, 0, nil)
	want := counts{{3 + 0.75 + 0 + 0.75, 0}, {0 + 0.25 + 0.75, 1 + 0.25 + 0.25}}
	for v := range want {
		for c := range want[v] {
			if math.Abs(got[v][c]-want[v][c]) > 1e-12 {
				t.Errorf("cell %d, %d holds %v, want %v", v, c, got[v][c], want[v][c])
			}
		}
	}
}

func TestPrintOfRoundings(t *testing.T) {
	r := Ranking{{Index: 1, Name: "good", Gain: 0.25}, {Index: 0, Name: "nothing", Gain: -1e-16}}
	if got := r.String(); !strings.Contains(got, " 0.25   2 good\n") || strings.Contains(got, "-") {
		t.Errorf("printed %q", got)
	}
}
