package sqlstore

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math"
	"math/bits"
	"reflect"
	"slices"
	"strings"
)

// Every row of a table below carries a keyed hash of all its columns, so that
// whoever changes one without the key is found out; the head of the store (see
// head) binds how many rows each table has and the sum of their hashes, so that
// none is taken out, put in or doubled. The rows of occurrence are bound by the
// message in which they stand (message.found), as far as the import wrote them;
// the rest of them follows from the log.

// boundTable is a table whose rows carry a hash in the column mac.
type boundTable struct {
	name    string
	keys    int // how many of the columns, the first ones, are the key
	columns []string
}

// boundTables lists them all. TestEveryColumnIsBound holds the list against the
// schema.
func boundTables() []boundTable {
	table := func(name string, keys int, columns string) boundTable {
		return boundTable{name, keys, strings.Fields(columns)}
	}
	return []boundTable{
		table("counter", 1, "name last"),
		table("project", 1, `id slug name lang labels overlap seed guideline second_above leak_limit dek state
			created released purged`),
		table("message", 1, "id project ext sealed tie imported found"),
		table("word_group", 1, `id project fold word named n asked open leak sure score tie version logged state
			lease_user lease_token lease_expires lease_rank`),
		table("decision", 1, `seq id project user_id screen scope grp message start stop as_start as_stop exact
			effect label excludes undoes
			reason proposed proposed_p accepted active_ms keys guideline made affected upto again differs seen`),
		table("app_user", 1, "id login display password subject disabled"),
		table("member", 2, "project user_id role"),
		table("audit", 1, "seq at user_id action object detail prev hash"),
		table("annotate_setup", 1, "project training prefill"),
		table("task", 1, "message project ord need taken verdict flagged gold version"),
		table("assignment", 2, `message user_id project state reason flagged since expires done spans guideline
			panel version again spans_again`),
		table("annotation", 1, "seq id project message user_id act again spans reason guideline panel active_ms "+
			"keys made"),
		table("token_label", 3, "message user_id idx project start stop form iob"),
		table("guideline", 1, "id project version lang sealed user_id made"),
		table("location_choice", 1, `seq id project message user_id spans threshold max_before max_after eff_before
			eff_after made`),
	}
}

// table finds a table of the list.
func (s *Store) table(name string) (boundTable, bool) {
	i := slices.IndexFunc(s.tables, func(t boundTable) bool { return t.name == name })
	if i < 0 {
		return boundTable{}, false
	}
	return s.tables[i], true
}

// selected is what a query of whole rows selects: all columns, then the hash.
func (t *boundTable) selected() string { return strings.Join(t.columns, ", ") + ", mac" }

// key names the columns of the key.
func (t *boundTable) key() string { return strings.Join(t.columns[:t.keys], ", ") }

// boundRow is a row as it is kept.
type boundRow struct {
	values []any
	mac    []byte
}

// scan reads a row that selected asked for.
func (t *boundTable) scan(row scanner) (boundRow, error) {
	r := boundRow{values: make([]any, len(t.columns))}
	var mac any // of any type, where somebody changed it
	dest := make([]any, 0, len(r.values)+1)
	for i := range r.values {
		dest = append(dest, &r.values[i])
	}
	err := row.Scan(append(dest, &mac)...)
	switch m := mac.(type) {
	case []byte:
		r.mac = m
	case nil:
	default:
		r.mac = []byte{}
	}
	return r, err
}

// place names a row by its key, which holds numbers only, or a counter's name.
func (t *boundTable) place(r boundRow) string {
	parts := make([]string, t.keys)
	for i := range parts {
		switch v := canonical(r.values[i]).(type) {
		case int64:
			parts[i] = fmt.Sprint(v)
		case string:
			if parts[i] = v; t.name != "counter" {
				parts[i] = "?"
			}
		default:
			parts[i] = "?"
		}
	}
	return strings.Join(parts, "/")
}

