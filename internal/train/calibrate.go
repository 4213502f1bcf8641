package train

import (
	"context"
	"math"
	"slices"

	"github.com/bauta/bauta"
)

// calibrate chooses the temperature at which the scores of spans are the best
// probabilities on the sentences kept from training: least log loss of "this
// span is in gold" (Guo and others, On calibration of modern neural networks,
// ICML 2017, section 4.2, for sequences).
func (r *Result) calibrate(ctx context.Context) error {
	if len(r.corpus.kept) == 0 {
		return nil
	}
	pack := r.Recipe.Pack
	best, least := 1.0, math.Inf(1)
	for _, t := range []float64{1, 4, 16, 32, 48, 64, 96, 128} {
		pack.Temperature = t
		if err := r.Repack(pack); err != nil {
			return err
		}
		loss, err := r.logLoss(ctx)
		if err != nil {
			return err
		}
		if loss < least {
			best, least = t, loss
		}
	}
	pack.Temperature = best
	return r.Repack(pack)
}

// logLoss is the mean of −log P over the spans found in the kept sentences.
func (r *Result) logLoss(ctx context.Context) (float64, error) {
	d, err := r.detector()
	if err != nil {
		return 0, err
	}
	sum, n := 0.0, 0
	for _, s := range r.corpus.kept {
		found, err := d.Detect(ctx, DocOf(s, r.Recipe.Lang))
		if err != nil {
			return 0, err
		}
		for _, f := range found {
			right := slices.ContainsFunc(s.Spans, func(g bauta.Span) bool {
				return g.Start == f.Start && g.End == f.End && g.Label == f.Label
			})
			p := max(1e-6, min(f.P, 1-1e-6))
			if !right {
				p = 1 - p
			}
			sum -= math.Log(p)
			n++
		}
	}
	return sum / float64(max(n, 1)), nil
}
