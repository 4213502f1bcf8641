package chain

import (
	"math"
	"sync"
)

// CRF is the objective of a conditional random field on a set of sequences:
//
//	C2·‖x‖² − Σ_s weight_s · log P(labels of s | attributes of s)
//
// as CRFsuite defines it (no ½ before C2). Where the gold of a position is a
// set (Data.OneOf), P is that of all labellings which the gold admits. The components of x are the weights
// of the model's attribute–label pairs, then those of the label pairs seen in
// training. It implements learn.Objective. It is made by [NewCRF].
type CRF struct {
	data  *Data // renumbered by the layout
	attrs int   // attributes as the caller numbers them
	c2    float64
	feats *layout
	trans *Transitions // of the point under evaluation
	pairs []int        // label pairs with a weight, from·labels+to
	score []float64    // transitions under evaluation; −Inf where forbidden
	start []float64
	keep  []bool    // the pairs, as a table
	seen  []float64 // weighted count of each component in the data
	ends  []int     // shards of the data
	work  []worker  // one for each shard
}

// worker is the room of one goroutine.
type worker struct {
	lat    *Lattice
	cells  []cell    // of the attribute weights
	counts []float64 // of the edges
	loss   float64
}

// cell is a weight and its expected count. They lie together because what
// reads the one for a sequence soon adds to the other.
type cell struct{ weight, expected float64 }

// NewCRF returns the objective of d under c, of which it reads C2, MinCount,
// Dense, Allowed and Jobs.
func NewCRF(d *Data, c Config) (*CRF, error) {
	feats, err := newLayout(d, c.MinCount, c.Dense)
	if err != nil {
		return nil, err
	}
	o := &CRF{data: feats.data, attrs: d.attrs, c2: c.C2, feats: feats, ends: d.shards(max(1, c.Jobs))}
	if err := o.layoutPairs(c); err != nil {
		return nil, err
	}
	o.seen = make([]float64, len(feats.label)+len(o.pairs))
	o.countSeen()
	o.work = make([]worker, len(o.ends))
	return o, nil
}

// Len returns the number of components of the point.
func (o *CRF) Len() int { return len(o.seen) }

// Pairs returns how many of the components, the last ones, are transitions.
func (o *CRF) Pairs() int { return len(o.pairs) }

// layoutPairs lists the label pairs that get a weight, and what is forbidden.
func (o *CRF) layoutPairs(c Config) error {
	k := o.data.labels
	seen := make([]bool, k*k)
	for s := range o.data.Sequences() {
		g := o.data.Gold(s)
		for t := 1; t < len(g); t++ {
			seen[int(o.data.canon(g[t-1]))*k+int(o.data.canon(g[t]))] = true
		}
	}
	o.score, o.start, o.keep = make([]float64, k*k), make([]float64, k), make([]bool, k*k)
	for p := range o.score {
		forbidden := c.Allowed != nil && !c.Allowed(p/k, p%k)
		if forbidden {
			o.score[p] = math.Inf(-1)
		} else if seen[p] || c.Dense {
			o.pairs = append(o.pairs, p)
			o.keep[p] = true
		}
	}
	for y := range k {
		if c.Allowed != nil && !c.Allowed(-1, y) {
			o.start[y] = math.Inf(-1)
		}
	}
	if err := o.checkGold(); err != nil {
		return err
	}
	_, err := NewTransitions(k, o.score, o.start)
	return err
}

// checkGold refuses data that breaks the constraints: its probability would be 0.
func (o *CRF) checkGold() error {
	k := o.data.labels
	for s := range o.data.Sequences() {
		g := o.data.Gold(s)
		bad := math.IsInf(o.start[o.data.canon(g[0])], -1)
		for t := 1; t < len(g) && !bad; t++ {
			bad = math.IsInf(o.score[int(o.data.canon(g[t-1]))*k+int(o.data.canon(g[t]))], -1)
		}
		if bad {
			return &ConstraintError{Sequence: s}
		}
	}
	return nil
}

// countSeen fills seen, the part of the gradient that does not change: that of
// the sequences whose labels are all known.
func (o *CRF) countSeen() {
	k, d := o.data.labels, o.data
	slot := make(map[int]int, len(o.pairs))
	for i, p := range o.pairs {
		slot[p] = len(o.feats.label) + i
	}
	for s := range d.Sequences() {
		if d.partial[s] {
			continue
		}
		from, to := d.span(s)
		w := d.weight[s]
		for p := from; p < to; p++ {
			for _, a := range d.at(p) {
				for i := o.feats.start[a]; i < o.feats.start[a+1]; i++ {
					if o.feats.label[i] == d.gold[p] {
						o.seen[i] += w
						break
					}
				}
			}
			if p > from {
				o.seen[slot[int(d.gold[p-1])*k+int(d.gold[p])]] += w
			}
		}
	}
}

