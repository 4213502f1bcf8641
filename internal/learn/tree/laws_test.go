package tree

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/bauta/bauta/internal/learn"
)

// learnt makes the tree of a dataset that must be sound.
func learnt(t interface{ Fatal(...any) }, c C45, d *learn.Dataset) *Tree {
	tr, err := c.Tree(d)
	if err != nil {
		t.Fatal(err)
	}
	return tr
}

// TestTreeCounts: leaves are counted as the drawing shows them, and the text
// tells the same numbers.
func TestTreeCounts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tr := learnt(t, C45{Unpruned: rapid.Bool().Draw(t, "unpruned"), MinLeaf: 1}, drawn(t))
		text := tr.String()
		if !strings.Contains(text, fmt.Sprintf("Number of Leaves  : \t%d\n", tr.Leaves())) ||
			!strings.Contains(text, fmt.Sprintf("Size of the tree : \t%d\n", tr.Nodes())) {
			t.Fatalf("%d leaves, %d nodes:\n%s", tr.Leaves(), tr.Nodes(), text)
		}
		dot := tr.DOT()
		if n := strings.Count(dot, "->"); n != tr.Nodes()-1 {
			t.Fatalf("%d edges for %d nodes", n, tr.Nodes())
		}
		if strings.Count(dot, "{") != strings.Count(dot, "}") {
			t.Fatal("braces of the drawing do not match")
		}
		if tr.Leaves() > tr.Nodes() || tr.Nodes() > 1 && tr.Leaves() < 2 {
			t.Fatalf("%d leaves of %d nodes", tr.Leaves(), tr.Nodes())
		}
	})
}

// TestDrawingIsXML whatever the names.
func TestDrawingIsXML(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawn(t)
		for i := range d.Attributes {
			d.Attributes[i].Name = rapid.StringMatching(`[<>&"'a é\\{}]{1,8}`).Draw(t, "name")
		}
		svg := learnt(t, C45{Unpruned: true, MinLeaf: 1}, d).SVG()
		dec := xml.NewDecoder(strings.NewReader(svg))
		for {
			if _, err := dec.Token(); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatalf("%v in\n%s", err, svg)
			}
		}
	})
}

// TestConstantColumnsChangeNothing: a further column of one number, at the end
// of the table, changes no probability. (The first numeric one would: C4.5
// leaves nominal attributes of many values out of the average gain unless all
// attributes are such.)
func TestConstantColumnsChangeNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawn(t)
		if !slices.ContainsFunc(d.Attributes, learn.Attribute.Numeric) {
			return
		}
		wide := *d
		wide.Attributes = append(slices.Clone(d.Attributes), learn.Attribute{Name: "same"})
		wide.X = nil
		for _, row := range d.X {
			wide.X = append(wide.X, append(slices.Clone(row), 7))
		}
		a, b := learnt(t, C45{}, d), learnt(t, C45{}, &wide)
		if a.Nodes() != b.Nodes() {
			t.Fatalf("%d nodes, with columns that tell nothing %d", a.Nodes(), b.Nodes())
		}
		p, q := make([]float64, 3), make([]float64, 3)
		for i := range d.X {
			a.Probabilities(d.X[i], p)
			b.Probabilities(wide.X[i], q)
			if !slices.EqualFunc(p, q, func(a, b float64) bool { return math.Abs(a-b) < 1e-9 }) {
				t.Fatalf("row %d: %v, with columns that tell nothing %v", i, p, q)
			}
		}
	})
}

// TestRenamedClasses: the names of values are names alone.
func TestRenamedClasses(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawn(t)
		other := *d
		other.Class = learn.Attribute{Name: "other", Values: []string{"one", "two", "three"}}
		a, b := learnt(t, C45{}, d), learnt(t, C45{}, &other)
		p, q := make([]float64, 3), make([]float64, 3)
		for i := range d.X {
			a.Probabilities(d.X[i], p)
			b.Probabilities(d.X[i], q)
			if !slices.Equal(p, q) {
				t.Fatalf("row %d: %v, with other names %v", i, p, q)
			}
		}
	})
}

