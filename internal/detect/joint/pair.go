package joint

import (
	"context"
	"slices"
	"sync"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/detect/tags"
	"github.com/bauta/bauta/internal/learn/chain"
)

// pair is a stretch of words with the scores of both.
type pair struct{ first, second tags.Scored }

// views are those of two taggers over the types of both, made once for a language.
type views struct{ of sync.Map } // language → [2]*tags.View

// read asks both for their scores.
func (v *views) read(ctx context.Context, first, second tags.Scorer, doc *bauta.Doc) ([]pair, error) {
	a, err := first.Scores(ctx, doc)
	if err != nil {
		return nil, err
	}
	b, err := second.Scores(ctx, doc)
	if err != nil {
		return nil, err
	}
	return v.pairsOf(a, b)
}

// pairsOf joins the scores of both, stretch by stretch.
func (v *views) pairsOf(a, b []tags.Scored) ([]pair, error) {
	if len(a) != len(b) {
		return nil, errApart
	}
	out := make([]pair, len(a))
	for i := range a {
		if a[i].Lang != b[i].Lang || !slices.EqualFunc(a[i].Words, b[i].Words, sameWord) {
			return nil, errApart
		}
		var err error
		if out[i], err = v.pairOf(a[i], b[i]); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// pairOf joins the scores of both, over the types of both.
func (v *views) pairOf(a, b tags.Scored) (pair, error) {
	if slices.Equal(a.Types, b.Types) {
		return pair{a, b}, nil
	}
	both, ok := v.of.Load(a.Lang)
	if !ok {
		made, err := viewsOf(a, b)
		if err != nil {
			return pair{}, err
		}
		both, _ = v.of.LoadOrStore(a.Lang, made)
	}
	of := both.([2]*tags.View)
	return pair{a.Over(of[0]), b.Over(of[1])}, nil
}

func viewsOf(a, b tags.Scored) (of [2]*tags.View, err error) {
	types := slices.Concat(a.Types, b.Types)
	slices.Sort(types)
	types = slices.Compact(types)
	if of[0], err = a.View(types); err != nil {
		return of, err
	}
	of[1], err = b.View(types)
	return of, err
}

func sameWord(a, b tags.Word) bool { return a.Start == b.Start && a.End == b.End }

// transitions are those of the pool.
func (p *pair) transitions(w Weights) (*chain.Transitions, error) {
	return chain.Pool([]*chain.Transitions{p.first.Trans, p.second.Trans}, []float64{w.First, w.Second})
}

// pool makes the lattice of both.
func (p *pair) pool(trans *chain.Transitions, w Weights) *chain.Lattice {
	l := chain.NewLattice(trans)
	l.Reset(len(p.first.Words))
	p.first.AddTo(l, w.First)
	p.second.AddTo(l, w.Second)
	return l
}
