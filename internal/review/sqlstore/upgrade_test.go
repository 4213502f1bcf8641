package sqlstore_test

import (
	"database/sql"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/bauta/bauta/internal/review"
	"github.com/bauta/bauta/internal/review/reviewtest"
	"github.com/bauta/bauta/internal/review/sqlstore"
)

// released is a store as an older schema kept it, made under the tests' key: an
// import, five decisions, one of them undone.
type released struct {
	digest string
	tables map[string]struct {
		Columns string
		Rows    [][]any
	}
}

// tables are in an order in which no row refers to a later one.
var tables = []string{"meta", "counter", "project", "message", "word_group", "occurrence", "decision", "app_user", "member", "audit"}

func readReleased(t testing.TB, name string) (r released) {
	t.Helper()
	src, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	var all map[string]json.RawMessage
	if err := json.Unmarshal(src, &all); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(all["digest"], &r.digest); err != nil {
		t.Fatal(err)
	}
	delete(all, "digest")
	rest, err := json.Marshal(all)
	if err != nil {
		t.Fatal(err)
	}
	dec := json.NewDecoder(strings.NewReader(string(rest)))
	dec.UseNumber()
	if err := dec.Decode(&r.tables); err != nil {
		t.Fatal(err)
	}
	return r
}

// fill makes the first schema, puts the rows in, and goes on to schema upto.
func (r released) fill(t testing.TB, driver, source string, upto int, migrations string) {
	t.Helper()
	db, err := sql.Open(driver, source)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	run := func(query string, args ...any) {
		t.Helper()
		if _, err := db.Exec(query, args...); err != nil {
			t.Fatal(err)
		}
	}
	step := func(version int) {
		t.Helper()
		names, err := filepath.Glob(filepath.Join(migrations, fmt.Sprintf("%04d_*.sql", version)))
		if err != nil || len(names) != 1 {
			t.Fatalf("migration %d: %v, %v", version, names, err)
		}
		schema, err := os.ReadFile(names[0])
		if err != nil {
			t.Fatal(err)
		}
		run(string(schema))
	}
	run("CREATE TABLE meta (name TEXT PRIMARY KEY, value " + map[string]string{"sqlite": "BLOB", "pgx": "BYTEA"}[driver] + " NOT NULL)")
	step(1)
	for _, name := range tables {
		for _, row := range r.tables[name].Rows {
			marks, args := "", []any{}
			for i, v := range row {
				marks += fmt.Sprintf(", $%d", i+1)
				args = append(args, value(t, v))
			}
			run("INSERT INTO "+name+" ("+r.tables[name].Columns+") VALUES ("+marks[2:]+")", args...)
		}
	}
	for v := 2; v <= upto; v++ {
		step(v)
		run("UPDATE meta SET value = $1 WHERE name = 'schema'", []byte(strconv.Itoa(v)))
	}
}

// value reads a cell: bytes are {"bytes": base64}.
func value(t testing.TB, v any) any {
	t.Helper()
	switch v := v.(type) {
	case json.Number:
		if n, err := v.Int64(); err == nil {
			return n
		}
		f, err := v.Float64()
		if err != nil {
			t.Fatal(err)
		}
		return f
	case map[string]any:
		text, _ := v["bytes"].(string) // null: none
		b, err := base64.StdEncoding.DecodeString(text)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	return v
}

// TestUpgrade is P4: a store of every released schema keeps what was decided.
func TestUpgrade(t *testing.T) {
	for name, source := range databases(t) {
		for from := 1; from < 4; from++ {
			t.Run(fmt.Sprintf("%s from %d", name, from), func(t *testing.T) { upgrade(t, name, source, from) })
		}
	}
}

// upgrade takes a store of schema from, that decided, to the newest.
func upgrade(t *testing.T, name string, source func(testing.TB) string, from int) {
	driver, folder := "sqlite", "sqlite"
	if name == "postgres" {
		driver, folder = "pgx", "postgres"
	}
	at := source(t)
	old := readReleased(t, "schema-0001.json")
	old.fill(t, driver, at, from, filepath.Join("migrations", folder))
	s := openAt(t, at, &reviewtest.Clock{})
	log, err := s.Decisions(t.Context(), 1, 0, 100)
	if err != nil || len(log) != 5 || log[1].Reason != "guideline" {
		t.Errorf("%d decisions, %v", len(log), err)
	}
	if got, err := s.Digest(t.Context(), 1); err != nil || got != old.digest {
		t.Errorf("what holds has changed (%v)", err)
	}
	sound(t, s, 1)
	if err := s.Verify(t.Context()); err != nil {
		t.Error(err)
	}
	if m, err := s.Message(t.Context(), 1, 1); err != nil || m.Message.Text != "la rose rouge" {
		t.Errorf("a text: %v", err)
	}
	beside := source(t)
	fresh := openAt(t, beside, &reviewtest.Clock{})
	if upgraded, made := layout(t, driver, at), layout(t, driver, beside); len(upgraded) < 40 || !slices.Equal(upgraded, made) {
		t.Errorf("the upgraded schema is\n%s\na new store's\n%s", strings.Join(upgraded, "\n"), strings.Join(made, "\n"))
	}
	a, err1 := s.Schema(t.Context())
	b, err2 := fresh.Schema(t.Context())
	if h, err := s.Inspect(t.Context()); err != nil || !h.Sound() {
		t.Errorf("the upgraded store: %v, %v", h.Findings, err)
	}
	if a != b || err1 != nil || err2 != nil {
		t.Errorf("schema %d, of a new store %d", a, b)
	}
	if _, err := os.Stat(fmt.Sprintf("%s.v%04d.bak", at, from)); name == "sqlite" && b > 1 && err != nil {
		t.Errorf("no copy was made before the upgrade: %v", err)
	}
}

// layout lists the columns, indexes and triggers of a store.
func layout(t testing.TB, driver, source string) (out []string) {
	t.Helper()
	db, err := sql.Open(driver, source)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	query := map[string]string{
		"sqlite": `SELECT m.type || ' ' || m.name || ' ' || COALESCE(c.name || ' ' || c.type || ' ' || c."notnull" || ' ' || COALESCE(c.dflt_value, '') || ' ' || c.pk, m.sql, '')
			FROM sqlite_master m LEFT JOIN pragma_table_info(m.name) c ON m.type = 'table' ORDER BY 1`,
		"pgx": `SELECT table_name || ' ' || column_name || ' ' || data_type || ' ' || is_nullable || ' ' || COALESCE(column_default, '') FROM information_schema.columns WHERE table_schema = 'public'
			UNION SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' UNION SELECT event_object_table || ' ' || trigger_name || ' ' || event_manipulation FROM information_schema.triggers ORDER BY 1`,
	}[driver]
	rows, err := db.QueryContext(t.Context(), query)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var line string
		if err := rows.Scan(&line); err != nil {
			t.Fatal(err)
		}
		out = append(out, line)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return out
}

func TestNewerSchema(t *testing.T) {
	source := sqliteFile(t)
	openAt(t, source, &reviewtest.Clock{})
	// What a newer version wrote as its head, this one cannot read.
	if _, err := raw(t, source).Exec("UPDATE meta SET value = CASE name WHEN 'schema' THEN '99' ELSE x'00' END WHERE name IN ('schema', 'head')"); err != nil {
		t.Fatal(err)
	}
	if _, err := sqlstore.Open(t.Context(), source, sqlstore.Config{Key: key}); !errors.Is(err, review.ErrNewer) {
		t.Errorf("a newer schema: %v", err)
	}
}
