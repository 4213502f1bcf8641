package sqlstore

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/review"
)

// actWithdraw is the audit's word for a withdrawal; its row lists the numbers of the
// rows that were taken out, by table, so that nobody takes them for lost.
const actWithdraw = "withdraw"

// Withdraw takes a person out: their messages and all that was said of them, and words
// that stand nowhere else. Mentions in other messages are masked, whatever was decided.
// Then the files are compacted. What of a decision about others' messages goes with
// theirs leaves those masked, or open.
func (s *Store) Withdraw(ctx context.Context, project int64, who review.Leaving, by int64) (review.Withdrawn, error) {
	var w *withdrawal
	var done review.Withdrawn
	s.recent.clear()
	s.forget(project) // what is known of its words
	err := s.write(ctx, func(t conn) error {
		if err := t.withdraws(ctx, project); err != nil {
			return err
		}
		v, err := s.vault(ctx, t, project)
		if err != nil {
			return err
		}
		p, err := s.settings(ctx, t, project)
		if err != nil {
			return err
		}
		p.State = review.Open // whoever leaves may do so after the release, too
		w = &withdrawal{
			s: s, t: t, v: v, p: p, by: by, names: who.Mentions(), said: map[review.Form]*wording{},
			gone: map[string][]int64{}, gilded: map[int64]bool{},
		}
		was, err := t.receipt(ctx, v, who.Author)
		if err != nil {
			return err
		}
		for _, n := range w.names {
			w.said[n.Form] = &wording{Form: n.Form}
		}
		if err := w.find(ctx, &who); err != nil {
			return err
		}
		if was != nil && len(w.gone["message"])+len(w.mentioned) == 0 {
			err := w.hints(ctx)
			done = *was
			done.Authors, done.Beside, done.Left = w.done.Authors, w.done.Beside, w.done.Left
			done.Hints = w.done.Hints
			if err != nil {
				return err
			}
			return w.renames(ctx, &who)
		}
		for _, step := range []func(context.Context) error{w.gather, w.take, w.regroup, w.hide, w.check, w.hints} {
			if err := step(ctx); err != nil {
				return err
			}
		}
		if done = w.done; was != nil {
			done.Follow(was)
		}
		if err := t.owe(ctx); err != nil {
			return err
		}
		if _, err := t.next(ctx, withdrawals(project), 1); err != nil {
			return err
		}
		return s.note(ctx, t, by, actWithdraw, object(project), w.detail(&who, &done))
	})
	s.recent.clear()
	s.forget(project)
	if err != nil {
		return review.Withdrawn{Authors: w.alike()}, err
	}
	return done, s.finish(ctx, patient)
}

// withdrawal is one person's.
type withdrawal struct {
	s     *Store
	t     conn
	v     *vault
	p     review.Project
	by    int64
	names []review.Mention
	said  map[review.Form]*wording // what the person is called
	done  review.Withdrawn

	gone      map[string][]int64 // numbers of rows, by table
	left      []string           // keyed hashes of the IDs of the messages that go, as files gave them
	ids       map[string]bool    // decisions that go
	rules     map[string]bool    // of them, those about a word that mask
	groups    []int64            // with a place in a message that goes
	mentioned []int64            // messages of others that mention the person
	hinted    []int64            // messages of others that may
	gilded    map[int64]bool     // groups that are masked for good wherever they stand
}

// find lists the person's messages, and those that mention them.
func (w *withdrawal) find(ctx context.Context, who *review.Leaving) error {
	if who.Author == "" {
		return fmt.Errorf("%w: say who leaves", review.ErrRefused)
	}
	var after int64
	for {
		part, err := w.t.stored(ctx, w.v, "id > ? ORDER BY id LIMIT ?", after, page)
		if err != nil || len(part) == 0 {
			return err
		}
		for i := range part {
			m := &part[i]
			switch after = m.ID; {
			case who.Wrote(m.Message.Author):
				w.gone["message"] = append(w.gone["message"], m.ID)
				if m.Message.Line == 0 { // the number of a line is nobody's
					w.left = append(w.left, hex.EncodeToString(w.v.id(m.Message.ID)))
				}
			default:
				w.done.Left++
				w.mentions(m)
			}
		}
	}
}

// alike counts messages by authors whose name holds that of the person.
func (w *withdrawal) alike() int {
	if w == nil {
		return 0
	}
	return w.done.Authors
}

// mentions notes what the person is called in a message of somebody else.
func (w *withdrawal) mentions(m *review.Stored) {
	if review.Named(w.names, m.Message.Author) {
		w.done.Authors++
	}
	if review.Named(w.names, m.Message.Thread) || review.Named(w.names, m.Message.ID) {
		w.done.Beside++
	}
	var may review.Hints
	if may.Add(w.names, &m.Item, func(review.Range) bool { return true }); may != (review.Hints{}) {
		w.hinted = append(w.hinted, m.ID)
	}
	places := review.Mentions(w.names, &m.Item)
	if len(places) > 0 {
		w.mentioned = append(w.mentioned, m.ID)
	}
	for _, at := range places {
		word := m.Message.Text[at.Start:at.End]
		w.says(word, m.ID)
		if bare, dotted := strings.CutSuffix(word, "."); dotted { // as it stands before a capital
			w.says(bare, m.ID)
		}
	}
}

