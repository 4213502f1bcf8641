package tree

import (
	"math"
	"strconv"
	"strings"

	"github.com/bauta/bauta/internal/learn"
)

// String prints the tree as the reference does, from the line "J48 pruned tree"
// to the line "Size of the tree", with the same blanks and tabs.
func (t *Tree) String() string {
	var b strings.Builder
	if t.unpruned {
		b.WriteString("J48 unpruned tree\n")
	} else {
		b.WriteString("J48 pruned tree\n")
	}
	b.WriteString("------------------\n")
	if t.root.leaf() {
		b.WriteString(": " + t.label(t.root, 0))
	} else {
		t.dump(&b, t.root, 0)
	}
	b.WriteString("\n\nNumber of Leaves  : \t" + strconv.Itoa(t.Leaves()) + "\n")
	b.WriteString("\nSize of the tree : \t" + strconv.Itoa(t.Nodes()) + "\n")
	return b.String()
}

func (t *Tree) dump(b *strings.Builder, n *node, depth int) {
	for i, kid := range n.kids {
		b.WriteByte('\n')
		for range depth {
			b.WriteString("|   ")
		}
		b.WriteString(t.attributes[n.attr].Name)
		b.WriteByte(' ')
		b.WriteString(t.test(n, i))
		if kid.leaf() {
			b.WriteString(": " + t.label(n, i))
		} else {
			t.dump(b, kid, depth+1)
		}
	}
}

// test is the condition of a branch without the name of the attribute.
func (t *Tree) test(n *node, branch int) string {
	attr := &t.attributes[n.attr]
	switch {
	case !attr.Numeric():
		return "= " + attr.Values[branch]
	case branch == 0:
		return "<= " + learn.FormatNumber(n.threshold, 6)
	}
	return "> " + learn.FormatNumber(n.threshold, 6)
}

// label is the class of a branch with its weight and the weight of its errors.
func (t *Tree) label(n *node, branch int) string {
	s := t.class.Values[n.dist.maxClass(branch)] + " (" + learn.FormatFloat(hundredths(n.dist.bag[branch]))
	if e := n.dist.bagErrors(branch); greater(e, 0) {
		s += "/" + learn.FormatFloat(hundredths(e))
	}
	return s + ")"
}

func hundredths(v float64) float64 { return math.Floor(v*100+0.5) / 100 }
