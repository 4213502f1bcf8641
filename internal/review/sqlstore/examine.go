package sqlstore

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/bauta/bauta/internal/review"
)

// inspectMessages opens every text, and holds what was found in it against what
// the import found.
func (s *Store) inspectMessages(ctx context.Context, c conn, h *Health) {
	state := h.tables["message"]
	h.setAside(state.missing...)
	for _, place := range state.bad {
		var id int64
		if _, err := fmt.Sscan(place, &id); err == nil {
			h.setAside(id)
		}
	}
	var wrong []int64
	for part := range slices.Chunk(state.ids, maxRows) {
		if s.inspectPage(ctx, c, h, part) == nil {
			continue
		}
		for _, id := range part { // one of them cannot be read
			if s.inspectPage(ctx, c, h, []int64{id}) != nil {
				wrong = append(wrong, id)
			}
		}
	}
	slices.Sort(h.sound)
	if len(wrong) > 0 {
		h.setAside(wrong...)
		h.found("message "+numbered(wrong), "the text cannot be opened, or what was found in it is not what the "+
			"import found")
	}
}

// inspectPage examines messages whose rows are whole; an error says that one of
// them is damaged.
func (s *Store) inspectPage(ctx context.Context, c conn, h *Health, ids []int64) error {
	f, err := s.foundIn(ctx, c, ids)
	if err != nil {
		return err
	}
	var good []int64
	groups := map[int64][]int64{}
	err = inList(ctx, c, ids, func(row scanner) error {
		var id, project int64
		var sealed, found []byte
		if err := row.Scan(&id, &project, &sealed, &found); err != nil {
			return err
		}
		v, err := s.vault(ctx, c, project)
		switch {
		case errors.Is(err, review.ErrPurged):
		case err != nil:
			return err
		default:
			if _, err := v.item(id, sealed); err != nil {
				return err
			}
		}
		if !bytes.Equal(found, f.hash(id)) {
			return errUnread
		}
		good = append(good, id)
		return nil
	}, "SELECT id, project, sealed, found FROM message WHERE id IN")
	if err == nil {
		err = inList(ctx, c, ids, func(row scanner) error {
			var message, group int64
			err := row.Scan(&message, &group)
			groups[group] = append(groups[group], message)
			return err
		}, "SELECT message, grp FROM occurrence WHERE message IN")
	}
	if err != nil {
		return err
	}
	h.sound = append(h.sound, good...)
	for g, messages := range groups {
		h.holding[g] = append(h.holding[g], messages...)
	}
	return nil
}

// inspectDecisions computes anew what holds, from the log.
func (s *Store) inspectDecisions(ctx context.Context, c conn, h *Health) {
	s.lostDecisions(ctx, c, h)
	logs := map[int64][]review.Decision{}
	err := inList(ctx, c, h.tables["decision"].ids, func(row scanner) error {
		d, err := scanDecision(row)
		if err == nil && ruling(&d.Decision) {
			h.rules[d.Group] = nil
		}
		if !d.Again {
			logs[d.Group] = append(logs[d.Group], d.Decision)
		}
		return err
	}, "SELECT "+decisionColumns+" FROM decision WHERE seq IN")
	if err != nil {
		h.Unproven = "the decisions cannot be read"
		return
	}
	for g := range h.rules {
		h.rules[g] = logs[g]
	}
	whole := map[int64]bool{}
	for _, id := range h.tables["word_group"].ids {
		whole[id] = true
	}
	var differ []int64
	for _, g := range slices.Sorted(maps.Keys(h.holding)) {
		if !whole[g] || h.groups[g] {
			h.groups[g] = true
			h.setAside(h.holding[g]...)
			continue
		}
		wrong, err := s.inspectGroup(ctx, c, g, logs[g])
		if err != nil {
			h.groups[g] = true
			h.setAside(h.holding[g]...)
			h.found(fmt.Sprintf("word_group %d", g), "its occurrences cannot be read")
			continue
		}
		differ = append(differ, wrong...)
	}
	for g := range logs { // words of which nothing is left to be read
		h.groups[g] = h.groups[g] || g != 0 && !whole[g]
	}
	if len(differ) > 0 {
		slices.Sort(differ)
		differ = slices.Compact(differ)
		h.setAside(differ...)
		h.found("message "+numbered(differ), "what holds in it does not follow from the log")
	}
	c.inspectOrphans(ctx, h)
}

// ruling reports decisions that hold for a word or a context.
func ruling(d *review.Decision) bool {
	return d.Scope == review.OnWord || d.Scope == review.OnPattern || d.Scope == review.OnGold && d.Message == 0
}

// inspectOrphans looks for occurrences of messages or words that are not there.
func (c conn) inspectOrphans(ctx context.Context, h *Health) {
	n, err := c.one(ctx, `SELECT count(*) FROM occurrence WHERE NOT EXISTS (SELECT 1 FROM message m
		WHERE m.id = occurrence.message)
		OR NOT EXISTS (SELECT 1 FROM word_group g WHERE g.id = occurrence.grp)`)
	if err != nil || n > 0 {
		h.found("occurrence", "rows belong to no message or no word, or cannot be read")
	}
}

