package sqlstore

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/bauta/bauta/internal/review"
)

// Finding is one thing that is wrong with a store, in words without text of
// messages.
type Finding struct {
	Where string // "message 17, 20", "project 1", "schema"
	What  string
}

// String is one line.
func (f Finding) String() string { return f.Where + ": " + f.What }

// Health is what an inspection came to.
type Health struct {
	Findings []Finding
	// Unproven says why it cannot be told what was decided about which message;
	// empty where it can. Then nothing should leave the store.
	Unproven string

	tables  map[string]*tableState
	aside   map[int64]bool              // messages that are not as they were written, or not as decided
	groups  map[int64]bool              // words whose log cannot be shown to be whole
	holding map[int64][]int64           // the messages in which a word stands
	sound   []int64                     // messages that open and are whole, in order
	rules   map[int64][]review.Decision // of words with a rule, their log

	withdrawn map[string]map[int64]bool // rows that withdrawals took out, by table
}

// Sound reports whether nothing was found.
func (h *Health) Sound() bool { return len(h.Findings) == 0 }

func (h *Health) found(where, what string) {
	h.Findings = append(h.Findings, Finding{where, what})
}

// tableState is what was found of the rows of a table.
type tableState struct {
	ids     []int64  // of whole rows, where the key is a number
	bad     []string // rows that do not fit their hash, or cannot be read
	missing []int64
	sum     total // of the whole rows
	last    int64 // the greatest number that the program gave
	differs bool  // from what the head binds
	none    bool  // nothing is lost: rows that do not fit were put in
}

// Inspect examines the whole store: the file, the schema, every row against its
// hash, every table against the head, every text, the audit and the logs, and
// whether what holds follows from them. An error is one of the connection; what
// is wrong with the store is in the result.
func (s *Store) Inspect(ctx context.Context) (*Health, error) {
	h := &Health{
		rules:  map[int64][]review.Decision{},
		tables: map[string]*tableState{}, aside: map[int64]bool{}, groups: map[int64]bool{},
		holding: map[int64][]int64{},
	}
	c := s.read()
	s.inspectFile(ctx, c, h)
	top := s.inspectHead(ctx, c, h)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	var err error
	if h.withdrawn, err = c.withdrawn(ctx); err != nil {
		h.found("audit", "cannot be read")
	}
	for i := range s.tables {
		s.inspectTable(ctx, c, h, &s.tables[i], top)
	}
	if err := s.Verify(ctx); err != nil {
		h.found("audit", err.Error())
	}
	s.inspectMessages(ctx, c, h)
	s.inspectDecisions(ctx, c, h)
	s.inspectAnnotations(ctx, c, h)
	s.inspectPlaces(ctx, c, h)
	return h, ctx.Err()
}

// inspectFile has SQLite check its file. PostgreSQL checks its pages as they are
// read, where it was set up to.
func (s *Store) inspectFile(ctx context.Context, c conn, h *Health) {
	if c.dialect == postgres {
		return
	}
	for pragma, what := range map[string]string{
		"integrity_check(100)": "pages, rows or indexes are damaged",
		"foreign_key_check":    "rows refer to others that are gone",
	} {
		fine := true
		err := c.each(ctx, func(row scanner) error {
			var said string
			if row.Scan(&said) != nil || said != "ok" {
				fine = false
			}
			return nil
		}, "PRAGMA "+pragma)
		if err != nil || !fine {
			h.found("database", what)
		}
	}
}

// inspectHead opens the head and holds schema and settings of the store against
// it.
func (s *Store) inspectHead(ctx context.Context, c conn, h *Health) *head {
	top, err := s.head(ctx, c, "")
	if err != nil || top == nil {
		h.found("head", "missing or changed; rows that were taken out may not show")
		top = &head{}
	}
	names := map[string]string{}
	err = c.each(ctx, func(row scanner) error {
		var name, value any
		err := row.Scan(&name, &value)
		key, _ := name.(string)
		names[key] = fmt.Sprintf("%s", value)
		return err
	}, "SELECT name, value FROM meta")
	if err != nil {
		h.found("meta", "cannot be read")
	}
	for name, value := range names {
		fine := true
		switch name {
		case headName, oweName:
		case "schema":
			fine = top.Schema == 0 || value == fmt.Sprint(top.Schema)
		case "salt":
			fine = top.Tables == nil || value == string(top.Salt)
		case "check":
			fine = s.keys.checks([]byte(value))
		default:
			h.found("meta", "a row that the program did not write")
		}
		if !fine {
			h.found("meta "+name, "changed")
		}
	}
	if names["schema"] == "" || names["check"] == "" || len(top.Salt) > 0 && names["salt"] == "" {
		h.found("meta", "a row is missing")
	}
	if layout, err := c.layout(ctx); err != nil || top.Tables != nil && layout != top.Layout {
		h.found("schema", "a table, index, trigger or view is not as the program made it")
	}
	return top
}

