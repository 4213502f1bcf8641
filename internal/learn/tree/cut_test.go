package tree

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/bauta/bauta/internal/learn"
)

// invented is a table with both kinds of attributes, missing cells and noise.
func invented(rows int, seed int64) *learn.Dataset {
	r := learn.NewRand(seed)
	d := &learn.Dataset{
		Name: "cut", Class: learn.Attribute{Name: "class", Values: []string{"p", "q", "r"}},
		Attributes: []learn.Attribute{{Name: "x"}, {Name: "colour", Values: []string{"red", "green", "blue"}}, {Name: "y"}},
	}
	for range rows {
		x, c, y := r.Float64(), float64(r.Intn(3)), r.Float64()
		class := 0
		if x > 0.4 {
			class = 1 + int(c)%2
		}
		if r.Intn(12) == 0 {
			class = r.Intn(3)
		}
		if r.Intn(15) == 0 {
			y = learn.Missing()
		}
		if r.Intn(15) == 0 {
			c = learn.Missing()
		}
		d.X, d.Y = append(d.X, []float64{x, c, y}), append(d.Y, class)
	}
	return d
}

// sound tells whether p is a distribution.
func sound(p []float64) bool {
	sum := 0.0
	for _, v := range p {
		if v < 0 || math.IsNaN(v) {
			return false
		}
		sum += v
	}
	return math.Abs(sum-1) < 1e-6
}

// TestCutAndChangedTrees: the bytes of a tree cut anywhere are refused; with any
// byte changed they are refused or still make a tree whose answers are
// distributions and that can be drawn.
func TestCutAndChangedTrees(t *testing.T) {
	learnt, err := C45{}.Tree(invented(120, 3))
	if err != nil {
		t.Fatal(err)
	}
	good, err := learnt.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	for i := range good {
		if new(Tree).UnmarshalBinary(good[:i]) == nil {
			t.Errorf("cut at byte %d: taken", i)
		}
	}
	if new(Tree).UnmarshalBinary(append(slices.Clone(good), 0)) == nil {
		t.Error("a byte more: taken")
	}
	for i := range good {
		for _, to := range []byte{0, 0xff, good[i] + 1, good[i] - 1, good[i] ^ 0x80} {
			bad := slices.Clone(good)
			bad[i] = to
			var tr Tree
			if tr.UnmarshalBinary(bad) != nil {
				continue
			}
			attributes, classes := tr.Shape()
			row, out := make([]float64, len(attributes)), make([]float64, classes)
			for _, v := range []float64{0, 1, 0.5, math.NaN(), math.Inf(1), -1, 1e300} {
				for j := range row {
					row[j] = v
				}
				if tr.Probabilities(row, out); !sound(out) {
					t.Fatalf("byte %d as %d: probabilities %v", i, to, out)
				}
			}
			if i%7 == 0 { // drawing is slow
				_, _, _ = tr.String(), tr.DOT(), tr.SVG()
			}
		}
	}
}

// TestScaleDoesNotMatter: a numeric attribute in another unit (a power of two)
// gives the same answers to the same rows. Its values are 1/64 apart, since the
// reference takes values closer than 1e-5 for one.
func TestScaleDoesNotMatter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := invented(rapid.IntRange(20, 80).Draw(t, "rows"), int64(rapid.IntRange(1, 1000).Draw(t, "seed")))
		by := math.Ldexp(1, rapid.IntRange(-8, 8).Draw(t, "exponent"))
		scaled := *d
		scaled.X = nil
		for _, row := range d.X {
			row[0] = math.Floor(row[0]*64) / 64
			scaled.X = append(scaled.X, []float64{row[0] * by, row[1], row[2]})
		}
		a, err := C45{}.Tree(d)
		if err != nil {
			t.Fatal(err)
		}
		b, err := C45{}.Tree(&scaled)
		if err != nil {
			t.Fatal(err)
		}
		p, q := make([]float64, 3), make([]float64, 3)
		for i := range d.X {
			a.Probabilities(d.X[i], p)
			b.Probabilities(scaled.X[i], q)
			if !sound(p) || !slices.Equal(p, q) {
				t.Fatalf("row %d: %v, in another unit %v", i, p, q)
			}
		}
	})
}

// TestCopiesOfTreesAnswerTheSame: what was written and read answers as before,
// prints as before, and has the nodes it says.
func TestCopiesOfTreesAnswerTheSame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := invented(rapid.IntRange(5, 120).Draw(t, "rows"), int64(rapid.IntRange(1, 1000).Draw(t, "seed")))
		c := C45{MinLeaf: rapid.IntRange(1, 8).Draw(t, "least"), Unpruned: rapid.Bool().Draw(t, "unpruned"), NoRaising: rapid.Bool().Draw(t, "no raising")}
		a, err := c.Tree(d)
		if err != nil {
			t.Fatal(err)
		}
		data, err := a.MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		var b Tree
		if err := b.UnmarshalBinary(data); err != nil {
			t.Fatal(err)
		}
		if a.String() != b.String() || a.DOT() != b.DOT() || a.Nodes() != b.Nodes() || a.Leaves() != b.Leaves() || a.Leaves() > a.Nodes() {
			t.Fatalf("another tree:\n%s\n%s", a, &b)
		}
		p, q := make([]float64, 3), make([]float64, 3)
		for i, row := range d.X {
			a.Probabilities(row, p)
			b.Probabilities(row, q)
			if !slices.Equal(p, q) {
				t.Fatalf("row %d: %v, read back %v", i, p, q)
			}
		}
	})
}
