package train

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/bauta/bauta/internal/detect/crf"
	"github.com/bauta/bauta/internal/detect/tags"
	"github.com/bauta/bauta/internal/learn/chain"
	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/model"
)

// How far training goes away from the weights it starts from, where a recipe says
// nothing, and the share of the words from which on what is known of a word keeps its
// weights: what stands everywhere is the language's, what is rare is of the kind of
// text. Figures: docs/experiments/own.md.
const (
	ownPasses = 5
	ownRate   = 0.02
	ownHeld   = 0.02
)

// Continue goes on with the training of a tagger on what a recipe reads: a few hundred
// labelled messages move the weights of what is rare in them; what stands in most, and
// what in none, stays as it is. A set says nothing about types that it does not annotate.
// The scores are of the tagger as it was and as it is.
func Continue(ctx context.Context, r *Recipe, src Sources, from *model.Bundle, say func(string)) (*Bundle, []Scores,
	error,
) {
	start := time.Now()
	result, err := ofBundle(from, r, src)
	switch {
	case err != nil:
		return nil, nil, err
	case result.Model == nil:
		return nil, nil, fmt.Errorf("a %s tagger cannot be gone on with, only one of kind %s", from.Kind, BundleKind)
	case result.Model.Lang() != r.Lang:
		return nil, nil, fmt.Errorf("the recipe is for %q, the tagger for %q", r.Lang, result.Model.Lang())
	}
	before, err := result.Evaluate(ctx)
	if err != nil {
		return nil, nil, err
	}
	for i := range before {
		before[i].On += ", before"
	}
	if err := result.goOn(ctx); err != nil {
		return nil, nil, err
	}
	result.Took, result.Person, result.from = time.Since(start), from.Person, from
	if say != nil {
		say(fmt.Sprintf("%d tokens, trained in %.0f s", result.Tokens, result.Took.Seconds()))
	}
	after, err := result.Evaluate(ctx)
	if err != nil {
		return nil, nil, err
	}
	scores := append(before, after...)
	b, err := result.Bundle(scores)
	return b, scores, err
}

// goOn trains on the sets of the recipe, from the weights there are.
func (r *Result) goOn(ctx context.Context) error {
	c := r.corpus
	for i := range c.parts {
		p := &c.parts[i]
		if p.annotated != nil || p.generated {
			continue
		}
		for _, s := range p.sentences {
			for _, sp := range s.Spans {
				if !slices.Contains(r.Model.Types(), sp.Label) {
					return fmt.Errorf("%s: the tagger has no type %s; leave it out with labels, or train anew", p.name,
						sp.Label)
				}
				if !slices.Contains(p.annotated, sp.Label) {
					p.annotated = append(p.annotated, sp.Label)
				}
			}
		}
		if len(p.annotated) == 0 {
			return fmt.Errorf("%s: no message has a label; there is nothing to learn", p.name)
		}
		slices.Sort(p.annotated)
	}
	b, err := crf.Continue(r.Model, lexicon.Default())
	if err != nil {
		return err
	}
	if err := c.fill(b, r.Recipe, r.src); err != nil {
		return err
	}
	if b.Data().Sequences() == 0 {
		return errors.New("nothing to train on; name sets or chat messages")
	}
	u := r.Recipe.Method
	trained, _, err := chain.TrainOnline(ctx, b.Data(), chain.Config{
		Dense: true, Init: b.Init(r.Model), Allowed: tags.Allowed, Jobs: 1, Seed: r.Recipe.Seed,
		Passes: cmp.Or(u.Passes, ownPasses), Rate: cmp.Or(u.Rate, ownRate), Held: max(0, cmp.Or(u.Held, ownHeld)),
	})
	if err != nil {
		return err
	}
	r.Tokens = b.Data().Positions()
	r.Model, err = b.Merge(r.Model, trained)
	return err
}
