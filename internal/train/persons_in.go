package train

import (
	"context"
	"slices"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/train/fairness"
	"github.com/bauta/bauta/internal/train/gold"
)

// PersonsIn returns sentences with a name of a person from the tests by which a recipe
// judges persons: of each test as many as asked for, spread evenly.
func PersonsIn(r *Recipe, src Sources, most int) ([]gold.Sentence, error) {
	var out []gold.Sentence
	for _, use := range r.Tests {
		if t := (test{use: use}); !t.judges(bauta.Person) {
			continue
		}
		sets, err := use.sets()
		if err != nil {
			return nil, err
		}
		list, err := readAll(sets, src.Data)
		if err != nil {
			return nil, err
		}
		list = slices.DeleteFunc(list, func(s gold.Sentence) bool {
			return !slices.ContainsFunc(s.Spans, func(sp bauta.Span) bool {
				return sp.Label == bauta.Person && fairness.Exchangeable(s.Text[sp.Start:sp.End])
			})
		})
		for i := range min(most, len(list)) {
			out = append(out, list[i*len(list)/min(most, len(list))])
		}
	}
	return out, nil
}

// PersonsOf is what a detector takes for persons in a sentence, sorted and disjoint.
func PersonsOf(ctx context.Context, d bauta.Detector, s gold.Sentence, lang string) ([]bauta.Span, error) {
	list, err := d.Detect(ctx, DocOf(s, lang))
	if err != nil {
		return nil, err
	}
	list = fold(bauta.Fuse(len(s.Text), list), []bauta.Label{bauta.Person})
	return withoutHandles(s.Text, slices.DeleteFunc(list, func(f bauta.Span) bool {
		return f.Doubt != bauta.Sure || f.Label != bauta.Person
	})), nil
}
