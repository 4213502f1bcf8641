package tree

import (
	"encoding"
	"errors"
	"math"

	"github.com/bauta/bauta/internal/learn"
	"github.com/bauta/bauta/internal/learn/codec"
)

// Magic is how the bytes of a [Tree] begin: kind and version.
const Magic = "bautaTR1"

// maxDepth bounds the recursion over a tree that was read.
const maxDepth = 1 << 16

var (
	_ encoding.BinaryMarshaler   = (*Tree)(nil)
	_ encoding.BinaryUnmarshaler = (*Tree)(nil)
)

// MarshalBinary writes the tree; the error is a tree too deep to be read.
func (t *Tree) MarshalBinary() ([]byte, error) {
	w := codec.NewWriter(Magic)
	w.Attributes(t.attributes)
	w.Attribute(t.class)
	w.Bool(t.unpruned)
	if !t.write(w, t.root, 0) {
		return nil, errors.New("tree is too deep to be written; raise the minimum weight of a leaf")
	}
	return w.Bytes(), nil
}

// write writes a node and then those below it.
func (t *Tree) write(w *codec.Writer, n *node, depth int) bool {
	if depth > maxDepth {
		return false
	}
	w.Uint(n.attr + 1)
	w.Bool(n.empty)
	if !n.leaf() && t.attributes[n.attr].Numeric() {
		w.Float(n.threshold)
	}
	w.Count(n.dist.total)
	w.Counts(n.dist.class)
	w.Counts(n.dist.bag)
	w.Counts(n.dist.cell)
	for _, kid := range n.kids {
		if !t.write(w, kid, depth+1) {
			return false
		}
	}
	return true
}

// UnmarshalBinary reads what MarshalBinary wrote. Damaged, cut or hostile bytes
// are an error.
func (t *Tree) UnmarshalBinary(data []byte) error {
	r := codec.NewReader(Magic, data)
	read := Tree{attributes: r.Attributes(), class: r.Attribute(), unpruned: r.Bool()}
	if r.Err() == nil && len(read.class.Values) == 0 {
		r.Fail("no classes")
	}
	read.root = read.read(r, 0)
	if err := r.Done(); err != nil {
		return err
	}
	*t = read
	return nil
}

func (t *Tree) read(r *codec.Reader, depth int) *node {
	n := &node{attr: r.Uint(len(t.attributes)) - 1, empty: r.Bool()}
	if depth > maxDepth {
		r.Fail("tree is too deep")
	}
	bags := 1
	if n.attr >= 0 {
		bags = branches(&t.attributes[n.attr])
		if t.attributes[n.attr].Numeric() {
			n.threshold = r.Float()
		}
	}
	classes := len(t.class.Values)
	if bags == 0 {
		r.Fail("a split without branches")
	}
	if !r.Room(1+classes) || !r.Room(bags) || !r.Room(bags*classes) {
		return n
	}
	n.dist = newDist(bags, classes)
	n.dist.total = r.Count()
	r.Counts(n.dist.class)
	r.Counts(n.dist.bag)
	r.Counts(n.dist.cell)
	if !n.dist.sound() {
		r.Fail("the weights of a node do not add up")
	}
	if n.attr < 0 {
		return n
	}
	if equal(n.dist.total, 0) {
		r.Fail("a split of no rows")
	}
	n.kids = make([]*node, bags)
	for i := range n.kids {
		if r.Err() != nil {
			return n
		}
		n.kids[i] = t.read(r, depth+1)
	}
	return n
}

// sound says whether the sums agree but for roundings.
func (d *dist) sound() bool {
	near := func(parts []float64, sum float64) bool {
		for _, p := range parts {
			sum -= p
		}
		return math.Abs(sum) <= 1e-6*(1+d.total)
	}
	ok := near(d.class, d.total) && near(d.bag, d.total)
	for i := range d.bag {
		ok = ok && near(d.row(i), d.bag[i])
	}
	return ok
}

func branches(a *learn.Attribute) int {
	if a.Numeric() {
		return 2
	}
	return len(a.Values)
}
