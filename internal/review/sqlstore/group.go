package sqlstore

import (
	"context"
	"encoding/json"
	"math"
	"slices"

	"github.com/bauta/bauta/internal/review"
)

// group is a group's row: what the contract shows, and what only the store uses.
type group struct {
	review.Group
	project int64
	word    []byte // sealed
	logged  bool   // some decision is about it
}

const groupColumns = "id, project, word, named, n, open, score, version, logged, state, lease_user, lease_token, " +
	"lease_expires"

func scanGroup(row scanner) (g group, err error) {
	var expires int64
	err = row.Scan(&g.ID, &g.project, &g.word, &g.Named, &g.Count, &g.Open, &g.Score, &g.Version, &g.logged, &g.State,
		&g.Lease.User, &g.Lease.Token, &expires)
	g.Lease.Expires = moment(expires)
	g.Offered = g.State == review.Decided && !g.logged
	return g, missing(err)
}

// group finds a group; lock is a clause for databases that want one.
func (c conn) group(ctx context.Context, project, id int64, lock string) (group, error) {
	return scanGroup(c.row(ctx, "SELECT "+groupColumns+" FROM word_group WHERE id = ? AND project = ?"+lock, id,
		project))
}

// reveal decrypts the group's word.
func (v *vault) reveal(g *group) error {
	if g.word == nil {
		return nil
	}
	plain, err := v.open("word_group", g.ID, g.word)
	g.Word = string(plain)
	return err
}

const occurrenceColumns = "id, message, grp, idx, start, stop, exact, doubt, proposed, p, context, effect, label, " +
	"as_start, as_stop, decision, user_id, bulk"

// placed is an occurrence's row; the rest of its span is in the message's record.
type placed struct {
	review.Occurrence
	// index is of the span in its message; −1 and below of what was passed over:
	// −1 is the first; pointed where a person, not the import, found the place.
	index int
}

// pointed is the index of places that no import found.
const pointed = math.MinInt32

// whole fills in what the row does not hold of the span.
func (p *placed) whole(it *review.Item) error {
	switch {
	case p.index == pointed:
		p.Span.Source, p.Span.Rule = review.Source, "pointed"
	case p.index >= 0 && p.index < len(it.Spans):
		p.Span = it.Spans[p.index]
	case p.index < 0 && -(p.index+1) < len(it.Passed):
		p.Span = it.Passed[-(p.index + 1)]
	default:
		return errRecord
	}
	p.Changes = review.Touching(it.Changes, p.Range)
	return nil
}

func scanPlaced(row scanner) (p placed, err error) {
	var context []byte
	o := &p.Occurrence
	err = row.Scan(&o.ID, &o.Message, &o.Group, &p.index, &o.Start, &o.End, &o.Exact, &o.Span.Doubt, &o.Span.Label,
		&o.Span.P, &context,
		&o.Now.Effect, &o.Now.Label, &o.Now.As.Start, &o.Now.As.End, &o.Now.Decision, &o.Now.User, &o.Now.Bulk)
	o.Span.Start, o.Span.End, o.Context, o.Passed = o.Start, o.End, string(context), p.index < 0
	return p, err
}

// asFound gives what an import wrote of an occurrence: foundColumns.
func (p *placed) asFound(project int64) []any {
	var context []byte
	if p.Context != "" {
		context = []byte(p.Context)
	}
	return []any{
		p.ID, project, p.Message, p.Group, p.index, p.Start, p.End, flag(p.Exact), int(p.Span.Doubt),
		string(p.Span.Label), p.Span.P, context,
	}
}

// occurrences gives those of a group, oldest first.
func (c conn) occurrences(ctx context.Context, group int64) ([]review.Occurrence, error) {
	var out []review.Occurrence
	err := c.each(ctx, func(row scanner) error {
		p, err := scanPlaced(row)
		out = append(out, p.Occurrence)
		return err
	}, "SELECT "+occurrenceColumns+" FROM occurrence WHERE grp = ? ORDER BY id", group)
	return out, err
}

// logged is a decision's row.
type logged struct {
	review.Decision
	seq    int64
	reason []byte // sealed
}

const decisionColumns = `seq, id, project, user_id, screen, scope, grp, message, start, stop, as_start, as_stop,
	exact, effect, label, excludes, undoes, reason,
	proposed, proposed_p, accepted, active_ms, keys, guideline, made, affected, upto, again, differs, seen`

// values gives a decision's columns after seq, as they are kept.
func (d *logged) values(out []any) []any {
	excludes := ""
	if len(d.Excludes) > 0 {
		b, _ := json.Marshal(d.Excludes) // numbers do not fail
		excludes = string(b)
	}
	return append(out, d.ID, d.Project, d.User, d.Screen, string(d.Scope), d.Group, d.Message, d.Start, d.End,
		d.As.Start, d.As.End, flag(d.Exact), string(d.Effect),
		string(d.Label), excludes, d.Of, d.reason, string(d.Proposed), d.ProposedP, flag(d.Accepted), d.ActiveMS,
		d.Keys, d.Guideline,
		millis(d.Made), d.Affected, d.Upto, flag(d.Again), d.Differs, d.Shown)
}

