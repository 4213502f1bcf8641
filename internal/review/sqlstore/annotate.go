package sqlstore

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/review"
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
		if err := t.touch(ctx, "annotate_setup", "project = ?", project); err != nil {
			return err
		}
		if err := t.exec(ctx, `INSERT INTO annotate_setup (project, training, prefill) VALUES (?, ?, ?)
			ON CONFLICT (project) DO UPDATE SET training = excluded.training, prefill = excluded.prefill`, project,
			set.Training, flag(set.Prefill)); err != nil {
			return err
		}
		// Messages that nobody has yet are counted out anew.
		last, err := t.one(ctx, "SELECT COALESCE(max(message), 0) FROM task WHERE project = ? "+
			"AND (taken > 0 OR verdict <> '')", project)
		if err != nil {
			return err
		}
		if err := t.touch(ctx, "task", "project = ? AND message > ?", project, last); err != nil {
			return err
		}
		if err := t.exec(ctx, "DELETE FROM task WHERE project = ? AND message > ?", project, last); err != nil {
			return err
		}
		if err := t.touch(ctx, "counter", "name = ?", tasksOf(project)); err != nil {
			return err
		}
		return t.exec(ctx, "UPDATE counter SET last = (SELECT count(*) FROM task WHERE project = ?) WHERE name = ?",
			project, tasksOf(project))
	})
}

// Setup says how a project is annotated.
func (s *Store) Setup(ctx context.Context, project int64) (review.Setup, error) {
	return s.read().setup(ctx, project)
}

func (c conn) setup(ctx context.Context, project int64) (review.Setup, error) {
	set := review.Setup{Training: review.Training, Prefill: true}
	err := missing(c.row(ctx, "SELECT training, prefill FROM annotate_setup WHERE project = ?",
		project).Scan(&set.Training, &set.Prefill))
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
	var rows [][]any
	err = c.each(ctx, func(row scanner) error {
		var message, tie int64
		err := row.Scan(&message, &tie)
		n++
		need := 1
		switch {
		case n <= int64(set.Training):
			need = review.Everybody
		case tie%100 < int64(p.Overlap):
			need = 2
		}
		rows = append(rows, []any{message, p.ID, n, need, 0, "", 0, "", 0})
		return err
	}, "SELECT id, tie FROM message WHERE project = ? AND id > ? ORDER BY id", p.ID, known)
	if err != nil {
		return err
	}
	return c.insert(ctx, "task", "message, project, ord, need, taken, verdict, flagged, gold, version", rows)
}

// messagesOf names the counter of the messages of a project, which the import
// keeps.
func messagesOf(project int64) string { return fmt.Sprintf("messages of %d", project) }

// tasksOf names the counter of the tasks of a project.
func tasksOf(project int64) string { return fmt.Sprintf("tasks of %d", project) }

// Next hands out the next message of a user: one they hold already, one to be
// said again, a new one.
func (s *Store) Next(ctx context.Context, project, user int64) (review.Task, error) {
	var out review.Task
	err := s.write(ctx, func(t conn) error {
		p, err := s.annotatable(ctx, t, project)
		if err == nil {
			err = t.tasks(ctx, p)
		}
		if err != nil {
			return err
		}
		now := millis(s.now())
		for _, find := range []func(context.Context, conn, int64, int64, int64) (int64, error){
			s.held, s.repeat,
			s.fresh,
		} {
			message, err := find(ctx, t, project, user, now)
			if err == nil && message != 0 {
				out, err = s.task(ctx, t, project, user, message)
			}
			if err != nil || message != 0 {
				return err
			}
		}
		return review.ErrNotFound
	})
	if err != nil {
		return review.Task{}, err
	}
	return out, nil
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
	m, err := t.one(ctx, `SELECT message FROM assignment WHERE project = ? AND user_id = ?
		AND (state = 'open' OR again = 'open')
		ORDER BY message LIMIT 1`, project, user)
	if err != nil || m == 0 {
		return 0, err
	}
	return m, t.assigned(ctx, m, user, "expires = ?", now+s.lease.Milliseconds())
}

