package review

import (
	"context"
	"crypto/sha256"
	"slices"

	"github.com/bauta/bauta"
)

// said is what people say of messages beside the review of words.
type said interface {
	Corpus
	Annotations
	Locations
}

// truths gathers what annotators marked, and what was taken out for its place,
// by message. Where annotators differ and nobody adjudicated, what any of them
// marked counts: in doubt it is masked.
func truths(ctx context.Context, from said, project int64) (map[[sha256.Size]byte][]bauta.Span, error) {
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
			spans[i].Source, spans[i].P = Source, 1
		}
		out[fingerprint(a.Message.ID, a.Message.Text)] = bauta.Fuse(len(a.Message.Text), spans)
	}
	places, err := from.Places(ctx, project)
	if err != nil {
		return nil, err
	}
	for _, l := range places {
		m, err := from.Message(ctx, project, l.Message)
		if err != nil {
			return nil, err
		}
		key := fingerprint(m.Message.ID, m.Message.Text)
		for _, s := range l.Spans {
			s.Source = Source
			out[key] = append(out[key], s)
		}
		out[key] = bauta.Fuse(len(m.Message.Text), out[key])
	}
	return out, nil
}
