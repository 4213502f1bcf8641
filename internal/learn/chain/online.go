package chain

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"sync"

	"github.com/bauta/bauta/internal/learn"
)

// TrainOnline fits a conditional random field by stochastic gradient descent
// with a rate of its own for each weight (AdaGrad; Duchi, Hazan and Singer
// 2011): the objective of CRF, nearly its minimum after about ten passes, where
// L-BFGS needs a hundred. With Jobs > 1 each pass trains a model on each part
// of the data and mixes them, as TrainPerceptron does. Of c it reads C2, MinCount,
// Dense, Allowed, Jobs, Progress, Init, Passes (0 means 10), Rate and Seed. The
// report's Value is the objective as the last pass met it, sequence by sequence,
// which is above that of the result.
func TrainOnline(ctx context.Context, d *Data, c Config) (*Model, learn.Report, error) {
	if !(c.C2 >= 0) || c.C1 != 0 || !(c.Rate >= 0) {
		return nil, learn.Report{},
			fmt.Errorf("regularisation of %g and %g at rate %g; online training has no L1 term", c.C1, c.C2, c.Rate)
	}
	o, x, err := beginning(d, c)
	if err != nil {
		return nil, learn.Report{}, err
	}
	rate := c.Rate
	if rate == 0 {
		rate = 0.1
	}
	m := newOnline(o, x, rate, c.Held, c.Seed)
	rep := inPasses(ctx, c, m.x, func() (float64, bool) { return m.pass(), false })
	model, err := o.Model(m.x)
	if err != nil {
		return nil, rep, err
	}
	return model, rep, ctx.Err()
}

// online is the common state: weights, and for each the sum of the squares of
// its gradients.
type online struct {
	o      *CRF
	x, sum []float64
	parts  []*descent
}

func newOnline(o *CRF, x []float64, rate, held float64, seed uint64) *online {
	m := &online{o: o, x: x, sum: make([]float64, len(x))}
	for i := range m.sum {
		m.sum[i] = 1 // so that the first steps are no longer than the rate
	}
	from := 0
	for i, to := range o.ends {
		p := &descent{o: o, rate: rate, cells: make([]cell, len(x)), rand: rand.New(rand.NewPCG(seed, uint64(i)))}
		for s := from; s < to; s++ {
			p.order = append(p.order, s)
		}
		m.parts = append(m.parts, p)
		from = to
	}
	// How often each weight is met in a pass: the regulariser is shared out
	// over the meetings.
	share := make([]float64, len(o.feats.blocks))
	for _, a := range o.data.items {
		share[a]++
	}
	if held > 0 {
		m.hold(share, held)
	}
	for a, n := range share {
		share[a] = 2 * o.c2 / max(1, n)
	}
	for _, p := range m.parts {
		p.share = share
	}
	return m
}

// hold makes the weights of frequent attributes, and the transitions, stay as they are:
// behind endless gradients no step has a length.
func (m *online) hold(count []float64, share float64) {
	for a, b := range m.o.feats.blocks {
		if count[a] < share*float64(len(m.o.data.gold)) {
			continue
		}
		for i := range uint32(b.n) {
			m.sum[b.start+i] = math.Inf(1)
		}
	}
	for i := range m.o.pairs {
		m.sum[len(m.o.feats.label)+i] = math.Inf(1)
	}
}

// pass goes once over the data and returns the objective as it met it.
func (m *online) pass() float64 {
	var wg sync.WaitGroup
	for _, p := range m.parts {
		for i := range p.cells {
			p.cells[i] = cell{m.x[i], m.sum[i]}
		}
		wg.Go(p.pass)
	}
	wg.Wait()
	all, loss, norm := 0.0, 0.0, 0.0
	for _, p := range m.parts {
		all += float64(len(p.order))
		loss += p.loss
	}
	for i := range m.x {
		var x, sum float64
		for _, p := range m.parts {
			share := float64(len(p.order)) / all
			x += share * p.cells[i].weight
			sum += share * p.cells[i].expected
		}
		m.x[i], m.sum[i] = x, sum
		norm += x * x
	}
	return loss + m.o.c2*norm
}

