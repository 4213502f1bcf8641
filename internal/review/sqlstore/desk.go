package sqlstore

import (
	"cmp"
	"context"
	"slices"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/review"
)

// Desk lays a group out.
func (s *Store) Desk(ctx context.Context, project, user, group int64, limit int) (review.Desk, error) {
	c := s.read()
	v, err := s.vault(ctx, c, project)
	if err != nil {
		return review.Desk{}, err
	}
	g, err := c.group(ctx, project, group, "")
	if err != nil {
		return review.Desk{}, err
	}
	if err := v.reveal(&g); err != nil {
		return review.Desk{}, err
	}
	d := review.Desk{Group: g.Group}
	var rows []placed
	err = c.each(ctx, func(row scanner) error {
		p, err := scanPlaced(row)
		rows = append(rows, p)
		return err
	}, "SELECT "+occurrenceColumns+" FROM occurrence WHERE grp = ? "+
		"ORDER BY CASE WHEN effect = '' THEN 0 ELSE 1 END, id LIMIT ?", group, limit)
	if err != nil {
		return d, err
	}
	if d.Occurrences, err = c.seen(ctx, v, rows); err != nil {
		return d, err
	}
	if d.Before, err = c.before(ctx, v, g.ID, user, 0); err != nil {
		return d, err
	}
	if g.State == review.Second {
		p, err := c.project(ctx, project)
		if err != nil {
			return d, err
		}
		occ, log, err := c.about(ctx, g.ID)
		if err != nil {
			return d, err
		}
		d.Pending = review.Resolve(review.Word{Named: g.Named, SecondAbove: p.SecondAbove}, occ, log).Pending
	}
	return d, nil
}

// seen puts the texts to occurrences.
func (c conn) seen(ctx context.Context, v *vault, rows []placed) ([]review.Seen, error) {
	items, err := c.items(ctx, v, rows)
	if err != nil {
		return nil, err
	}
	out := make([]review.Seen, len(rows))
	for i, p := range rows {
		it := items[p.Message]
		if err := p.whole(&it); err != nil {
			return nil, err
		}
		out[i] = review.Seen{Occurrence: p.Occurrence, Text: it.Message.Text, Tokens: it.Tokens}
	}
	return out, nil
}

// items opens the messages in which occurrences stand.
func (c conn) items(ctx context.Context, v *vault, rows []placed) (map[int64]review.Item, error) {
	out := map[int64]review.Item{}
	var ids []int64
	for _, p := range rows {
		if _, ok := out[p.Message]; !ok {
			out[p.Message] = review.Item{}
			ids = append(ids, p.Message)
		}
	}
	err := inList(ctx, c, ids, func(row scanner) error {
		var id int64
		var sealed []byte
		if err := row.Scan(&id, &sealed); err != nil {
			return err
		}
		it, err := v.item(id, sealed)
		out[id] = it
		return err
	}, "SELECT id, sealed FROM message WHERE id IN")
	return out, err
}

// kept is the label under which what was kept is counted.
const kept bauta.Label = "O"

// before counts the labels that people gave the word, but for one of them (0: all).
func (c conn) before(ctx context.Context, v *vault, group, user, without int64) (review.Before, error) {
	var b review.Before
	err := c.each(ctx, func(row scanner) error {
		var effect review.Effect
		var label bauta.Label
		var by int64
		var scope review.Scope
		var n int
		if err := row.Scan(&effect, &label, &by, &scope, &n); err != nil {
			return err
		}
		if effect == review.Keep {
			label = kept
		}
		if i := slices.IndexFunc(b.Labels, func(c review.Count) bool { return c.Label == label }); i >= 0 {
			b.Labels[i].N += n
		} else {
			b.Labels = append(b.Labels, review.Count{Label: label, N: n})
		}
		switch {
		case scope == review.OnGold:
			b.Gold += n
		case by == user:
			b.Mine += n
		default:
			b.Others += n
		}
		return nil
	}, `SELECT o.effect, o.label, o.user_id, d.scope, count(*) FROM occurrence o JOIN decision d ON d.id = o.decision
		WHERE o.grp = ? AND o.user_id <> ? GROUP BY o.effect, o.label, o.user_id, d.scope`, group, without)
	if err != nil {
		return b, err
	}
	slices.SortFunc(b.Labels, func(x, y review.Count) int {
		return cmp.Or(cmp.Compare(y.N, x.N), cmp.Compare(x.Label, y.Label))
	})
	last, err := scanDecision(c.row(ctx, "SELECT "+decisionColumns+" FROM decision WHERE grp = ? AND again = 0 "+
		"AND user_id <> ? ORDER BY seq DESC LIMIT 1", group, without))
	switch {
	case err == review.ErrNotFound:
		return b, nil
	case err != nil:
		return b, err
	}
	b.Last = &last.Decision
	return b, v.reread(&last)
}

