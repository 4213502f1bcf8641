package sqlstore

import (
	"context"
	"slices"

	"github.com/bauta/bauta/internal/review"
)

// look is a look of the audit that nobody took back.
type look struct {
	message int64
	seen    string
	stands  bool // what was seen is what the message shows
}

// looks reads the looks of a user at messages (0: of all), by the decision's ID.
func (c conn) looks(ctx context.Context, project int64, undone taken, user int64) (map[string]look, error) {
	out := map[string]look{}
	var messages []int64
	err := c.each(ctx, func(row scanner) error {
		var id string
		var l look
		err := row.Scan(&id, &l.message, &l.seen)
		if err == nil && !undone.rows[id] {
			out[id] = l
			messages = append(messages, l.message)
		}
		return err
	}, "SELECT id, message, seen FROM decision WHERE project = ? AND scope = 'audit' AND (? = 0 OR user_id = ?)",
		project, user, user)
	if err != nil {
		return nil, err
	}
	slices.Sort(messages)
	shown, err := c.shown(ctx, slices.Compact(messages))
	for id, l := range out {
		l.stands = l.seen == shown[l.message]
		out[id] = l
	}
	return out, err
}

// shown gives the digests of what messages show.
func (c conn) shown(ctx context.Context, messages []int64) (map[int64]string, error) {
	in := map[int64]*review.Stored{}
	for _, id := range messages {
		in[id] = &review.Stored{ID: id}
	}
	err := inList(ctx, c, messages, func(row scanner) error {
		p, err := scanPlaced(row)
		if err == nil {
			in[p.Message].Occurrences = append(in[p.Message].Occurrences, p.Occurrence)
		}
		return err
	}, "SELECT "+occurrenceColumns+" FROM occurrence WHERE message IN")
	out := map[int64]string{}
	for id, m := range in {
		slices.SortFunc(m.Occurrences, func(a, b review.Occurrence) int { return a.Start - b.Start })
		out[id] = m.Shown()
	}
	return out, err
}

// markStale marks the looks that do not count. The sample is the messages in an
// order drawn at random, from the first on, as far as every one of them was looked
// at as it stands: messages that come in later stand between those that were there,
// and have to be looked at before the looks behind them count again. So the sample
// is one of all messages whatever came when.
func (c conn) markStale(ctx context.Context, project int64, log []review.Logged, undone taken) error {
	if !slices.ContainsFunc(log, func(l review.Logged) bool { return l.Scope == review.OnAudit }) {
		return nil
	}
	looks, err := c.looks(ctx, project, undone, 0)
	if err != nil {
		return err
	}
	stands := map[int64]bool{}
	for _, l := range looks {
		stands[l.message] = stands[l.message] || l.stands
	}
	sample, all := map[int64]bool{}, true
	err = c.each(ctx, func(row scanner) error {
		var id int64
		err := row.Scan(&id)
		all = all && stands[id]
		sample[id] = all
		return err
	}, "SELECT id FROM message WHERE project = ? ORDER BY tie, id LIMIT ?", project, len(stands)+1)
	for i := range log {
		if l := &log[i]; l.Scope == review.OnAudit {
			l.Stale = !looks[l.ID].stands || !sample[l.Message]
		}
	}
	return err
}