// descent trains on some sequences. Its cells hold, beside each weight, the
// sum of the squares of its gradients.
type descent struct {
	o     *CRF
	rate  float64
	share []float64 // 2·C2 / occurrences, of each attribute
	cells []cell    // of the attribute weights, then of the label pairs
	order []int
	rand  *rand.Rand
	loss  float64

	w     worker // lattice and counts; its cells are those of the attributes
	trans *Transitions
	diff  []float64 // marginals less gold, of each position and label
	pairs []float64 // expected less seen transitions since the last change, [from·labels+to]
	since int       // sequences since then
}

// batch is the number of sequences between two changes of the transitions,
// whose tables have to be computed anew each time.
const batch = 16

func (p *descent) pass() {
	k := p.o.data.labels
	n := len(p.o.feats.label)
	p.w.cells = p.cells[:n]
	p.pairs, p.since, p.loss = grown(p.pairs, k*k), 0, 0
	clear(p.pairs)
	p.prepare()
	p.rand.Shuffle(len(p.order), func(i, j int) { p.order[i], p.order[j] = p.order[j], p.order[i] })
	for _, s := range p.order {
		p.learn(s)
		if p.since++; p.since == batch {
			p.step()
		}
	}
	p.step()
}

// prepare makes the transitions of the present weights.
func (p *descent) prepare() {
	k, n := p.o.data.labels, len(p.o.feats.label)
	if p.trans == nil {
		p.trans = &Transitions{labels: k, score: append([]float64(nil), p.o.score...), start: p.o.start, keep: p.o.keep}
		p.w.lat = NewLattice(p.trans)
	}
	for i, pair := range p.o.pairs {
		p.trans.score[pair] = p.cells[n+i].weight
	}
	p.trans.prepare()
	p.w.counts = grown(p.w.counts, len(p.trans.edges))
}

// learn moves the attribute weights after one sequence.
func (p *descent) learn(s int) {
	d, l := p.o.data, p.w.lat
	weight := d.weight[s]
	p.w.fill(p.o, s)
	p.diff = grown(p.diff, l.n*l.k)
	clear(p.diff)
	p.sum(weight)
	gold := d.Gold(s)
	if d.partial[s] {
		d.restrict(l, s)
		p.sum(-weight)
	} else {
		p.loss -= weight * l.Score(gold)
		for t, y := range gold {
			p.diff[t*l.k+int(y)] -= weight
			if t > 0 {
				p.pairs[int(gold[t-1])*l.k+int(y)] -= weight
			}
		}
	}
	from, to := d.span(s)
	for q := from; q < to; q++ {
		row := p.diff[(q-from)*l.k : (q-from+1)*l.k]
		for _, a := range d.at(q) {
			b := p.o.feats.blocks[a]
			for i, y := range p.o.feats.label[b.start : b.start+uint32(b.n)] {
				c := &p.cells[b.start+uint32(i)]
				g := row[y] + p.share[a]*weight*c.weight
				if math.Abs(g) < 1e-5 {
					continue // would move nothing, and costs a root
				}
				c.expected += g * g
				c.weight -= p.rate * g / math.Sqrt(c.expected)
			}
		}
	}
}

// sum adds weight times the marginals of the lattice to diff, its transitions
// to pairs, and its log Z to the loss.
func (p *descent) sum(weight float64) {
	l := p.w.lat
	clear(p.w.counts)
	l.forward()
	l.backward(p.w.counts, weight)
	for i := range p.diff {
		p.diff[i] += weight * l.alpha[i] * l.beta[i]
	}
	for i, g := range p.trans.edges {
		p.pairs[int(g.from)*l.k+int(g.to)] += p.w.counts[i] * g.exp
	}
	p.loss += weight * l.logZ
}

// step moves the weights of the label pairs.
func (p *descent) step() {
	n := len(p.o.feats.label)
	part := 2 * p.o.c2 * float64(p.since) / float64(p.o.data.Sequences())
	for i, pair := range p.o.pairs {
		c := &p.cells[n+i]
		g := p.pairs[pair] + part*c.weight
		c.expected += g * g
		c.weight -= p.rate * g / math.Sqrt(c.expected)
	}
	clear(p.pairs)
	p.since = 0
	p.prepare()
}
