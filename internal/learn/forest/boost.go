package forest

import (
	"fmt"
	"math"

	"github.com/bauta/bauta/internal/learn"
)

// Boost learns gradient-boosted trees for the logistic loss (two classes, one
// tree a round) or the softmax loss (more, one tree a class and round). The
// zero value is a setting that does well on some thousand rows.
type Boost struct {
	Rounds   int     // 0 means 200
	Depth    int     // splits on the way to a leaf; 0 means 4
	Rate     float64 // share of each Newton step that is taken; 0 means 0.1
	MinLeaf  float64 // least sum of second derivatives of a leaf; 0 means 1
	Lambda   float64 // L2 penalty of the leaf values; 0 means 1
	Rows     float64 // share of the rows that each tree sees; 0 means 0.8
	Columns  float64 // share of the features that each tree sees; 0 means 0.8
	Patience int     // stop after so many rounds without gain on a held-out tenth; 0 means never
	Seed     int64   // 0 means 1
}

func (c *Boost) fill() error {
	setDefault(&c.Rounds, 200)
	setDefault(&c.Depth, 4)
	for _, s := range []struct {
		p *float64
		v float64
	}{{&c.Rate, 0.1}, {&c.MinLeaf, 1}, {&c.Lambda, 1}, {&c.Rows, 0.8}, {&c.Columns, 0.8}} {
		if *s.p == 0 {
			*s.p = s.v
		}
	}
	c.Seed = max(c.Seed, 1)
	share := func(v float64) bool { return v > 0 && v <= 1 }
	counts := c.Rounds > 0 && c.Rounds <= maxTrees && c.Depth > 0 && c.Depth <= maxTreeDepth && c.Patience >= 0
	shares := share(c.Rate) && share(c.Rows) && share(c.Columns)
	if !counts || !shares || !(c.MinLeaf > 0) || !(c.Lambda > 0) {
		return fmt.Errorf("boosting: a setting is out of range (rounds 1 to %d, depth 1 to %d, rate, rows and "+
			"columns in (0, 1], leaf and lambda positive)",
			maxTrees, maxTreeDepth)
	}
	return nil
}

// Learn implements [learn.Learner].
func (c Boost) Learn(d *learn.Dataset) (learn.Classifier, error) {
	if err := c.fill(); err != nil {
		return nil, err
	}
	if err := d.Check(); err != nil {
		return nil, err
	}
	b := newBooster(c, d.Labelled())
	bestLoss, bestRound := math.Inf(1), 0
	for round := 1; round <= c.Rounds; round++ {
		b.round()
		if c.Patience == 0 {
			continue
		}
		if loss := b.heldLoss(); loss < bestLoss {
			bestLoss, bestRound = loss, round
		} else if round-bestRound >= c.Patience {
			break
		}
	}
	if c.Patience > 0 {
		b.model.trees = b.model.trees[:bestRound*b.model.outs()]
	}
	return b.model, nil
}

// booster holds the state of learning.
type booster struct {
	Boost
	data  *learn.Dataset
	model *Boosted
	gr    *grower
	score []float64 // row × outs
	p     []float64 // scratch, one place a class
	train []int32
	held  []int32
	rows  []int32 // scratch
	all   []int   // features
	x     [][]float64
}

func newBooster(c Boost, d *learn.Dataset) *booster {
	bins := newBinned(d)
	k := len(d.Class.Values)
	b := &booster{Boost: c, data: d, p: make([]float64, k), all: upTo(bins.encoder.Width())}
	b.model = &Boosted{encoder: bins.encoder, classes: k}
	b.model.start(d)
	b.gr = &grower{
		binned: bins, outs: 1, rng: learn.NewRand(c.Seed), g: make([]float64, d.Len()), h: make([]float64, d.Len()),
		limits: limits{depth: c.Depth, minLeaf: c.MinLeaf, lambda: c.Lambda},
	}
	outs := b.model.outs()
	b.score = make([]float64, d.Len()*outs)
	flat := make([]float64, d.Len()*bins.encoder.Width())
	b.x = make([][]float64, d.Len())
	for i := range d.X {
		copy(b.score[i*outs:], b.model.bias)
		b.x[i] = flat[:bins.encoder.Width()]
		flat = flat[bins.encoder.Width():]
		bins.encoder.Encode(d.X[i], b.x[i])
	}
	order := make([]int32, d.Len())
	for i := range order {
		order[i] = int32(i)
	}
	b.train = order
	if n := len(order) / 10; c.Patience > 0 && n > 0 {
		b.gr.rng.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		b.held, b.train = order[:n], order[n:]
	}
	return b
}

// round adds one tree for each output.
func (b *booster) round() {
	outs := b.model.outs()
	b.choose()
	var grown []*regTree
	for k := range outs {
		for _, i := range b.rows {
			b.derivatives(int(i), k)
		}
		t := b.gr.grow(b.rows)
		for i := range t.values {
			t.values[i] *= b.Rate
		}
		grown = append(grown, t)
	}
	for i := range b.x {
		for k, t := range grown {
			b.score[i*outs+k] += t.leaf(b.x[i])[0]
		}
	}
	b.model.trees = append(b.model.trees, grown...)
}

// choose draws the rows and the features of the round.
func (b *booster) choose() {
	b.rows = b.rows[:0]
	for _, i := range b.train {
		if b.Rows >= 1 || b.gr.rng.Float64() < b.Rows {
			b.rows = append(b.rows, i)
		}
	}
	if len(b.rows) == 0 {
		b.rows = append(b.rows, b.train[0])
	}
	n := len(b.all)
	take := max(int(math.Ceil(b.Columns*float64(n))), min(n, 1))
	for i := range take {
		j := i + b.gr.rng.Intn(n-i)
		b.all[i], b.all[j] = b.all[j], b.all[i]
	}
	b.gr.features = b.all[:take]
}

// derivatives sets the negative first and the second derivative of the loss of
// a row by the score of output k.
func (b *booster) derivatives(i, k int) {
	outs := b.model.outs()
	b.model.link(b.score[i*outs:(i+1)*outs], b.p)
	c, w := k, b.data.Weight(i)
	if len(b.p) == 2 {
		c = 1
	}
	y := 0.0
	if b.data.Y[i] == c {
		y = 1
	}
	b.gr.g[i] = w * (y - b.p[c])
	b.gr.h[i] = w * math.Max(b.p[c]*(1-b.p[c]), 1e-9)
}

// heldLoss is the logarithmic loss on the rows held out.
func (b *booster) heldLoss() float64 {
	outs, loss := b.model.outs(), 0.0
	for _, i := range b.held {
		b.model.link(b.score[int(i)*outs:(int(i)+1)*outs], b.p)
		loss -= b.data.Weight(int(i)) * math.Log(math.Max(b.p[b.data.Y[i]], 1e-12))
	}
	return loss
}
