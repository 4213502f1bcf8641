package tree

import (
	"path/filepath"
	"testing"
)

// TestPruningOnInventedData: each further step of pruning leaves no more nodes,
// and a lower confidence prunes at least as much.
func TestPruningOnInventedData(t *testing.T) {
	files, err := filepath.Glob("testdata/*.arff")
	if err != nil || len(files) == 0 {
		t.Fatal("no data", err)
	}
	raised := false
	for _, file := range files {
		d := readARFF(t, file)
		size := func(c C45) int {
			tr, err := c.Tree(d)
			if err != nil {
				t.Fatal(err)
			}
			return tr.Nodes()
		}
		grown, cut, full, hard := size(C45{Unpruned: true}), size(C45{NoRaising: true}), size(C45{}), size(C45{Confidence: 0.01})
		if cut > grown || full > grown || hard > full {
			t.Errorf("%s: %d nodes grown, %d cut, %d with raising, %d at confidence 0.01", file, grown, cut, full, hard)
		}
		raised = raised || full != cut
	}
	if !raised {
		t.Error("subtree raising changed no tree")
	}
}

// TestMinLeaf: no threshold leaves less than the least weight on two sides.
func TestMinLeaf(t *testing.T) {
	d := readARFF(t, "testdata/invented1.arff")
	sizes := 1 << 30
	for _, least := range []int{1, 2, 5, 20} {
		tr, err := C45{MinLeaf: least, Unpruned: true}.Tree(d)
		if err != nil {
			t.Fatal(err)
		}
		if tr.Nodes() > sizes {
			t.Errorf("at least %d rows a leaf: %d nodes, more than with fewer rows", least, tr.Nodes())
		}
		sizes = tr.Nodes()
		var walk func(n *node)
		walk = func(n *node) {
			if n.leaf() {
				return
			}
			if !n.dist.filled(float64(least)) {
				t.Errorf("at least %d rows: a split has branches of %v", least, n.dist.bag)
			}
			for _, kid := range n.kids {
				walk(kid)
			}
		}
		walk(tr.root)
	}
}

// TestCollapse: a split whose leaves all say the same is a leaf.
func TestCollapse(t *testing.T) {
	d := column([]float64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}, 12)
	d.Y[10], d.Y[8], d.Y[11] = 1, 1, 0
	tr, err := C45{Unpruned: true}.Tree(d)
	if err != nil {
		t.Fatal(err)
	}
	var walk func(n *node)
	walk = func(n *node) {
		if n.leaf() {
			return
		}
		if n.trainingErrors() >= n.dist.errors()-1e-3 {
			t.Error("a split that betters nothing was kept")
		}
		for _, kid := range n.kids {
			walk(kid)
		}
	}
	walk(tr.root)
}
