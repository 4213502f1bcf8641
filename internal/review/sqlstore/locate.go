package sqlstore

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/bauta/bauta/internal/review"
)

// Locate writes what a reviewer takes out of a message.
func (s *Store) Locate(ctx context.Context, l review.Located) error {
	return s.write(ctx, func(t conn) error {
		if _, err := s.annotatable(ctx, t, l.Project); err != nil {
			return err
		}
		var sealed []byte
		if err := missing(t.row(ctx, "SELECT sealed FROM message WHERE id = ? AND project = ?", l.Message,
			l.Project).Scan(&sealed)); err != nil {
			return err
		}
		v, err := s.vault(ctx, t, l.Project)
		if err != nil {
			return err
		}
		it, err := v.item(l.Message, sealed)
		if err == nil {
			err = l.Check(len(it.Message.Text))
		}
		if err != nil {
			return err
		}
		was, err := t.one(ctx, "SELECT message FROM location_choice WHERE id = ?", l.ID)
		switch {
		case err != nil:
			return err
		case was == l.Message:
			return nil
		case was != 0:
			return fmt.Errorf("%w: the ID is another choice's", review.ErrRefused)
		}
		seq, err := t.next(ctx, "location_choice", 1)
		if err != nil {
			return err
		}
		row := []any{
			seq, l.ID, l.Project, l.Message, l.User, packMarks(l.Spans), l.Threshold, l.MaxBefore, l.MaxAfter,
			l.EffectiveBefore, l.EffectiveAfter, millis(s.now()),
		}
		if err := t.insert(ctx, "location_choice", locatedColumns, [][]any{row}); err != nil {
			return err
		}
		return s.note(ctx, t, l.User, actLocate, object(l.Project), map[string]any{
			"row": seq, "message": l.Message, "taken_out": len(l.Spans),
		})
	})
}

// actLocate is the audit's word for a choice.
const actLocate = "locate"

const locatedColumns = "seq, id, project, message, user_id, spans, threshold, max_before, max_after, eff_before, " +
	"eff_after, made"

func scanLocated(row scanner) (l review.Located, err error) {
	var seq, made int64
	var spans string
	err = row.Scan(&seq, &l.ID, &l.Project, &l.Message, &l.User, &spans, &l.Threshold, &l.MaxBefore, &l.MaxAfter,
		&l.EffectiveBefore, &l.EffectiveAfter, &made)
	if err != nil {
		return l, missing(err)
	}
	l.Made = moment(made)
	l.Spans, err = unpackMarks(spans)
	return l, err
}

// Located finds the choice that holds for a message.
func (s *Store) Located(ctx context.Context, project, message int64) (review.Located, error) {
	return scanLocated(s.read().row(ctx, "SELECT "+locatedColumns+" FROM location_choice WHERE project = ? "+
		"AND message = ? ORDER BY seq DESC LIMIT 1", project, message))
}

// Places lists the choices that hold.
func (s *Store) Places(ctx context.Context, project int64) ([]review.Located, error) {
	var rows []int64
	err := s.read().each(ctx, func(row scanner) error {
		var seq int64
		err := row.Scan(&seq)
		rows = append(rows, seq)
		return err
	}, "SELECT max(seq) FROM location_choice WHERE project = ? GROUP BY message", project)
	if err != nil {
		return nil, err
	}
	return s.places(ctx, project, rows)
}

// places gives, of some rows, those that hold, by message.
func (s *Store) places(ctx context.Context, project int64, rows []int64) ([]review.Located, error) {
	newest := map[int64]review.Located{}
	slices.Sort(rows)
	err := inList(ctx, s.read(), rows, func(row scanner) error {
		l, err := scanLocated(row)
		if was, had := newest[l.Message]; !had || l.Made.Compare(was.Made) >= 0 {
			newest[l.Message] = l
		}
		return err
	}, "SELECT "+locatedColumns+" FROM location_choice WHERE project = ? AND seq IN", project)
	out := slices.Collect(maps.Values(newest))
	slices.SortFunc(out, func(a, b review.Located) int { return cmp.Compare(a.Message, b.Message) })
	return out, err
}

// Unlocated finds the message next to one.
func (s *Store) Unlocated(ctx context.Context, project, message int64, back, open bool) (int64, error) {
	than, order := ">", "id"
	if back {
		than, order = "<", "id DESC"
	}
	where := ""
	if open {
		where = " AND NOT EXISTS (SELECT 1 FROM location_choice l WHERE l.project = message.project " +
			"AND l.message = message.id)"
	}
	c := s.read()
	m, err := c.one(ctx, "SELECT id FROM message WHERE project = ? AND id "+than+" ?"+where+" ORDER BY "+
		order+" LIMIT 1", project, message)
	if err == nil && m == 0 && open && !back {
		m, err = c.one(ctx, "SELECT id FROM message WHERE project = ?"+where+" ORDER BY id LIMIT 1", project)
	}
	if err == nil && m == 0 {
		err = review.ErrNotFound
	}
	return m, err
}

// Place counts.
func (s *Store) Place(ctx context.Context, project, message int64) (number, all, done int, err error) {
	c := s.read()
	err = c.row(ctx, "SELECT count(CASE WHEN id <= ? THEN 1 END), count(*) FROM message WHERE project = ?", message,
		project).Scan(&number, &all)
	if err == nil {
		err = c.row(ctx, "SELECT count(DISTINCT message) FROM location_choice WHERE project = ?", project).Scan(&done)
	}
	return number, all, done, err
}
