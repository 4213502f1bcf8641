package joint

import (
	"context"
	"errors"
	"math"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/detect/tags"
	"github.com/bauta/bauta/learn/chain"
)

// Sample is a message with its gold, which is to be sorted and disjoint.
type Sample struct {
	Doc    *bauta.Doc
	Spans  []bauta.Span
	Weight float64 // how often it counts
}

// maxWeight bounds the weights of the pool.
const maxWeight = 2

// Fit chooses the weights of the pool that make the gold of samples likeliest.
// The samples are to be of one language, and neither tagger is to have seen them.
// The likelihood is concave in the weights, so that going uphill on one after the
// other ends near the top. loss is the mean of −log P of a sample.
func Fit(ctx context.Context, first, second tags.Scorer, samples []Sample) (w Weights, loss float64, err error) {
	f := fitting{}
	for _, s := range samples {
		if err := f.add(ctx, first, second, s); err != nil {
			return w, 0, err
		}
	}
	if f.total <= 0 {
		return w, 0, errors.New("no messages to fit the weights of the pool to")
	}
	w = even()
	best, err := f.loss(w)
	for _, step := range []float64{0.2, 0.1, 0.05} {
		for moved := true; moved && err == nil; {
			moved = false
			for _, by := range []Weights{{step, 0}, {0, step}, {-step, 0}, {0, -step}, {step, -step}, {-step, step}} {
				if err := ctx.Err(); err != nil {
					return w, 0, err
				}
				next := Weights{inRange(w.First + by.First), inRange(w.Second + by.Second)}
				l, failed := f.loss(next)
				if failed != nil {
					return w, 0, failed
				}
				if l < best-1e-9 {
					w, best, moved = next, l, true
				}
			}
		}
	}
	return w, best / f.total, err
}

// inRange keeps a weight in range, at a hundredth.
func inRange(x float64) float64 { return max(0, min(math.Round(100*x)/100, maxWeight)) }

// fitting holds the scores of both taggers for the samples.
type fitting struct {
	pairs  []pair
	gold   [][]uint8
	weight []float64
	total  float64
}

func (f *fitting) add(ctx context.Context, first, second tags.Scorer, s Sample) error {
	pairs, err := read(ctx, first, second, s.Doc)
	if err != nil {
		return err
	}
	for _, p := range pairs {
		f.pairs = append(f.pairs, p)
		f.gold = append(f.gold, tags.Encode(p.first.Words, s.Spans, p.first.Types, nil))
		f.weight = append(f.weight, s.Weight)
		f.total += s.Weight
	}
	return nil
}

// loss is the sum of −log P of the gold.
func (f *fitting) loss(w Weights) (float64, error) {
	sum := 0.0
	var trans *chain.Transitions
	for i := range f.pairs {
		if trans == nil {
			var err error
			if trans, err = f.pairs[i].transitions(w); err != nil {
				return 0, err
			}
		}
		l := f.pairs[i].pool(trans, w)
		sum += f.weight[i] * (l.LogPartition() - l.Score(f.gold[i]))
	}
	return sum, nil
}
