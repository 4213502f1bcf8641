package sqlstore

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/review"
)

// Task gives one of the user's own messages.
func (s *Store) Task(ctx context.Context, project, user, message int64) (review.Task, error) {
	return s.task(ctx, s.read(), project, user, message)
}

func (s *Store) task(ctx context.Context, c conn, project, user, message int64) (review.Task, error) {
	out, err := s.piled(ctx, c, project, user, "a.message = ?", 1, message)
	if err == nil && len(out) == 0 {
		// Not theirs: no more than that it exists.
		var m review.Stored
		if m, err = s.message(ctx, c, project, message); err == nil {
			out = append(out, review.Task{Stored: m})
		}
	}
	if err != nil {
		return review.Task{}, err
	}
	return out[0], nil
}

// piled reads tasks of a user that a condition names.
func (s *Store) piled(
	ctx context.Context, c conn, project, user int64, where string, limit int, args ...any,
) ([]review.Task, error) {
	v, err := s.vault(ctx, c, project)
	if err != nil {
		return nil, err
	}
	var out []review.Task
	err = c.each(ctx, func(row scanner) error {
		var t review.Task
		var need int
		var spans, state, again, second string
		err := row.Scan(&t.ID, &t.Number, &need, &t.Verdict, &state, &t.Reason, &t.Flagged, &spans, &t.Guideline,
			&t.Version, &again, &second)
		if err != nil {
			return err
		}
		t.State, t.Blind = review.TaskState(state), need > 1
		if t.Again = again == "open"; t.Again {
			spans, t.State = second, review.TaskOpen
		}
		t.Mine, err = unpackMarks(spans)
		out = append(out, t)
		return err
	}, `SELECT a.message, t.ord, t.need, t.verdict, a.state, a.reason, a.flagged, a.spans, a.guideline, a.version,
		a.again, a.spans_again
		FROM assignment a JOIN task t ON t.message = a.message WHERE a.project = ? AND a.user_id = ? AND `+
		where+" LIMIT ?",
		append(append([]any{project, user}, args...), limit)...)
	if err != nil || len(out) == 0 {
		return nil, err
	}
	for i := range out {
		m, err := c.stored(ctx, v, "id = ?", out[i].ID)
		if err != nil || len(m) == 0 {
			return nil, cmp.Or(err, review.ErrNotFound)
		}
		out[i].Stored = m[0]
	}
	return out, nil
}

// Step finds the message handed out before or after one.
func (s *Store) Step(ctx context.Context, project, user, message int64, back bool) (int64, error) {
	than, order := ">", "since, message"
	if back {
		than, order = "<", "since DESC, message DESC"
	}
	m, err := s.read().one(ctx, `SELECT message FROM assignment WHERE project = ? AND user_id = ?
		AND (since, message) `+than+`
		(SELECT since, message FROM assignment WHERE user_id = ? AND message = ?) ORDER BY `+order+" LIMIT 1", project,
		user, user, message)
	if err == nil && m == 0 {
		err = review.ErrNotFound
	}
	return m, err
}

// Revisit lists a pile.
func (s *Store) Revisit(ctx context.Context, project, user int64, p review.Pile, limit int) ([]review.Task, error) {
	where := map[review.Pile]string{
		review.PileSkipped: "a.state = 'skipped'",
		review.PileFlagged: "a.flagged = 1",
		review.PileDone:    "a.state = 'done'",
		review.PileOutdated: "a.state = 'done' AND a.guideline < (SELECT guideline FROM project p " +
			"WHERE p.id = a.project)",
	}[p]
	if where == "" {
		return nil, fmt.Errorf("%w: there is no pile %q", review.ErrRefused, p)
	}
	return s.piled(ctx, s.read(), project, user, where+" ORDER BY a.done DESC, a.since DESC, a.message DESC", limit)
}

