package tree

import (
	"math"
	"slices"
)

// candidate is the best split of one node on one attribute. Its dist is scratch
// and holds only until the next node is split.
type candidate struct {
	dist      dist
	share     []float64 // scratch for each bag
	valid     bool
	gain      float64
	ratio     float64
	threshold float64
}

// nominal rates the split into all values of a nominal attribute.
func (b *builder) nominal(c *candidate, items []item, col []float64, all float64) {
	d := &c.dist
	d.reset()
	for i := range items {
		if v := col[items[i].row]; !math.IsNaN(v) {
			d.add(int(v), &items[i])
		}
	}
	if !d.filled(b.min) {
		return
	}
	c.valid = true
	c.gain = b.entropy.gain(d, all, b.entropy.before(d))
	c.ratio = b.entropy.gainRatio(d, all, c.gain)
}

// numeric finds the threshold of greatest gain. A cut is tried between values
// that differ by more than 1e-5; the choice among the cuts tried costs log₂ of
// their number (the MDL correction).
func (b *builder) numeric(c *candidate, items []item, a int, all float64) {
	known := sortBy(items, b.cols[a], b.whole)
	if len(items) == b.data.Len() && b.sorted[a] == nil { // the root
		b.sorted[a] = distinct(items[:known])
	}
	d := &c.dist
	d.reset()
	for i := range known {
		d.add(1, &items[i])
	}
	min := b.leastSide(d.total)
	if less(float64(known), 2*min) {
		return
	}
	cut, tried := b.bestCut(c, items[:known], all, min)
	if tried == 0 {
		return
	}
	c.gain -= math.Log(float64(tried)) / math.Ln2 / all
	if atMost(c.gain, 0) {
		return
	}
	c.valid = true
	c.threshold = (items[cut+1].v + items[cut].v) / 2
	if math.IsInf(c.threshold, 0) { // the sum of two huge values
		c.threshold = items[cut+1].v/2 + items[cut].v/2
	}
	if c.threshold == items[cut+1].v { // no number lies between the two
		c.threshold = items[cut].v
	}
	d.reset()
	d.addRange(0, items[:cut+1])
	d.addRange(1, items[cut+1:known])
	c.ratio = b.entropy.gainRatio(d, all, c.gain)
}

// leastSide is the least weight on both sides of a threshold: a tenth of the
// average class, at most 25, and never less than a leaf's.
func (b *builder) leastSide(total float64) float64 {
	min := 0.1 * total / float64(b.classes)
	switch {
	case atMost(min, b.min):
		return b.min
	case greater(min, 25):
		return 25
	}
	return min
}

// bestCut returns the index after which to cut, and how many cuts were tried.
func (b *builder) bestCut(c *candidate, items []item, all, min float64) (cut, tried int) {
	d := &c.dist
	before := b.entropy.before(d)
	last := 0
	cut = -1
	for next := 1; next < len(items); next++ {
		if !(items[next-1].v+1e-5 < items[next].v) {
			continue
		}
		d.shift(items[last:next])
		if atLeast(d.bag[0], min) && atLeast(d.bag[1], min) {
			if g := b.entropy.gain(d, all, before); greater(g, c.gain) {
				c.gain, cut = g, next-1
			}
			tried++
		}
		last = next
	}
	return cut, tried
}

func distinct(items []item) []float64 {
	values := make([]float64, 0, len(items))
	for i := range items {
		if i == 0 || items[i].v != items[i-1].v {
			values = append(values, items[i].v)
		}
	}
	return values
}

// snap returns the greatest value of the column, over all rows of the training
// data, that is not above the threshold.
func (b *builder) snap(attr int, threshold float64) float64 {
	sorted := b.sorted[attr]
	if sorted == nil {
		for _, v := range b.cols[attr] {
			if !math.IsNaN(v) {
				sorted = append(sorted, v)
			}
		}
		slices.Sort(sorted)
		sorted = slices.Compact(sorted)
		b.sorted[attr] = sorted
	}
	// The first value too great: all before it satisfy atMost.
	n, _ := slices.BinarySearchFunc(sorted, threshold, func(v, t float64) int {
		if atMost(v, t) {
			return -1
		}
		return 1
	})
	if n == 0 {
		return -math.MaxFloat64
	}
	if n == 1 || greater(sorted[n-1], sorted[n-2]) {
		return sorted[n-1]
	}
	// Values within the tolerance of each other: which one wins hangs on the
	// order of the rows.
	best := -math.MaxFloat64
	for _, v := range b.cols[attr] {
		if !math.IsNaN(v) && greater(v, best) && atMost(v, threshold) {
			best = v
		}
	}
	return best
}
