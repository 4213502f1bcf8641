package sqlstore

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"unicode/utf8"

	"github.com/bauta/bauta/internal/review"
)

// Decide writes a decision and what follows from it, in one transaction.
func (s *Store) Decide(ctx context.Context, d review.Decision) (review.Outcome, error) {
	if err := d.Check(); err != nil {
		return review.Outcome{}, err
	}
	var out review.Outcome
	var m matter
	err := s.write(ctx, func(t conn) error {
		var err error
		m = matter{}
		out, err = s.decide(ctx, t, logged{Decision: d}, &m)
		return err
	})
	if err == nil {
		s.recent.keep(m)
	}
	return out, err
}

func (s *Store) decide(ctx context.Context, t conn, d logged, m *matter) (review.Outcome, error) {
	v, err := s.vault(ctx, t, d.Project)
	if err != nil {
		return review.Outcome{}, err
	}
	p, err := s.settings(ctx, t, d.Project)
	if err != nil {
		return review.Outcome{}, err
	}
	if d.Of != "" { // undo and confirmation concern the group of what they are about
		of, err := t.decision(ctx, d.Project, d.Of)
		if err != nil {
			return review.Outcome{}, err
		}
		d.Group, d.Again = of.Group, of.Again
	}
	if d.Group == 0 && !d.Points() {
		return s.decideApart(ctx, t, v, d, p)
	}
	if had, ok, err := t.had(ctx, v, &d); err != nil || ok {
		g, missed := t.group(ctx, d.Project, had.Group, "")
		return review.Outcome{Decision: had, Again: ok, Group: g.Group}, errors.Join(err, missed)
	}
	return s.decideWord(ctx, t, v, d, p, m)
}

// decideWord writes a decision about a word: one that has a group, or gets one.
func (s *Store) decideWord(
	ctx context.Context, t conn, v *vault, d logged, p review.Project, m *matter,
) (review.Outcome, error) {
	a, err := s.aim(ctx, t, v, &d.Decision)
	if err == nil && a.group.ID == 0 {
		err = s.found(ctx, t, v, &p, &a)
	}
	if err != nil {
		return review.Outcome{}, err
	}
	leaks := d.Points() && d.Effect == review.Mask // hidden, whoever holds the word
	d.Group = a.group.ID
	g, err := t.group(ctx, d.Project, d.Group, t.lock("FOR UPDATE"))
	if err != nil {
		return review.Outcome{}, err
	}
	if err := v.reveal(&g); err != nil {
		return review.Outcome{}, err
	}
	if err := s.barred(ctx, t, v, &g, &d, p, leaks); err != nil {
		return review.Outcome{}, err
	}
	if d.Again {
		return s.enterAgain(ctx, t, v, &g, d, p)
	}
	if len(a.places) > 0 {
		s.recent.take(g.ID, -1) // it has more occurrences now
		if err := s.bring(ctx, t, v, &p, &a); err != nil {
			return review.Outcome{}, err
		}
	}
	return s.enter(ctx, t, v, &g, d, p, m)
}

// had looks whether a decision was written before: a request that is repeated
// because its answer was lost.
func (c conn) had(ctx context.Context, v *vault, d *logged) (review.Decision, bool, error) {
	was, err := scanDecision(c.row(ctx, "SELECT "+decisionColumns+" FROM decision WHERE id = ?", d.ID))
	switch {
	case err == review.ErrNotFound:
		return review.Decision{}, false, nil
	case err != nil:
		return review.Decision{}, false, err
	case was.Project != d.Project || was.User != d.User || was.Scope != d.Scope:
		return review.Decision{}, false, fmt.Errorf("%w: the ID is another decision's", review.ErrRefused)
	}
	return was.Decision, true, v.reread(&was)
}

// barred holds a decision against the state of project and group, and against
// whoever holds the lease.
func (s *Store) barred(
	ctx context.Context, t conn, v *vault, g *group, d *logged, p review.Project, free bool,
) error {
	free = free || d.Scope == review.OnUndo || d.Scope == review.OnConfirm || d.Scope == review.OnGold
	switch {
	case p.State != review.Open && p.State != review.Frozen:
		return fmt.Errorf("%w: the project is %s", review.ErrRefused, p.State)
	case !free && g.Lease.User != 0 && g.Lease.User != d.User && g.Lease.Expires.After(s.now()):
		return review.ErrLease
	case d.Expect >= 0 && d.Expect != g.Version:
		stale := &review.StaleError{Group: g.Group}
		theirs, err := scanDecision(t.row(ctx, "SELECT "+decisionColumns+" FROM decision WHERE grp = ? AND again = "+
			"0 ORDER BY seq DESC LIMIT 1", g.ID))
		if err == nil {
			err = v.reread(&theirs)
			stale.Theirs = &theirs.Decision
		}
		if err != nil && !errors.Is(err, review.ErrNotFound) {
			return err
		}
		return stale
	}
	return nil
}

