package sqlstore

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/review"
)

// goldUser stands for the adjudicators in token_label.
const goldUser = 0

// Annotate writes an annotation and what follows from it, in one transaction.
func (s *Store) Annotate(ctx context.Context, a review.Annotation) (review.Task, error) {
	if err := a.Check(); err != nil {
		return review.Task{}, err
	}
	var out review.Task
	err := s.write(ctx, func(t conn) error {
		err := s.annotate(ctx, t, a)
		if err == nil { // here, before anybody takes the message out
			out, err = s.task(ctx, t, a.Project, a.User, a.Message)
		}
		return err
	})
	if err != nil {
		return review.Task{}, err
	}
	return out, nil
}

func (s *Store) annotate(ctx context.Context, t conn, a review.Annotation) error {
	p, err := s.annotatable(ctx, t, a.Project)
	if err != nil {
		return err
	}
	if err := t.tasks(ctx, p); err != nil {
		return err
	}
	if again, err := t.said(ctx, &a); err != nil || again {
		return err
	}
	it, err := s.taskItem(ctx, t, a.Project, a.Message)
	if err != nil {
		return err
	}
	if err := review.CheckSpans(&it, p.Labels, a.Spans); err != nil {
		return err
	}
	a.Guideline = p.Guideline
	switch a.Act {
	case review.ActGold:
		err = s.gild(ctx, t, &a)
	default:
		err = s.say(ctx, t, &a)
	}
	if err != nil {
		return err
	}
	if err := s.logAnnotation(ctx, t, &a); err != nil {
		return err
	}
	return s.label(ctx, t, &a, &it)
}

// said looks whether an annotation was written before: a request that is
// repeated because its answer was lost.
func (c conn) said(ctx context.Context, a *review.Annotation) (bool, error) {
	var project, user, message int64
	err := missing(c.row(ctx, "SELECT project, user_id, message FROM annotation WHERE id = ?", a.ID).Scan(&project,
		&user, &message))
	switch {
	case err == review.ErrNotFound:
		return false, nil
	case err == nil && (project != a.Project || user != a.User || message != a.Message):
		return false, fmt.Errorf("%w: the ID is another annotation's", review.ErrRefused)
	}
	return err == nil, err
}

// taskItem opens a message, and holds its task until the transaction ends.
func (s *Store) taskItem(ctx context.Context, t conn, project, message int64) (review.Item, error) {
	v, err := s.vault(ctx, t, project)
	if err != nil {
		return review.Item{}, err
	}
	if _, err := t.one(ctx, "SELECT message FROM task WHERE message = ?"+t.lock("FOR UPDATE"), message); err != nil {
		return review.Item{}, err
	}
	var sealed []byte
	if err := missing(t.row(ctx, "SELECT sealed FROM message WHERE id = ? AND project = ?", message,
		project).Scan(&sealed)); err != nil {
		return review.Item{}, err
	}
	return v.item(message, sealed)
}

// say changes one annotator's assignment. A message that went to somebody else
// in the meantime is taken nevertheless: no work is lost.
func (s *Store) say(ctx context.Context, t conn, a *review.Annotation) error {
	var version int
	var again string
	now := millis(s.now())
	err := missing(t.row(ctx, "SELECT version, again FROM assignment WHERE message = ? AND user_id = ?", a.Message,
		a.User).Scan(&version, &again))
	if err == review.ErrNotFound {
		err = s.assign(ctx, t, a.Project, a.User, a.Message, now)
	}
	switch {
	case err != nil:
		return err
	case a.Expect >= 0 && a.Expect != version:
		return review.ErrStale
	case a.Again && again == "":
		return fmt.Errorf("%w: the message was not handed out again", review.ErrRefused)
	}
	where := " WHERE message = ? AND user_id = ?"
	if err := t.touch(ctx, "assignment", "message = ? AND user_id = ?", a.Message, a.User); err != nil {
		return err
	}
	switch {
	case a.Again && a.Act == review.ActLabel:
		return t.exec(ctx, "UPDATE assignment SET again = 'done', spans_again = ?, version = version + 1"+where,
			packMarks(a.Spans), a.Message, a.User)
	case a.Again && a.Act == review.ActSkip:
		return t.exec(ctx, "UPDATE assignment SET again = 'skipped', version = version + 1"+where, a.Message, a.User)
	case a.Act == review.ActSkip:
		return t.exec(ctx, "UPDATE assignment SET state = 'skipped', reason = ?, version = version + 1"+where, a.Reason,
			a.Message, a.User)
	case a.Act == review.ActFlag:
		if err := t.exec(ctx, "UPDATE assignment SET flagged = 1, version = version + 1"+where, a.Message,
			a.User); err != nil {
			return err
		}
		return t.task(ctx, a.Message, "flagged = 1")
	}
	return t.exec(ctx, `UPDATE assignment SET state = 'done', reason = '', done = ?, spans = ?, guideline = ?,
		panel = panel + ?, version = version + 1`+where,
		now, packMarks(a.Spans), a.Guideline, a.PanelMS, a.Message, a.User)
}