// Work counts.
func (s *Store) Work(ctx context.Context, project, user int64) (review.Work, error) {
	var w review.Work
	var p review.Project
	// The count of what is left needs the tasks of messages that nobody asked for yet.
	err := s.write(ctx, func(t conn) error {
		var err error
		if p, err = t.project(ctx, project); err != nil {
			return err
		}
		return t.tasks(ctx, p)
	})
	if err != nil {
		return w, err
	}
	c := s.read()
	all, err := c.one(ctx, "SELECT last FROM counter WHERE name = ?", messagesOf(project))
	if err != nil {
		return w, err
	}
	w.Messages = int(all)
	for _, count := range []struct {
		to    *int
		query string
	}{
		{
			&w.Disputes, "SELECT (SELECT count(*) FROM task WHERE project = ? " +
				"AND verdict = 'dispute') + (SELECT count(*) FROM task WHERE project = ? AND flagged = 1 " +
				"AND verdict <> 'dispute')",
		},
		{&w.Gold, "SELECT count(*) FROM task WHERE project = ? AND verdict = 'gold'"},
		{&w.Annotated, "SELECT count(*) FROM task WHERE project = ? AND verdict > ''"},
		{&w.Left, "SELECT count(*) FROM task WHERE project = ? AND taken < need"},
	} {
		args := make([]any, strings.Count(count.query, "?"))
		for i := range args {
			args[i] = project
		}
		n, err := c.one(ctx, count.query, args...)
		if err != nil {
			return w, err
		}
		*count.to = int(n)
	}
	var open, full int
	err = c.row(ctx, `SELECT count(CASE WHEN a.state = 'done' THEN 1 END),
		count(CASE WHEN a.state = 'skipped' THEN 1 END), count(CASE WHEN a.flagged = 1 THEN 1 END),
		count(CASE WHEN a.state = 'done' AND a.guideline < ? THEN 1 END),
		count(CASE WHEN a.state = 'open' THEN 1 END), count(CASE WHEN t.taken < t.need THEN 1 END)
		FROM assignment a JOIN task t ON t.message = a.message WHERE a.project = ? AND a.user_id = ?`, p.Guideline,
		project, user).
		Scan(&w.Done, &w.Skipped, &w.Flagged, &w.Outdated, &open, &full)
	w.Left += open - full
	return w, err
}

// visible is the condition on rows of token_label or assignment named r that a
// user may see: what others said of messages that are this user's to annotate
// blindly stays hidden until they have spoken. Its arguments: user, whether
// others are shown at all, user.
const visible = `(r.user_id = ? OR ? = 1 AND NOT EXISTS (SELECT 1 FROM task t WHERE t.message = r.message AND t.need > 1
	AND NOT EXISTS (SELECT 1 FROM assignment a WHERE a.message = t.message AND a.user_id = ? AND a.state = 'done')))`

// alone reports whether a user at work on a message is shown nothing that others
// said: where the message wants more than one annotator, and to whom the project
// knows as an annotator, ever.
func (c conn) alone(ctx context.Context, project, user, message int64) (bool, error) {
	need, err := c.one(ctx, "SELECT need FROM task WHERE message = ?", message)
	if err != nil || need > 1 {
		return true, err
	}
	n, err := c.one(ctx, "SELECT count(*) FROM member WHERE project = ? AND user_id = ? AND role = ?", project, user,
		string(review.Annotator))
	return n > 0, err
}

// Formerly counts how words were labelled in other messages.
func (s *Store) Formerly(ctx context.Context, project, user, message int64, words []string) ([]review.Before, error) {
	c := s.read()
	v, err := s.vault(ctx, c, project)
	if err != nil {
		return nil, err
	}
	alone, err := c.alone(ctx, project, user, message)
	if err != nil {
		return nil, err
	}
	known := map[string]review.Before{}
	out := make([]review.Before, len(words))
	for i, w := range words {
		form := v.form(w)
		if _, ok := known[string(form)]; !ok {
			f := formerly{labels: map[bauta.Label]int{}}
			err := c.each(ctx, func(row scanner) error { return f.scan(row, user) },
				"SELECT r.iob, r.user_id, count(*) FROM token_label r WHERE r.project = ? AND r.form = ? "+
					"AND r.message <> ? AND (r.user_id = 0 OR "+visible+") GROUP BY r.iob, r.user_id",
				project, form, message, user, flag(!alone), user)
			if err != nil {
				return nil, err
			}
			known[string(form)] = f.before()
		}
		out[i] = known[string(form)]
	}
	return out, nil
}