// enter adds the row, writes what follows from it, and renews the user's leases.
// m gets what is known of the group afterwards.
func (s *Store) enter(
	ctx context.Context, t conn, v *vault, g *group, d logged, p review.Project, m *matter,
) (review.Outcome, error) {
	occ, log, ok := s.recent.take(g.ID, g.Version)
	if !ok {
		var err error
		if occ, log, err = t.about(ctx, g.ID); err != nil {
			return review.Outcome{}, err
		}
	}
	w := review.Word{Named: g.Named, SecondAbove: p.SecondAbove}
	if err := t.fit(ctx, v, w, occ, log, &d.Decision); err != nil {
		return review.Outcome{}, err
	}
	f := review.Foresee(w, occ, log, d.Decision)
	d.Affected = f.Affected
	if err := s.add(ctx, t, v, &d, p); err != nil {
		return review.Outcome{}, err
	}
	if g.Lease.User == d.User {
		g.Lease.Expires = s.now().Add(s.lease)
	}
	if err := t.settle(ctx, g, occ, f.After); err != nil {
		return review.Outcome{}, err
	}
	if err := s.renew(ctx, t, d.Project, d.User, ""); err != nil {
		return review.Outcome{}, err
	}
	*m = matter{group: g.ID, version: g.Version, occ: occ, log: append(log, d.Decision)}
	return review.Outcome{Decision: d.Decision, Group: g.Group, Kept: f.Kept}, nil
}

// fit holds a decision against occurrences and log, and fills in what it takes
// from them.
func (c conn) fit(
	ctx context.Context, v *vault, w review.Word, occ []review.Occurrence, log []review.Decision, d *review.Decision,
) error {
	if err := locate(d, occ); err != nil {
		return err
	}
	if err := c.edges(ctx, v, d); err != nil {
		return err
	}
	others := false
	if d.Scope == review.OnWord && d.Effect == review.Keep { // nothing else asks for a second person
		var err error
		if others, err = c.others(ctx, d.Project, d.User); err != nil {
			return err
		}
	}
	if why := review.Refuse(w, log, *d, others); why != "" {
		return fmt.Errorf("%w: %s", review.ErrRefused, why)
	}
	return nil
}

// about gives a group's occurrences and its log.
func (c conn) about(ctx context.Context, group int64) ([]review.Occurrence, []review.Decision, error) {
	occ, err := c.occurrences(ctx, group)
	if err != nil {
		return nil, nil, err
	}
	log, err := c.log(ctx, group, occ, false, 0)
	return occ, log, err
}

// locate fills in what a decision takes from the occurrences: the context of the
// one it was taken on, the last there is.
func locate(d *review.Decision, occ []review.Occurrence) error {
	if (d.Scope == review.OnGroup || d.Scope == review.OnEach) && len(occ) > 0 {
		d.Upto = occ[len(occ)-1].ID
	}
	if d.Message == 0 {
		return nil
	}
	i := slices.IndexFunc(occ, func(o review.Occurrence) bool {
		return o.Message == d.Message && (d.Scope == review.OnMessage || o.Range == d.Range)
	})
	if i < 0 {
		return fmt.Errorf("%w: the group has no such occurrence", review.ErrRefused)
	}
	if d.Scope == review.OnPattern {
		d.Context = occ[i].Context
	}
	return nil
}

// edges holds moved edges against the text: they lie in it, between characters.
func (c conn) edges(ctx context.Context, v *vault, d *review.Decision) error {
	if d.As == (review.Range{}) {
		return nil
	}
	m, err := c.stored(ctx, v, "id = ?", d.Message)
	if err != nil || len(m) == 0 {
		return cmp.Or(err, review.ErrNotFound)
	}
	text := m[0].Message.Text
	if d.As.End > len(text) || !utf8.RuneStart(text[d.As.Start]) ||
		d.As.End < len(text) && !utf8.RuneStart(text[d.As.End]) {
		return fmt.Errorf("%w: the edges lie outside the text or inside a character", review.ErrRefused)
	}
	return nil
}

// decideApart writes a decision about no group: what takes back a look of the audit as
// older versions kept it.
func (s *Store) decideApart(ctx context.Context, t conn, v *vault, d logged, p review.Project) (review.Outcome, error) {
	if had, ok, err := t.had(ctx, v, &d); err != nil || ok {
		return review.Outcome{Decision: had, Again: ok}, err
	}
	if d.Scope == review.OnUndo {
		var log []review.Decision
		err := t.each(ctx, func(row scanner) error {
			x, err := scanDecision(row)
			log = append(log, x.Decision)
			return err
		}, "SELECT "+decisionColumns+" FROM decision WHERE project = ? AND grp = 0 "+
			"AND (id = ? OR scope = 'undo') ORDER BY seq", d.Project, d.Of)
		if err != nil {
			return review.Outcome{}, err
		}
		if why := review.Refuse(review.Word{}, log, d.Decision, false); why != "" {
			return review.Outcome{}, fmt.Errorf("%w: %s", review.ErrRefused, why)
		}
	}
	err := s.add(ctx, t, v, &d, p)
	return review.Outcome{Decision: d.Decision}, err
}