// gild writes an adjudicator's word.
func (s *Store) gild(ctx context.Context, t conn, a *review.Annotation) error {
	var version int
	if err := missing(t.row(ctx, "SELECT version FROM task WHERE message = ?", a.Message).Scan(&version)); err != nil {
		return err
	}
	if a.Expect >= 0 && a.Expect != version {
		return review.ErrStale
	}
	return t.task(ctx, a.Message, "gold = ?, verdict = ?, flagged = 0, version = version + 1", packMarks(a.Spans),
		string(review.Golden))
}

// task changes the task of a message.
func (c conn) task(ctx context.Context, message int64, set string, values ...any) error {
	if err := c.touch(ctx, "task", "message = ?", message); err != nil {
		return err
	}
	return c.exec(ctx, "UPDATE task SET "+set+" WHERE message = ?", append(values, message)...)
}

// logAnnotation adds the row, and binds it to the audit by its digest.
func (s *Store) logAnnotation(ctx context.Context, t conn, a *review.Annotation) error {
	seq, err := t.next(ctx, "annotation", 1)
	if err != nil {
		return err
	}
	row := []any{
		seq, a.ID, a.Project, a.Message, a.User, string(a.Act), flag(a.Again), packMarks(a.Spans), a.Reason,
		a.Guideline,
		a.PanelMS, a.ActiveMS, a.Keys, millis(s.now()),
	}
	if err := t.insert(ctx, "annotation", annotationColumns, [][]any{row}); err != nil {
		return err
	}
	return s.note(ctx, t, a.User, actAnnotate, object(a.Project), map[string]any{
		"row": seq, "message": a.Message, "digest": annotationDigest(row),
	})
}

// actAnnotate is the audit's word for an annotation.
const actAnnotate = "annotate"

const annotationColumns = "seq, id, project, message, user_id, act, again, spans, reason, guideline, panel, " +
	"active_ms, keys, made"

func annotationDigest(row []any) string {
	h := sha256.New()
	for _, x := range row {
		fmt.Fprintf(h, "|%q", fmt.Sprint(x))
	}
	return hex.EncodeToString(h.Sum(nil))
}

// verifyAnnotations holds the log of annotations against the digests in the
// audit.
func (s *Store) verifyAnnotations(ctx context.Context, digests []string) error {
	i := 0
	err := s.read().each(ctx, func(row scanner) error {
		var seq, project, message, user, made int64
		var id, act, spans, reason string
		var again, guideline, panel, active, keys int
		err := row.Scan(&seq, &id, &project, &message, &user, &act, &again, &spans, &reason, &guideline, &panel,
			&active, &keys, &made)
		kept := []any{seq, id, project, message, user, act, again, spans, reason, guideline, panel, active, keys, made}
		if err != nil || i >= len(digests) || annotationDigest(kept) != digests[i] {
			return fmt.Errorf("row %d of the annotations does not fit the audit", i+1)
		}
		i++
		return nil
	}, "SELECT "+annotationColumns+" FROM annotation ORDER BY seq")
	if err == nil && i < len(digests) {
		err = fmt.Errorf("row %d of the annotations is missing", i+1)
	}
	return err
}

// label rewrites the tags of the tokens, and what the message comes to.
func (s *Store) label(ctx context.Context, t conn, a *review.Annotation, it *review.Item) error {
	user := a.User
	switch {
	case a.Again || a.Act != review.ActLabel && a.Act != review.ActGold:
		return nil
	case a.Act == review.ActGold:
		user = goldUser
	}
	if err := t.touch(ctx, "token_label", "message = ? AND user_id = ?", a.Message, user); err != nil {
		return err
	}
	if err := t.exec(ctx, "DELETE FROM token_label WHERE message = ? AND user_id = ?", a.Message, user); err != nil {
		return err
	}
	v, err := s.vault(ctx, t, a.Project)
	if err != nil {
		return err
	}
	units := review.Units(it, a.Spans)
	tags, err := review.IOB2(units, a.Spans)
	if err != nil {
		return err
	}
	rows := make([][]any, len(units))
	for i, u := range units {
		rows[i] = []any{a.Project, a.Message, user, i, u.Start, u.End, v.form(it.Message.Text[u.Start:u.End]), tags[i]}
	}
	if err := t.insert(ctx, "token_label", "project, message, user_id, idx, start, stop, form, iob", rows); err != nil {
		return err
	}
	if a.Act == review.ActGold {
		return nil
	}
	return t.judge(ctx, a.Message)
}

// form is the keyed hash of a token's folded form.
func (v *vault) form(word string) []byte { return tag(v.group, "token", review.Fold(word)) }

// judge says what the annotations of a message come to. Gold stays gold.
func (c conn) judge(ctx context.Context, message int64) error {
	var said [][]bauta.Span
	err := c.each(ctx, func(row scanner) error {
		var text string
		if err := row.Scan(&text); err != nil {
			return err
		}
		spans, err := unpackMarks(text)
		said = append(said, spans)
		return err
	}, "SELECT spans FROM assignment WHERE message = ? AND spans <> ''", message)
	if err != nil {
		return err
	}
	v := review.Single
	for i := 1; i < len(said); i++ {
		if v != review.Disputed {
			v = review.Agreed
		}
		if !review.Same(said[0], said[i]) {
			v = review.Disputed
		}
	}
	return c.task(ctx, message, "verdict = CASE WHEN verdict = ? THEN verdict ELSE ? END", string(review.Golden),
		string(v))
}
