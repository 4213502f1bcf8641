package sqlstore

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/bauta/bauta/internal/review"
)

// hideAlone masks a name for good, in later imports too: where it stands by itself, or
// once did.
func (w *withdrawal) hideAlone(ctx context.Context, f review.Form) error {
	g, err := scanGroup(w.t.row(ctx, "SELECT "+groupColumns+" FROM word_group WHERE project = ? AND fold = ?",
		w.p.ID, tag(w.v.group, "word", f.Fold)))
	switch {
	case err == nil:
		return w.mask(ctx, review.Decision{Group: g.ID, Scope: review.OnWord})
	case !errors.Is(err, review.ErrNotFound):
		return err
	}
	for _, id := range w.mentioned {
		m, err := w.read(ctx, id)
		if err != nil {
			return err
		}
		var taken []review.Range
		for _, o := range m.Occurrences {
			taken = append(taken, o.Range)
		}
		if at := f.Places(&m.Item, taken); len(at) > 0 {
			return w.mask(ctx, review.Decision{Message: id, Range: at[0], Scope: review.OnWord})
		}
	}
	return nil
}

// cover masks what of a mention is not masked yet.
func (w *withdrawal) cover(ctx context.Context, m *review.Stored, at review.Range) error {
	for range 2 * (at.End - at.Start) {
		rest, ok := bare(m, at)
		if !ok {
			return nil
		}
		d := review.Decision{Scope: review.OnOccurrence, Message: m.ID, Range: rest}
		for _, o := range m.Occurrences {
			if o.Start < rest.End && rest.Start < o.End {
				d.Scope, d.Range, d.Group, d.Label = review.OnGold, o.Range, o.Group, o.Span.Label
				if o.Start <= at.Start && at.End <= o.End && !w.gilded[o.Group] {
					d.Message, d.Range = 0, review.Range{} // wherever that stands
					w.gilded[o.Group] = true
				}
				break
			}
		}
		if err := w.mask(ctx, d); err != nil {
			return err
		}
		var err error
		if m, err = w.read(ctx, m.ID); err != nil {
			return err
		}
	}
	return errBare
}

// errBare says that a mention cannot be masked; then nothing is taken out.
var errBare = errors.New("a mention of the person cannot be masked; bauta review doctor says whether the store is " +
	"damaged")

// bare gives the first token of a mention that is not masked.
func bare(m *review.Stored, at review.Range) (review.Range, bool) {
	for _, token := range m.Tokens {
		inside := at.Start <= token.Start && token.End <= at.End
		if inside && strings.ContainsFunc(m.Message.Text[token.Start:token.End], review.Readable) &&
			!slices.ContainsFunc(m.Occurrences, func(o review.Occurrence) bool {
				hidden := o.Range
				if o.Now.As != (review.Range{}) {
					hidden = o.Now.As
				}
				return o.Now.Effect == review.Mask && hidden.Start <= token.Start && token.End <= hidden.End
			}) {
			return token, true
		}
	}
	return review.Range{}, false
}

// check holds what came out against what was asked for: nothing of the person is left
// in clear, or nothing happens.
func (w *withdrawal) check(ctx context.Context) error {
	for _, id := range w.mentioned {
		m, err := w.read(ctx, id)
		if err != nil {
			return err
		}
		for _, at := range review.Mentions(w.forms, &m.Item) {
			if _, ok := bare(m, at); ok {
				return errBare
			}
		}
	}
	return nil
}

// withdrawn reads which rows withdrawals took out, by table.
func (c conn) withdrawn(ctx context.Context) (map[string]map[int64]bool, error) {
	out := map[string]map[int64]bool{}
	err := c.each(ctx, func(row scanner) error {
		e, _, _, err := scanEntry(row)
		for table, rows := range e.Detail {
			list, _ := rows.([]any)
			for _, n := range list {
				if id, ok := n.(float64); ok {
					if out[table] == nil {
						out[table] = map[int64]bool{}
					}
					out[table][int64(id)] = true
				}
			}
		}
		return err
	}, "SELECT seq, at, user_id, action, object, detail, prev, hash FROM audit WHERE action = ?", actWithdraw)
	return out, err
}
