package review

import (
	"context"
	"crypto/sha256"
	"slices"

	"github.com/bauta/bauta"
)

// truths gathers what annotators marked, by message. Where they differ and
// nobody adjudicated, what any of them marked counts: in doubt it is masked.
func truths(ctx context.Context, from Annotations, project int64) (map[[sha256.Size]byte][]bauta.Span, error) {
	out := map[[sha256.Size]byte][]bauta.Span{}
	for a, err := range from.Annotated(ctx, project, Unlabelled) {
		if err != nil {
			return nil, err
		}
		spans, ok := a.Truth()
		if !ok {
			for _, s := range a.Said {
				spans = append(spans, s.Spans...)
			}
		}
		if spans = slices.Clone(spans); len(spans) == 0 {
			continue
		}
		for i := range spans {
			spans[i].Source, spans[i].Score = Source, 1
		}
		out[fingerprint(a.Message.ID, a.Message.Text)] = bauta.Fuse(len(a.Message.Text), spans)
	}
	return out, nil
}