// How many texts a preview reads, and how many it shows.
const (
	maxCompared = 400
	maxUnusual  = 5
	maxPlaces   = 12 // of those that it turns
)

// Look says what a decision would do.
func (s *Store) Look(ctx context.Context, d review.Decision) (review.Preview, error) {
	if err := d.Check(); err != nil {
		return review.Preview{}, err
	}
	c := s.read()
	v, err := s.vault(ctx, c, d.Project)
	if err != nil {
		return review.Preview{}, err
	}
	p, err := c.project(ctx, d.Project)
	if err != nil {
		return review.Preview{}, err
	}
	aimed, err := s.aim(ctx, c, v, &d)
	if err != nil {
		return review.Preview{}, err
	}
	g := aimed.group
	var occ []review.Occurrence
	var log []review.Decision
	if g.ID != 0 {
		occ, log, err = c.about(ctx, g.ID)
	}
	for i := range aimed.places {
		occ = append(occ, aimed.places[i].seen.Occurrence)
	}
	var a retake
	if err == nil && d.Again {
		a, err = c.again(ctx, g.ID, d.User)
		occ, log = a.occ, a.log
	}
	if err != nil {
		return review.Preview{}, err
	}
	if err := locate(&d, occ); err != nil {
		return review.Preview{}, err
	}
	others, err := c.others(ctx, d.Project, d.User)
	if err != nil {
		return review.Preview{}, err
	}
	w := review.Word{Named: g.Named, SecondAbove: p.SecondAbove}
	f := review.Foresee(w, occ, log, d)
	f.Refused = review.Refuse(w, log, d, others)
	if d.Again {
		var seen []review.Seen
		seen, err = c.seen(ctx, v, a.rows[:min(len(a.rows), maxCompared)])
		f.Unusual = review.Unusual(seen, maxUnusual)
		return f.Preview, err
	}
	if f.Places, err = c.turned(ctx, v, occ, f.Turned, aimed.places); err != nil {
		return f.Preview, err
	}
	f.Unusual, err = s.unusual(ctx, c, v, g.ID)
	return f.Preview, err
}

// turned gives the first places that a decision turns, in the order of the corpus: those of
// the group, and those in clear that it finds, which stand last among occ.
func (c conn) turned(
	ctx context.Context, v *vault, occ []review.Occurrence, turned []int, found []aim,
) ([]review.Seen, error) {
	var ids []int64
	var out []review.Seen
	for _, i := range turned {
		if n := i - (len(occ) - len(found)); n >= 0 {
			out = append(out, found[n].seen)
		} else if len(ids) < maxPlaces {
			ids = append(ids, occ[i].ID)
		}
	}
	var rows []placed
	err := inList(ctx, c, ids, func(row scanner) error {
		p, err := scanPlaced(row)
		rows = append(rows, p)
		return err
	}, "SELECT "+occurrenceColumns+" FROM occurrence WHERE id IN")
	if err != nil {
		return nil, err
	}
	seen, err := c.seen(ctx, v, rows)
	out = append(out, seen...)
	slices.SortFunc(out, func(a, b review.Seen) int {
		return cmp.Or(cmp.Compare(a.Message, b.Message), cmp.Compare(a.Start, b.Start))
	})
	return out[:min(len(out), maxPlaces)], err
}

// unusual gives the open occurrences whose surroundings are least like those in
// which the word was kept so far.
func (s *Store) unusual(ctx context.Context, c conn, v *vault, group int64) ([]review.Seen, error) {
	var rows []placed
	for _, effect := range []review.Effect{review.Undecided, review.Keep} {
		err := c.each(ctx, func(row scanner) error {
			p, err := scanPlaced(row)
			rows = append(rows, p)
			return err
		}, "SELECT "+occurrenceColumns+" FROM occurrence WHERE grp = ? AND effect = ? ORDER BY p DESC, id LIMIT ?",
			group, string(effect), maxCompared)
		if err != nil {
			return nil, err
		}
	}
	seen, err := c.seen(ctx, v, rows)
	if err != nil {
		return nil, err
	}
	return review.Unusual(seen, maxUnusual), nil
}
