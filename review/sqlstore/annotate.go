package sqlstore

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/review"
)

// SetUp changes how a project is annotated.
func (s *Store) SetUp(ctx context.Context, project int64, set review.Setup) error {
	if set.Training < 0 {
		return fmt.Errorf("%w: a training set has no less than no messages", review.ErrRefused)
	}
	return s.write(ctx, func(t conn) error {
		if _, err := t.project(ctx, project); err != nil {
			return err
		}
		if err := t.exec(ctx, `INSERT INTO annotate_setup (project, training, prefill) VALUES (?, ?, ?)
			ON CONFLICT (project) DO UPDATE SET training = excluded.training, prefill = excluded.prefill`, project, set.Training, flag(set.Prefill)); err != nil {
			return err
		}
		// Messages that nobody has yet are counted out anew.
		if err := t.exec(ctx, `DELETE FROM task WHERE project = ? AND taken = 0 AND verdict = ''
			AND message > (SELECT COALESCE(max(message), 0) FROM task WHERE project = ? AND (taken > 0 OR verdict <> ''))`, project, project); err != nil {
			return err
		}
		return t.exec(ctx, "UPDATE counter SET last = (SELECT count(*) FROM task WHERE project = ?) WHERE name = ?", project, tasksOf(project))
	})
}

// Setup says how a project is annotated.
func (s *Store) Setup(ctx context.Context, project int64) (review.Setup, error) {
	return s.read().setup(ctx, project)
}

func (c conn) setup(ctx context.Context, project int64) (review.Setup, error) {
	set := review.Setup{Training: review.Training, Prefill: true}
	err := missing(c.row(ctx, "SELECT training, prefill FROM annotate_setup WHERE project = ?", project).Scan(&set.Training, &set.Prefill))
	if errors.Is(err, review.ErrNotFound) {
		err = nil
	}
	return set, err
}

// tasks makes a task of every message that has none: the first ones for
// everybody, those that the hash chooses for two, all others for one.
func (c conn) tasks(ctx context.Context, p review.Project) error {
	all, err := c.one(ctx, "SELECT last FROM counter WHERE name = ?", messagesOf(p.ID))
	if err != nil {
		return err
	}
	n, err := c.one(ctx, "SELECT last FROM counter WHERE name = ?", tasksOf(p.ID))
	if err != nil || n == all {
		return err
	}
	known, err := c.one(ctx, "SELECT COALESCE(max(message), 0) FROM task WHERE project = ?", p.ID)
	if err != nil {
		return err
	}
	set, err := c.setup(ctx, p.ID)
	if err != nil {
		return err
	}
	if _, err := c.next(ctx, tasksOf(p.ID), int(all-n)); err != nil {
		return err
	}
	return c.exec(ctx, `INSERT INTO task (message, project, ord, need)
		SELECT id, project, place, CASE WHEN place <= ? THEN ? WHEN tie % 100 < ? THEN 2 ELSE 1 END
		FROM (SELECT id, project, tie, ? + row_number() OVER (ORDER BY id) AS place FROM message WHERE project = ? AND id > ?) AS fresh`,
		set.Training, review.Everybody, p.Overlap, n, p.ID, known)
}

// messagesOf names the counter of the messages of a project, which the import
// keeps.
func messagesOf(project int64) string { return fmt.Sprintf("messages of %d", project) }

// tasksOf names the counter of the tasks of a project.
func tasksOf(project int64) string { return fmt.Sprintf("tasks of %d", project) }

// Next hands out the next message of a user: one they hold already, one to be
// said again, a new one.
func (s *Store) Next(ctx context.Context, project, user int64) (review.Task, error) {
	var message int64
	err := s.write(ctx, func(t conn) error {
		p, err := s.annotatable(ctx, t, project)
		if err == nil {
			err = t.tasks(ctx, p)
		}
		if err != nil {
			return err
		}
		now := millis(s.now())
		for _, find := range []func(context.Context, conn, int64, int64, int64) (int64, error){s.held, s.repeat, s.fresh} {
			if message, err = find(ctx, t, project, user, now); err != nil || message != 0 {
				return err
			}
		}
		return review.ErrNotFound
	})
	if err != nil {
		return review.Task{}, err
	}
	return s.Task(ctx, project, user, message)
}

// annotatable refuses work on a project that is not open.
func (s *Store) annotatable(ctx context.Context, t conn, project int64) (review.Project, error) {
	if _, err := s.vault(ctx, t, project); err != nil {
		return review.Project{}, err
	}
	p, err := t.project(ctx, project)
	if err == nil && p.State != review.Open {
		err = fmt.Errorf("%w: the project is %s; nothing is annotated any more", review.ErrRefused, p.State)
	}
	return p, err
}

