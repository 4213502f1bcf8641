package tree

import "math"

// dist counts weights by bag (branch of a split) and class.
type dist struct {
	cell  []float64 // bags × classes
	bag   []float64
	class []float64
	total float64
}

func newDist(bags, classes int) dist {
	all := make([]float64, bags*classes+bags+classes)
	return dist{cell: all[:bags*classes], bag: all[bags*classes : bags*classes+bags], class: all[bags*classes+bags:]}
}

func (d *dist) reset() {
	clear(d.cell)
	clear(d.bag)
	clear(d.class)
	d.total = 0
}

func (d *dist) clone() dist {
	c := newDist(len(d.bag), len(d.class))
	copy(c.cell, d.cell)
	copy(c.bag, d.bag)
	copy(c.class, d.class)
	c.total = d.total
	return c
}

func (d *dist) row(bag int) []float64 {
	return d.cell[bag*len(d.class) : (bag+1)*len(d.class)]
}

func (d *dist) add(bag int, it *item) {
	d.cell[bag*len(d.class)+int(it.class)] += it.w
	d.bag[bag] += it.w
	d.class[it.class] += it.w
	d.total += it.w
}

// shift moves items from bag 1 to bag 0.
func (d *dist) shift(items []item) {
	k := len(d.class)
	for i := range items {
		it := &items[i]
		d.cell[k+int(it.class)] -= it.w
		d.cell[it.class] += it.w
		d.bag[1] -= it.w
		d.bag[0] += it.w
	}
}

// addRange adds items to a bag; the sum of their weights is made first, as the
// reference does, so that the roundings agree.
func (d *dist) addRange(bag int, items []item) {
	sum, row := 0.0, d.row(bag)
	for i := range items {
		it := &items[i]
		sum += it.w
		row[it.class] += it.w
		d.class[it.class] += it.w
	}
	d.bag[bag] += sum
	d.total += sum
}

// addMissing adds the items whose value in col is missing, to each bag the part
// of it that the known ones have. share is scratch with a place for each bag.
func (d *dist) addMissing(items []item, col, share []float64) {
	for j := range d.bag {
		if equal(d.total, 0) {
			share[j] = 1 / float64(len(d.bag))
		} else {
			share[j] = d.bag[j] / d.total
		}
	}
	for i := range items {
		it := &items[i]
		if !math.IsNaN(col[it.row]) {
			continue
		}
		d.class[it.class] += it.w
		d.total += it.w
		for j := range d.bag {
			w := share[j] * it.w
			d.cell[j*len(d.class)+int(it.class)] += w
			d.bag[j] += w
		}
	}
}

// filled says whether at least two bags weigh min or more.
func (d *dist) filled(min float64) bool {
	n := 0
	for _, w := range d.bag {
		if atLeast(w, min) {
			n++
		}
	}
	return n > 1
}

// maxBag returns the heaviest bag, the last of equals.
func (d *dist) maxBag() int {
	most, at := 0.0, -1
	for i, w := range d.bag {
		if atLeast(w, most) {
			most, at = w, i
		}
	}
	return at
}

func heaviest(w []float64) int {
	most, at := 0.0, 0
	for i, v := range w {
		if greater(v, most) {
			most, at = v, i
		}
	}
	return at
}

// maxClass returns the heaviest class of a bag; of all where the bag is empty.
func (d *dist) maxClass(bag int) int {
	if greater(d.bag[bag], 0) {
		return heaviest(d.row(bag))
	}
	return heaviest(d.class)
}

func (d *dist) errors() float64 { return d.total - d.class[heaviest(d.class)] }

func (d *dist) bagErrors(bag int) float64 { return d.bag[bag] - d.row(bag)[d.maxClass(bag)] }

// addTo adds weight times the class probabilities of a bag to out.
func (d *dist) addTo(out []float64, weight float64, bag int) {
	row, sum := d.class, d.total
	if greater(d.bag[bag], 0) {
		row, sum = d.row(bag), d.bag[bag]
	}
	if equal(sum, 0) {
		return
	}
	for c, w := range row {
		out[c] += weight * (w / sum)
	}
}

// entropy holds x·log₂x of the whole numbers, which most sums of weights are.
type entropy []float64

func newEntropy(n int) entropy {
	e := make(entropy, n+1)
	for i := range e {
		e[i] = xlog2(float64(i))
	}
	return e
}

func xlog2(x float64) float64 {
	if x < small {
		return 0
	}
	return x * math.Log(x) / math.Ln2
}

func (e entropy) of(x float64) float64 {
	if x >= 0 && x < float64(len(e)) {
		if i := int(x); float64(i) == x {
			return e[i]
		}
	}
	return xlog2(x)
}

// before is the entropy of the classes, times the total weight.
func (e entropy) before(d *dist) float64 {
	sum := 0.0
	for _, w := range d.class {
		sum += e.of(w)
	}
	return e.of(d.total) - sum
}

// after is the entropy of the classes inside the bags, times the total weight.
func (e entropy) after(d *dist) float64 {
	sum, k := 0.0, len(d.class)
	for i, b := range d.bag {
		for _, w := range d.cell[i*k : (i+1)*k] {
			sum += e.of(w)
		}
		sum -= e.of(b)
	}
	return -sum
}

// gain is the information gain per row; all is the weight with the rows whose
// value is missing.
func (e entropy) gain(d *dist, all, before float64) float64 {
	missing := (all - d.total) / all
	g := (1 - missing) * (before - e.after(d))
	if equal(g, 0) {
		return 0
	}
	return g / d.total
}

// gainRatio divides the gain by the information of the split itself, in which
// the missing values are one more bag.
func (e entropy) gainRatio(d *dist, all, gain float64) float64 {
	info := 0.0
	if greater(d.total, 0) {
		for _, b := range d.bag {
			info -= e.of(b)
		}
		info -= e.of(all - d.total)
		info += e.of(all)
	}
	if equal(info, 0) {
		return 0
	}
	return gain / (info / all)
}
