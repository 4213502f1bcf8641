package sqlstore

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/review"
)

// aimed is a decision about a place in a text, made one about a group: the word, and
// the places of it that stand in clear and become occurrences.
type aimed struct {
	group  group // ID 0: none yet
	fold   []byte
	word   string
	places []aim
	inside bool // what is pointed at stands in a longer find
}

// aim is one such place.
type aim struct {
	item  *review.Item
	seen  review.Seen // no ID yet
	exact bool
}

// aim finds the group of what a decision points at, and what a "mask" of a word would
// hide beside the group's occurrences. Nothing is written.
func (s *Store) aim(ctx context.Context, c conn, v *vault, d *review.Decision) (a aimed, err error) {
	if d.Points() {
		if err := s.pointAt(ctx, c, v, d, &a); err != nil {
			return a, err
		}
	} else if a.group, err = c.group(ctx, d.Project, d.Group, ""); err == nil {
		err = v.reveal(&a.group)
		a.word = a.group.Word
	}
	if err == nil && a.inside && d.Effect != review.Mask && a.group.ID == 0 {
		err = fmt.Errorf("%w: the word stands in clear wherever it is alone", review.ErrRefused)
	}
	if err != nil || d.Again || d.Scope != review.OnWord || d.Effect != review.Mask {
		return a, err
	}
	if err := s.elsewhere(ctx, c, v, d, &a); err != nil {
		return a, err
	}
	if a.inside && len(a.places) == 0 && a.group.ID == 0 {
		return a, fmt.Errorf("%w: the word stands in clear nowhere", review.ErrRefused)
	}
	return a, nil
}

// pointAt finds what stands at the place that a decision points at.
func (s *Store) pointAt(ctx context.Context, c conn, v *vault, d *review.Decision, a *aimed) error {
	all, err := c.stored(ctx, v, "id = ?", d.Message)
	if err != nil {
		return err
	}
	if len(all) == 0 {
		return review.ErrNotFound
	}
	m := &all[0]
	o, there, err := review.Point(m, d.Range)
	inside := there && err != nil
	switch {
	case inside && d.Scope == review.OnOccurrence && d.Effect == review.Mask:
		d.Range, d.As, err = o.Range, d.Range, nil // what was found has other edges
	case inside && d.Scope == review.OnWord && o.Start <= d.Start && d.End <= o.End:
		there, err = false, nil // the word stands in a longer find, and elsewhere by itself
	}
	if err != nil {
		return err
	}
	a.word = m.Message.Text[d.Start:d.End]
	a.fold = tag(v.group, "word", review.Fold(a.word))
	if there {
		a.group, err = c.group(ctx, d.Project, o.Group, "")
	} else {
		a.group, err = scanGroup(c.row(ctx, "SELECT "+groupColumns+" FROM word_group WHERE project = ? AND fold = ?",
			d.Project, a.fold))
	}
	if errors.Is(err, review.ErrNotFound) && !there {
		err = nil
	}
	if err == nil && a.group.ID != 0 {
		err = v.reveal(&a.group)
	}
	if err == nil && !there && !inside {
		a.add(m, d)
	}
	a.inside = inside
	return err
}

// add makes the place that a decision names one of a's.
func (a *aimed) add(m *review.Stored, d *review.Decision) {
	word := m.Message.Text[d.Start:d.End]
	o := review.Occurrence{Message: m.ID, Range: d.Range, Passed: true, Now: review.Label{Effect: review.Keep}}
	o.Group = a.group.ID
	o.Span = bauta.Span{Start: d.Start, End: d.End, Label: d.Label, Doubt: bauta.Unknown, Source: review.Source}
	if o.Span.Label == "" {
		o.Span.Label = bauta.Person
	}
	o.Exact = word == a.spelling()
	a.places = append(a.places, aim{
		item: &m.Item, seen: review.Seen{Occurrence: o, Text: m.Message.Text, Tokens: m.Tokens}, exact: o.Exact,
	})
}

// spelling is the one that Exact means.
func (a *aimed) spelling() string {
	if a.group.ID != 0 {
		return a.group.Word
	}
	return a.word
}

