package tree

import "math"

// collapse makes a leaf of each subtree that makes no less errors on the
// training rows than a leaf does.
func (b *builder) collapse(n *node) {
	if n.leaf() {
		return
	}
	if n.trainingErrors() >= n.dist.errors()-1e-3 {
		b.makeLeaf(n)
		return
	}
	for _, kid := range n.kids {
		b.collapse(kid)
	}
}

func (n *node) trainingErrors() float64 {
	if n.leaf() {
		return n.dist.errors()
	}
	sum := 0.0
	for _, kid := range n.kids {
		sum += kid.trainingErrors()
	}
	return sum
}

// makeLeaf keeps the distribution of the node as that of a leaf.
func (b *builder) makeLeaf(n *node) {
	d := newDist(1, b.classes)
	copy(d.class, n.dist.class)
	copy(d.cell, n.dist.class)
	d.bag[0], d.total = n.dist.total, n.dist.total
	n.dist, n.kids, n.attr = d, nil, -1
}

// prune replaces, from the leaves up, a subtree by a leaf or by its largest
// branch, where the estimate of the errors is not greater by more than 0.1.
func (b *builder) prune(n *node) {
	for !n.leaf() {
		for _, kid := range n.kids {
			b.prune(kid)
		}
		largest, raised := n.kids[n.dist.maxBag()], math.MaxFloat64
		if !b.config.NoRaising {
			raised = b.raisedErrors(largest, n.items)
		}
		asLeaf, asTree := b.estimate(&n.dist), b.treeErrors(n)
		if atMost(asLeaf, asTree+0.1) && atMost(asLeaf, raised+0.1) {
			b.makeLeaf(n)
			return
		}
		if !atMost(raised, asTree+0.1) {
			return
		}
		n.attr, n.threshold, n.kids, n.dist = largest.attr, largest.threshold, largest.kids, largest.dist
		b.redistribute(n, n.items)
	}
}

// treeErrors estimates the errors of a subtree.
func (b *builder) treeErrors(n *node) float64 {
	if n.leaf() {
		return b.estimate(&n.dist)
	}
	sum := 0.0
	for _, kid := range n.kids {
		sum += b.treeErrors(kid)
	}
	return sum
}

// raisedErrors estimates the errors of a subtree if the items came to it.
func (b *builder) raisedErrors(n *node, items []item) float64 {
	if n.leaf() {
		d := b.counts(items)
		return b.estimate(&d)
	}
	moved := *n
	moved.dist = newDist(len(n.dist.bag), b.classes)
	b.recount(&moved, items)
	mark := len(b.stack)
	parts := b.divideOn(&moved, items, true)
	sum := 0.0
	for i, kid := range n.kids {
		sum += b.raisedErrors(kid, parts[i])
	}
	b.stack = b.stack[:mark]
	return sum
}

// recount makes the distribution of a split anew.
func (b *builder) recount(n *node, items []item) {
	attr, col := &b.data.Attributes[n.attr], b.cols[n.attr]
	n.dist.reset()
	for i := range items {
		if k := n.branch(attr, col[items[i].row]); k >= 0 {
			n.dist.add(k, &items[i])
		}
	}
	n.dist.addMissing(items, col, b.cands[n.attr].share)
}

// redistribute counts the items into a subtree that was raised to them.
func (b *builder) redistribute(n *node, items []item) {
	n.items = items
	if n.leaf() {
		n.dist = b.counts(items)
		if !equal(n.dist.total, 0) {
			n.empty = false
		}
		return
	}
	b.recount(n, items)
	for i, part := range b.divide(n, items) {
		b.redistribute(n.kids[i], part)
	}
}

// estimate is the pessimistic estimate of the errors of a leaf.
func (b *builder) estimate(d *dist) float64 {
	if equal(d.total, 0) {
		return 0
	}
	e := d.errors()
	return e + addErrors(d.total, e, float32(b.config.Confidence))
}

// addErrors returns how many errors to add to the e errors among n rows to
// reach the upper limit of the confidence interval: the binomial limit for no
// error, the normal approximation with continuity correction above one, a
// straight line between (Quinlan 1993, section 4.2; confidence in single
// precision as the reference has it).
func addErrors(n, e float64, confidence float32) float64 {
	if e < 1 {
		base := n * (1 - math.Pow(float64(confidence), 1/n))
		if e == 0 {
			return base
		}
		return base + e*(addErrors(n, 1, confidence)-base)
	}
	if e+0.5 >= n {
		return max(n-e, 0)
	}
	z := math.Sqrt2 * math.Erfinv(2*float64(1-confidence)-1)
	f := (e + 0.5) / n
	r := (f + z*z/(2*n) + z*math.Sqrt(f/n-f*f/n+z*z/(4*n*n))) / (1 + z*z/n)
	return r*n - e
}
