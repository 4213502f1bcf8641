package forest

import (
	"encoding"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/bauta/bauta/internal/learn"
	"github.com/bauta/bauta/internal/learn/tree"
)

// quick are learners small enough for hundreds of runs.
var quick = map[string]learn.Learner{
	"bagging": Bagging{Bags: 2}, "forest": RandomForest{Trees: 3}, "boost": Boost{Rounds: 3, MinLeaf: 0.1},
}

// probabilities asks for the classes of a row and checks that they are shares.
func probabilities(t interface{ Fatalf(string, ...any) }, c learn.Classifier, row []float64, classes int) []float64 {
	p := make([]float64, classes)
	c.Probabilities(row, p)
	sum := 0.0
	for _, v := range p {
		if !(v >= 0 && v <= 1) {
			t.Fatalf("probability %v of %v", v, p)
		}
		sum += v
	}
	if math.Abs(sum-1) > 1e-6 {
		t.Fatalf("%v sums to %v", p, sum)
	}
	return p
}

// TestAnyData: whatever the table, probabilities are shares, also of rows never
// seen: all missing, or far away.
func TestAnyData(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		classes := rapid.IntRange(1, 4).Draw(t, "classes")
		d := noisy(rapid.IntRange(1, 25).Draw(t, "rows"), rapid.IntRange(3, 5).Draw(t, "width"), classes, rapid.Int64().Draw(t, "seed"))
		if rapid.Bool().Draw(t, "weighted") {
			d.W = rapid.SliceOfN(rapid.Float64Range(0.1, 4), d.Len(), d.Len()).Draw(t, "weights")
		}
		for name, l := range quick {
			c, err := l.Learn(d)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			width := len(d.Attributes)
			nothing, far := make([]float64, width), make([]float64, width)
			for i := range far {
				nothing[i], far[i] = learn.Missing(), 1e300
			}
			far[width-1] = 2
			for _, row := range append([][]float64{nothing, far}, d.X...) {
				probabilities(t, c, row, classes)
			}
			if attributes, n := c.(learn.Shaped).Shape(); n != classes || len(attributes) != width {
				t.Fatalf("%s: shape of %d attributes and %d classes", name, len(attributes), n)
			}
		}
	})
}

// TestLearningChangesNoData for each of the learners.
func TestLearningChangesNoData(t *testing.T) {
	d := noisy(80, 5, 3, 9)
	d.W = make([]float64, d.Len())
	for i := range d.W {
		d.W[i] = 1 + float64(i%3)
	}
	before := fmt.Sprint(d)
	for name, l := range learners {
		if _, err := l.Learn(d); err != nil {
			t.Fatal(err)
		}
		if fmt.Sprint(d) != before {
			t.Fatalf("%s changed the data", name)
		}
	}
}

// TestMonotoneMapsChangeNoTree: what is cut into bins knows the order of the
// values alone: doubling a feature leaves the decisions as they are.
func TestMonotoneMapsChangeNoTree(t *testing.T) {
	d := noisy(150, 5, 3, 11)
	wide := *d
	wide.X = nil
	for _, row := range d.X {
		r := slices.Clone(row)
		for i := range len(r) - 1 {
			r[i] *= 4 // exact in floating point
		}
		wide.X = append(wide.X, r)
	}
	for name, l := range map[string]learn.Learner{"forest": RandomForest{Trees: 10}, "boost": Boost{Rounds: 10}} {
		a, err := l.Learn(d)
		if err != nil {
			t.Fatal(err)
		}
		b, err := l.Learn(&wide)
		if err != nil {
			t.Fatal(err)
		}
		for i := range d.X {
			p, q := probabilities(t, a, d.X[i], 3), probabilities(t, b, wide.X[i], 3)
			for k := range p {
				if math.Abs(p[k]-q[k]) > 1e-9 {
					t.Fatalf("%s, row %d: %v, stretched %v", name, i, p, q)
				}
			}
		}
	}
}

