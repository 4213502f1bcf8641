package sqlstore

import (
	"context"
	"encoding/json"
	"fmt"
	"regexp"

	"github.com/bauta/bauta/internal/review"
)

const projectColumns = "id, slug, name, lang, labels, overlap, seed, guideline, second_above, leak_limit, state, " +
	"created, released, purged"

func scanProject(row scanner) (p review.Project, err error) {
	var labels string
	var created, released, purged int64
	err = row.Scan(&p.ID, &p.Slug, &p.Name, &p.Lang, &labels, &p.Overlap, &p.Seed, &p.Guideline, &p.SecondAbove,
		&p.LeakLimit,
		&p.State, &created, &released, &purged)
	if err != nil {
		return p, missing(err)
	}
	p.Created, p.Released, p.Purged = moment(created), moment(released), moment(purged)
	return p, json.Unmarshal([]byte(labels), &p.Labels)
}

var slugs = regexp.MustCompile(`^[a-z0-9][a-z0-9-]{0,63}$`)

// CreateProject makes a project and its key.
func (s *Store) CreateProject(ctx context.Context, p review.Project) (review.Project, error) {
	if !slugs.MatchString(p.Slug) {
		return p, fmt.Errorf("%w: a project's short name has 1 to 64 small letters, digits and hyphens",
			review.ErrRefused)
	}
	labels, err := json.Marshal(p.Labels)
	if err != nil {
		return p, err
	}
	p.Guideline = max(p.Guideline, 1)
	p.Created, p.State = moment(millis(s.now())), review.Open
	err = s.write(ctx, func(t conn) error {
		var n int
		if err := t.row(ctx, "SELECT count(*) FROM project WHERE slug = ?", p.Slug).Scan(&n); err != nil {
			return err
		}
		if n > 0 {
			return fmt.Errorf("%w: there is a project %s", review.ErrRefused, p.Slug)
		}
		var err error
		if p.ID, err = t.next(ctx, "project", 1); err != nil {
			return err
		}
		_, dek, err := s.newVault(p.ID)
		if err != nil {
			return err
		}
		row := []any{
			p.ID, p.Slug, p.Name, p.Lang, string(labels), p.Overlap, p.Seed, p.Guideline, p.SecondAbove, p.LeakLimit,
			string(p.State),
			millis(p.Created), 0, 0, dek,
		}
		if err := t.insert(ctx, "project", projectColumns+", dek", [][]any{row}); err != nil {
			return err
		}
		return s.note(ctx, t, 0, "create", object(p.ID), map[string]any{"bound": true})
	})
	return p, err
}

func object(project int64) string { return fmt.Sprintf("project/%d", project) }

// Project finds a project by its slug.
func (s *Store) Project(ctx context.Context, slug string) (review.Project, error) {
	return scanProject(s.read().row(ctx, "SELECT "+projectColumns+" FROM project WHERE slug = ?", slug))
}

// Holds reports whether the settings and the state of a project are as the
// program wrote them.
func (s *Store) Holds(ctx context.Context, project int64) (bool, error) {
	return s.holds(ctx, s.read(), "project", "id = ?", project)
}

// holds reports whether the row that a condition names is as it was written.
func (s *Store) holds(ctx context.Context, c conn, table, condition string, args ...any) (bool, error) {
	t, _ := s.table(table)
	r, err := t.scan(c.row(ctx, "SELECT "+t.selected()+" FROM "+table+" WHERE "+condition, args...))
	return err == nil && s.keys.holds(&t, r), missing(err)
}

func (c conn) project(ctx context.Context, id int64) (review.Project, error) {
	return scanProject(c.row(ctx, "SELECT "+projectColumns+" FROM project WHERE id = ?", id))
}

// Projects lists those of a user; user 0: all.
func (s *Store) Projects(ctx context.Context, user int64) ([]review.Project, error) {
	var out []review.Project
	err := s.read().each(ctx, func(row scanner) error {
		p, err := scanProject(row)
		out = append(out, p)
		return err
	}, "SELECT "+projectColumns+" FROM project WHERE ? = 0 OR id IN (SELECT project FROM member "+
		"WHERE user_id = ?) ORDER BY id", user, user)
	return out, err
}

// SetState moves a project on or, before release, back to open.
func (s *Store) SetState(ctx context.Context, project int64, to review.State, by int64) error {
	if to != review.Open && to != review.Frozen && to != review.Released {
		return fmt.Errorf("%w: a project cannot be set to %q", review.ErrRefused, to)
	}
	if to == review.Released {
		if err := s.releasable(ctx); err != nil {
			return err
		}
	}
	return s.write(ctx, func(t conn) error {
		p, err := s.settings(ctx, t, project)
		switch {
		case err != nil:
			return err
		case p.State == review.Purged:
			return review.ErrPurged
		case p.State == review.Released && to != review.Released:
			return fmt.Errorf("%w: what was released cannot be called back", review.ErrRefused)
		}
		released := millis(p.Released)
		if to == review.Released && released == 0 {
			released = millis(s.now())
		}
		if err := t.touch(ctx, "project", "id = ?", project); err != nil {
			return err
		}
		if err := t.exec(ctx, "UPDATE project SET state = ?, released = ? WHERE id = ?", string(to), released,
			project); err != nil {
			return err
		}
		return s.note(ctx, t, by, "state", object(project), map[string]any{"to": string(to)})
	})
}