// says notes what the person is called in a message.
func (w *withdrawal) says(word string, message int64) {
	f := review.Spelling(word)
	if w.said[f] == nil {
		w.said[f] = &wording{Form: f}
	}
	said := w.said[f]
	said.in = append(said.in, message)
}

// hints counts what may name the person and is in clear when all is done.
func (w *withdrawal) hints(ctx context.Context) error {
	for _, id := range w.hinted {
		m, err := w.read(ctx, id)
		if err != nil {
			return err
		}
		hidden := m.Hidden() // what is asked comes out hidden, too
		w.done.Hints.Add(w.names, &m.Item, func(at review.Range) bool { return shows(m, at, hidden) })
	}
	return nil
}

// gather lists the rows that go with the messages.
func (w *withdrawal) gather(ctx context.Context) error {
	messages := w.gone["message"]
	w.done.Messages = len(messages)
	if len(messages) == 0 && len(w.mentioned) == 0 {
		return fmt.Errorf("%w: no message is by that author, and none mentions them", review.ErrNotFound)
	}
	err := inList(ctx, w.t, messages, numbers(&w.groups), "SELECT DISTINCT grp FROM occurrence WHERE message IN")
	slices.Sort(w.groups)
	w.groups = slices.Compact(w.groups)
	for _, g := range w.groups {
		if err == nil {
			err = w.empties(ctx, g, messages)
		}
	}
	for _, table := range []string{"annotation", "location_choice"} {
		var rows []int64
		if err == nil {
			err = inList(ctx, w.t, messages, numbers(&rows), "SELECT seq FROM "+table+" WHERE message IN")
		}
		if len(rows) > 0 {
			w.gone[table] = rows
			w.done.Annotations += len(rows)
		}
	}
	if err == nil {
		err = w.decisions(ctx, messages)
	}
	w.done.Decisions, w.done.Words = len(w.gone["decision"]), len(w.gone["word_group"])
	return err
}

// numbers scans the one number of each row into a list.
func numbers(into *[]int64) func(scanner) error {
	return func(row scanner) error {
		var n int64
		err := row.Scan(&n)
		*into = append(*into, n)
		return err
	}
}

// empties notes a group that stands in no other message.
func (w *withdrawal) empties(ctx context.Context, g int64, messages []int64) error {
	occ, err := w.t.occurrences(ctx, g)
	if err == nil && !slices.ContainsFunc(occ, func(o review.Occurrence) bool {
		_, goes := slices.BinarySearch(messages, o.Message)
		return !goes
	}) {
		w.gone["word_group"] = append(w.gone["word_group"], g)
	}
	return err
}

// decisions lists those about the messages and the words that go, and what undoes or
// confirms one of them.
func (w *withdrawal) decisions(ctx context.Context, messages []int64) error {
	w.ids, w.rules = map[string]bool{}, map[string]bool{}
	return w.t.each(ctx, func(row scanner) error {
		d, err := scanDecision(row)
		_, about := slices.BinarySearch(messages, d.Message)
		if about || slices.Contains(w.gone["word_group"], d.Group) || w.ids[d.Of] {
			w.ids[d.ID] = true
			w.rules[d.ID] = d.Scope == review.OnWord && d.Effect == review.Mask && !d.Exact
			w.gone["decision"] = append(w.gone["decision"], d.seq)
		}
		return err
	}, "SELECT "+decisionColumns+" FROM decision WHERE project = ? ORDER BY seq", w.p.ID)
}