// Eval returns the objective at x and stores its gradient in grad.
func (o *CRF) Eval(x, grad []float64) float64 {
	n := len(o.feats.label)
	for i, p := range o.pairs {
		o.score[p] = x[n+i]
	}
	o.trans = &Transitions{labels: o.data.labels, score: o.score, start: o.start, keep: o.keep}
	o.trans.prepare()
	var wg sync.WaitGroup
	for i := range o.work {
		from := 0
		if i > 0 {
			from = o.ends[i-1]
		}
		wg.Go(func() { o.work[i].run(o, from, o.ends[i], x[:n]) })
	}
	wg.Wait()
	return o.gather(x, grad)
}

// run computes the expectations of sequences from … to−1, and their loss.
func (w *worker) run(o *CRF, from, to int, x []float64) {
	if w.lat == nil {
		w.lat, w.cells = NewLattice(o.trans), make([]cell, len(x))
	}
	for i, v := range x {
		w.cells[i] = cell{weight: v}
	}
	w.lat.trans = o.trans
	w.counts = grown(w.counts, len(o.trans.edges))
	clear(w.counts)
	w.loss = 0
	for s := from; s < to; s++ {
		weight := o.data.weight[s]
		w.fill(o, s)
		w.lat.forward()
		w.lat.backward(w.counts, weight)
		w.loss += weight * w.lat.logZ
		w.expect(o, s, weight)
		if !o.data.partial[s] {
			w.loss -= weight * w.lat.Score(o.data.Gold(s))
			continue
		}
		o.data.restrict(w.lat, s)
		w.lat.forward()
		w.lat.backward(w.counts, -weight)
		w.loss -= weight * w.lat.logZ
		w.expect(o, s, -weight)
	}
}

// fill makes the lattice that of sequence s.
func (w *worker) fill(o *CRF, s int) {
	from, to := o.data.span(s)
	w.lat.Reset(to - from)
	label := o.feats.label
	for p := from; p < to; p++ {
		row := w.lat.Row(p - from)
		for _, a := range o.data.at(p) {
			b := o.feats.blocks[a]
			if b.n == 1 {
				row[b.label] += w.cells[b.start].weight
				continue
			}
			cells := w.cells[b.start : b.start+uint32(b.n)]
			if len(cells) == len(row) {
				for y := range cells {
					row[y] += cells[y].weight
				}
				continue
			}
			for i, y := range label[b.start : b.start+uint32(b.n)] {
				row[y] += cells[i].weight
			}
		}
	}
}

// expect adds weight times the expected counts of the attribute–label pairs of
// sequence s. It uses the forward factors up.
func (w *worker) expect(o *CRF, s int, weight float64) {
	l, k, label := w.lat, o.data.labels, o.feats.label
	from, to := o.data.span(s)
	for p := from; p < to; p++ {
		row := l.alpha[(p-from)*k : (p-from+1)*k]
		beta := l.beta[(p-from)*k : (p-from+1)*k]
		for y := range row {
			row[y] *= beta[y] * weight
		}
		for _, a := range o.data.at(p) {
			b := o.feats.blocks[a]
			if b.n == 1 {
				w.cells[b.start].expected += row[b.label]
				continue
			}
			cells := w.cells[b.start : b.start+uint32(b.n)]
			if len(cells) == len(row) {
				for y, v := range row {
					cells[y].expected += v
				}
				continue
			}
			for i, y := range label[b.start : b.start+uint32(b.n)] {
				cells[i].expected += row[y]
			}
		}
	}
}

// gather adds up what the workers found, in their order, and the regulariser.
func (o *CRF) gather(x, grad []float64) float64 {
	n, k := len(o.feats.label), o.data.labels
	loss := 0.0
	expected := make([]float64, k*k)
	for i := range o.work {
		w := &o.work[i]
		loss += w.loss
		for e, g := range o.trans.edges {
			expected[int(g.from)*k+int(g.to)] += w.counts[e] * g.exp
		}
	}
	for i, p := range o.pairs {
		grad[n+i] = expected[p]
	}
	norm := 0.0
	clear(grad[:n])
	for i := range o.work {
		for j, c := range o.work[i].cells {
			grad[j] += c.expected
		}
	}
	for i := range grad {
		norm += x[i] * x[i]
		grad[i] += 2*o.c2*x[i] - o.seen[i]
	}
	return loss + o.c2*norm
}
