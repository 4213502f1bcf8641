package page

import (
	"bytes"
	"context"
	"errors"
	"io"
	"slices"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/corpus"
	"github.com/bauta/bauta/internal/review"
)

// joined are the finds and questions of a result in order.
func joined(r *bauta.Result) []bauta.Span {
	all := slices.Concat(r.Spans, r.Candidates)
	slices.SortFunc(all, func(a, b bauta.Span) int { return a.Start - b.Start })
	return all
}

// again is a pipeline that finds nothing but what was seen, and applies decisions.
type again struct {
	*bauta.Pipeline
	by *numbers
}

func (p *Page) given(decided *review.Applied) again {
	q, by := p.built.Pipeline.Given(nothing{}), &numbers{Applied: decided, page: p}
	q.Link, q.Judge = by, p.built.Pipeline.Judge
	return again{q, by}
}

// nothing finds nothing: what was seen comes with the message.
type nothing struct{}

func (nothing) Detect(context.Context, *bauta.Doc) ([]bauta.Span, error) { return nil, nil }

// result is what comes out of a message as things were decided.
func (a again) result(ctx context.Context, s seen, m bauta.Message) (*bauta.Result, error) {
	if s.held {
		m.Text, m.Known = "", nil
		return &bauta.Result{Message: m, Withheld: true}, nil
	}
	m.Lang, m.Known = s.message.Lang, s.spans
	if s.row >= 0 {
		m.ID = rowID(s.row)
	}
	all, err := a.Thread(ctx, []bauta.Message{m})
	if err != nil {
		return nil, err
	}
	return &all[0], nil
}

// errChanged is a bug: a file in memory that is read twice reads the same.
var errChanged = errors.New("the file reads differently the second time; please report its format")

// Save writes the file as things were decided.
func (p *Page) Save(ctx context.Context, out io.Writer) error {
	if p.data == nil {
		return errNothing
	}
	applied, err := p.decided(ctx)
	if err != nil {
		return err
	}
	r, err := corpus.Open(bytes.NewReader(p.data), p.name, p.config())
	if err != nil {
		return err
	}
	w, err := r.Writer(out)
	if err != nil {
		return err
	}
	shown, i := p.given(applied), 0
	for m, err := range r.Messages() {
		if err != nil {
			return err
		}
		if i >= len(p.seen) || m.ID != p.seen[i].message.ID {
			return errChanged
		}
		res, err := shown.result(ctx, p.seen[i], m)
		if err == nil {
			res.Message = m
			err = w.Write(res)
		}
		if err != nil {
			return located(p.name, err)
		}
		i++
	}
	if i != len(p.seen) {
		return errChanged
	}
	return w.Close()
}
