package forest

import "github.com/bauta/bauta/internal/learn"

// limits says when a tree stops.
type limits struct {
	depth   int     // splits on the way to a leaf
	minLeaf float64 // least weight (of h) of a leaf
	lambda  float64 // added to the weight of a leaf
	tries   int     // features tried at a node; 0 means all
}

// grower grows regression trees that fit outs targets at once. For row i it has
// the weight h[i] and for each target the sum g[i*outs+k] to be approached; the
// gain of a leaf is Σ G²/(H+λ), its values are G/(H+λ). With g the weighted
// indicators of the classes this is the Gini gain; with g and h the negative
// first and the second derivative of a loss, a Newton step of boosting.
type grower struct {
	*binned
	limits
	outs     int
	g, h     []float64
	rng      *learn.Rand
	features []int // that the tree may use; always as many
	tree     *regTree
	scratch  []int32
	gather   []float64
	free     [][]float64 // histograms to use again
}

// split is the best division of a node.
type split struct {
	feature     int
	bin         uint8 // up to this bin to the left
	missingLeft bool
	gain        float64
	leftWeight  float64
}

func (gr *grower) stride() int { return gr.outs + 1 }

// grow makes the tree of the rows, whose order it changes.
func (gr *grower) grow(rows []int32) *regTree {
	gr.tree = &regTree{outs: gr.outs}
	if len(gr.scratch) < len(rows) {
		gr.scratch = make([]int32, len(rows))
		gr.gather = make([]float64, len(rows)*gr.stride())
	}
	gr.node(rows, 0, nil)
	return gr.tree
}

// node grows the tree below one node and returns its index. hist is its
// histogram where the caller knows it already; node gives it back.
func (gr *grower) node(rows []int32, depth int, hist []float64) int32 {
	total := gr.total(rows)
	best := split{feature: -1}
	if !gr.pure(total) && depth < gr.depth && total[gr.outs] >= 2*gr.minLeaf && len(rows) > 1 {
		if hist == nil {
			hist = gr.histogram(rows, gr.choose())
		}
		best = gr.best(hist, total)
	}
	if best.feature < 0 {
		gr.release(hist)
		return gr.tree.addLeaf(total, gr.lambda)
	}
	at := gr.tree.addSplit(best, gr.edges[best.feature])
	left, right := gr.divide(rows, best)
	var histLeft, histRight []float64
	if gr.tries == 0 && depth+1 < gr.depth {
		histLeft, histRight = gr.siblings(left, right, hist)
	} else {
		gr.release(hist)
	}
	l := gr.node(left, depth+1, histLeft)
	r := gr.node(right, depth+1, histRight)
	gr.tree.nodes[at].left, gr.tree.nodes[at].right = l, r
	return at
}

// pure says whether one target has all the weight, which no split can better.
func (gr *grower) pure(total []float64) bool {
	if gr.outs > 1 {
		for _, g := range total[:gr.outs] {
			if g == total[gr.outs] {
				return true
			}
		}
	}
	return false
}

// siblings counts the smaller part; the other is what is left of hist.
func (gr *grower) siblings(left, right []int32, hist []float64) (l, r []float64) {
	if len(left) <= len(right) {
		l = gr.histogram(left, gr.features)
		subtract(hist, l)
		return l, hist
	}
	r = gr.histogram(right, gr.features)
	subtract(hist, r)
	return hist, r
}

func subtract(a, b []float64) {
	for i, v := range b {
		a[i] -= v
	}
}

// total is the sum of g by target and, last, of h.
func (gr *grower) total(rows []int32) []float64 {
	t := make([]float64, gr.stride())
	for _, r := range rows {
		for k := range gr.outs {
			t[k] += gr.g[int(r)*gr.outs+k]
		}
		t[gr.outs] += gr.h[r]
	}
	return t
}

// choose draws the features to try at a node; it leaves them in front.
func (gr *grower) choose() []int {
	if gr.tries == 0 || gr.tries >= len(gr.features) {
		return gr.features
	}
	for i := range gr.tries {
		j := i + gr.rng.Intn(len(gr.features)-i)
		gr.features[i], gr.features[j] = gr.features[j], gr.features[i]
	}
	return gr.features[:gr.tries]
}