// elsewhere adds the other places of the word that stand in clear.
func (s *Store) elsewhere(ctx context.Context, c conn, v *vault, d *review.Decision, a *aimed) error {
	ids, err := s.holding(ctx, c, v, a.word)
	if err != nil {
		return err
	}
	form := review.FormOf(a.spelling(), d.Exact)
	for part := range slices.Chunk(ids, maxRows) {
		args := make([]any, len(part))
		for i, id := range part {
			args[i] = id
		}
		all, err := c.stored(ctx, v, "id IN ("+marks(len(part))+") ORDER BY id", args...)
		if err != nil {
			return err
		}
		for i := range all {
			a.clear(&all[i], d, form)
		}
	}
	return nil
}

// clear adds the places of a message that are of a form and in no occurrence.
func (a *aimed) clear(m *review.Stored, d *review.Decision, form review.Form) {
	var taken []review.Range
	for _, o := range m.Occurrences {
		taken = append(taken, o.Range)
	}
	if d.Points() && m.ID == d.Message { // added already
		taken = append(taken, d.Range)
	}
	for _, r := range form.Places(&m.Item, taken) {
		at := *d
		at.Message, at.Range = m.ID, r
		a.add(m, &at)
	}
}

// bring writes the places as occurrences of the word's group.
func (s *Store) bring(ctx context.Context, t conn, v *vault, p *review.Project, a *aimed) error {
	id, err := t.next(ctx, "occurrence", len(a.places))
	if err != nil {
		return err
	}
	rows := make([][]any, len(a.places))
	var messages []int64
	for i, x := range a.places {
		o := &x.seen.Occurrence
		o.ID, o.Group, o.Exact = id+int64(i), a.group.ID, x.exact
		left, next := review.Around(x.item, o.Start, o.End)
		o.Context = string(tag(v.group, "context", left, next))
		row := placed{*o, pointed}
		rows[i] = append(row.asFound(p.ID), string(review.Keep), "", 0, 0, "", 0, 0)
		messages = append(messages, o.Message)
	}
	slices.Sort(messages)
	messages = slices.Compact(messages)
	if err := t.touchAll(ctx, "message", messages); err != nil {
		return err
	}
	if err := t.insert(ctx, "occurrence", foundColumns+", effect, label, as_start, as_stop, decision, user_id, bulk",
		rows); err != nil {
		return err
	}
	return s.bindAgain(ctx, t, messages)
}

// bindAgain writes what stands in messages into their rows, which were touched.
func (s *Store) bindAgain(ctx context.Context, t conn, messages []int64) error {
	f, err := s.foundIn(ctx, t, messages)
	if err != nil {
		return err
	}
	bound := make([][]any, len(messages))
	for i, m := range messages {
		bound[i] = []any{m, f.hash(m)}
	}
	return t.update(ctx, nil, "bound (place, found)", []string{"BIGINT", t.blob()},
		"UPDATE message SET found = bound.found FROM bound WHERE message.id = bound.place", bound)
}

// found makes the group of a word that no import found.
func (s *Store) found(ctx context.Context, t conn, v *vault, p *review.Project, a *aimed) error {
	id, err := t.next(ctx, "word_group", 1)
	if err != nil {
		return err
	}
	in := &intake{t: t, v: v, p: *p}
	g := &incoming{fold: a.fold, exact: a.word}
	if err := in.found(ctx, id, []*incoming{g}); err != nil {
		return err
	}
	a.group, err = t.group(ctx, p.ID, id, "")
	if err == nil {
		err = v.reveal(&a.group)
	}
	return err
}

// ruled are the words of a project that a rule masks.
type ruled []review.Form

// rules finds them: what an import brings of them is hidden though the pipeline left it.
func (in *intake) rules(ctx context.Context) error {
	return in.t.each(ctx, func(row scanner) error {
		g, err := scanGroup(row)
		if err == nil {
			err = in.v.reveal(&g)
		}
		in.ruled = append(in.ruled, review.FormOf(g.Word, false))
		return err
	}, "SELECT "+groupColumns+` FROM word_group WHERE project = ? AND id IN (SELECT grp FROM decision
		WHERE project = ? AND scope = 'word' AND effect = 'mask') ORDER BY id`, in.p.ID, in.p.ID)
}

// in gives the places of an item at which such words stand in clear.
func (r ruled) in(it *review.Item) []review.Range {
	if len(r) == 0 {
		return nil
	}
	taken := it.Taken()
	var out []review.Range
	for _, form := range r {
		more := form.Places(it, taken)
		out, taken = append(out, more...), append(taken, more...)
	}
	return out
}
