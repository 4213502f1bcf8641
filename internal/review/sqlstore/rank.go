package sqlstore

import (
	"cmp"
	"context"
	"slices"

	"github.com/bauta/bauta/internal/review"
)

// leastWorth is the gain a second (leaks removed and words given back) below which a
// word that nobody has to decide is not offered.
const leastWorth = 0.01

// known is a group as the ranking sees it.
type known struct {
	fold          string
	word          string
	named, logged bool
	state         review.GroupState
	tie           int64
	all           [3]review.Weight // places: asked, sure, passed over
	open          [3]review.Weight // of these, those nobody decided about
	hidden, kept  int              // as they stand
	masks, leaves int              // as people decided
	worth, likely float64
}

// The kinds of places, in known and in what count asks for.
const (
	asked = iota
	sure
	passed
)

// follow brings the groups up to date with the log. The caller holds mu.
func (l *lookup) follow(ctx context.Context, c conn, v *vault) error {
	var last int64
	err := c.row(ctx, "SELECT COALESCE(max(seq), 0) FROM decision WHERE project = ?", v.project).Scan(&last)
	if err != nil {
		return err
	}
	if l.counted && last == l.following {
		return nil
	}
	var ids []int64
	if l.counted {
		err := c.each(ctx, func(row scanner) error {
			var id int64
			err := row.Scan(&id)
			ids = append(ids, id)
			return err
		}, "SELECT DISTINCT grp FROM decision WHERE project = ? AND seq > ? AND grp <> 0", v.project, l.following)
		if err != nil {
			return err
		}
	}
	if !l.counted || len(ids) > 0 {
		if err := l.count(ctx, c, v, ids); err != nil {
			return err
		}
		l.learn()
		l.order = nil
	}
	l.following, l.counted = last, true
	return nil
}