// inspectGroup gives the messages in which a word is not labelled as its log has
// it.
func (s *Store) inspectGroup(ctx context.Context, c conn, id int64, log []review.Decision) (wrong []int64, err error) {
	g, err := scanGroup(c.row(ctx, "SELECT "+groupColumns+" FROM word_group WHERE id = ?", id))
	if err != nil {
		return nil, err
	}
	p, err := c.project(ctx, g.project)
	if err != nil {
		return nil, err
	}
	occ, err := c.occurrences(ctx, id)
	if err != nil || p.State == review.Purged { // its contexts are gone, from which it would follow
		return nil, err
	}
	situate(log, occ)
	r := review.Resolve(review.Word{Named: g.Named, SecondAbove: p.SecondAbove}, occ, log)
	for i := range occ {
		if r.Labels[i] != occ[i].Now {
			wrong = append(wrong, occ[i].Message)
		}
	}
	return wrong, nil
}

// lostDecisions finds the words to which missing or changed decisions belong:
// the audit says so of each.
func (s *Store) lostDecisions(ctx context.Context, c conn, h *Health) {
	lost := h.tables["decision"].lost()
	if len(lost) == 0 {
		return
	}
	of, err := c.noted(ctx, h, actDecide, "group")
	for _, seq := range lost {
		g, ok := of[seq]
		if err != nil || !ok {
			h.Unproven = "decisions are missing, and the audit does not say about which words"
			return
		}
		h.groups[g] = true
	}
}

// lost are the numbers of rows of the program that are missing or do not fit.
func (t *tableState) lost() []int64 {
	if t.none {
		return nil
	}
	out := slices.Clone(t.missing)
	have := map[int64]bool{}
	for _, id := range t.ids {
		have[id] = true
	}
	for _, place := range t.bad {
		var id int64
		if _, err := fmt.Sscan(place, &id); err == nil && !have[id] && id <= t.last {
			out = append(out, id)
		}
	}
	return out
}

// noted reads what whole rows of the audit say of rows of a log: for each row's
// number, the number under name.
func (c conn) noted(ctx context.Context, h *Health, action, name string) (map[int64]int64, error) {
	out := map[int64]int64{}
	err := inList(ctx, c, h.tables["audit"].ids, func(row scanner) error {
		e, _, _, err := scanEntry(row)
		if err != nil || e.Action != action {
			return err
		}
		seq, ok1 := e.Detail["row"].(float64)
		n, ok2 := e.Detail[name].(float64)
		if ok1 && ok2 {
			out[int64(seq)] = int64(n)
		}
		return nil
	}, "SELECT "+entryColumns+" FROM audit WHERE seq IN")
	return out, err
}

// marked is what the log of annotations comes to for one message.
type marked struct {
	mine map[int64]string // by user, what they said last
	gold string
}

// inspectAnnotations holds what annotators are said to have marked against the
// log of what they said.
func (s *Store) inspectAnnotations(ctx context.Context, c conn, h *Health) {
	log := h.tables["annotation"]
	of := map[int64]*marked{}
	err := inList(ctx, c, log.ids, func(row scanner) error {
		var message, user int64
		var act, spans string
		var again int
		if err := row.Scan(&message, &user, &act, &spans, &again); err != nil {
			return err
		}
		if of[message] == nil {
			of[message] = &marked{mine: map[int64]string{}}
		}
		switch {
		case review.Act(act) == review.ActGold:
			of[message].gold = spans
		case review.Act(act) == review.ActLabel && again == 0:
			of[message].mine[user] = spans
		}
		return nil
	}, "SELECT message, user_id, act, spans, again FROM annotation WHERE seq IN")
	if err != nil || !c.attribute(ctx, h, "annotation", actAnnotate) {
		h.Unproven = "annotations are missing, and the audit does not say about which messages"
	}
	for _, table := range []string{"task", "assignment"} {
		h.setAside(h.tables[table].first()...)
	}
	var differ []int64
	for message, want := range of {
		if !c.stands(ctx, message, want) {
			differ = append(differ, message)
		}
	}
	if len(differ) > 0 {
		slices.Sort(differ)
		h.setAside(differ...)
		h.found("message "+numbered(differ), "what annotators marked in it does not follow from the log")
	}
}

// attribute sets the messages aside to which missing or changed rows of a log
// belong, as the audit has it; false where it does not say.
func (c conn) attribute(ctx context.Context, h *Health, table, action string) bool {
	lost := h.tables[table].lost()
	if len(lost) == 0 {
		return true
	}
	of, err := c.noted(ctx, h, action, "message")
	for _, seq := range lost {
		message, ok := of[seq]
		if err != nil || !ok {
			return false
		}
		h.setAside(message)
	}
	return true
}

// first gives the first numbers of the keys of rows that do not fit.
func (t *tableState) first() []int64 {
	var out []int64
	for _, place := range t.bad {
		var id int64
		if _, err := fmt.Sscan(strings.Split(place, "/")[0], &id); err == nil {
			out = append(out, id)
		}
	}
	return out
}

// stands reports whether what is kept of a message's labels is what the log says.
func (c conn) stands(ctx context.Context, message int64, want *marked) bool {
	var gold string
	if c.row(ctx, "SELECT gold FROM task WHERE message = ?", message).Scan(&gold) != nil || gold != want.gold {
		return false
	}
	n := 0
	err := c.each(ctx, func(row scanner) error {
		var user int64
		var spans string
		if err := row.Scan(&user, &spans); err != nil {
			return err
		}
		if said, ok := want.mine[user]; !ok || said != spans {
			return errUnread
		}
		n++
		return nil
	}, "SELECT user_id, spans FROM assignment WHERE message = ? AND spans <> ''", message)
	return err == nil && n == len(want.mine)
}

// inspectPlaces sets aside the messages of which choices of what to take out are
// missing.
func (s *Store) inspectPlaces(ctx context.Context, c conn, h *Health) {
	if !c.attribute(ctx, h, "location_choice", actLocate) {
		h.Unproven = "choices of places are missing, and the audit does not say of which messages"
	}
}