// take takes the rows out. Logs refuse that, but for here.
func (w *withdrawal) take(ctx context.Context) error {
	messages := w.gone["message"]
	for table, rows := range w.gone {
		if err := w.t.touchAll(ctx, table, rows); err != nil {
			return err
		}
	}
	if err := w.t.touchAll(ctx, "task", messages); err != nil {
		return err
	}
	for _, id := range messages {
		for _, table := range []string{"assignment", "token_label"} {
			if err := w.t.touch(ctx, table, "message = ?", id); err != nil {
				return err
			}
		}
	}
	return w.t.unlogged(ctx, func() error {
		for _, x := range []struct {
			table, column string
			rows          []int64
		}{
			{"token_label", "message", messages},
			{"assignment", "message", messages},
			{"task", "message", messages},
			{"annotation", "seq", w.gone["annotation"]},
			{"location_choice", "seq", w.gone["location_choice"]},
			{"decision", "seq", w.gone["decision"]},
			{"occurrence", "message", messages},
			{"message", "id", messages},
			{"word_group", "id", w.gone["word_group"]},
		} {
			for part := range slices.Chunk(x.rows, maxRows) {
				args := make([]any, len(part))
				for i, n := range part {
					args[i] = n
				}
				if err := w.t.exec(ctx, "DELETE FROM "+x.table+" WHERE "+x.column+" IN ("+marks(len(part))+")",
					args...); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

// unlogged lets f delete from logs: the triggers that refuse it are away meanwhile, and
// come back as they were.
func (c conn) unlogged(ctx context.Context, f func() error) error {
	logs := []string{"decision", "annotation", "location_choice"}
	back := make([]string, len(logs))
	for i, table := range logs {
		trigger := table + "_stays"
		drop := "DROP TRIGGER " + trigger
		switch {
		case c.dialect == postgres:
			drop = "ALTER TABLE " + table + " DISABLE TRIGGER " + trigger
			back[i] = "ALTER TABLE " + table + " ENABLE TRIGGER " + trigger
		default:
			err := c.row(ctx, "SELECT sql FROM sqlite_schema WHERE type = 'trigger' AND name = ?",
				trigger).Scan(&back[i])
			if err != nil {
				return err
			}
		}
		if err := c.exec(ctx, drop); err != nil {
			return err
		}
	}
	if err := f(); err != nil {
		return err
	}
	for _, q := range back {
		if err := c.exec(ctx, q); err != nil {
			return err
		}
	}
	return nil
}

// regroup reads anew what holds of words that stand in other messages, too. What was
// masked there by a decision that went stays masked.
func (w *withdrawal) regroup(ctx context.Context) error {
	for _, id := range w.groups {
		if slices.Contains(w.gone["word_group"], id) {
			continue
		}
		if err := w.reread(ctx, id); err != nil {
			return err
		}
	}
	return nil
}

func (w *withdrawal) reread(ctx context.Context, id int64) error {
	g, err := w.t.group(ctx, w.p.ID, id, w.t.lock("FOR UPDATE"))
	if err != nil {
		return err
	}
	occ, log, err := w.t.about(ctx, id)
	if err != nil {
		return err
	}
	was := make([]review.Label, len(occ))
	asked, ruled, hidden := 0, false, hiddenAs(occ)
	for i := range occ {
		was[i] = occ[i].Now
		ruled = ruled || w.rules[was[i].Decision]
		if !occ[i].Passed && occ[i].Span.Doubt != bauta.Sure {
			asked++
		}
	}
	r := review.Resolve(review.Word{Named: g.Named, SecondAbove: w.p.SecondAbove}, occ, log)
	if err := w.t.settle(ctx, &g, occ, r); err != nil {
		return err
	}
	if err := w.t.exec(ctx, "UPDATE word_group SET asked = ?, logged = ? WHERE id = ?", asked, flag(len(log) > 0),
		id); err != nil {
		return err
	}
	if ruled {
		return w.mask(ctx, review.Decision{Group: id, Scope: review.OnWord, Label: hidden})
	}
	for i, o := range occ {
		if was[i].Effect == review.Mask && r.Labels[i].Effect == review.Keep {
			if err := w.mask(ctx, review.Decision{
				Group: id, Scope: review.OnOccurrence, Message: o.Message, Range: o.Range, Label: was[i].Label,
			}); err != nil {
				return err
			}
		}
	}
	return nil
}

// mask decides in the name of whoever lets the person go.
func (w *withdrawal) mask(ctx context.Context, d review.Decision) error {
	d.ID, d.Project, d.User, d.Screen = review.ByWithdrawal+rand.Text(), w.p.ID, w.by, "withdraw"
	d.Effect, d.Expect, d.Label = review.Mask, -1, cmp.Or(d.Label, bauta.Person)
	if err := d.Check(); err != nil {
		return err
	}
	_, err := w.s.decideWord(ctx, w.t, w.v, logged{Decision: d}, w.p, &matter{})
	return err
}

// hide masks the mentions: where one stands by itself its word everywhere, else the
// find in which it stands, and what of it no find covers.
func (w *withdrawal) hide(ctx context.Context) error {
	dotted := func(f, g review.Form) int { // "É.T." before "É.T", whose places it has
		stems := cmp.Compare(strings.TrimSuffix(f.Fold, "."), strings.TrimSuffix(g.Fold, "."))
		return cmp.Or(stems, g.Tokens-f.Tokens, f.Compare(g))
	}
	for _, f := range slices.SortedFunc(maps.Keys(w.said), dotted) {
		if err := w.hideAlone(ctx, w.said[f]); err != nil {
			return err
		}
	}
	for _, id := range w.mentioned {
		m, err := w.read(ctx, id)
		if err != nil {
			return err
		}
		places := review.Mentions(w.names, &m.Item)
		w.done.Mentions += len(places)
		for _, at := range places {
			if err := w.cover(ctx, m, at); err != nil {
				return err
			}
			if m, err = w.read(ctx, id); err != nil {
				return err
			}
		}
	}
	return nil
}

func (w *withdrawal) read(ctx context.Context, id int64) (*review.Stored, error) {
	all, err := w.t.stored(ctx, w.v, "id = ?", id)
	if err != nil || len(all) == 0 {
		return nil, cmp.Or(err, review.ErrNotFound)
	}
	return &all[0], nil
}
