package sqlstore

import (
	"context"
	"errors"
	"iter"
	"slices"

	"github.com/bauta/bauta/review"
)

// page is how many messages are read at once: nothing is held open while the
// caller works.
const page = 500

// Messages yields a project's messages in the order of import.
func (s *Store) Messages(ctx context.Context, project int64) iter.Seq2[review.Stored, error] {
	return func(yield func(review.Stored, error) bool) {
		c := s.read()
		v, err := s.vault(ctx, c, project)
		var after int64
		for err == nil {
			var part []review.Stored
			part, err = c.stored(ctx, v, "id > ? ORDER BY id LIMIT ?", after, page)
			for _, m := range part {
				if !yield(m, nil) {
					return
				}
				after = m.ID
			}
			if len(part) < page {
				break
			}
		}
		if err != nil {
			yield(review.Stored{}, err)
		}
	}
}

// stored reads messages that a condition names, with their occurrences.
func (c conn) stored(ctx context.Context, v *vault, where string, args ...any) ([]review.Stored, error) {
	var out []review.Stored
	at := map[int64]int{}
	var ids []int64
	err := c.each(ctx, func(row scanner) error {
		var id int64
		var sealed []byte
		if err := row.Scan(&id, &sealed); err != nil {
			return err
		}
		it, err := v.item(id, sealed)
		at[id] = len(out)
		ids = append(ids, id)
		out = append(out, review.Stored{ID: id, Item: it})
		return err
	}, "SELECT id, sealed FROM message WHERE project = ? AND "+where, append([]any{v.project}, args...)...)
	if err != nil {
		return nil, err
	}
	err = inList(ctx, c, ids, func(row scanner) error {
		p, err := scanPlaced(row)
		if err != nil {
			return err
		}
		m := &out[at[p.Message]]
		if p.index >= len(m.Spans) {
			return errRecord
		}
		p.Span = m.Spans[p.index]
		m.Occurrences = append(m.Occurrences, p.Occurrence)
		return nil
	}, "SELECT "+occurrenceColumns+" FROM occurrence WHERE message IN")
	for i := range out {
		slices.SortFunc(out[i].Occurrences, func(a, b review.Occurrence) int { return a.Start - b.Start })
	}
	return out, err
}

// Message finds one message.
func (s *Store) Message(ctx context.Context, project, message int64) (review.Stored, error) {
	c := s.read()
	v, err := s.vault(ctx, c, project)
	if err != nil {
		return review.Stored{}, err
	}
	out, err := c.stored(ctx, v, "id = ?", message)
	if err == nil && len(out) == 0 {
		err = review.ErrNotFound
	}
	if err != nil {
		return review.Stored{}, err
	}
	return out[0], nil
}

// AuditSample gives messages of the random sample that the user has not looked
// at, in the sample's order.
func (s *Store) AuditSample(ctx context.Context, project, user int64, n int) ([]review.Stored, error) {
	c := s.read()
	v, err := s.vault(ctx, c, project)
	if err != nil {
		return nil, err
	}
	taken, err := c.undone(ctx, project)
	if err != nil {
		return nil, err
	}
	looked := map[int64]bool{}
	err = c.each(ctx, func(row scanner) error {
		var id string
		var message int64
		err := row.Scan(&id, &message)
		if !taken.rows[id] {
			looked[message] = true
		}
		return err
	}, "SELECT id, message FROM decision WHERE project = ? AND scope = 'audit' AND user_id = ?", project, user)
	if err != nil {
		return nil, err
	}
	var ids []int64
	err = c.each(ctx, func(row scanner) error {
		var id int64
		err := row.Scan(&id)
		if !looked[id] && len(ids) < n {
			ids = append(ids, id)
		}
		return err
	}, "SELECT id FROM message WHERE project = ? ORDER BY tie, id LIMIT ?", project, n+len(looked))
	if err != nil {
		return nil, err
	}
	var out []review.Stored
	for _, id := range ids {
		m, err := c.stored(ctx, v, "id = ?", id)
		if err != nil {
			return nil, err
		}
		out = append(out, m...)
	}
	return out, nil
}

// Rules gives what was decided about words and contexts for good.
func (s *Store) Rules(ctx context.Context, project int64) ([]review.Rule, error) {
	c := s.read()
	v, err := s.vault(ctx, c, project)
	if err != nil {
		return nil, err
	}
	p, err := c.project(ctx, project)
	if err != nil {
		return nil, err
	}
	var groups []group
	err = c.each(ctx, func(row scanner) error {
		g, err := scanGroup(row)
		groups = append(groups, g)
		return err
	}, "SELECT "+groupColumns+` FROM word_group WHERE project = ? AND id IN
		(SELECT grp FROM decision WHERE project = ? AND (scope IN ('word', 'pattern') OR scope = 'gold' AND message = 0)) ORDER BY id`, project, project)
	if err != nil {
		return nil, err
	}
	var out []review.Rule
	for i := range groups {
		g := &groups[i]
		if err := v.reveal(g); err != nil {
			return nil, err
		}
		occ, log, err := c.about(ctx, g.ID)
		if err != nil {
			return nil, err
		}
		for _, d := range review.Effective(review.Word{Named: g.Named, SecondAbove: p.SecondAbove}, occ, log) {
			r, err := s.rule(ctx, c, v, g, d)
			if err != nil {
				return nil, err
			}
			out = append(out, r)
		}
	}
	slices.SortStableFunc(out, func(a, b review.Rule) int { return a.Made.Compare(b.Made) })
	return out, nil
}

// rule spells a decision out: the word, and of a context the tokens beside it.
func (s *Store) rule(ctx context.Context, c conn, v *vault, g *group, d review.Decision) (review.Rule, error) {
	r := review.Rule{Decision: d, Word: g.Word}
	if !d.Exact {
		r.Word = review.Fold(g.Word)
	}
	if d.Scope != review.OnPattern {
		return r, nil
	}
	m, err := c.stored(ctx, v, "id = ?", d.Message)
	switch {
	case err != nil:
		return r, err
	case len(m) == 0:
		return r, errors.New("the message of a context is missing; restore the store from a copy")
	}
	r.Left, r.Next = review.Around(&m[0].Item, d.Start, d.End)
	return r, nil
}
