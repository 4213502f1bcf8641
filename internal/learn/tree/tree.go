package tree

import (
	"github.com/bauta/bauta/internal/learn"
)

// C45 is the configuration of a tree. The zero value is that of the reference:
// confidence 0.25, at least 2 rows a leaf, pruned with subtree raising.
type C45 struct {
	Confidence float64 // of pruning, in (0, 0.5]; 0 means 0.25
	MinLeaf    int     // least weight of at least two branches; 0 means 2
	Unpruned   bool
	NoRaising  bool // prune, but only to leaves
}

// Tree is a decision tree.
type Tree struct {
	attributes []learn.Attribute
	class      learn.Attribute
	unpruned   bool
	root       *node
}

// Learn makes the tree of the rows that have a class. Rows of one class only
// make a tree of one leaf. The error is that of the data, or of a setting.
func (c C45) Learn(d *learn.Dataset) (learn.Classifier, error) {
	t, err := c.Tree(d)
	if err != nil {
		return nil, err
	}
	return t, nil
}

// Tree is [C45.Learn] for those who want the tree itself.
func (c C45) Tree(d *learn.Dataset) (*Tree, error) {
	if c.Confidence == 0 {
		c.Confidence = 0.25
	}
	if c.MinLeaf <= 0 {
		c.MinLeaf = 2
	}
	if !(c.Confidence > 0 && c.Confidence <= 0.5) {
		return nil, errConfidence
	}
	if err := d.Check(); err != nil {
		return nil, err
	}
	b := newBuilder(c, d)
	root := b.grow(b.items())
	b.collapse(root)
	if !c.Unpruned {
		b.prune(root)
	}
	root.forget()
	return &Tree{attributes: d.Attributes, class: d.Class, unpruned: c.Unpruned, root: root}, nil
}

// forget lets the training rows go.
func (n *node) forget() {
	n.items = nil
	for _, kid := range n.kids {
		kid.forget()
	}
}

// Probabilities implements [learn.Classifier].
func (t *Tree) Probabilities(row, out []float64) {
	clear(out)
	t.add(t.root, row, out, 1)
	sum := 0.0
	for _, p := range out {
		sum += p
	}
	for i := range out {
		switch {
		case sum == 0: // every branch the row could take is empty
			out[i] = 1 / float64(len(out))
		case equal(sum, 1):
		default:
			out[i] /= sum
		}
	}
}

func (t *Tree) add(n *node, row, out []float64, weight float64) {
	for !n.leaf() {
		k := n.branch(&t.attributes[n.attr], row[n.attr])
		if k < 0 {
			break
		}
		if n.kids[k].empty {
			n.dist.addTo(out, weight, k)
			return
		}
		n = n.kids[k]
	}
	if n.leaf() {
		n.dist.addTo(out, weight, 0)
		return
	}
	for i, kid := range n.kids {
		if !kid.empty {
			t.add(kid, row, out, weight*(n.dist.bag[i]/n.dist.total))
		}
	}
}

// Leaves returns the number of leaves.
func (t *Tree) Leaves() int { return t.root.count(true) }

// Nodes returns the number of nodes, leaves among them.
func (t *Tree) Nodes() int { return t.root.count(false) }

func (n *node) count(leavesOnly bool) int {
	if n.leaf() {
		return 1
	}
	sum := 1
	if leavesOnly {
		sum = 0
	}
	for _, kid := range n.kids {
		sum += kid.count(leavesOnly)
	}
	return sum
}

// Class returns the class attribute.
func (t *Tree) Class() learn.Attribute { return t.class }

// Attributes returns the attributes of a row.
func (t *Tree) Attributes() []learn.Attribute { return t.attributes }

var (
	_ learn.Shaped  = (*Tree)(nil)
	_ learn.Learner = C45{}
)

// Shape implements [learn.Shaped].
func (t *Tree) Shape() ([]learn.Attribute, int) { return t.attributes, len(t.class.Values) }
