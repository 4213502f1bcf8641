package tree

import (
	"errors"
	"math"

	"github.com/bauta/bauta/internal/learn"
)

// node is a leaf where kids is nil.
type node struct {
	attr      int
	threshold float64
	kids      []*node
	dist      dist // by branch and class; one bag at a leaf
	empty     bool // no training row came here
	items     []item
}

func (n *node) leaf() bool { return n.kids == nil }

type builder struct {
	config    C45
	data      *learn.Dataset
	classes   int
	min       float64
	cols      [][]float64 // by attribute, over all rows
	sorted    [][]float64 // distinct known values of a numeric column, made when first needed
	entropy   entropy
	cands     []candidate
	whole     bool // weights are whole and no value is missing: the order of sums does not matter
	stack     []item
	where     []int32
	manyTypes bool
}

func newBuilder(c C45, d *learn.Dataset) *builder {
	b := &builder{
		config: c, data: d, classes: len(d.Class.Values), min: float64(c.MinLeaf),
		cols: make([][]float64, len(d.Attributes)), sorted: make([][]float64, len(d.Attributes)),
		cands: make([]candidate, len(d.Attributes)), whole: true,
	}
	flat := make([]float64, len(d.Attributes)*d.Len())
	for a := range d.Attributes {
		b.cols[a] = flat[a*d.Len() : (a+1)*d.Len()]
		bags := 2
		if !d.Attributes[a].Numeric() {
			bags = len(d.Attributes[a].Values)
		}
		b.cands[a].dist = newDist(bags, b.classes)
		b.cands[a].share = make([]float64, bags)
	}
	for i, row := range d.X {
		for a, v := range row {
			b.cols[a][i] = v
			b.whole = b.whole && v == v
		}
	}
	b.manyTypes = true
	for a := range d.Attributes {
		b.manyTypes = b.manyTypes && !b.fewValues(a)
	}
	return b
}

// fewValues says whether an attribute is numeric or has less values than three
// tenths of the rows.
func (b *builder) fewValues(a int) bool {
	attr := &b.data.Attributes[a]
	return attr.Numeric() || less(float64(len(attr.Values)), 0.3*float64(b.data.Len()))
}

// items returns the labelled rows.
func (b *builder) items() []item {
	items := make([]item, 0, b.data.Len())
	total := 0.0
	for i, y := range b.data.Y {
		if y < 0 {
			continue
		}
		w := b.data.Weight(i)
		total += w
		b.whole = b.whole && w == math.Trunc(w)
		items = append(items, item{w: w, row: int32(i), class: int32(y)})
	}
	b.entropy = newEntropy(int(min(total, 1<<20)))
	b.stack = make([]item, 0, 4*len(items))
	return items
}

// grow makes the tree of the items, whose order it changes.
func (b *builder) grow(items []item) *node {
	n := &node{attr: -1, items: items}
	if !b.choose(n, items) {
		n.dist = b.counts(items)
		n.empty = equal(n.dist.total, 0)
		return n
	}
	parts := b.divide(n, items)
	n.kids = make([]*node, len(parts))
	for i, part := range parts {
		n.kids[i] = b.grow(part)
	}
	return n
}

// counts is the distribution of a leaf.
func (b *builder) counts(items []item) dist {
	d := newDist(1, b.classes)
	for i := range items {
		d.add(0, &items[i])
	}
	return d
}

