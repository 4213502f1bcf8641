package chain

import (
	"context"
	"math"
	"math/rand/v2"
	"sync"

	"github.com/bauta/bauta/internal/learn"
)

// TrainPerceptron fits a model by the averaged structured perceptron (Collins
// 2002): for each sequence tagged wrongly, the weights of the right labels go
// up and those of the found ones down; the result is the mean over all steps.
// With Jobs > 1 each pass trains a model on each part of the data and mixes
// them (McDonald, Hall and Mann 2010). Scores are not probabilities. Of c it
// reads MinCount, Dense, Allowed, Jobs, Init, Passes and Seed. The report's
// Value is the number of positions tagged wrongly in the last pass.
func TrainPerceptron(ctx context.Context, d *Data, c Config) (*Model, learn.Report, error) {
	o, x, err := beginning(d, c)
	if err != nil {
		return nil, learn.Report{}, err
	}
	p := newMixture(o, x, c.Seed)
	rep := inPasses(ctx, c, p.x, func() (float64, bool) {
		wrong := p.pass()
		return wrong, wrong == 0
	})
	m, err := o.Model(p.mean(rep.Iterations))
	if err != nil {
		return nil, rep, err
	}
	return m, rep, ctx.Err()
}

// mixture trains one perceptron on each shard and mixes them after each pass.
type mixture struct {
	o     *CRF
	x     []float64 // mixed weights
	total []float64 // sum over passes of the mixed means of the weights
	parts []*perceptron
}

func newMixture(o *CRF, x []float64, seed uint64) *mixture {
	m := &mixture{o: o, x: x, total: make([]float64, len(x))}
	k := o.data.labels
	slot := make([]int32, k*k)
	for i := range slot {
		slot[i] = -1
	}
	for i, p := range o.pairs {
		slot[p] = int32(len(o.feats.label) + i)
	}
	from := 0
	for i, to := range o.ends {
		order := make([]int, to-from)
		for j := range order {
			order[j] = from + j
		}
		m.parts = append(m.parts, &perceptron{
			o: o, slot: slot, order: order, x: make([]float64, len(x)),
			acc: make([]float64, len(x)), rand: rand.New(rand.NewPCG(seed, uint64(i))),
		})
		from = to
	}
	return m
}

// pass goes once over the data and returns the weighted number of wrong labels.
func (m *mixture) pass() float64 {
	var wg sync.WaitGroup
	for _, p := range m.parts {
		copy(p.x, m.x)
		wg.Go(p.pass)
	}
	wg.Wait()
	// Each part counts by its number of sequences.
	all, wrong := 0.0, 0.0
	for _, p := range m.parts {
		all += float64(len(p.order))
		wrong += p.wrong
	}
	clear(m.x)
	for _, p := range m.parts {
		share := float64(len(p.order)) / all
		steps := math.Max(1, float64(len(p.order)))
		for i, v := range p.x {
			m.x[i] += share * v
			m.total[i] += share * (v - p.acc[i]/steps)
		}
	}
	return wrong
}

// mean returns the weights averaged over the passes done.
func (m *mixture) mean(passes int) []float64 {
	if passes == 0 {
		return m.x
	}
	for i := range m.total {
		m.total[i] /= float64(passes)
	}
	return m.total
}

// perceptron trains on some sequences. The mean over its steps is x − acc/steps,
// where acc holds each change times the number of the step that made it.
type perceptron struct {
	o     *CRF
	slot  []int32 // component of a label pair, −1 where it has none
	order []int
	x     []float64
	acc   []float64
	rand  *rand.Rand
	lat   *Lattice
	trans *Transitions
	path  []uint8
	gold  []uint8 // the best labelling that the data admits
	wrong float64
}

func (p *perceptron) pass() {
	clear(p.acc)
	p.wrong = 0
	o := p.o
	n := len(o.feats.label)
	if p.lat == nil {
		p.trans = &Transitions{labels: o.data.labels, score: append([]float64(nil), o.score...), start: o.start}
		p.lat = NewLattice(p.trans)
	}
	for i, pair := range o.pairs {
		p.trans.score[pair] = p.x[n+i]
	}
	p.trans.prepareViterbi()
	m := &Model{Start: o.feats.start, Label: o.feats.label, Weight: p.x[:n], Trans: p.trans}
	p.rand.Shuffle(len(p.order), func(i, j int) { p.order[i], p.order[j] = p.order[j], p.order[i] })
	for step, s := range p.order {
		p.path = m.Tag(p.lat, o.data, s, p.path)
		p.update(s, float64(step))
	}
}

// update moves the weights from the labels found to those of the data.
func (p *perceptron) update(s int, step float64) {
	o, d := p.o, p.o.data
	gold, rate := d.Gold(s), d.weight[s]
	if d.partial[s] {
		d.restrict(p.lat, s)
		p.gold, _ = p.lat.Viterbi(p.gold)
		gold = p.gold
	}
	from, _ := d.span(s)
	moved := false
	for t, y := range gold {
		z := p.path[t]
		if y != z {
			p.wrong += rate
			for _, a := range d.at(from + t) {
				p.move(a, y, rate, step)
				p.move(a, z, -rate, step)
			}
		}
		if t > 0 && (y != z || gold[t-1] != p.path[t-1]) {
			moved = true
			p.moveSlot(p.slot[int(gold[t-1])*d.labels+int(y)], rate, step)
			p.moveSlot(p.slot[int(p.path[t-1])*d.labels+int(z)], -rate, step)
		}
	}
	if !moved {
		return
	}
	n := len(o.feats.label)
	for i, pair := range o.pairs {
		p.trans.score[pair] = p.x[n+i]
	}
	p.trans.prepareViterbi()
}

// move changes the weight of an attribute and a label, if the pair has one.
func (p *perceptron) move(attr int32, label uint8, by, step float64) {
	l := p.o.feats
	for i := l.start[attr]; i < l.start[attr+1]; i++ {
		if l.label[i] == label {
			p.moveSlot(i, by, step)
			return
		}
	}
}

func (p *perceptron) moveSlot(i int32, by, step float64) {
	if i >= 0 {
		p.x[i] += by
		p.acc[i] += by * step
	}
}