// TestUnprunedFitsWhatCanBeToldApart: a tree that is not pruned tells rows
// apart that differ in a nominal attribute which decides the class.
func TestUnprunedFitsWhatCanBeToldApart(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := &learn.Dataset{
			Class:      learn.Attribute{Name: "y", Values: []string{"a", "b", "c"}},
			Attributes: []learn.Attribute{{Name: "x", Values: []string{"a", "b", "c"}}, {Name: "noise"}},
		}
		for y := range 3 {
			// Enough that three values are few (less than 0.3 of the rows).
			for range rapid.IntRange(4, 9).Draw(t, "rows") {
				d.X = append(d.X, []float64{float64(y), rapid.Float64Range(0, 1).Draw(t, "noise")})
				d.Y = append(d.Y, y)
			}
		}
		tr := learnt(t, C45{Unpruned: true}, d)
		p := make([]float64, 3)
		for i, row := range d.X {
			tr.Probabilities(row, p)
			if learn.Best(p) != d.Y[i] || p[d.Y[i]] != 1 {
				t.Fatalf("row %d of class %d: %v\n%s", i, d.Y[i], p, tr)
			}
		}
	})
}

// TestLearningChangesNoData and gives the same bytes each time.
func TestLearningChangesNoData(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawn(t)
		before := fmt.Sprint(d.X, d.Y, d.W, d.Attributes)
		a, err := learnt(t, C45{}, d).MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		b, err := learnt(t, C45{}, d).MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(a, b) {
			t.Fatal("the same data give other bytes")
		}
		if fmt.Sprint(d.X, d.Y, d.W, d.Attributes) != before {
			t.Fatal("the data were changed")
		}
	})
}

// TestFileCutOrChanged: no part of a file is read, and a changed one is refused
// or gives probabilities.
func TestFileCutOrChanged(t *testing.T) {
	tr := walkTree(t, C45{Unpruned: true})
	good, err := tr.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	for n := range good {
		var back Tree
		if back.UnmarshalBinary(good[:n]) == nil {
			t.Errorf("read with %d of %d bytes", n, len(good))
		}
	}
	var back Tree
	if back.UnmarshalBinary(append(slices.Clone(good), 0)) == nil {
		t.Error("read with a byte more")
	}
	r := rand.New(rand.NewPCG(2, 2))
	for range 20_000 {
		bad := slices.Clone(good)
		for range 1 + r.IntN(3) {
			bad[r.IntN(len(bad))] = byte(r.IntN(256))
		}
		var tr Tree
		if tr.UnmarshalBinary(bad) != nil {
			continue
		}
		p := make([]float64, len(tr.Class().Values))
		row := make([]float64, len(tr.Attributes()))
		for i := range row {
			row[i] = []float64{0, 1, -1e300, 12.5, learn.Missing()}[r.IntN(5)]
			if a := tr.Attributes()[i]; !a.Numeric() {
				row[i] = float64(r.IntN(max(1, len(a.Values))))
			}
		}
		tr.Probabilities(row, p)
		sum := 0.0
		for _, v := range p {
			if !(v >= 0 && v <= 1+1e-9) {
				t.Fatalf("probability %v", v)
			}
			sum += v
		}
		if math.Abs(sum-1) > 1e-5 {
			t.Fatalf("probabilities sum to %v", sum)
		}
	}
}

// TestSettingsOutOfRange are errors.
func TestSettingsOutOfRange(t *testing.T) {
	d := &learn.Dataset{Class: learn.Attribute{Values: []string{"a", "b"}}, X: [][]float64{{}, {}}, Y: []int{0, 1}}
	for _, c := range []C45{{Confidence: -0.1}, {Confidence: 0.51}, {Confidence: math.NaN()}, {Confidence: math.Inf(1)}} {
		if _, err := c.Tree(d); err == nil {
			t.Errorf("%+v: no error", c)
		}
	}
	for _, c := range []C45{{}, {Confidence: 0.5}, {Confidence: 1e-9}, {MinLeaf: 1 << 40}} {
		if tr, err := c.Tree(d); err != nil {
			t.Errorf("%+v: %v", c, err)
		} else if tr.Nodes() != 1 {
			t.Errorf("%+v: %d nodes of no attribute", c, tr.Nodes())
		}
	}
}
