package sqlstore

import (
	"context"
	"fmt"

	"github.com/bauta/bauta/internal/review"
)

// orders are the columns by which the queue is sorted; ties go by a hash, so that
// two reviewers do not meet.
func orderBy(o review.Order) string {
	switch o {
	case review.ByFrequency:
		return "open DESC, tie"
	case review.AtRandom:
		return "tie"
	}
	return "score DESC, tie"
}

// Claim gives a user's hand: the groups held under the token, then new ones, up
// to n and at most five in all.
func (s *Store) Claim(
	ctx context.Context, project, user int64, token string, n int, order review.Order,
) ([]review.Group, error) {
	if token == "" || user == 0 {
		return nil, fmt.Errorf("%w: a claim needs a user and a token", review.ErrRefused)
	}
	var out []review.Group
	var ranked []int64
	var likely map[int64]float64
	if order == review.ByLeak {
		var err error
		if ranked, likely, err = s.ranked(ctx, project); err != nil {
			return nil, err
		}
	}
	err := s.write(ctx, func(t conn) error {
		out = nil
		v, err := s.vault(ctx, t, project)
		if err != nil {
			return err
		}
		if err := s.renew(ctx, t, project, user, token); err != nil {
			return err
		}
		held, err := s.hand(ctx, t, project, user, token)
		if err != nil {
			return err
		}
		// What was put off comes back when nothing else is open.
		for _, state := range []review.GroupState{review.Waiting, review.Skipped} {
			if more := min(n, maxHeld) - len(held); more > 0 && (state == review.Waiting || len(held) == 0) {
				if err := s.take(ctx, t, project, user, token, state, more, order, ranked); err != nil {
					return err
				}
				if held, err = s.hand(ctx, t, project, user, token); err != nil {
					return err
				}
			}
		}
		if held, err = s.askAgain(ctx, t, project, user, held); err != nil {
			return err
		}
		for i := range held {
			if err := v.reveal(&held[i]); err != nil {
				return err
			}
			held[i].Likely = likely[held[i].ID]
			out = append(out, held[i].Group)
		}
		return nil
	})
	return out, err
}

// hand gives the groups held under a token, in the order they were taken.
func (s *Store) hand(ctx context.Context, t conn, project, user int64, token string) ([]group, error) {
	var out []group
	err := t.each(ctx, func(row scanner) error {
		g, err := scanGroup(row)
		out = append(out, g)
		return err
	}, "SELECT "+groupColumns+` FROM word_group WHERE project = ? AND lease_user = ? AND lease_user <> 0
		AND lease_token = ? AND lease_expires > ?
		ORDER BY lease_rank`, project, user, token, millis(s.now()))
	return out, err
}

// take leases up to n groups that nobody holds. A lease that has expired is no
// lease: nobody has to clear it away.
func (s *Store) take(
	ctx context.Context, t conn, project, user int64, token string, state review.GroupState, n int, order review.Order,
	ranked []int64,
) error {
	now := s.now()
	var ids []int64
	if order == review.ByLeak && state == review.Waiting {
		var err error
		if ids, err = s.best(ctx, t, project, ranked, n); err != nil {
			return err
		}
		return s.leaseAll(ctx, t, user, token, ids)
	}
	err := t.each(ctx, func(row scanner) error {
		var id int64
		err := row.Scan(&id)
		ids = append(ids, id)
		return err
	}, "SELECT id FROM word_group WHERE project = ? AND state = ? AND lease_expires <= ? ORDER BY "+
		orderBy(order)+" LIMIT ?"+
		t.lock("FOR UPDATE SKIP LOCKED"), project, string(state), millis(now), n)
	if err != nil {
		return err
	}
	return s.leaseAll(ctx, t, user, token, ids)
}

// toAsk is the condition of groups that are to decide about, or only offered.
const toAsk = "(state = 'open' OR state = 'decided' AND logged = 0)"

