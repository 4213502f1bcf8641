package tree

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/bauta/bauta/internal/learn"
	"github.com/bauta/bauta/internal/learn/arff"
)

const walks = `@relation walks
@attribute sky {sun, cloud, rain}
@attribute "warm <&>" numeric
@attribute walk {yes, no}
@data
sun,20,yes
sun,30,yes
sun,25,yes
cloud,10,no
cloud,12,no
cloud,22,yes
cloud,25,yes
rain,20,no
rain,24,no
`

func walkTree(t testing.TB, c C45) *Tree {
	t.Helper()
	d, err := arff.Config{}.Read(strings.NewReader(walks))
	if err != nil {
		t.Fatal(err)
	}
	tr, err := c.Tree(d)
	if err != nil {
		t.Fatal(err)
	}
	return tr
}

func TestDrawings(t *testing.T) {
	tr := walkTree(t, C45{})
	want := `digraph J48Tree {
N0 [label="sky" ]
N1 [label="yes (3.0)" shape=box style=filled ]
N0->N1 [label="= sun"]
N2 [label="warm <&>" ]
N3 [label="no (2.0)" shape=box style=filled ]
N2->N3 [label="<= 12"]
N4 [label="yes (2.0)" shape=box style=filled ]
N2->N4 [label="> 12"]
N0->N2 [label="= cloud"]
N5 [label="no (2.0)" shape=box style=filled ]
N0->N5 [label="= rain"]
}
`
	if diff := cmp.Diff(want, tr.DOT()); diff != "" {
		t.Errorf("DOT (-want +got):\n%s", diff)
	}
	svg := tr.SVG()
	if n := strings.Count(svg, "<rect "); n != tr.Nodes() {
		t.Errorf("%d boxes for %d nodes", n, tr.Nodes())
	}
	if n := strings.Count(svg, "<line "); n != tr.Nodes()-1 {
		t.Errorf("%d lines for %d nodes", n, tr.Nodes())
	}
	for d := xml.NewDecoder(strings.NewReader(svg)); ; {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
}

// TestOneLeaf prints, draws and asks a tree that is only a root.
func TestOneLeaf(t *testing.T) {
	d := &learn.Dataset{
		Attributes: []learn.Attribute{{Name: "x"}}, Class: learn.Attribute{Name: "y", Values: []string{"a", "b"}},
		X: [][]float64{{1}, {2}, {3}, {4}}, Y: []int{1, 1, 1, 1},
	}
	tr, err := C45{}.Tree(d)
	if err != nil {
		t.Fatal(err)
	}
	want := "J48 pruned tree\n------------------\n: b (4.0)\n\nNumber of Leaves  : \t1\n\nSize of the tree : \t1\n"
	if diff := cmp.Diff(want, tr.String()); diff != "" {
		t.Error(diff)
	}
	p := make([]float64, 2)
	if tr.Probabilities([]float64{learn.Missing()}, p); p[1] != 1 {
		t.Errorf("probabilities %v", p)
	}
	if !strings.Contains(tr.DOT(), "b (4.0)") || !strings.Contains(tr.SVG(), "b (4.0)") {
		t.Error("the only leaf is not drawn")
	}
}

// TestMissingGoesDownAllBranches: 3 sunny rows yes, 2 rainy no, 4 cloudy half.
func TestMissingGoesDownAllBranches(t *testing.T) {
	p := make([]float64, 2)
	walkTree(t, C45{}).Probabilities([]float64{learn.Missing(), 5}, p)
	if want := 3.0 / 9; math.Abs(p[0]-want) > 1e-12 || math.Abs(p[0]+p[1]-1) > 1e-12 {
		t.Errorf("probabilities %v, want %v of the first", p, want)
	}
}

func TestAddErrors(t *testing.T) {
	// 6 rows without an error at 25 %: Quinlan 1993, section 4.2, U = 0.206;
	// 9 rows: 0.143; 16 rows with one error: 0.157 (exact binomial; ours is the
	// normal approximation).
	for _, c := range []struct{ n, e, rate, tolerance float64 }{{6, 0, 0.206, 5e-4}, {9, 0, 0.143, 5e-4}, {16, 1, 0.157, 0.02}} {
		if got := (c.e + addErrors(c.n, c.e, 0.25)) / c.n; math.Abs(got-c.rate) > c.tolerance {
			t.Errorf("error rate of %v among %v is %.4f, want %.3f", c.e, c.n, got, c.rate)
		}
	}
	if got := addErrors(3, 2.9, 0.25); math.Abs(got-0.1) > 1e-12 {
		t.Errorf("%v errors added to 2.9 of 3 rows", got)
	}
}

func TestBadSettingsAndData(t *testing.T) {
	d, err := arff.Config{}.Read(strings.NewReader(walks))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []float64{-1, 0.6, math.NaN()} {
		if _, err := (C45{Confidence: c}).Learn(d); err == nil {
			t.Errorf("confidence %v without error", c)
		}
	}
	d.Y = make([]int, len(d.Y))
	for i := range d.Y {
		d.Y[i] = -1
	}
	if _, err := (C45{}).Learn(d); !errors.Is(err, learn.ErrNoRows) {
		t.Errorf("no labels: %v", err)
	}
}

// drawn makes any dataset.
func drawn(t *rapid.T) *learn.Dataset {
	d := &learn.Dataset{Class: learn.Attribute{Name: "y", Values: []string{"a", "b", "c"}}}
	nominal := rapid.SliceOfN(rapid.Bool(), 0, 4).Draw(t, "nominal")
	for i, is := range nominal {
		a := learn.Attribute{Name: fmt.Sprint("x", i)}
		if is {
			a.Values = []string{"p", "q", "r"}
		}
		d.Attributes = append(d.Attributes, a)
	}
	weighted := rapid.Bool().Draw(t, "weighted")
	for range rapid.IntRange(1, 60).Draw(t, "rows") {
		row := make([]float64, len(nominal))
		for i, is := range nominal {
			row[i] = float64(rapid.IntRange(0, 2).Draw(t, "value"))
			if !is {
				row[i] = rapid.OneOf(rapid.Float64Range(-3, 3), rapid.Just(math.NaN()), rapid.Just(1e300), rapid.Just(-1e300)).Draw(t, "number")
			}
		}
		d.X, d.Y = append(d.X, row), append(d.Y, rapid.IntRange(0, 2).Draw(t, "class"))
		if weighted {
			d.W = append(d.W, rapid.Float64Range(0, 4).Draw(t, "weight"))
		}
	}
	return d
}

func TestAnyTree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawn(t)
		grown, err := C45{Unpruned: true, MinLeaf: 1}.Tree(d)
		if err != nil {
			t.Fatal(err)
		}
		pruned, err := C45{MinLeaf: 1}.Tree(d)
		if err != nil {
			t.Fatal(err)
		}
		if pruned.Nodes() > grown.Nodes() {
			t.Errorf("pruned tree has %d nodes, unpruned %d", pruned.Nodes(), grown.Nodes())
		}
		data, err := pruned.MarshalBinary()
		if err != nil {
			t.Fatal(err)
		}
		var back Tree
		if err := back.UnmarshalBinary(data); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(pruned.String(), back.String()); diff != "" {
			t.Error(diff)
		}
		p, q := make([]float64, 3), make([]float64, 3)
		for _, row := range d.X {
			pruned.Probabilities(row, p)
			back.Probabilities(row, q)
			sum := p[0] + p[1] + p[2]
			if math.Abs(sum-1) > 1e-5 || p[0] != q[0] || p[1] != q[1] {
				t.Fatalf("probabilities %v, read back %v", p, q)
			}
		}
	})
}