// histogram sums g and h by feature and bin, over the given features.
func (gr *grower) histogram(rows []int32, features []int) []float64 {
	s := gr.stride()
	size := len(gr.features) * maxBins * s
	var hist []float64
	if n := len(gr.free); n > 0 {
		hist, gr.free = gr.free[n-1], gr.free[:n-1]
	} else {
		hist = make([]float64, size)
	}
	gather := gr.gather[:0]
	for _, r := range rows {
		gather = append(gather, gr.g[int(r)*gr.outs:(int(r)+1)*gr.outs]...)
		gather = append(gather, gr.h[r])
	}
	for k, f := range features {
		part := hist[k*maxBins*s : (k+1)*maxBins*s]
		clear(part)
		col := gr.cols[f]
		if s == 2 {
			for i, r := range rows {
				c := 2 * int(col[r])
				part[c] += gather[2*i]
				part[c+1] += gather[2*i+1]
			}
			continue
		}
		for i, r := range rows {
			cell := part[int(col[r])*s:][:s]
			for j, v := range gather[i*s : (i+1)*s] {
				cell[j] += v
			}
		}
	}
	return hist
}

func (gr *grower) release(hist []float64) {
	if hist != nil {
		gr.free = append(gr.free, hist)
	}
}

// best finds the split of greatest gain, the first feature of equals.
func (gr *grower) best(hist, total []float64) split {
	best := split{feature: -1, gain: 1e-9}
	features := gr.features
	if gr.tries > 0 {
		features = features[:min(gr.tries, len(features))]
	}
	s := gr.stride()
	base := gr.value(total)
	left, right := make([]float64, s), make([]float64, s)
	for k, f := range features {
		part := hist[k*maxBins*s : (k+1)*maxBins*s]
		missing := part[:s]
		sides := 1
		if missing[gr.outs] > 0 {
			sides = 2
		}
		for side := range sides {
			clear(left)
			if side == 1 {
				copy(left, missing)
			}
			found := best
			if s == 2 {
				gr.scanOne(part, len(gr.edges[f]), left, total, &found)
			} else {
				gr.scan(part, len(gr.edges[f]), left, right, total, base, &found)
			}
			if found.gain > best.gain {
				best = found
				best.feature = f
				best.missingLeft = side == 1 || sides == 1 && best.leftWeight > total[gr.outs]/2
			}
		}
	}
	return best
}

// scan tries each bin of a feature as the last of the left side, and sets found
// where that is better.
func (gr *grower) scan(part []float64, bins int, left, right, total []float64, base float64, found *split) {
	s := len(left)
	for bin := 1; bin <= bins; bin++ {
		for j, v := range part[bin*s : (bin+1)*s] {
			left[j] += v
			right[j] = total[j] - left[j]
		}
		if left[gr.outs] < gr.minLeaf || right[gr.outs] < gr.minLeaf {
			continue
		}
		if gain := gr.value(left) + gr.value(right) - base; gain > found.gain {
			found.gain, found.bin, found.leftWeight = gain, uint8(bin), left[gr.outs]
		}
	}
}

// scanOne is scan for one target, without its inner loops.
func (gr *grower) scanOne(part []float64, bins int, left, total []float64, found *split) {
	g, h := left[0], left[1]
	base := total[0] * total[0] / (total[1] + gr.lambda)
	for bin := 1; bin <= bins; bin++ {
		cell := part[2*bin : 2*bin+2]
		if cell[1] == 0 {
			continue // as good as the bin before
		}
		g += cell[0]
		h += cell[1]
		rg, rh := total[0]-g, total[1]-h
		if h < gr.minLeaf || rh < gr.minLeaf {
			continue
		}
		if gain := g*g/(h+gr.lambda) + rg*rg/(rh+gr.lambda) - base; gain > found.gain {
			found.gain, found.bin, found.leftWeight = gain, uint8(bin), h
		}
	}
}

func (gr *grower) value(sum []float64) float64 {
	v := 0.0
	for _, g := range sum[:gr.outs] {
		v += g * g
	}
	return v / (sum[gr.outs] + gr.lambda)
}

// divide brings the rows of the left side to the front, both in their order.
func (gr *grower) divide(rows []int32, sp split) (left, right []int32) {
	col := gr.cols[sp.feature]
	n, m := 0, 0
	for _, r := range rows {
		c := col[r]
		if c == 0 && sp.missingLeft || c != 0 && c <= sp.bin {
			rows[n] = r
			n++
		} else {
			gr.scratch[m] = r
			m++
		}
	}
	copy(rows[n:], gr.scratch[:m])
	return rows[:n], rows[n:]
}
