package policy

import (
	"cmp"
	"context"
	"slices"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/mask"
)

// wholly is a detector in which what a policy masks in part only (the digits of a
// number) never names what another detector wants hidden whole: of an address with
// a number in it, masked as a number, the name would stay.
type wholly struct {
	bauta.Detector
	pipeline *bauta.Pipeline // whose operators are known when it runs
}

// Detect lowers the scores of what is masked in part.
func (w wholly) Detect(ctx context.Context, d *bauta.Doc) ([]bauta.Span, error) {
	found, err := w.Detector.Detect(ctx, d)
	if err != nil {
		return nil, err
	}
	partly := func(s bauta.Span) bool { return mask.Partly(w.pipeline.Operators[s.Label]) }
	outrank(found, func(s bauta.Span) bool { return !w.pipeline.Keeps(s) && !partly(s) }, partly)
	return found, nil
}

// outrank sorts spans and lowers the scores of those that yield where they hang
// together with sure ones that hide, so that the best of these names the whole: no
// reading, and no form, carries out what another one hides.
func outrank(found []bauta.Span, hides, yields func(bauta.Span) bool) {
	slices.SortStableFunc(found, func(a, b bauta.Span) int { return cmp.Compare(a.Start, b.Start) })
	for i := 0; i < len(found); {
		j, end, best := i, found[i].End, 0.0
		for ; j < len(found) && found[j].Start < end; j++ {
			end = max(end, found[j].End)
			if found[j].Doubt == bauta.Sure && hides(found[j]) {
				best = max(best, found[j].Score)
			}
		}
		for k := range found[i:j] {
			if s := &found[i+k]; best > 0 && s.Score >= best && yields(*s) {
				s.Score = best / 2
			}
		}
		i = j
	}
}
