package neural

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
)

// Config says how a network is trained. The zero value trains with Adam for ten
// epochs and silences nothing.
type Config struct {
	Epochs  int     // passes over the data; 0 means 10
	Size    int     // sequences of an epoch, which goes on where the one before stopped; 0 means all
	Batch   int     // sequences of a step; 0 means 10
	SGD     bool    // plain gradient descent instead of Adam
	Rate    float64 // of learning; 0 means 0.001
	Decay   bool    // the rate falls evenly to a twentieth
	Tables  float64 // rate of the vectors of words, n-grams and features, relative to Rate; 0 means 1
	Biases  float64 // rate of the biases of the LSTMs, relative to Rate; 0 means 1, and 2 is as where each has two
	Clip    float64 // bound on the length of the gradient; 0: none
	Dropout float64 // share of the inputs of the LSTM over tokens and of its states that is silenced
	Fresh   bool    // what is silenced is drawn anew at every token, as Lample and others do
	Unknown float64 // share of the words of a batch that are read as if unknown
	Blind   float64 // share of the tokens whose word, and of those whose features, are not read
	Seed    uint64

	// Average is the number of last epochs over whose ends the weights are
	// averaged; 0 and 1: none are.
	Average int
	// Dev, if not nil, says after each epoch how good the network is, and the
	// best is kept, the last of equals; Patience ends training after so many
	// epochs that were worse than the best, if positive.
	Dev      func(*Net) (float64, error)
	Patience int
	// Progress is told the mean loss of the sequences of an epoch, from 1.
	Progress func(epoch int, loss float64)
}

// pool is how many batches of a shuffled order are sorted by length together.
const pool = 50

// Train fits a network to data. On cancellation the network is what it was last,
// and the error that of the context.
func Train(ctx context.Context, n *Net, d *Data, c Config) error {
	if err := d.check(n); err != nil {
		return err
	}
	if len(d.Sequences) == 0 {
		return errors.New("no sequences to train on")
	}
	outside := func(share float64) bool { return share < 0 || share > 1 }
	if c.Dropout == 1 || outside(c.Dropout) || outside(c.Unknown) || outside(c.Blind) || c.Rate < 0 {
		return fmt.Errorf("dropout %g, unknown %g, blind %g, rate %g; shares are below 1, the rate is positive",
			c.Dropout, c.Unknown, c.Blind, c.Rate)
	}
	c.Epochs, c.Batch, c.Rate = cmp.Or(c.Epochs, 10), cmp.Or(c.Batch, 10), cmp.Or(c.Rate, 0.001)
	c.Size = cmp.Or(c.Size, len(d.Sequences))
	n.rates(cmp.Or(c.Tables, 1), cmp.Or(c.Biases, 1))
	t := &training{
		net: n, c: c, rng: rand.New(rand.NewPCG(c.Seed, 0x74726169)), opt: newOptimiser(n.Params(), c.SGD, c.Clip),
		pass: pass{net: n, data: d, share: c.Dropout, fresh: c.Fresh, unknown: c.Unknown, blind: c.Blind},
	}
	t.pass.rng = rand.New(rand.NewPCG(c.Seed, 0x64726f70))
	for e := 1; e <= c.Epochs; e++ {
		loss, err := t.epoch(ctx, e)
		if err != nil {
			return err
		}
		if c.Progress != nil {
			c.Progress(e, loss/float64(c.Size))
		}
		stop, err := t.judge(e)
		if err != nil {
			return err
		}
		if stop {
			break
		}
	}
	t.finish()
	return nil
}

// training is one run of Train.
type training struct {
	net  *Net
	c    Config
	rng  *rand.Rand
	opt  *optimiser
	pass pass

	order       []int // sequences to come
	step, steps int
	best        snapshot
	bestScore   float64
	worse       int
	mean        snapshot
}

// snapshot holds copies of all weights, in the order of Params.
type snapshot [][]float32

// epoch goes over the data once and returns the sum of the losses.
func (t *training) epoch(ctx context.Context, e int) (float64, error) {
	batches := t.batches()
	t.steps = t.c.Epochs * len(batches)
	sum := 0.0
	for _, b := range batches {
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		loss, err := t.pass.run(b)
		if err != nil {
			return 0, fmt.Errorf("epoch %d: %w; a lower rate may help", e, err)
		}
		sum += loss
		rate := t.c.Rate
		if t.c.Decay {
			rate *= 1 - 0.95*float64(t.step)/float64(t.steps)
		}
		t.step++
		t.opt.update(rate)
	}
	return sum, nil
}

// batches draws the sequences of an epoch, each as often as the others, and groups
// those of like length.
func (t *training) batches() [][]int {
	q := t.pass.data.Sequences
	for len(t.order) < t.c.Size {
		t.order = append(t.order, t.rng.Perm(len(q))...)
	}
	order := t.order[:t.c.Size:t.c.Size]
	t.order = t.order[t.c.Size:]
	for from := 0; from < len(order); from += pool * t.c.Batch {
		part := order[from:min(len(order), from+pool*t.c.Batch)]
		slices.SortStableFunc(part, func(a, b int) int { return len(q[a].Tokens) - len(q[b].Tokens) })
	}
	out := slices.Collect(slices.Chunk(order, t.c.Batch))
	t.rng.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out
}

// judge averages and measures after an epoch.
func (t *training) judge(e int) (stop bool, err error) {
	if k := t.c.Epochs - e; t.c.Average > 1 && k < t.c.Average {
		t.mean = t.mean.blend(t.net, 1/float32(t.c.Average-k))
	}
	if t.c.Dev == nil {
		return false, nil
	}
	score, err := t.score()
	if err != nil {
		return false, err
	}
	if t.best == nil || score >= t.bestScore {
		t.bestScore, t.worse = score, 0
		t.best = t.current().take()
		return false, nil
	}
	t.worse++
	return t.c.Patience > 0 && t.worse >= t.c.Patience, nil
}

// score asks Dev about the averaged weights where there are any.
func (t *training) score() (float64, error) {
	if t.mean == nil {
		return t.c.Dev(t.net)
	}
	now := snapshot(nil).blend(t.net, 1)
	t.mean.put(t.net)
	defer now.put(t.net)
	return t.c.Dev(t.net)
}

// current is the averaged weights, or those of the network.
func (t *training) current() snapshot {
	if t.mean != nil {
		return t.mean
	}
	return snapshot(nil).blend(t.net, 1)
}

// finish leaves in the network the best weights, or the averaged ones.
func (t *training) finish() {
	switch {
	case t.best != nil:
		t.best.put(t.net)
	case t.mean != nil:
		t.mean.put(t.net)
	}
	for _, p := range t.net.Params() {
		p.grad, p.mark, p.touched = nil, nil, nil
	}
}

// blend moves the copies towards the network's weights by a share; none yet are
// made.
func (s snapshot) blend(n *Net, share float32) snapshot {
	for i, p := range n.Params() {
		if len(s) <= i {
			s = append(s, slices.Clone(p.W))
			continue
		}
		for j, w := range p.W {
			s[i][j] += share * (w - s[i][j])
		}
	}
	return s
}

// take copies the copies.
func (s snapshot) take() snapshot {
	out := make(snapshot, len(s))
	for i := range s {
		out[i] = slices.Clone(s[i])
	}
	return out
}

// put stores the copies in the network.
func (s snapshot) put(n *Net) {
	for i, p := range n.Params() {
		copy(p.W, s[i])
	}
}
