package sqlstore

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"slices"
	"unicode/utf8"

	"github.com/bauta/bauta/internal/review"
)

// Annotated yields messages with what everybody said.
func (s *Store) Annotated(ctx context.Context, project int64, verdict review.Verdict) iter.Seq2[review.Annotated,
	error] {
	return s.allAnnotated(ctx, project, verdict, nil)
}

// allAnnotated leaves the messages aside that are in a set.
func (s *Store) allAnnotated(
	ctx context.Context, project int64, verdict review.Verdict, aside map[int64]bool,
) iter.Seq2[review.Annotated, error] {
	return func(yield func(review.Annotated, error) bool) {
		c := s.read()
		var after int64
		for {
			part, last, err := s.annotated(ctx, c, project, verdict, after, aside)
			if err != nil {
				yield(review.Annotated{}, err)
				return
			}
			for _, a := range part {
				if !yield(a, nil) {
					return
				}
			}
			if after = last; last == 0 {
				return
			}
		}
	}
}

// annotated reads a page of messages after one, and gives the last message looked
// at; 0 at the end.
func (s *Store) annotated(
	ctx context.Context, c conn, project int64, verdict review.Verdict, after int64, aside map[int64]bool,
) (
	out []review.Annotated, last int64, err error,
) {
	v, err := s.vault(ctx, c, project)
	if err != nil {
		return nil, 0, err
	}
	which := "verdict <> ''"
	switch verdict {
	case review.Unlabelled:
	case review.Disputed: // what the adjudicator has to look at
		which = "(verdict = 'dispute' OR flagged = 1)"
	case review.Single, review.Agreed, review.Golden:
		which = "verdict = '" + string(verdict) + "'"
	default:
		return nil, 0, fmt.Errorf("%w: there is no verdict %q", review.ErrRefused, verdict)
	}
	at := map[int64]int{}
	var ids []int64
	rows := 0
	err = c.each(ctx, func(row scanner) error {
		var a review.Annotated
		var gold string
		if err := row.Scan(&a.ID, &a.Number, &a.Need, &a.Verdict, &a.Flagged, &a.Version, &gold); err != nil {
			return err
		}
		rows++
		if last = a.ID; aside[a.ID] {
			return nil
		}
		at[a.ID] = len(out)
		ids = append(ids, a.ID)
		var err error
		a.Gold, err = unpackMarks(gold)
		out = append(out, a)
		return err
	}, "SELECT message, ord, need, verdict, flagged, version, gold FROM task WHERE project = ? AND message > ? AND "+
		which+" ORDER BY message LIMIT ?", project, after, page)
	if rows < page {
		last = 0
	}
	if err != nil {
		return nil, 0, err
	}
	if err := c.fillSaid(ctx, out, at, ids); err != nil {
		return nil, 0, err
	}
	err = inList(ctx, c, ids, func(row scanner) error {
		var id int64
		var sealed []byte
		if err := row.Scan(&id, &sealed); err != nil {
			return err
		}
		it, err := v.item(id, sealed)
		out[at[id]].Item = it
		return err
	}, "SELECT id, sealed FROM message WHERE project = ? AND id IN", project)
	return out, last, err
}

// fillSaid adds what each annotator said.
func (c conn) fillSaid(ctx context.Context, out []review.Annotated, at map[int64]int, ids []int64) error {
	err := inList(ctx, c, ids, func(row scanner) error {
		var m int64
		var said review.Said
		var spans, again, second string
		err := row.Scan(&m, &said.User, &spans, &said.Guideline, &said.PanelMS, &again, &second)
		if err == nil {
			said.Spans, err = unpackMarks(spans)
		}
		if err == nil {
			said.Repeated = again == "done"
			said.Again, err = unpackMarks(second)
		}
		out[at[m]].Said = append(out[at[m]].Said, said)
		return err
	}, "SELECT message, user_id, spans, guideline, panel, again, spans_again FROM assignment WHERE spans <> '' "+
		"AND message IN")
	for i := range out {
		slices.SortFunc(out[i].Said, func(a, b review.Said) int { return cmp.Compare(a.User, b.User) })
	}
	return err
}

// Publish puts a version of a guideline in force.
func (s *Store) Publish(ctx context.Context, g review.Guideline) (review.Guideline, error) {
	if g.Text == "" || len(g.Text) > review.MaxGuideline || !utf8.ValidString(g.Text) {
		return g, fmt.Errorf("%w: a guideline has 1 to %d bytes of UTF-8", review.ErrRefused, review.MaxGuideline)
	}
	err := s.write(ctx, func(t conn) error {
		p, err := s.annotatable(ctx, t, g.Project)
		if err != nil {
			return err
		}
		v, err := s.vault(ctx, t, g.Project)
		if err != nil {
			return err
		}
		g.Version, g.Made = p.Guideline+1, moment(millis(s.now()))
		id, err := t.next(ctx, "guideline", 1)
		if err != nil {
			return err
		}
		row := []any{id, g.Project, g.Version, g.Lang, v.seal("guideline", id, []byte(g.Text)), g.User, millis(g.Made)}
		if err := t.insert(ctx, "guideline", "id, project, version, lang, sealed, user_id, made",
			[][]any{row}); err != nil {
			return err
		}
		if err := t.touch(ctx, "project", "id = ?", g.Project); err != nil {
			return err
		}
		if err := t.exec(ctx, "UPDATE project SET guideline = ? WHERE id = ?", g.Version, g.Project); err != nil {
			return err
		}
		return s.note(ctx, t, g.User, "publish guideline", object(g.Project), map[string]any{"version": g.Version})
	})
	return g, err
}

// Guidelines lists the versions published.
func (s *Store) Guidelines(ctx context.Context, project int64) ([]review.Guideline, error) {
	c := s.read()
	v, err := s.vault(ctx, c, project)
	if err != nil {
		return nil, err
	}
	var out []review.Guideline
	err = c.each(ctx, func(row scanner) error {
		g := review.Guideline{Project: project}
		var id, made int64
		var sealed []byte
		if err := row.Scan(&id, &g.Version, &g.Lang, &sealed, &g.User, &made); err != nil {
			return err
		}
		text, err := v.open("guideline", id, sealed)
		g.Text, g.Made = string(text), moment(made)
		out = append(out, g)
		return err
	}, "SELECT id, version, lang, sealed, user_id, made FROM guideline WHERE project = ? ORDER BY version DESC",
		project)
	return out, err
}
