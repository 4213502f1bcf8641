package sqlstore

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// A transaction says which rows of bound tables it is about to change (touch),
// or has insert write them. Before it ends, the rows get their new hashes and the
// head the new sums. A row that was changed by somebody else keeps the hash that
// does not fit: no write of ours covers it up.

// change is what a transaction does to bound tables.
type change struct {
	s      *Store
	totals map[string]total
	rows   map[string]*touched
	forced bool // goes on where the head is damaged: texts can always be destroyed
}

// touched is rows of one table that a transaction may change.
type touched struct {
	table  boundTable
	wheres []where
	asked  map[string]bool    // wheres of this transaction
	before map[string]earlier // by place
}

// where is a condition on the columns of a key.
type where struct {
	condition string
	args      []any
}

// earlier is how a row was before.
type earlier struct {
	mac   []byte
	holds bool
}

// touch says that the rows which a condition names may change, be added or taken
// out. The condition is about columns of the key, which do not change.
func (c conn) touch(ctx context.Context, table, condition string, args ...any) error {
	t, ok := c.change.s.table(table)
	if !ok {
		return errors.New("table " + table + " is not bound")
	}
	rows := c.change.of(t)
	what := fmt.Sprint(condition, args)
	again := rows.asked[what]
	if rows.asked[what] = true; !again {
		rows.wheres = append(rows.wheres, where{condition, args})
	}
	return c.each(ctx, func(row scanner) error {
		r, err := t.scan(row)
		if again && r.mac == nil {
			return err // it was not there before: this transaction put it in
		}
		if _, had := rows.before[t.place(r)]; err == nil && !had {
			rows.before[t.place(r)] = earlier{r.mac, c.change.s.keys.holds(&t, r)}
		}
		return err
	}, "SELECT "+t.selected()+" FROM "+table+" WHERE "+condition+" ORDER BY "+t.key()+c.lock("FOR UPDATE"), args...)
}

// touchAll touches rows by their numbers.
func (c conn) touchAll(ctx context.Context, table string, ids []int64) error {
	t, ok := c.change.s.table(table)
	if !ok {
		return errors.New("table " + table + " is not bound")
	}
	ids = slices.Clone(ids)
	slices.Sort(ids)
	for part := range slices.Chunk(ids, maxRows) {
		args := make([]any, len(part))
		for i, id := range part {
			args[i] = id
		}
		if err := c.touch(ctx, table, t.key()+" IN ("+marks(len(part))+")", args...); err != nil {
			return err
		}
	}
	return nil
}

// marks is a list of n placeholders.
func marks(n int) string { return strings.Repeat("?, ", n-1) + "?" }

func (w *change) of(t boundTable) *touched {
	if w.rows[t.name] == nil {
		w.rows[t.name] = &touched{table: t, asked: map[string]bool{}, before: map[string]earlier{}}
	}
	return w.rows[t.name]
}

// adds counts a row that came in or went out.
func (w *change) adds(table string, mac []byte) {
	sum := w.totals[table]
	sum.add(w.s.keys.summand(mac))
	w.totals[table] = sum
}

func (w *change) removes(table string, mac []byte) {
	sum := w.totals[table]
	sum.remove(w.s.keys.summand(mac))
	w.totals[table] = sum
}

// bind ends a transaction's work on bound tables.
func (c conn) bind(ctx context.Context) error {
	w := c.change
	for _, t := range w.s.tables { // in one order, so that no two transactions block each other
		if rows := w.rows[t.name]; rows != nil {
			if err := c.rehash(ctx, rows); err != nil {
				return err
			}
		}
	}
	if len(w.totals) == 0 {
		return nil
	}
	h, err := w.s.head(ctx, c, c.lock("FOR UPDATE"))
	if err == nil && h == nil {
		err = errHead
	}
	if err != nil {
		if w.forced && errors.Is(err, errHead) {
			return nil
		}
		return err
	}
	for name, sum := range w.totals {
		now := h.Tables[name]
		now.merge(sum)
		h.Tables[name] = now
	}
	return w.s.putHead(ctx, c, h)
}