// add writes a decision's row and binds it into the audit.
func (s *Store) add(ctx context.Context, t conn, v *vault, d *logged, p review.Project) error {
	var err error
	if d.seq, err = t.next(ctx, "decision", 1); err != nil {
		return err
	}
	d.Made = moment(millis(s.now()))
	if d.Guideline == 0 {
		d.Guideline = p.Guideline
	}
	if d.Reason != "" {
		d.reason = v.seal("decision", d.seq, []byte(d.Reason))
	}
	if err := t.insert(ctx, "decision", decisionColumns, [][]any{d.values([]any{d.seq})}); err != nil {
		return err
	}
	return s.note(ctx, t, d.User, actDecide, "decision/"+d.ID, map[string]any{
		"row": d.seq, "group": d.Group, "digest": d.digest(), "affected": d.Affected,
	})
}

// decision finds a row of the log.
func (c conn) decision(ctx context.Context, project int64, id string) (logged, error) {
	return scanDecision(c.row(ctx, "SELECT "+decisionColumns+" FROM decision WHERE id = ? AND project = ?", id,
		project))
}

// others reports whether anybody else in the project may confirm.
func (c conn) others(ctx context.Context, project, user int64) (bool, error) {
	var n int
	err := c.row(ctx, `SELECT count(*) FROM member JOIN app_user ON app_user.id = member.user_id
		WHERE member.project = ? AND member.user_id <> ?
		AND app_user.disabled = 0 AND member.role IN ('owner', 'reviewer', 'adjudicator')`, project, user).Scan(&n)
	return n > 0, err
}

// Decisions gives the log from the newest row on.
func (s *Store) Decisions(ctx context.Context, project, user int64, limit int) ([]review.Logged, error) {
	c := s.read()
	v, err := s.vault(ctx, c, project)
	if err != nil && !errors.Is(err, review.ErrPurged) {
		return nil, err
	}
	undone, err := c.undone(ctx, project)
	if err != nil {
		return nil, err
	}
	var out []review.Logged
	groups := map[int64]string{}
	where, args := "project = ?", []any{project}
	if user != 0 { // written so that the index of a user's rows serves
		where, args = where+" AND user_id = ?", append(args, user)
	}
	err = c.each(ctx, func(row scanner) error {
		d, err := scanDecision(row)
		if err != nil {
			return err
		}
		if err := v.reread(&d); err != nil {
			return err
		}
		out = append(out, review.Logged{Decision: d.Decision, Undone: undone.rows[d.ID]})
		groups[d.Group] = ""
		return nil
	}, "SELECT "+decisionColumns+" FROM decision WHERE "+where+" ORDER BY seq DESC LIMIT ?", append(args, limit)...)
	if err != nil || v == nil {
		return out, err
	}
	if err := c.words(ctx, v, groups); err != nil {
		return nil, err
	}
	for i := range out {
		out[i].Word = groups[out[i].Group]
	}
	return out, nil
}

// words fills in the words of groups.
func (c conn) words(ctx context.Context, v *vault, groups map[int64]string) error {
	ids := make([]int64, 0, len(groups))
	for id := range groups {
		ids = append(ids, id)
	}
	return inList(ctx, c, ids, func(row scanner) error {
		g, err := scanGroup(row)
		if err != nil {
			return err
		}
		err = v.reveal(&g)
		groups[g.ID] = g.Word
		return err
	}, "SELECT "+groupColumns+" FROM word_group WHERE id IN")
}

// taken are the rows of a project that a standing undo takes back.
type taken struct {
	rows       map[string]bool
	judgements int // of them, those about words
}

func (c conn) undone(ctx context.Context, project int64) (taken, error) {
	var undos []review.Decision
	err := c.each(ctx, func(row scanner) error {
		d := review.Decision{Scope: review.OnUndo}
		err := row.Scan(&d.ID, &d.Of)
		undos = append(undos, d)
		return err
	}, "SELECT id, undoes FROM decision WHERE project = ? AND scope = 'undo' ORDER BY seq", project)
	out := taken{rows: review.Undone(undos)}
	if err != nil {
		return out, err
	}
	ids := make([]string, 0, len(out.rows))
	for id := range out.rows {
		ids = append(ids, id)
	}
	err = inList(ctx, c, ids, func(row scanner) error {
		var n int
		err := row.Scan(&n)
		out.judgements += n
		return err
	}, "SELECT count(*) FROM decision WHERE scope NOT IN ('undo', 'audit') AND again = 0 AND id IN")
	return out, err
}
