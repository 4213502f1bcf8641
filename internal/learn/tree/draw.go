package tree

import (
	"fmt"
	"html"
	"strings"
	"unicode/utf8"
)

// DOT returns the tree in the language of Graphviz: splits as ellipses, leaves
// as boxes.
func (t *Tree) DOT() string {
	var b strings.Builder
	b.WriteString("digraph J48Tree {\n")
	next := 0
	var draw func(parent *node, branch int, n *node) int
	draw = func(parent *node, branch int, n *node) int {
		id := next
		next++
		if n.leaf() {
			fmt.Fprintf(&b, "N%d [label=%s shape=box style=filled ]\n", id, dotQuote(t.label(parent, branch)))
			return id
		}
		fmt.Fprintf(&b, "N%d [label=%s ]\n", id, dotQuote(t.attributes[n.attr].Name))
		for i, kid := range n.kids {
			to := draw(n, i, kid)
			fmt.Fprintf(&b, "N%d->N%d [label=%s]\n", id, to, dotQuote(t.test(n, i)))
		}
		return id
	}
	draw(t.root, 0, t.root)
	b.WriteString("}\n")
	return b.String()
}

func dotQuote(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", " ", "\r", " ").Replace(s) + `"`
}

// Measures of the drawing, in pixels.
const (
	charWidth = 7
	boxHeight = 24
	rowHeight = 72
	gap       = 12
	margin    = 12
)

// box is a node with its place.
type box struct {
	text   string
	edge   string // condition on the way to it
	leaf   bool
	x, y   float64 // of the centre
	width  float64
	parent int
}

// SVG returns a drawing of the tree, the root on top; it needs no style sheet
// and no font but the reader's sans-serif.
func (t *Tree) SVG() string {
	boxes, width, height := t.layout()
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%.0f" height="%.0f" viewBox="0 0 %.0f %.0f" `+
		`role="img" font-family="sans-serif" font-size="12" text-anchor="middle">`+"\n",
		width, height, width, height)
	fmt.Fprintf(&b, "<title>decision tree of %d leaves</title>\n", t.Leaves())
	for _, x := range boxes {
		if x.parent < 0 {
			continue
		}
		p := boxes[x.parent]
		fmt.Fprintf(&b, `<line x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f" stroke="#888"/>`+"\n", p.x, p.y+boxHeight/2, x.x,
			x.y-boxHeight/2)
		fmt.Fprintf(&b, `<text x="%.1f" y="%.1f" fill="#444">%s</text>`+"\n", x.x, x.y-boxHeight/2-5,
			html.EscapeString(x.edge))
	}
	for _, x := range boxes {
		fill, round := "#fff", boxHeight/2
		if x.leaf {
			fill, round = "#e4ecf4", 2
		}
		fmt.Fprintf(&b, `<rect x="%.1f" y="%.1f" width="%.1f" height="%d" rx="%d" fill="%s" stroke="#333"/>`+"\n",
			x.x-x.width/2, x.y-boxHeight/2, x.width, boxHeight, round, fill)
		fmt.Fprintf(&b, `<text x="%.1f" y="%.1f">%s</text>`+"\n", x.x, x.y+4, html.EscapeString(x.text))
	}
	b.WriteString("</svg>\n")
	return b.String()
}

// layout puts the leaves side by side and each split over the middle of its
// branches.
func (t *Tree) layout() (boxes []box, width, height float64) {
	right := float64(margin)
	var place func(parent *node, branch, at, depth int, n *node) int
	place = func(parent *node, branch, at, depth int, n *node) int {
		id := len(boxes)
		x := box{parent: at, leaf: n.leaf(), y: margin + boxHeight/2 + float64(depth)*rowHeight}
		if at >= 0 {
			x.edge = t.test(parent, branch)
		}
		if n.leaf() {
			x.text = t.label(parent, branch)
		} else {
			x.text = t.attributes[n.attr].Name
		}
		x.width = float64(utf8.RuneCountInString(x.text)*charWidth + 16)
		boxes = append(boxes, x)
		height = max(height, x.y+boxHeight/2+margin)
		if n.leaf() {
			room := max(x.width, float64(utf8.RuneCountInString(x.edge)*charWidth))
			boxes[id].x = right + room/2
			right += room + gap
			return id
		}
		first, last := 0, 0
		for i, kid := range n.kids {
			last = place(n, i, id, depth+1, kid)
			if i == 0 {
				first = last
			}
		}
		mid := (boxes[first].x + boxes[last].x) / 2
		boxes[id].x = max(mid, x.width/2+margin)
		right = max(right, boxes[id].x+x.width/2+gap)
		return id
	}
	place(t.root, 0, -1, 0, t.root)
	return boxes, right - gap + margin, height
}