// repeat chooses, of every fifty messages done more than a day ago, one to be
// annotated again by the same person, who is not told: never two in a row.
func (s *Store) repeat(ctx context.Context, t conn, project, user, now int64) (int64, error) {
	last, err := t.one(ctx, "SELECT again FROM annotation WHERE project = ? AND user_id = ? ORDER BY seq DESC LIMIT 1",
		project, user)
	if err != nil || last != 0 {
		return 0, err
	}
	m, err := t.one(ctx, `SELECT a.message FROM assignment a JOIN message m ON m.id = a.message
		WHERE a.project = ? AND a.user_id = ?
		AND a.state = 'done' AND a.again = '' AND a.done <= ? AND (m.tie / 100) % 50 = ? ORDER BY a.done, a.message
		LIMIT 1`,
		project, user, now-review.RepeatAfter.Milliseconds(), user%review.RepeatOneIn)
	if err != nil || m == 0 {
		return 0, err
	}
	return m, t.assigned(ctx, m, user, "again = 'open'")
}

// assigned changes what a user has of a message.
func (c conn) assigned(ctx context.Context, message, user int64, set string, values ...any) error {
	if err := c.touch(ctx, "assignment", "message = ? AND user_id = ?", message, user); err != nil {
		return err
	}
	return c.exec(ctx, "UPDATE assignment SET "+set+" WHERE message = ? AND user_id = ?",
		append(values, message, user)...)
}

// fresh takes the first message that lacks an annotator, after those that were
// handed out and left lying are put back.
func (s *Store) fresh(ctx context.Context, t conn, project, user, now int64) (int64, error) {
	if err := t.takeBack(ctx, project, now); err != nil {
		return 0, err
	}
	m, err := t.one(ctx, `SELECT message FROM task WHERE project = ? AND taken < need
		AND NOT EXISTS (SELECT 1 FROM assignment a WHERE a.message = task.message AND a.user_id = ?)
		ORDER BY message LIMIT 1`+
		t.lock("FOR UPDATE SKIP LOCKED"), project, user)
	if err != nil || m == 0 {
		return 0, err
	}
	return m, s.assign(ctx, t, project, user, m, now)
}

// takeBack frees the messages that were handed out and left lying.
func (c conn) takeBack(ctx context.Context, project, now int64) error {
	var left [][2]int64
	err := c.each(ctx, func(row scanner) error {
		var x [2]int64
		err := row.Scan(&x[0], &x[1])
		left = append(left, x)
		return err
	}, "SELECT message, user_id FROM assignment WHERE project = ? AND state = 'open' AND expires <= ? "+
		"AND version = 0 ORDER BY message, user_id"+
		c.lock("FOR UPDATE"), project, now)
	for _, x := range left {
		if err == nil {
			err = c.touch(ctx, "assignment", "message = ? AND user_id = ?", x[0], x[1])
		}
		if err == nil {
			err = c.exec(ctx, "DELETE FROM assignment WHERE message = ? AND user_id = ?", x[0], x[1])
		}
		if err == nil {
			err = c.task(ctx, x[0], "taken = taken - 1")
		}
	}
	return err
}

func (s *Store) assign(ctx context.Context, t conn, project, user, message, now int64) error {
	if err := t.task(ctx, message, "taken = taken + 1"); err != nil {
		return err
	}
	row := []any{message, user, project, "open", "", 0, now, now + s.lease.Milliseconds(), 0, "", 0, 0, 0, "", ""}
	return t.insert(ctx, "assignment", `message, user_id, project, state, reason, flagged, since, expires, done,
		spans, guideline, panel, version,
		again, spans_again`, [][]any{row})
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
		out[i].P = 1
		if m.Start < 0 || m.End <= m.Start {
			return nil, errRecord
		}
	}
	return out, nil
}