// best gives the first n of ranked groups that nobody holds and that are still to ask.
func (s *Store) best(ctx context.Context, t conn, project int64, ranked []int64, n int) ([]int64, error) {
	free := map[int64]bool{}
	err := inList(ctx, t, ranked, func(row scanner) error {
		var id int64
		err := row.Scan(&id)
		free[id] = true
		return err
	}, "SELECT id FROM word_group WHERE project = ? AND lease_expires <= ? AND "+toAsk+" AND id IN",
		project, millis(s.now()))
	if err != nil {
		return nil, err
	}
	var ids []int64
	for _, id := range ranked {
		if !free[id] || len(ids) == n {
			continue
		}
		// Somebody may have decided about it since.
		err := t.row(ctx, "SELECT id FROM word_group WHERE id = ? AND lease_expires <= ? AND "+toAsk+
			t.lock("FOR UPDATE SKIP LOCKED"), id, millis(s.now())).Scan(&id)
		if missing(err) == review.ErrNotFound {
			continue // somebody takes it
		}
		if err != nil {
			return nil, err
		}
		ids = append(ids, id)
	}
	return ids, nil
}

// leaseAll reserves groups.
func (s *Store) leaseAll(ctx context.Context, t conn, user int64, token string, ids []int64) error {
	now := s.now()
	if err := t.touchAll(ctx, "word_group", ids); err != nil {
		return err
	}
	for i, id := range ids {
		// Ranks go on from the newest lease, so that a hand keeps its order.
		if err := t.exec(ctx, "UPDATE word_group SET lease_user = ?, lease_token = ?, lease_expires = ?, lease_rank "+
			"= ? WHERE id = ?",
			user, token, millis(now.Add(s.lease)), millis(now)*maxHeld+int64(i), id); err != nil {
			return err
		}
	}
	return nil
}

// renew prolongs the leases of a user that have not expired; an empty token
// means all of them.
func (s *Store) renew(ctx context.Context, t conn, project, user int64, token string) error {
	now := s.now()
	return t.leased(ctx, "lease_expires = ?", []any{millis(now.Add(s.lease))},
		"project = ? AND lease_user = ? AND lease_user <> 0 AND (? = '' OR lease_token = ?) AND lease_expires > ?",
		project, user, token, token, millis(now))
}

// leased changes the leases of the groups that a condition names.
func (c conn) leased(ctx context.Context, set string, values []any, condition string, args ...any) error {
	var ids []int64
	err := c.each(ctx, func(row scanner) error {
		var id int64
		err := row.Scan(&id)
		ids = append(ids, id)
		return err
	}, "SELECT id FROM word_group WHERE "+condition+" ORDER BY id"+c.lock("FOR UPDATE"), args...)
	if err == nil {
		err = c.touchAll(ctx, "word_group", ids)
	}
	for _, id := range ids {
		if err == nil {
			err = c.exec(ctx, "UPDATE word_group SET "+set+" WHERE id = ?",
				append(values[:len(values):len(values)], id)...)
		}
	}
	return err
}

// Renew prolongs the leases under a token.
func (s *Store) Renew(ctx context.Context, project, user int64, token string) error {
	if token == "" {
		return nil
	}
	return s.write(ctx, func(t conn) error { return s.renew(ctx, t, project, user, token) })
}

// Release gives the groups under a token back.
func (s *Store) Release(ctx context.Context, project, user int64, token string) error {
	return s.write(ctx, func(t conn) error {
		return t.leased(ctx, "lease_user = 0, lease_token = '', lease_expires = 0", nil,
			"project = ? AND lease_user = ? AND lease_user <> 0 AND lease_token = ?", project, user, token)
	})
}

// Groups lists groups of a state, empty for all, best score first.
func (s *Store) Groups(ctx context.Context, project int64, state review.GroupState, limit int) ([]review.Group, error) {
	c := s.read()
	v, err := s.vault(ctx, c, project)
	if err != nil {
		return nil, err
	}
	var out []review.Group
	err = c.each(ctx, func(row scanner) error {
		g, err := scanGroup(row)
		if err != nil {
			return err
		}
		err = v.reveal(&g)
		out = append(out, g.Group)
		return err
	}, "SELECT "+groupColumns+" FROM word_group WHERE project = ? AND (? = '' OR state = ?) "+
		"ORDER BY score DESC, tie LIMIT ?",
		project, string(state), string(state), limit)
	return out, err
}