// id is the number of a row whose key is one.
func (r boundRow) id() int64 {
	n, _ := r.values[0].(int64)
	return n
}

// canonical is a value as a database gives it back.
func canonical(v any) any {
	switch v := v.(type) {
	case nil, int64, string:
		return v
	case []byte:
		if len(v) == 0 { // drivers do not tell none from empty
			return nil
		}
		return v
	case float64:
		return v + 0 // of the two zeros one
	}
	switch r := reflect.ValueOf(v); r.Kind() {
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return r.Int()
	case reflect.String:
		return r.String()
	case reflect.Bool:
		return int64(flag(r.Bool()))
	}
	return fmt.Sprintf("%T", v) // no column keeps such a value
}

// encode appends a value, with its type and length, so that none runs into the
// next or stands for one of another type.
func encode(b []byte, v any) []byte {
	switch v := canonical(v).(type) {
	case int64:
		return binary.BigEndian.AppendUint64(append(b, 'i'), uint64(v))
	case float64:
		return binary.BigEndian.AppendUint64(append(b, 'f'), math.Float64bits(v))
	case string:
		return append(binary.AppendUvarint(append(b, 's'), uint64(len(v))), v...)
	case []byte:
		return append(binary.AppendUvarint(append(b, 'b'), uint64(len(v))), v...)
	}
	return append(b, 'n')
}

// hashOf is the keyed hash of a row's columns, in the order of the table.
func (k *master) hashOf(t *boundTable, values []any) []byte {
	b := append(make([]byte, 0, 256), t.name...)
	b = append(b, 0)
	for _, v := range values {
		b = encode(b, v)
	}
	h := hmac.New(sha256.New, k.rows)
	h.Write(b)
	return h.Sum(nil)
}

// holds reports whether a row is as it was written.
func (k *master) holds(t *boundTable, r boundRow) bool {
	return hmac.Equal(r.mac, k.hashOf(t, r.values))
}

// total is what the head knows of a table: how many rows, and the sum of a
// keyed hash of each. The summands are in no column, so that no other set of rows
// with the same sum can be looked for (Clarke and others, "Incremental Multiset
// Hash Functions", 2003, section 4).
type total struct {
	N   int64
	Sum sum
}

// sum is a number modulo 2²⁵⁶, the least part first.
type sum [4]uint64

// MarshalText writes the number in hexadecimal.
func (s sum) MarshalText() ([]byte, error) {
	var b []byte
	for _, x := range s {
		b = binary.BigEndian.AppendUint64(b, x)
	}
	return hex.AppendEncode(nil, b), nil
}

// UnmarshalText reads what MarshalText wrote.
func (s *sum) UnmarshalText(text []byte) error {
	b, err := hex.DecodeString(string(text))
	if err != nil || len(b) != 8*len(s) {
		return errHead
	}
	for i := range s {
		s[i] = binary.BigEndian.Uint64(b[8*i:])
	}
	return nil
}

// summand is what a row's hash adds to the sum of its table.
func (k *master) summand(mac []byte) (out sum) {
	h := hmac.New(sha256.New, k.sums)
	h.Write(mac)
	for i, digest := 0, h.Sum(nil); i < len(out); i++ {
		out[i] = binary.BigEndian.Uint64(digest[8*i:])
	}
	return out
}

// add takes a row in.
func (t *total) add(x sum) {
	var carry uint64
	for i := range t.Sum {
		t.Sum[i], carry = bits.Add64(t.Sum[i], x[i], carry)
	}
	t.N++
}

// remove takes a row out.
func (t *total) remove(x sum) {
	var borrow uint64
	for i := range t.Sum {
		t.Sum[i], borrow = bits.Sub64(t.Sum[i], x[i], borrow)
	}
	t.N--
}

// merge adds the changes of a transaction.
func (t *total) merge(x total) {
	n := t.N + x.N
	t.add(x.Sum)
	t.N = n
}