// count reads groups, all of them where none are named, with what stands of them.
func (l *lookup) count(ctx context.Context, c conn, v *vault, ids []int64) error {
	read := func(row scanner) error {
		var tie int64
		g, err := scanGroup(prefixed{row, &tie})
		if err != nil {
			return err
		}
		k := &known{named: g.Named, logged: g.logged, state: g.State, tie: tie}
		if old := l.groups[g.ID]; old != nil {
			k.fold, k.word = old.fold, old.word
		} else if err := v.reveal(&g); err != nil {
			return err
		} else {
			k.fold, k.word = review.Fold(g.Word), g.Word
		}
		l.groups[g.ID] = k
		l.entry(k.fold).group = k
		return nil
	}
	places := func(row scanner) error {
		var id int64
		var kind, decided, n int
		var effect review.Effect
		var sum, spread float64
		if err := row.Scan(&id, &kind, &effect, &decided, &n, &sum, &spread); err != nil {
			return err
		}
		if k := l.groups[id]; k != nil {
			k.place(kind, effect, decided != 0, review.Weight{N: n, Leak: sum, Sure: spread})
		}
		return nil
	}
	const what = `SELECT grp, CASE WHEN idx < 0 THEN 2 WHEN doubt = 0 THEN 1 ELSE 0 END, effect,
		CASE WHEN decision = '' THEN 0 ELSE 1 END, count(*), sum(p), sum(abs(2 * p - 1))
		FROM occurrence WHERE project = ?`
	const by = " GROUP BY 1, 2, 3, 4"
	if len(ids) == 0 {
		err := c.each(ctx, read, "SELECT tie, "+groupColumns+" FROM word_group WHERE project = ?", v.project)
		if err != nil {
			return err
		}
		return c.each(ctx, places, what+by, v.project)
	}
	for part := range slices.Chunk(ids, maxRows) {
		args := []any{v.project}
		for _, id := range part {
			args = append(args, id)
		}
		in := " IN (" + marks(len(part)) + ")"
		err := c.each(ctx, read, "SELECT tie, "+groupColumns+" FROM word_group WHERE project = ? AND id"+in, args...)
		if err == nil {
			err = c.each(ctx, places, what+" AND grp"+in+by, args...)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// place counts some places of a group.
func (k *known) place(kind int, effect review.Effect, decided bool, w review.Weight) {
	add := func(to *review.Weight) { to.N, to.Leak, to.Sure = to.N+w.N, to.Leak+w.Leak, to.Sure+w.Sure }
	add(&k.all[kind])
	if effect == review.Keep {
		k.kept += w.N
	} else {
		k.hidden += w.N
	}
	switch {
	case !decided:
		add(&k.open[kind])
	case effect == review.Keep:
		k.leaves += w.N
	case effect == review.Mask:
		k.masks += w.N
	}
}

// evidence is what the ranking weighs of a group, of the places given.
func (l *lookup) evidence(k *known, w *[3]review.Weight) review.Evidence {
	e := review.Evidence{Open: w[asked], Sure: w[sure], Passed: w[passed], Named: k.named}
	x := l.entry(k.fold)
	e.Taken, e.Hidden = x.taken, k.all[sure].N+x.covered
	if len(x.in) > 0 {
		e.Times, e.Capitals = len(x.in), x.capitals
	} else {
		e.Times = k.all[asked].N + k.all[sure].N + k.all[passed].N
	}
	return e
}

// learn refits the ranking once enough has been decided since.
func (l *lookup) learn() {
	n := 0
	for _, k := range l.groups {
		if k.masks+k.leaves > 0 {
			n++
		}
	}
	if l.fixed || n/review.RefitEvery == l.learnt {
		return
	}
	l.learnt = n / review.RefitEvery
	l.ranking = review.Learn(l.lessons())
}

// lessons are the words that people have decided about. The caller holds mu.
func (l *lookup) lessons() (out []review.Lesson) {
	for _, k := range l.groups {
		if k.masks+k.leaves > 0 {
			out = append(out, review.Lesson{Evidence: l.evidence(k, &k.all), Names: k.masks, Others: k.leaves})
		}
	}
	return out
}

// Refit fits a ranking to all that was decided in a project, as the queue does while
// people work; n is how many words that are.
func (s *Store) Refit(ctx context.Context, project int64) (r review.Ranking, n int, err error) {
	c := s.read()
	v, err := s.vault(ctx, c, project)
	if err != nil {
		return r, 0, err
	}
	err = s.known(ctx, c, v, func(c conn, l *lookup) error {
		if err := l.follow(ctx, c, v); err != nil {
			return err
		}
		lessons := l.lessons()
		r, n = review.Learn(lessons), len(lessons)
		return nil
	})
	return r, n, err
}

// rank orders the groups worth asking about. The caller holds mu.
func (l *lookup) rank() {
	if l.order != nil {
		return
	}
	l.order = []int64{}
	for id, k := range l.groups {
		e := l.evidence(k, &k.open)
		k.worth, k.likely = l.ranking.Worth(&e), l.ranking.Likely(&e)
		offered := !k.logged && k.state == review.Decided && k.worth >= leastWorth
		if offered || k.state == review.Waiting {
			l.order = append(l.order, id)
		}
	}
	slices.SortFunc(l.order, func(a, b int64) int {
		x, y := l.groups[a], l.groups[b]
		return cmp.Or(cmp.Compare(y.worth, x.worth), cmp.Compare(x.tie, y.tie))
	})
}

// ranked gives the groups worth asking about, the best first, and how likely each is a
// name.
func (s *Store) ranked(ctx context.Context, project int64) (order []int64, likely map[int64]float64, err error) {
	c := s.read()
	v, err := s.vault(ctx, c, project)
	if err != nil {
		return nil, nil, err
	}
	err = s.known(ctx, c, v, func(c conn, l *lookup) error {
		if err := l.follow(ctx, c, v); err != nil {
			return err
		}
		l.rank()
		order, likely = slices.Clone(l.order[:min(len(l.order), maxRanked)]), map[int64]float64{}
		for _, id := range order {
			likely[id] = l.groups[id].likely
		}
		return nil
	})
	return order, likely, err
}

// maxRanked is how many groups one claim looks through: enough for many reviewers.
const maxRanked = 400
