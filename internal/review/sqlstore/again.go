package sqlstore

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/bauta/bauta/internal/review"
)

// retake is a group before a reviewer who is asked once more: what they had
// decided, blank but for what they have said since.
type retake struct {
	rows  []placed
	occ   []review.Occurrence // of the rows
	first []review.Label      // what was said the first time
	log   []review.Decision   // the second answers
	now   review.Reading      // of them
}

func (c conn) again(ctx context.Context, group, user int64) (a retake, err error) {
	err = c.each(ctx, func(row scanner) error {
		p, err := scanPlaced(row)
		a.rows = append(a.rows, p)
		a.occ = append(a.occ, p.Occurrence)
		return err
	}, "SELECT "+occurrenceColumns+" FROM occurrence WHERE grp = ? AND user_id = ? AND decision <> '' ORDER BY id",
		group, user)
	if err != nil {
		return a, err
	}
	a.occ, a.first = review.Blank(a.occ, user)
	if a.log, err = c.log(ctx, group, a.occ, true, user); err != nil {
		return a, err
	}
	a.now = review.Resolve(review.Anew(), a.occ, a.log)
	for i := range a.occ {
		a.occ[i].Now = a.now.Labels[i]
		a.rows[i].Occurrence = a.occ[i]
	}
	return a, nil
}

// due finds a group of the share that is asked twice, decided by this user
// RepeatAfter ago or earlier and not asked again yet; id 0: any.
func (s *Store) due(ctx context.Context, t conn, project, user, id int64) (group, error) {
	return scanGroup(t.row(ctx, "SELECT "+groupColumns+` FROM word_group WHERE project = ?
		AND (tie / 100) % 50 = ? AND state = 'decided' AND (? = 0 OR id = ?)
		AND EXISTS (SELECT 1 FROM occurrence o WHERE o.grp = word_group.id AND o.user_id = ? AND o.doubt <> 0)
		AND NOT EXISTS (SELECT 1 FROM decision d WHERE d.grp = word_group.id AND d.user_id = ?
		AND (d.again = 1 OR d.made > ?))
		ORDER BY id LIMIT 1`, project, user%review.RepeatOneIn, id, id, user, user,
		millis(s.now())-review.RepeatAfter.Milliseconds()))
}

// askAgain puts a group that is asked twice behind a hand: never two in a row,
// and none where nothing else is to do.
func (s *Store) askAgain(ctx context.Context, t conn, project, user int64, hand []group) ([]group, error) {
	last, err := t.one(ctx, "SELECT again FROM decision WHERE project = ? AND user_id = ? ORDER BY seq DESC LIMIT 1",
		project, user)
	if err != nil || last != 0 || len(hand) == 0 {
		return hand, err
	}
	g, err := s.due(ctx, t, project, user, 0)
	if errors.Is(err, review.ErrNotFound) {
		return hand, nil
	}
	g.Again = true
	return append(hand, g), err
}

// DeskAgain lays out what a reviewer is asked once more. It looks like any group.
func (s *Store) DeskAgain(ctx context.Context, project, user, id int64, limit int) (review.Desk, error) {
	c := s.read()
	v, err := s.vault(ctx, c, project)
	if err != nil {
		return review.Desk{}, err
	}
	g, err := c.group(ctx, project, id, "")
	if err != nil {
		return review.Desk{}, err
	}
	if err := v.reveal(&g); err != nil {
		return review.Desk{}, err
	}
	a, err := c.again(ctx, id, user)
	if err != nil {
		return review.Desk{}, err
	}
	d := review.Desk{Group: s.anew(&g, user, a.now)}
	slices.SortStableFunc(a.rows, func(x, y placed) int {
		return flag(x.Now.Effect != review.Undecided) - flag(y.Now.Effect != review.Undecided)
	})
	if d.Occurrences, err = c.seen(ctx, v, a.rows[:min(limit, len(a.rows))]); err != nil {
		return d, err
	}
	d.Before, err = c.before(ctx, v, id, user, user)
	return d, err
}

// anew is a group as it stands by its second answers.
func (s *Store) anew(g *group, user int64, now review.Reading) review.Group {
	out := g.Group
	out.Again, out.Count, out.Open, out.State = true, len(now.Labels), now.Open, now.State
	out.Lease = review.Lease{User: user, Expires: s.now().Add(s.lease)}
	return out
}

// enterAgain adds the row of a second answer. What holds does not change, and
// neither does the group.
func (s *Store) enterAgain(ctx context.Context, t conn, v *vault, g *group, d logged, p review.Project) (review.Outcome,
	error,
) {
	a, err := t.again(ctx, g.ID, d.User)
	if err != nil {
		return review.Outcome{}, err
	}
	if len(a.log) == 0 {
		if _, err := s.due(ctx, t, d.Project, d.User, g.ID); errors.Is(err, review.ErrNotFound) {
			return review.Outcome{}, fmt.Errorf("%w: the group was not handed out again", review.ErrRefused)
		} else if err != nil {
			return review.Outcome{}, err
		}
	}
	if err := t.fit(ctx, v, review.Word{Named: g.Named, SecondAbove: p.SecondAbove}, a.occ, a.log,
		&d.Decision); err != nil {
		return review.Outcome{}, err
	}
	f := review.Foresee(review.Anew(), a.occ, a.log, d.Decision)
	d.Affected, d.Differs = f.Affected, review.Differ(a.first, f.After.Labels)
	if err := s.add(ctx, t, v, &d, p); err != nil {
		return review.Outcome{}, err
	}
	if err := s.renew(ctx, t, d.Project, d.User, ""); err != nil {
		return review.Outcome{}, err
	}
	return review.Outcome{Decision: d.Decision, Group: s.anew(g, d.User, f.After)}, nil
}
