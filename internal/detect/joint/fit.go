package joint

import (
	"context"
	"errors"
	"math"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/detect/tags"
	"github.com/bauta/bauta/internal/learn/chain"
)

// Sample is a message with its gold, which is to be sorted and disjoint.
type Sample struct {
	Doc   *bauta.Doc
	Spans []bauta.Span
}

// maxWeight bounds the weights of the pool.
const maxWeight = 2

// Fit chooses the weights of the pool that make the gold of sets of samples
// likeliest. All are to be of one language, and neither tagger is to have seen
// them. A set counts as the root of its size, and relative to what it costs the
// pool of both halves: neither a set of a dozen samples nor one of another kind of
// text, whose gold neither thinks likely, decides for all others. The likelihood
// is concave in the weights, so that going uphill on one after the other ends near
// the top. loss is that of the pool in shares of that of both halves.
func Fit(ctx context.Context, first, second tags.Scorer, sets [][]Sample) (w Weights, loss float64, err error) {
	w = even()
	f := fitting{views: new(views)}
	for _, set := range sets {
		if err := f.add(ctx, first, second, set); err != nil {
			return w, 0, err
		}
	}
	if len(f.parts) == 0 {
		return w, 0, errors.New("no messages to fit the weights of the pool to")
	}
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
	return w, best, err
}

// inRange keeps a weight in range, at a hundredth.
func inRange(x float64) float64 { return max(0, min(math.Round(100*x)/100, maxWeight)) }

// fitting holds the scores of both taggers for the samples.
type fitting struct {
	views *views
	parts []part
	total float64 // of the weights of sets
}

// part is a stretch of a sample.
type part struct {
	pair
	gold   []uint8
	weight float64
}

// add takes in a set; one that is sure already, with nothing to lose, is left out.
func (f *fitting) add(ctx context.Context, first, second tags.Scorer, set []Sample) error {
	own := fitting{total: 1}
	for _, s := range set {
		pairs, err := f.views.read(ctx, first, second, s.Doc)
		if err != nil {
			return err
		}
		for _, p := range pairs {
			own.parts = append(own.parts, part{p, tags.Encode(p.first.Words, s.Spans, p.first.Types, nil), 1})
		}
	}
	halves, err := own.loss(even())
	if err != nil || halves <= 0 {
		return err
	}
	weight := math.Sqrt(float64(len(set)))
	for i := range own.parts {
		own.parts[i].weight = weight / halves
	}
	f.parts, f.total = append(f.parts, own.parts...), f.total+weight
	return nil
}

// loss is the sum of −log P of the gold, by weight.
func (f *fitting) loss(w Weights) (float64, error) {
	sum := 0.0
	var trans *chain.Transitions
	for i := range f.parts {
		p := &f.parts[i]
		if trans == nil {
			var err error
			if trans, err = p.transitions(w); err != nil {
				return 0, err
			}
		}
		l := p.pool(trans, w)
		sum += p.weight * (l.LogPartition() - l.Score(p.gold))
	}
	return sum / f.total, nil
}
