package sqlstore

import (
	"cmp"
	"context"
	"crypto/hmac"
	"errors"
	"fmt"
	"iter"
	"slices"

	"github.com/bauta/bauta/internal/review"
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
	var founds [][]byte
	err := c.each(ctx, func(row scanner) error {
		var id int64
		var sealed, found []byte
		if err := row.Scan(&id, &sealed, &found); err != nil {
			return err
		}
		it, err := v.item(id, sealed)
		at[id] = len(out)
		ids, founds = append(ids, id), append(founds, found)
		out = append(out, review.Stored{ID: id, Item: it})
		return err
	}, "SELECT id, sealed, found FROM message WHERE project = ? AND "+where, append([]any{v.project}, args...)...)
	if err != nil {
		return nil, err
	}
	all := make([][]placed, len(out))
	err = inList(ctx, c, ids, func(row scanner) error {
		p, err := scanPlaced(row)
		if err != nil {
			return err
		}
		i := at[p.Message]
		all[i] = append(all[i], p)
		return nil
	}, "SELECT "+occurrenceColumns+" FROM occurrence WHERE message IN")
	for i := range out {
		if err == nil {
			err = v.place(&out[i], all[i], founds[i])
		}
	}
	return out, err
}

// place puts the occurrences into a message: those that the import found, all of
// them and as it found them, or it is an error. A mask that somebody took out of
// the store, or moved, must not show the word.
func (v *vault) place(m *review.Stored, rows []placed, found []byte) error {
	slices.SortFunc(rows, func(a, b placed) int { return cmp.Compare(a.ID, b.ID) })
	f := founds{key: v.found, of: map[int64][]byte{}}
	for i := range rows {
		p := &rows[i]
		f.add(m.ID, p.asFound(v.project))
		if p.whole(&m.Item) != nil {
			return damaged(m.ID)
		}
		m.Occurrences = append(m.Occurrences, p.Occurrence)
	}
	if !hmac.Equal(f.hash(m.ID), found) {
		return damaged(m.ID)
	}
	slices.SortFunc(m.Occurrences, func(a, b review.Occurrence) int { return a.Start - b.Start })
	return nil
}

func damaged(message int64) error {
	return fmt.Errorf("message %d is damaged; bauta review doctor says more, review export leaves it out", message)
}

// Message finds one message.
func (s *Store) Message(ctx context.Context, project, message int64) (review.Stored, error) {
	return s.message(ctx, s.read(), project, message)
}

func (s *Store) message(ctx context.Context, c conn, project, message int64) (review.Stored, error) {
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
		(SELECT grp FROM decision WHERE project = ? AND (scope IN ('word', 'pattern') OR scope = 'gold'
		AND message = 0)) ORDER BY id`, project, project)
	if err != nil {
		return nil, err
	}
	var out []review.Rule
	for i := range groups {
		occ, log, err := c.about(ctx, groups[i].ID)
		if err == nil {
			out, err = s.ruled(ctx, c, v, &groups[i], p.SecondAbove, occ, log, out)
		}
		if err != nil {
			return nil, err
		}
	}
	sortRules(out)
	return out, nil
}

func sortRules(rules []review.Rule) {
	slices.SortStableFunc(rules, func(a, b review.Rule) int { return a.Made.Compare(b.Made) })
}

// ruled appends what was decided for good about one word.
func (s *Store) ruled(
	ctx context.Context, c conn, v *vault, g *group, secondAbove int, occ []review.Occurrence, log []review.Decision,
	out []review.Rule,
) ([]review.Rule, error) {
	if err := v.reveal(g); err != nil {
		return nil, err
	}
	for _, d := range review.Effective(review.Word{Named: g.Named, SecondAbove: secondAbove}, occ, log) {
		r, err := s.rule(ctx, c, v, g, d)
		if err != nil {
			return nil, err
		}
		out = append(out, r)
	}
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