// permanent lists the tables from which no row is ever taken out: their numbers have
// no gaps.
func permanent(table string) bool {
	switch table {
	case "project", "message", "word_group", "decision", "app_user", "audit", "annotation", "guideline",
		"location_choice":
		return true
	}
	return false
}

// inspectTable holds the rows of a table against their hashes, and the table
// against the head.
func (s *Store) inspectTable(ctx context.Context, c conn, h *Health, t *boundTable, top *head) {
	state := &tableState{}
	h.tables[t.name] = state
	bound, known := top.Tables[t.name]
	last := bound.N
	if permanent(t.name) {
		if n, err := c.one(ctx, "SELECT last FROM counter WHERE name = ?", t.name); err == nil && n < 2*bound.N+1000 {
			last = max(last, n)
		}
	}
	state.last = last
	have := map[int64]bool{}
	err := c.eachWhole(ctx, t, last, func(r boundRow) {
		have[r.id()] = true
		if !s.keys.holds(t, r) {
			state.bad = append(state.bad, t.place(r))
			return
		}
		state.sum.add(s.keys.summand(r.mac))
		if t.keys == 1 {
			state.ids = append(state.ids, r.id())
		}
	}, func(id int64) {
		have[id] = true
		state.bad = append(state.bad, fmt.Sprint(id))
	})
	if err != nil {
		h.found(t.name, "cannot be read")
		state.differs = true
	}
	for id := int64(1); permanent(t.name) && id <= last; id++ {
		if !have[id] && !h.withdrawn[t.name][id] {
			state.missing = append(state.missing, id)
		}
	}
	state.differs = state.differs || known && state.sum != bound || !known && !permanent(t.name)
	state.none = known && state.sum == bound
	h.report(t.name, state, known)
}

// report says what is wrong with a table.
func (h *Health) report(table string, state *tableState, known bool) {
	if len(state.bad) > 0 {
		h.found(table+" "+few(state.bad), "changed since written, put in, or not to be read")
	}
	if len(state.missing) > 0 {
		gone := make([]string, len(state.missing))
		for i, id := range state.missing {
			gone[i] = fmt.Sprint(id)
		}
		h.found(table+" "+few(gone), "missing")
	}
	if known && state.differs && len(state.bad)+len(state.missing) == 0 {
		h.found(table, "a row was taken out, or an older one put in its place")
	}
}

// maxNamed bounds how many rows one finding names.
const maxNamed = 20

// few lists rows, the first ones by name.
func few(rows []string) string {
	if len(rows) <= maxNamed {
		return strings.Join(rows, ", ")
	}
	return strings.Join(rows[:maxNamed], ", ") + fmt.Sprintf(" and %d more", len(rows)-maxNamed)
}

// numbered is few for numbers.
func numbered(ids []int64) string {
	out := make([]string, len(ids))
	for i, id := range ids {
		out[i] = fmt.Sprint(id)
	}
	return few(out)
}

// eachWhole reads a table as far as that can be done: where a page is damaged,
// the rows around it, and lost gets the numbers of those that were on it. last is
// the greatest number that the program gave.
func (c conn) eachWhole(ctx context.Context, t *boundTable, last int64, visit func(boundRow), lost func(int64)) error {
	after := int64(-1 << 63)
	err := c.eachPage(ctx, t, func(rows []boundRow) error {
		for _, r := range rows {
			visit(r)
			after = max(after, r.id())
		}
		return nil
	})
	if err == nil || t.keys > 1 || t.name == "counter" || ctx.Err() != nil {
		return err
	}
	for from := max(after, 0) + 1; from <= last; from += page {
		c.rescue(ctx, t, from, min(last, from+page-1), visit, lost)
	}
	return nil
}

// rescue reads the rows of a range, half by half where it cannot be read whole.
func (c conn) rescue(ctx context.Context, t *boundTable, from, to int64, visit func(boundRow), lost func(int64)) {
	var rows []boundRow
	err := c.each(ctx, func(row scanner) error {
		r, err := t.scan(row)
		rows = append(rows, r)
		return err
	}, "SELECT "+t.selected()+" FROM "+t.name+" WHERE "+t.key()+" BETWEEN ? AND ? ORDER BY "+t.key(), from, to)
	switch {
	case err == nil:
		for _, r := range rows {
			visit(r)
		}
	case from >= to || ctx.Err() != nil:
		lost(from)
	default:
		middle := from + (to-from)/2
		c.rescue(ctx, t, from, middle, visit, lost)
		c.rescue(ctx, t, middle+1, to, visit, lost)
	}
}

// setAside marks messages as damaged.
func (h *Health) setAside(ids ...int64) {
	for _, id := range ids {
		h.aside[id] = true
	}
}

// Aside gives the messages of a list that are damaged, by their number.
func (h *Health) Aside() []int64 {
	out := make([]int64, 0, len(h.aside))
	for id := range h.aside {
		out = append(out, id)
	}
	slices.Sort(out)
	return out
}

// errUnread stands for rows that cannot be read; it says nothing of their text.
var errUnread = errors.New("cannot be read; restore the store from a copy")