// rehash gives the rows that were touched their hashes.
func (c conn) rehash(ctx context.Context, rows *touched) error {
	w, t := c.change, &rows.table
	var touched []boundRow
	seen := map[string]bool{}
	for _, x := range rows.wheres {
		err := c.each(ctx, func(row scanner) error {
			r, err := t.scan(row)
			if err != nil || seen[t.place(r)] {
				return err
			}
			seen[t.place(r)] = true
			if w.fresh(rows, &r) {
				touched = append(touched, r)
			}
			return nil
		}, "SELECT "+t.selected()+" FROM "+t.name+" WHERE "+x.condition, x.args...)
		if err != nil {
			return err
		}
	}
	for place, was := range rows.before {
		if !seen[place] && was.holds {
			w.removes(t.name, was.mac)
		}
	}
	return c.putHashes(ctx, t, touched)
}

// fresh compares a row with what it was, fills in its new hash and reports
// whether that has to be written.
func (w *change) fresh(rows *touched, r *boundRow) bool {
	t := &rows.table
	was, had := rows.before[t.place(*r)]
	switch {
	case had && !was.holds, !had && r.mac != nil: // damaged before; written by insert
		return false
	case had && !bytes.Equal(was.mac, r.mac): // taken out, and put in by insert
		w.removes(t.name, was.mac)
		return false
	}
	now := w.s.keys.hashOf(t, r.values)
	if bytes.Equal(now, r.mac) {
		return false
	}
	if had {
		w.removes(t.name, was.mac)
	}
	w.adds(t.name, now)
	r.mac = now
	return true
}

// putHashes writes the hashes of rows.
func (c conn) putHashes(ctx context.Context, t *boundTable, rows []boundRow) error {
	if t.keys > 1 {
		condition := strings.Join(t.columns[:t.keys], " = ? AND ") + " = ?"
		for _, r := range rows {
			args := append([]any{r.mac}, r.values[:t.keys]...)
			if err := c.exec(ctx, "UPDATE "+t.name+" SET mac = ? WHERE "+condition, args...); err != nil {
				return err
			}
		}
		return nil
	}
	key := "BIGINT"
	if t.name == "counter" {
		key = "TEXT"
	}
	list := make([][]any, len(rows))
	for i, r := range rows {
		list[i] = []any{r.values[0], r.mac}
	}
	return c.update(ctx, nil, "bound (place, mac)", []string{key, c.blob()},
		"UPDATE "+t.name+" SET mac = bound.mac FROM bound WHERE "+t.name+"."+t.key()+" = bound.place", list)
}

// blob is the type of bytes.
func (d dialect) blob() string {
	if d == postgres {
		return "BYTEA"
	}
	return "BLOB"
}

// back reports a row that is put in as it was before this transaction took it out: its hash is counted.
func (w *change) back(t *boundTable, r boundRow) bool {
	rows := w.rows[t.name]
	if rows == nil {
		return false
	}
	was, had := rows.before[t.place(r)]
	return had && was.holds && bytes.Equal(was.mac, r.mac)
}

// bound adds the hashes to rows that insert writes. All columns must be given.
func (c conn) bound(t boundTable, columns string, rows [][]any) ([][]any, error) {
	names := strings.Fields(strings.ReplaceAll(columns, ",", " "))
	at := make([]int, len(t.columns))
	for i, column := range t.columns {
		if at[i] = slices.Index(names, column); at[i] < 0 {
			return nil, errors.New("column " + column + " of " + t.name + " is not given")
		}
	}
	out := make([][]any, len(rows))
	values := make([]any, len(at))
	for i, r := range rows {
		for j, k := range at {
			values[j] = r[k]
		}
		mac := c.change.s.keys.hashOf(&t, values)
		if !c.change.back(&t, boundRow{values: values, mac: mac}) {
			c.change.adds(t.name, mac)
		}
		out[i] = append(slices.Clone(r), mac)
	}
	return out, nil
}
