package forest

import (
	"math"

	"github.com/bauta/bauta/internal/learn/codec"
)

// regNode is a leaf where feature < 0; left is then the place of its values.
type regNode struct {
	feature     int32
	left, right int32
	missingLeft bool
	threshold   float64
}

// regTree is a binary tree with outs numbers at each leaf. The children of a
// node come after it.
type regTree struct {
	outs   int
	nodes  []regNode
	values []float64
}

func (t *regTree) addLeaf(total []float64, lambda float64) int32 {
	t.nodes = append(t.nodes, regNode{feature: -1, left: int32(len(t.values))})
	for _, g := range total[:t.outs] {
		v := 0.0
		if weight := total[t.outs] + lambda; weight > 0 {
			v = g / weight
		}
		t.values = append(t.values, v)
	}
	return int32(len(t.nodes) - 1)
}

func (t *regTree) addSplit(s split, edges []float64) int32 {
	t.nodes = append(t.nodes, regNode{feature: int32(s.feature), threshold: edges[s.bin-1], missingLeft: s.missingLeft})
	return int32(len(t.nodes) - 1)
}

// leaf returns the values of the leaf that an encoded row falls into.
func (t *regTree) leaf(x []float64) []float64 {
	n := &t.nodes[0]
	for n.feature >= 0 {
		v := x[n.feature]
		if v <= n.threshold || n.missingLeft && math.IsNaN(v) {
			n = &t.nodes[n.left]
		} else {
			n = &t.nodes[n.right]
		}
	}
	return t.values[n.left:][:t.outs]
}

func (t *regTree) write(w *codec.Writer) {
	w.Uint(len(t.nodes))
	for _, n := range t.nodes {
		w.Uint(int(n.feature + 1))
		if n.feature < 0 {
			for _, v := range t.values[n.left:][:t.outs] {
				w.Float(v)
			}
			continue
		}
		w.Float(n.threshold)
		w.Bool(n.missingLeft)
		w.Uint(int(n.left))
		w.Uint(int(n.right))
	}
}

// readRegTree reads a tree over so many features. That children come after
// their parent keeps every walk finite.
func readRegTree(r *codec.Reader, features, outs int) *regTree {
	t := &regTree{outs: outs}
	n := r.Len(1 + 8)
	if r.Err() == nil && n == 0 {
		r.Fail("a tree without nodes")
	}
	t.nodes = make([]regNode, n)
	for i := range t.nodes {
		if r.Err() != nil {
			break
		}
		nd := &t.nodes[i]
		nd.feature = int32(r.Uint(features)) - 1
		if nd.feature < 0 {
			nd.left = int32(len(t.values))
			for range outs {
				t.values = append(t.values, r.Float())
			}
			continue
		}
		nd.threshold, nd.missingLeft = r.Float(), r.Bool()
		nd.left, nd.right = int32(r.Uint(n-1)), int32(r.Uint(n-1))
		if int(nd.left) <= i || int(nd.right) <= i {
			r.Fail("a branch that leads back")
		}
	}
	return t
}