func TestQuicksortIsNeverQuadratic(t *testing.T) {
	for _, depth := range []int{0, 1, 2} {
		r := learn.NewRand(9)
		items := make([]item, 500)
		for i := range items {
			items[i].v = float64(r.Intn(100))
		}
		quicksort(items, 0, len(items)-1, depth, 0)
		for i := 1; i < len(items); i++ {
			if items[i-1].v > items[i].v {
				t.Fatalf("depth %d: item %d is out of order", depth, i)
			}
		}
	}
}

func FuzzTree(f *testing.F) {
	for _, c := range []C45{{}, {Unpruned: true}} {
		data, err := walkTree(f, c).MarshalBinary()
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var tr Tree
		if tr.UnmarshalBinary(data) != nil {
			return
		}
		row, p := make([]float64, len(tr.attributes)), make([]float64, len(tr.class.Values))
		for i := range row {
			row[i] = learn.Missing()
		}
		tr.Probabilities(row, p)
		sum := 0.0
		for _, v := range p {
			sum += v
		}
		if math.Abs(sum-1) > 1e-5 {
			t.Errorf("probabilities sum to %v", sum)
		}
		_, _, _ = tr.String(), tr.DOT(), tr.SVG()
	})
}

func BenchmarkLearn(b *testing.B) {
	if _, err := os.Stat("testdata/invented5.arff"); err != nil {
		b.Skip(err)
	}
	d := readARFF(b, "testdata/invented5.arff")
	for b.Loop() {
		if _, err := (C45{}).Tree(d); err != nil {
			b.Fatal(err)
		}
	}
}

func ExampleC45_Tree() {
	d, err := arff.Config{}.Read(strings.NewReader(walks))
	if err != nil {
		fmt.Println(err)
		return
	}
	tr, err := C45{}.Tree(d)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(tr)
	// Output:
	// J48 pruned tree
	// ------------------
	//
	// sky = sun: yes (3.0)
	// sky = cloud
	// |   warm <&> <= 12: no (2.0)
	// |   warm <&> > 12: yes (2.0)
	// sky = rain: no (2.0)
	//
	// Number of Leaves  : 	4
	//
	// Size of the tree : 	6
}
