package sqlstore

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"strings"
)

// bindAll binds a store that has just reached its schema, as it stands: what was
// changed before without the key is found by Verify alone, as before.
func (s *Store) bindAll(ctx context.Context, t conn, schema int) error {
	h := &head{Schema: schema, Tables: map[string]total{}}
	was, err := t.one(ctx, `SELECT count(*) FROM audit WHERE action = 'bind' OR detail LIKE '%"bound":true%'`)
	if err == nil && was > 0 {
		err = errors.New("the store was bound before, and its schema was set back; restore the store from a copy")
	}
	if err != nil {
		return err
	}
	if h.Layout, err = t.layout(ctx); err != nil {
		return err
	}
	if h.Salt, err = t.meta(ctx, "salt"); err != nil {
		return err
	}
	old, err := t.one(ctx, "SELECT count(*) FROM audit")
	if err != nil {
		return err
	}
	if err := s.bindMessages(ctx, t, "1 = 1"); err != nil {
		return err
	}
	for _, table := range s.tables {
		var sum total
		err := t.eachPage(ctx, &table, func(rows []boundRow) error {
			for i := range rows {
				rows[i].mac = s.keys.hashOf(&table, rows[i].values)
				sum.add(s.keys.summand(rows[i].mac))
			}
			return t.putHashes(ctx, &table, rows)
		})
		if err != nil {
			return err
		}
		h.Tables[table.name] = sum
	}
	if err := s.putHead(ctx, t, h); err != nil || old == 0 {
		return err
	}
	return s.note(ctx, t, 0, "bind", "store", map[string]any{"schema": schema, "bound": true})
}

// eachPage reads a table in the order of its key, a page at a time; between pages
// nothing is held open.
func (c conn) eachPage(ctx context.Context, t *boundTable, visit func(rows []boundRow) error) error {
	after := make([]any, t.keys)
	for i := range after {
		after[i] = int64(math.MinInt64)
	}
	if t.name == "counter" {
		after[0] = ""
	}
	for {
		var rows []boundRow
		err := c.each(ctx, func(row scanner) error {
			r, err := t.scan(row)
			rows = append(rows, r)
			return err
		}, fmt.Sprintf("SELECT %s FROM %s WHERE (%s) > (%s) ORDER BY %s LIMIT ?", t.selected(), t.name, t.key(),
			marks(t.keys), t.key()), append(after, page)...)
		if err != nil || len(rows) == 0 {
			return err
		}
		if err := visit(rows); err != nil {
			return err
		}
		if len(rows) < page {
			return nil
		}
		after = rows[len(rows)-1].values[:t.keys:t.keys]
	}
}

// foundColumns are what an import writes of an occurrence; what follows from the
// log is apart.
const foundColumns = "id, project, message, grp, idx, start, stop, exact, doubt, proposed, p, context"

// founds gathers the keyed hashes of what was found in messages: of all rows of
// occurrence, in their order.
type founds struct {
	key []byte
	of  map[int64][]byte // what goes into the hash, by message
}

func (f *founds) add(message int64, values []any) {
	b := f.of[message]
	for _, v := range values {
		b = encode(b, v)
	}
	f.of[message] = b
}

// hash is that of a message, whether anything was found in it or not.
func (f *founds) hash(message int64) []byte {
	h := hmac.New(sha256.New, f.key)
	h.Write(encode(nil, message))
	h.Write(f.of[message])
	return h.Sum(nil)
}

// bindMessages writes what was found in messages into their rows, of a store that
// is taken to its schema or of a project whose contexts were destroyed.
func (s *Store) bindMessages(ctx context.Context, t conn, which string, args ...any) error {
	var after int64
	for {
		var ids []int64
		err := t.each(ctx, func(row scanner) error {
			var id int64
			err := row.Scan(&id)
			ids = append(ids, id)
			return err
		}, "SELECT id FROM message WHERE "+which+" AND id > ? ORDER BY id LIMIT ?",
			append(args[:len(args):len(args)], after, page)...)
		if err != nil || len(ids) == 0 {
			return err
		}
		f, err := s.foundIn(ctx, t, ids)
		if err != nil {
			return err
		}
		rows := make([][]any, len(ids))
		for i, id := range ids {
			rows[i] = []any{id, f.hash(id)}
		}
		if err := t.update(ctx, nil, "bound (place, found)", []string{"BIGINT", t.blob()},
			"UPDATE message SET found = bound.found FROM bound WHERE message.id = bound.place", rows); err != nil {
			return err
		}
		after = ids[len(ids)-1]
	}
}

// foundIn reads what was found in messages, by the index of messages.
func (s *Store) foundIn(ctx context.Context, c conn, ids []int64) (*founds, error) {
	f := &founds{key: s.keys.found, of: map[int64][]byte{}}
	columns := strings.Split(foundColumns, ", ")
	for from := 0; from < len(ids); from += maxRows {
		part := ids[from:min(len(ids), from+maxRows)]
		args := make([]any, len(part))
		for i, id := range part {
			args[i] = id
		}
		err := c.each(ctx, func(row scanner) error {
			values, err := scanAny(row, len(columns))
			if err == nil {
				message, _ := values[2].(int64)
				f.add(message, values)
			}
			return err
		}, "SELECT "+foundColumns+" FROM occurrence WHERE message IN ("+marks(len(part))+") ORDER BY id", args...)
		if err != nil {
			return nil, err
		}
	}
	return f, nil
}

// scanAny reads a row of n columns of any type.
func scanAny(row scanner, n int) ([]any, error) {
	values, dest := make([]any, n), make([]any, n)
	for i := range values {
		dest[i] = &values[i]
	}
	return values, row.Scan(dest...)
}

// layout is the digest of what the database is made of.
func (c conn) layout(ctx context.Context) (string, error) {
	h := sha256.New()
	query := "SELECT type, name, tbl_name, COALESCE(sql, '') FROM sqlite_master " +
		"WHERE name NOT LIKE 'sqlite_stat%' ORDER BY type, name"
	if c.dialect == postgres {
		query = `SELECT 'column', table_name || ' ' || column_name, data_type, is_nullable || ' ' ||
			COALESCE(column_default, '')
				FROM information_schema.columns WHERE table_schema = current_schema()
			UNION ALL SELECT 'relation', relname, relkind::text, '' FROM pg_class
				WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'v', 'm', 'i', 'f', 'p')
			UNION ALL SELECT 'trigger', tgname, tgrelid::regclass::text, pg_get_triggerdef(t.oid) || tgenabled::text
			FROM pg_trigger t
				JOIN pg_class ON pg_class.oid = tgrelid WHERE relnamespace = current_schema()::regnamespace
				AND NOT tgisinternal
			UNION ALL SELECT 'rule', rulename, tablename, definition FROM pg_rules WHERE schemaname = current_schema()
			UNION ALL SELECT 'function', proname, '', md5(prosrc) FROM pg_proc
			WHERE pronamespace = current_schema()::regnamespace
			ORDER BY 1, 2, 3, 4`
	}
	err := c.each(ctx, func(row scanner) error {
		var kind, name, of, made string
		err := row.Scan(&kind, &name, &of, &made)
		fmt.Fprintf(h, "%q %q %q %q\n", kind, name, of, made)
		return err
	}, query)
	return hex.EncodeToString(h.Sum(nil)), err
}