// formerly gathers the counts of one word.
type formerly struct {
	review.Before
	labels map[bauta.Label]int
}

func (f *formerly) scan(row scanner, me int64) error {
	var iob string
	var by int64
	var n int
	if err := row.Scan(&iob, &by, &n); err != nil {
		return err
	}
	_, label, ok := strings.Cut(iob, "-")
	if !ok {
		label = iob
	}
	f.labels[bauta.Label(label)] += n
	switch by {
	case goldUser:
		f.Gold += n
	case me:
		f.Mine += n
	default:
		f.Others += n
	}
	return nil
}

func (f *formerly) before() review.Before {
	b := f.Before
	for l, n := range f.labels {
		b.Labels = append(b.Labels, review.Count{Label: l, N: n})
	}
	slices.SortFunc(b.Labels,
		func(x, y review.Count) int { return cmp.Or(cmp.Compare(y.N, x.N), cmp.Compare(x.Label, y.Label)) })
	return b
}

// Examples yields what the user may look at, newest message first: gold before
// one's own, one's own before others'.
func (s *Store) Examples(ctx context.Context, project, user, message int64) iter.Seq2[review.Example, error] {
	return func(yield func(review.Example, error) bool) {
		c := s.read()
		alone, err := c.alone(ctx, project, user, message)
		if err != nil {
			yield(review.Example{}, err)
			return
		}
		before := int64(1<<62 - 1)
		for {
			part, last, err := s.examples(ctx, c, project, user, message, before, alone)
			if err != nil {
				yield(review.Example{}, err)
				return
			}
			for _, e := range part {
				if !yield(e, nil) {
					return
				}
			}
			if before = last; last == 0 {
				return
			}
		}
	}
}

// examples reads a page of examples below a message, and gives the last message
// looked at; 0 at the end.
func (s *Store) examples(
	ctx context.Context, c conn, project, user, message, before int64, alone bool,
) ([]review.Example, int64, error) {
	v, err := s.vault(ctx, c, project)
	if err != nil {
		return nil, 0, err
	}
	found := map[int64]*review.Example{}
	var last int64
	rows := 0
	err = c.each(ctx, func(row scanner) error {
		var m, by int64
		var text string
		if err := row.Scan(&m, &by, &text); err != nil {
			return err
		}
		rows++
		last = m
		e := found[m]
		if e != nil && (e.Gold || e.Mine) { // better comes first
			return nil
		}
		spans, err := unpackMarks(text)
		found[m] = &review.Example{Stored: review.Stored{ID: m}, Spans: spans, Gold: by == goldUser, Mine: by == user}
		return err
	}, `SELECT message, by_user, spans FROM (
			SELECT message, 0 AS by_user, gold AS spans, 0 AS rank FROM task WHERE project = ? AND gold <> ''
			AND message < ? AND message <> ?
			UNION ALL SELECT r.message, r.user_id, r.spans, CASE WHEN r.user_id = ? THEN 1 ELSE 2 END FROM assignment r
				WHERE r.project = ? AND r.spans <> '' AND r.message < ? AND r.message <> ? AND `+visible+`) AS seen
		ORDER BY message DESC, rank, by_user LIMIT ?`, project, before, message, user, project, before, message, user,
		flag(!alone), user, page)
	if err != nil || rows == 0 {
		return nil, 0, err
	}
	ids := slices.SortedFunc(maps.Keys(found), func(a, b int64) int { return cmp.Compare(b, a) })
	err = inList(ctx, c, ids, func(row scanner) error {
		var id int64
		var sealed []byte
		if err := row.Scan(&id, &sealed); err != nil {
			return err
		}
		it, err := v.item(id, sealed)
		found[id].Item = it
		return err
	}, "SELECT id, sealed FROM message WHERE project = ? AND id IN", project)
	out := make([]review.Example, 0, len(ids))
	for _, id := range ids {
		out = append(out, *found[id])
	}
	if rows < page {
		last = 0
	}
	return out, last, err
}