// choose sets the best split of a node; false when it must be a leaf.
func (b *builder) choose(n *node, items []item) bool {
	var few [16]float64
	class := few[:0]
	for range b.classes {
		class = append(class, 0)
	}
	total := 0.0
	for i := range items {
		class[items[i].class] += items[i].w
		total += items[i].w
	}
	if less(total, 2*b.min) || equal(total, class[heaviest(class)]) {
		return false
	}
	all := 0.0
	for i := range items {
		all += items[i].w
	}
	average, valid := 0.0, 0
	for a := range b.cands {
		c := &b.cands[a]
		c.valid, c.gain, c.ratio, c.threshold = false, 0, 0, math.MaxFloat64
		if b.data.Attributes[a].Numeric() {
			b.numeric(c, items, a, all)
		} else {
			b.nominal(c, items, b.cols[a], all)
		}
		if c.valid && (b.manyTypes || b.fewValues(a)) {
			average += c.gain
			valid++
		}
	}
	if valid == 0 {
		return false
	}
	a := b.greatestRatio(average / float64(valid))
	if a < 0 {
		return false
	}
	best := &b.cands[a]
	best.dist.addMissing(items, b.cols[a], best.share)
	n.attr, n.threshold, n.dist = a, best.threshold, best.dist.clone()
	if b.data.Attributes[a].Numeric() {
		n.threshold = b.snap(a, best.threshold)
	}
	return true
}

// greatestRatio returns the attribute of greatest gain ratio among those whose
// gain is not below the average; -1 when no ratio is positive.
func (b *builder) greatestRatio(average float64) int {
	best, at := 0.0, -1
	for a := range b.cands {
		c := &b.cands[a]
		if c.valid && c.gain >= average-1e-3 && greater(c.ratio, best) {
			best, at = c.ratio, a
		}
	}
	return at
}

// branch returns the branch of a value, -1 where it is missing.
func (n *node) branch(attr *learn.Attribute, v float64) int {
	switch {
	case math.IsNaN(v):
		return -1
	case !attr.Numeric():
		return int(v)
	case atMost(v, n.threshold):
		return 0
	}
	return 1
}

// divide sends the items down the branches, in their order, and returns a part
// for each branch. Where the order of sums does not matter the parts lie in
// place of the items, so that a deep tree needs no more memory than a flat one.
func (b *builder) divide(n *node, items []item) [][]item {
	mark := len(b.stack)
	parts := b.divideOn(n, items, b.whole)
	if b.whole {
		at := 0
		for i, part := range parts {
			end := at + copy(items[at:], part)
			parts[i] = items[at:end:end]
			at = end
		}
		b.stack = b.stack[:mark]
	}
	return parts
}

// divideOn takes the memory of the parts from the stack, or from the heap.
func (b *builder) divideOn(n *node, items []item, onStack bool) [][]item {
	attr, col := &b.data.Attributes[n.attr], b.cols[n.attr]
	if cap(b.where) < len(items) {
		b.where = make([]int32, len(items))
	}
	where := b.where[:len(items)]
	sizes := make([]int, len(n.dist.bag))
	missing := 0
	for i := range items {
		k := n.branch(attr, col[items[i].row])
		where[i] = int32(k)
		if k < 0 {
			missing++
		} else {
			sizes[k]++
		}
	}
	total := len(items) - missing
	for k := range sizes {
		if missing > 0 && greater(n.dist.bag[k]/n.dist.total, 0) {
			sizes[k] += missing
			total += missing
		}
	}
	rest := b.take(total, onStack)
	parts := make([][]item, len(sizes))
	for k, size := range sizes {
		parts[k], rest = rest[:0:size], rest[size:]
	}
	for i, k := range where {
		if k >= 0 {
			parts[k] = append(parts[k], items[i])
			continue
		}
		for j := range parts {
			if share := n.dist.bag[j] / n.dist.total; greater(share, 0) {
				it := items[i]
				it.w *= share
				parts[j] = append(parts[j], it)
			}
		}
	}
	return parts
}

// take returns room for n items; the caller of a stack gives it back by cutting
// the stack to the length it had.
func (b *builder) take(n int, onStack bool) []item {
	if !onStack || cap(b.stack)-len(b.stack) < n {
		return make([]item, n)
	}
	at := len(b.stack)
	b.stack = b.stack[:at+n]
	return b.stack[at : at+n : at+n]
}

var errConfidence = errors.New("confidence of pruning must be between 0 and 0.5")