// TestBagIsTheMean of its trees.
func TestBagIsTheMean(t *testing.T) {
	d := noisy(120, 5, 3, 21)
	c, err := Bagging{Bags: 4}.Learn(d)
	if err != nil {
		t.Fatal(err)
	}
	bag := c.(*Bag)
	if len(bag.Trees()) != 4 {
		t.Fatalf("%d trees", len(bag.Trees()))
	}
	for i, row := range d.X {
		want, p := make([]float64, 3), make([]float64, 3)
		for _, tr := range bag.Trees() {
			tr.Probabilities(row, p)
			for k := range p {
				want[k] += p[k] / 4
			}
		}
		for k, v := range probabilities(t, bag, row, 3) {
			if math.Abs(v-want[k]) > 1e-9 {
				t.Fatalf("row %d: class %d is %v, the mean %v", i, k, v, want[k])
			}
		}
	}
	one, err := Bagging{Bags: 1, Tree: tree.C45{Unpruned: true}}.Learn(d)
	if err != nil {
		t.Fatal(err)
	}
	alone, err := tree.C45{Unpruned: true}.Tree(Bootstrap(d, learn.NewRand(1)))
	if err == nil && one.(*Bag).Trees()[0].Class().Name != alone.Class().Name {
		t.Error("the class of the bag is another")
	}
}

// TestBootstrapDraws rows that are there, as many as there are, and none of
// weight 0.
func TestBootstrapDraws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 30).Draw(t, "rows")
		d := &learn.Dataset{Attributes: []learn.Attribute{{Name: "x"}}, Class: learn.Attribute{Values: []string{"a", "b"}}}
		some := rapid.IntRange(0, n-1).Draw(t, "some")
		for i := range n {
			d.X, d.Y = append(d.X, []float64{float64(i)}), append(d.Y, i%2)
			w := rapid.SampledFrom([]float64{0, 0.5, 1, 7}).Draw(t, "weight")
			if i == some {
				w = 1
			}
			d.W = append(d.W, w)
		}
		b := Bootstrap(d, learn.NewRand(rapid.Int64().Draw(t, "seed")))
		if b.Len() != n {
			t.Fatalf("%d rows of %d", b.Len(), n)
		}
		for i, row := range b.X {
			at := int(row[0])
			if d.W[at] == 0 || b.Y[i] != d.Y[at] || b.Weight(i) != 1 {
				t.Fatalf("row %d of weight %v was drawn, weighs %v", at, d.W[at], b.Weight(i))
			}
		}
	})
}

// TestBoostRounds: patience keeps at most the rounds asked for, and without it
// all are kept.
func TestBoostRounds(t *testing.T) {
	d := noisy(200, 5, 2, 31)
	for _, rounds := range []int{1, 2, 17} {
		c, err := Boost{Rounds: rounds}.Learn(d)
		if err != nil {
			t.Fatal(err)
		}
		if n := c.(*Boosted).Rounds(); n != rounds {
			t.Errorf("%d rounds of %d", n, rounds)
		}
		c, err = Boost{Rounds: rounds, Patience: 1}.Learn(d)
		if err != nil {
			t.Fatal(err)
		}
		if n := c.(*Boosted).Rounds(); n < 1 || n > rounds {
			t.Errorf("%d rounds of %d with patience", n, rounds)
		}
	}
}

// TestFilesCutOrChanged: no part of a file is read, and a changed one is
// refused or gives probabilities.
func TestFilesCutOrChanged(t *testing.T) {
	d := noisy(25, 4, 3, 41)
	r := rand.New(rand.NewPCG(4, 4))
	for name, l := range quick {
		good := marshal(t, l, d)
		for n := range good {
			if empty(name).UnmarshalBinary(good[:n]) == nil {
				t.Errorf("%s: read with %d of %d bytes", name, n, len(good))
			}
		}
		if empty(name).UnmarshalBinary(append(slices.Clone(good), 0)) == nil {
			t.Errorf("%s: read with a byte more", name)
		}
		for range 1000 {
			bad := slices.Clone(good)
			for range 1 + r.IntN(3) {
				bad[r.IntN(len(bad))] = byte(r.IntN(256))
			}
			m := empty(name)
			if m.UnmarshalBinary(bad) != nil {
				continue
			}
			attributes, classes := m.(learn.Shaped).Shape()
			row := make([]float64, len(attributes))
			for i := range row {
				row[i] = []float64{0, learn.Missing()}[r.IntN(2)]
			}
			p := make([]float64, classes)
			m.(learn.Classifier).Probabilities(row, p)
			for _, v := range p {
				if math.IsNaN(v) || v < 0 {
					t.Fatalf("%s: probability %v", name, v)
				}
			}
		}
		var others []encoding.BinaryUnmarshaler
		for other := range quick {
			if other != name {
				others = append(others, empty(other))
			}
		}
		for _, o := range others {
			if o.UnmarshalBinary(good) == nil {
				t.Errorf("%s is read as %T", name, o)
			}
		}
	}
}