// releasable refuses a release from a store that is damaged: the gates were held
// against what somebody changed.
func (s *Store) releasable(ctx context.Context) error {
	h, err := s.Inspect(ctx)
	if err == nil && !h.Sound() {
		err = fmt.Errorf("%w: the store is damaged; bauta review doctor says where", review.ErrRefused)
	}
	return err
}

// settings finds a project whose settings hold: a limit that somebody raised is
// none.
func (s *Store) settings(ctx context.Context, c conn, id int64) (review.Project, error) {
	p, err := c.project(ctx, id)
	if err != nil {
		return p, err
	}
	fits, err := s.holds(ctx, c, "project", "id = ?", id)
	if err == nil && !fits {
		err = fmt.Errorf("%w: the settings of the project were changed by somebody else; bauta review doctor says more",
			review.ErrRefused)
	}
	return p, err
}

// Purge destroys a project's key, its texts, words and the hashes of them, and
// compacts the files. Decisions, labels and counts stay.
func (s *Store) Purge(ctx context.Context, project, by int64) error {
	err := s.write(ctx, func(t conn) error {
		var messages, groups int64
		if err := t.row(ctx, "SELECT count(*) FROM message WHERE project = ?", project).Scan(&messages); err != nil {
			return err
		}
		if err := t.row(ctx, "SELECT count(*) FROM word_group WHERE project = ?", project).Scan(&groups); err != nil {
			return err
		}
		t.change.forced = true
		for _, table := range []string{"message", "word_group", "token_label", "guideline"} {
			if err := t.touch(ctx, table, "project = ?", project); err != nil {
				return err
			}
		}
		if err := t.touch(ctx, "project", "id = ?", project); err != nil {
			return err
		}
		for _, q := range []string{
			"UPDATE message SET ext = NULL, sealed = NULL WHERE project = ?",
			"UPDATE word_group SET fold = NULL, word = NULL, lease_user = 0, lease_token = '', lease_expires = 0 " +
				"WHERE project = ?",
			"UPDATE occurrence SET context = NULL WHERE project = ?",
			"UPDATE token_label SET form = NULL WHERE project = ?",
			"UPDATE guideline SET sealed = NULL WHERE project = ?",
		} {
			if err := t.exec(ctx, q, project); err != nil {
				return err
			}
		}
		var id int64
		err := t.row(ctx, "UPDATE project SET dek = NULL, state = ?, purged = ? WHERE id = ? "+
			"AND dek IS NOT NULL RETURNING id",
			string(review.Purged), millis(s.now()), project).Scan(&id)
		if missing(err) == review.ErrNotFound {
			return review.ErrPurged
		} else if err != nil {
			return err
		}
		if err := s.bindMessages(ctx, t, "project = ?", project); err != nil {
			return err
		}
		if err := t.owe(ctx); err != nil {
			return err
		}
		return s.note(ctx, t, by, "purge", object(project), map[string]any{"messages": messages, "groups": groups})
	})
	if err != nil {
		return err
	}
	s.forget(project)
	s.recent.clear()
	return s.compact(ctx, patient)
}

// Progress counts what is done and what is left.
func (s *Store) Progress(ctx context.Context, project int64) (review.Progress, error) {
	var p review.Progress
	c := s.read()
	if err := c.row(ctx, "SELECT count(*) FROM message WHERE project = ?", project).Scan(&p.Messages); err != nil {
		return p, err
	}
	err := c.row(ctx, `SELECT count(CASE WHEN asked > 0 THEN 1 END),
		count(CASE WHEN state IN ('open', 'skipped') THEN 1 END),
		COALESCE(sum(asked), 0), COALESCE(sum(open), 0), count(CASE WHEN state IN ('flagged', 'conflict') THEN 1 END),
		count(CASE WHEN state = 'second' THEN 1 END) FROM word_group WHERE project = ?`, project).
		Scan(&p.Groups, &p.Left, &p.Occurrences, &p.LeftOcc, &p.Flagged, &p.Second)
	if err != nil {
		return p, err
	}
	undone, err := c.undone(ctx, project)
	if err != nil {
		return p, err
	}
	err = c.row(ctx, "SELECT count(*) FROM decision WHERE project = ? AND scope NOT IN ('undo', 'audit') AND again = 0",
		project).Scan(&p.Decisions)
	p.Decisions -= undone.judgements
	return p, err
}