// one reads a number; 0 where there is no row.
func (c conn) one(ctx context.Context, query string, args ...any) (int64, error) {
	var n int64
	err := missing(c.row(ctx, query, args...).Scan(&n))
	if errors.Is(err, review.ErrNotFound) {
		return 0, nil
	}
	return n, err
}

// held is the first message the user has and did not finish. Its lease begins
// anew.
func (s *Store) held(ctx context.Context, t conn, project, user, now int64) (int64, error) {
	m, err := t.one(ctx, `SELECT message FROM assignment WHERE project = ? AND user_id = ? AND (state = 'open' OR again = 'open')
		ORDER BY message LIMIT 1`, project, user)
	if err != nil || m == 0 {
		return 0, err
	}
	return m, t.exec(ctx, "UPDATE assignment SET expires = ? WHERE message = ? AND user_id = ?", now+s.lease.Milliseconds(), m, user)
}

// repeat chooses, of every fifty messages done more than a day ago, one to be
// annotated again by the same person, who is not told: never two in a row.
func (s *Store) repeat(ctx context.Context, t conn, project, user, now int64) (int64, error) {
	last, err := t.one(ctx, "SELECT again FROM annotation WHERE project = ? AND user_id = ? ORDER BY seq DESC LIMIT 1", project, user)
	if err != nil || last != 0 {
		return 0, err
	}
	m, err := t.one(ctx, `SELECT a.message FROM assignment a JOIN message m ON m.id = a.message WHERE a.project = ? AND a.user_id = ?
		AND a.state = 'done' AND a.again = '' AND a.done <= ? AND (m.tie / 100) % 50 = ? ORDER BY a.done, a.message LIMIT 1`,
		project, user, now-review.RepeatAfter.Milliseconds(), user%review.RepeatOneIn)
	if err != nil || m == 0 {
		return 0, err
	}
	return m, t.exec(ctx, "UPDATE assignment SET again = 'open' WHERE message = ? AND user_id = ?", m, user)
}

// fresh takes the first message that lacks an annotator, after those that were
// handed out and left lying are put back.
func (s *Store) fresh(ctx context.Context, t conn, project, user, now int64) (int64, error) {
	var left []int64
	err := t.each(ctx, func(row scanner) error {
		var m int64
		err := row.Scan(&m)
		left = append(left, m)
		return err
	}, "DELETE FROM assignment WHERE project = ? AND state = 'open' AND expires <= ? AND version = 0 RETURNING message", project, now)
	if err != nil {
		return 0, err
	}
	for _, m := range left {
		if err := t.exec(ctx, "UPDATE task SET taken = taken - 1 WHERE message = ?", m); err != nil {
			return 0, err
		}
	}
	m, err := t.one(ctx, `SELECT message FROM task WHERE project = ? AND taken < need
		AND NOT EXISTS (SELECT 1 FROM assignment a WHERE a.message = task.message AND a.user_id = ?) ORDER BY message LIMIT 1`+
		t.lock("FOR UPDATE SKIP LOCKED"), project, user)
	if err != nil || m == 0 {
		return 0, err
	}
	return m, s.assign(ctx, t, project, user, m, now)
}

func (s *Store) assign(ctx context.Context, t conn, project, user, message, now int64) error {
	if err := t.exec(ctx, "UPDATE task SET taken = taken + 1 WHERE message = ?", message); err != nil {
		return err
	}
	return t.exec(ctx, "INSERT INTO assignment (project, message, user_id, state, since, expires) VALUES (?, ?, ?, 'open', ?, ?)",
		project, message, user, now, now+s.lease.Milliseconds())
}

// packMarks writes spans as [[start, end, label], …]; no text.
func packMarks(spans []bauta.Span) string {
	list := make([][3]any, len(spans))
	for i, s := range spans {
		list[i] = [3]any{s.Start, s.End, string(s.Label)}
	}
	out, err := json.Marshal(list)
	if err != nil { // strings and numbers
		return "[]"
	}
	return string(out)
}

// mark is one span as it is kept.
type mark bauta.Span

// UnmarshalJSON reads [start, end, label].
func (m *mark) UnmarshalJSON(data []byte) error {
	return json.Unmarshal(data, &[]any{&m.Start, &m.End, &m.Label})
}

// unpackMarks reads what packMarks wrote.
func unpackMarks(text string) ([]bauta.Span, error) {
	if text == "" {
		return nil, nil
	}
	var list []mark
	if err := json.Unmarshal([]byte(text), &list); err != nil {
		return nil, errors.New("the labels of a message cannot be read; restore the store from a copy")
	}
	out := make([]bauta.Span, len(list))
	for i, m := range list {
		out[i] = bauta.Span(m)
		out[i].Score = 1
		if m.Start < 0 || m.End <= m.Start {
			return nil, errRecord
		}
	}
	return out, nil
}