func scanDecision(row scanner) (d logged, err error) {
	var excludes string
	var made int64
	err = row.Scan(&d.seq, &d.ID, &d.Project, &d.User, &d.Screen, &d.Scope, &d.Group, &d.Message, &d.Start, &d.End,
		&d.As.Start, &d.As.End, &d.Exact, &d.Effect,
		&d.Label, &excludes, &d.Of, &d.reason, &d.Proposed, &d.ProposedP, &d.Accepted, &d.ActiveMS, &d.Keys,
		&d.Guideline, &made,
		&d.Affected, &d.Upto, &d.Again, &d.Differs, &d.Shown)
	if err != nil {
		return d, missing(err)
	}
	d.Made = moment(made)
	if excludes != "" {
		err = json.Unmarshal([]byte(excludes), &d.Excludes)
	}
	return d, err
}

// reread decrypts a decision's reason.
func (v *vault) reread(d *logged) error {
	if v == nil || len(d.reason) == 0 {
		return nil
	}
	plain, err := v.open("decision", d.seq, d.reason)
	d.Reason = string(plain)
	return err
}

// log gives the decisions about a group, oldest first, without their reasons:
// those from which something follows or, of a user, the second answers.
func (c conn) log(ctx context.Context, group int64, occ []review.Occurrence, again bool, user int64) ([]review.Decision,
	error,
) {
	var out []review.Decision
	err := c.each(ctx, func(row scanner) error {
		d, err := scanDecision(row)
		out = append(out, d.Decision)
		return err
	}, "SELECT "+decisionColumns+" FROM decision WHERE grp = ? AND again = ? AND (again = 0 OR user_id = ?) "+
		"ORDER BY seq", group, flag(again), user)
	situate(out, occ)
	return out, err
}

// situate gives decisions about a context the context of the occurrence on
// which they were taken.
func situate(log []review.Decision, occ []review.Occurrence) {
	for i := range log {
		d := &log[i]
		if d.Scope != review.OnPattern {
			continue
		}
		if at := slices.IndexFunc(occ,
			func(o review.Occurrence) bool { return o.Message == d.Message && o.Range == d.Range }); at >= 0 {
			d.Context = occ[at].Context
		}
	}
}

// weight sums up what is open.
func weight(occ []review.Occurrence, now []review.Label) (w review.Weight) {
	for i := range occ {
		if now[i].Effect == review.Undecided {
			w.Add(occ[i].Span)
		}
	}
	return w
}

// settle writes what a reading says: the labels that changed, and the group.
func (c conn) settle(ctx context.Context, g *group, occ []review.Occurrence, r review.Reading) error {
	changed := map[review.Label][]int64{}
	for i := range occ {
		if occ[i].Now != r.Labels[i] {
			changed[r.Labels[i]] = append(changed[r.Labels[i]], occ[i].ID)
			occ[i].Now = r.Labels[i]
		}
	}
	for l, ids := range changed {
		for part := range slices.Chunk(ids, maxRows) {
			if err := c.relabel(ctx, l, part); err != nil {
				return err
			}
		}
	}
	w := weight(occ, r.Labels)
	g.Count, g.Open, g.State, g.Score, g.logged = len(occ), r.Open, r.State, w.Score(), true
	g.Version++
	if g.State != review.Waiting {
		g.Lease = review.Lease{}
	}
	if err := c.touch(ctx, "word_group", "id = ?", g.ID); err != nil {
		return err
	}
	return c.exec(ctx, `UPDATE word_group SET n = ?, open = ?, leak = ?, sure = ?, score = ?, version = ?, logged =
		1, state = ?,
		lease_user = ?, lease_token = ?, lease_expires = ? WHERE id = ?`, g.Count, g.Open, w.Leak, w.Sure, g.Score,
		g.Version, string(g.State),
		g.Lease.User, g.Lease.Token, millis(g.Lease.Expires), g.ID)
}

func (c conn) relabel(ctx context.Context, l review.Label, ids []int64) error {
	args := []any{string(l.Effect), string(l.Label), l.As.Start, l.As.End, l.Decision, l.User, flag(l.Bulk)}
	marks := make([]byte, 0, 3*len(ids))
	for _, id := range ids {
		marks = append(marks, "?, "...)
		args = append(args, id)
	}
	return c.exec(ctx, "UPDATE occurrence SET effect = ?, label = ?, as_start = ?, as_stop = ?, decision = ?, "+
		"user_id = ?, bulk = ? WHERE id IN ("+string(marks[:len(marks)-2])+")", args...)
}
