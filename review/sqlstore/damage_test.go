package sqlstore_test

import (
	"context"
	"database/sql"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/review"
	"github.com/bauta/bauta/review/reviewtest"
	"github.com/bauta/bauta/review/sqlstore"
)

// The store that is damaged below: names of it are hidden, each by another means.
var hidden = []string{"lucas", "max", "sophie", "karim", "louise", "denis", "elsa"}

// patient makes a store with two projects in which every table has rows, and
// every kind of decision hides one of the hidden names.
func patient(t testing.TB, source string) {
	t.Helper()
	clock := &reviewtest.Clock{}
	s, err := sqlstore.Open(t.Context(), source, config(clock))
	must(t, err)
	defer s.Close()
	ctx := t.Context()
	anna, err := s.AddUser(ctx, review.User{Login: "anna", Password: "$argon2id$x"})
	must(t, err)
	for _, slug := range []string{"desk", "other"} {
		p, err := s.CreateProject(ctx, review.Project{Slug: slug, Seed: "s", Labels: []bauta.Label{bauta.Person}, LeakLimit: .01, SecondAbove: 2, Overlap: 10})
		must(t, err)
		must(t, s.SetMember(ctx, review.Member{Project: p.ID, User: anna.ID, Role: review.Reviewer}, 0))
		must(t, s.SetUp(ctx, p.ID, review.Setup{Training: 1, Prefill: true}))
	}
	_, err = s.Import(ctx, 1, reviewtest.Texts("salut [lucas!] ca va", "et [max?]", "la [sophie?] vient", "une [rose?] rouge", "voici karim", "chez louise",
		"bonjour [denis?] et [elsa?]", "rien du tout", "la [fleur?] bleue", "avec karim encore"))
	must(t, err)
	_, err = s.Import(ctx, 2, reviewtest.Texts("ici [hugo?]", "la [lune?]"))
	must(t, err)
	groups, err := s.Groups(ctx, 1, "", 100)
	must(t, err)
	n := 0
	decide := func(d review.Decision) {
		t.Helper()
		n++
		d.ID, d.Project, d.User, d.Expect = fmt.Sprintf("decision-%d", n), 1, anna.ID, -1
		clock.Pass(time.Second)
		_, err := s.Decide(ctx, d)
		must(t, err)
	}
	for _, g := range groups {
		d := review.Decision{Scope: review.OnGroup, Group: g.ID, Effect: review.Mask, Label: bauta.Person, Reason: "guideline"}
		switch g.Word {
		case "rose", "fleur":
			d.Effect, d.Label = review.Keep, ""
		case "sophie":
			d.Scope = review.OnWord
		case "lucas":
			continue
		}
		decide(d)
	}
	decide(review.Decision{Scope: review.OnAudit, Message: 8, Effect: review.Keep})
	for message, span := range map[int64][2]int{5: {6, 11}, 10: {5, 10}} {
		must1(t)(s.Annotate(ctx, review.Annotation{
			ID: fmt.Sprintf("annotate-%d", message), Project: 1, User: anna.ID, Message: message, Act: review.ActLabel, Expect: -1,
			Spans: []bauta.Span{{Start: span[0], End: span[1], Label: bauta.Person, Score: 1}},
		}))
	}
	must1(t)(s.Annotate(ctx, review.Annotation{
		ID: "annotate-gold", Project: 1, User: anna.ID, Message: 10, Act: review.ActGold, Expect: -1,
		Spans: []bauta.Span{{Start: 5, End: 10, Label: bauta.Person, Score: 1}},
	}))
	must(t, s.Locate(ctx, review.Located{
		ID: "locate-1", Project: 1, Message: 6, User: anna.ID, Spans: []bauta.Span{{Start: 5, End: 11, Label: bauta.Location, Score: 1}},
	}))
	_, err = s.Publish(ctx, review.Guideline{Project: 1, Lang: "fr", Text: "cachez les noms", User: anna.ID})
	must(t, err)
	_, err = s.Claim(ctx, 2, anna.ID, "tab", 1, review.ByLeak)
	must(t, err)
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func must1(t testing.TB) func(any, error) {
	t.Helper()
	return func(_ any, err error) { t.Helper(); must(t, err) }
}

// outcome is what became of a store: what was found, and what would leave.
type outcome struct {
	noticed bool
	aside   []int64
	out     map[int64]string
	said    []sqlstore.Finding
}

// release exports the whole part of a store as the program does, each mask a dot.
func release(t testing.TB, source string) (o outcome) {
	t.Helper()
	o.out = map[int64]string{}
	ctx := context.Background()
	s, err := sqlstore.Open(ctx, source, sqlstore.Config{Key: key})
	if err != nil {
		return outcome{noticed: true, out: o.out}
	}
	defer s.Close()
	h, err := s.Inspect(ctx)
	if err != nil || h.Unproven != "" {
		return outcome{noticed: true, out: o.out}
	}
	o.noticed, o.aside, o.said = !h.Sound(), h.Aside(), h.Findings
	for _, f := range h.Findings {
		for _, name := range hidden {
			if strings.Contains(f.String(), name) {
				t.Errorf("a finding shows a name: %s", f)
			}
		}
	}
	whole := s.Undamaged(h)
	applied, err := review.Apply(ctx, whole, 1, nil)
	if err != nil {
		t.Logf("apply: %v", err)
		return outcome{noticed: true, out: o.out}
	}
	for m, err := range whole.Messages(ctx, 1) {
		if err != nil {
			t.Logf("messages: %v", err)
			return outcome{noticed: true, out: o.out}
		}
		o.out[m.ID] = masked(t, applied, m)
	}
	return o
}

// masked is a message as it would leave.
func masked(t testing.TB, applied *review.Applied, m review.Stored) string {
	t.Helper()
	d := &bauta.Doc{Message: m.Message}
	for _, r := range m.Tokens {
		d.Tokens = append(d.Tokens, bauta.Token{Start: r.Start, End: r.End})
	}
	spans, err := applied.Detect(context.Background(), d)
	must(t, err)
	all := [][]bauta.Span{spans}
	must(t, applied.Link(context.Background(), []*bauta.Doc{d}, all))
	text := []byte(m.Message.Text)
	for _, s := range all[0] {
		for i := s.Start; i < s.End; i++ {
			text[i] = '.'
		}
	}
	return string(text)
}

// judge holds what leaves a damaged store against what leaves the sound one.
func judge(t *testing.T, sound, got outcome, whole func(message int64) bool) {
	t.Helper()
	if !got.noticed {
		t.Error("nobody notices")
	}
	for id, text := range got.out {
		if text != sound.out[id] && !hides(sound.out[id], text) {
			t.Errorf("message %d leaves as %q, of a sound store as %q", id, text, sound.out[id])
		}
	}
	for id := range sound.out {
		if whole(id) && got.out[id] == "" {
			t.Errorf("message %d is whole and was left out", id)
		}
	}
}

// hides reports whether a text shows nothing that another hides.
func hides(sound, got string) bool {
	if len(sound) != len(got) {
		return false
	}
	for i := range got {
		if got[i] != sound[i] && got[i] != '.' {
			return false
		}
	}
	return true
}

// copied copies a SQLite file.
func copied(t testing.TB, from string) string {
	t.Helper()
	data, err := os.ReadFile(from)
	must(t, err)
	to := sqliteFile(t)
	must(t, os.WriteFile(to, data, 0o600))
	return to
}

// settled makes a patient whose log of writes is in its file.
func settled(t testing.TB) string {
	t.Helper()
	source := sqliteFile(t)
	patient(t, source)
	if _, err := raw(t, source).Exec("PRAGMA wal_checkpoint(TRUNCATE)"); err != nil {
		t.Fatal(err)
	}
	return source
}

// edit runs statements on a store as somebody would who has no key: without the
// triggers, which it puts back, so that the rows alone tell. It reports whether
// the database took them.
func edit(t testing.TB, source string, statements ...string) bool {
	t.Helper()
	db, err := sql.Open("sqlite", source)
	must(t, err)
	defer db.Close()
	db.SetMaxOpenConns(1)
	rows, err := db.Query("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
	must(t, err)
	triggers := map[string]string{}
	for rows.Next() {
		var name, text string
		must(t, rows.Scan(&name, &text))
		triggers[name] = text
	}
	must(t, rows.Err())
	for name := range triggers {
		must1(t)(db.Exec("DROP TRIGGER " + name))
	}
	taken := true
	for _, x := range statements {
		_, err := db.Exec(x)
		taken = taken && err == nil
	}
	for _, text := range triggers {
		must1(t)(db.Exec(text))
	}
	return taken
}

// columnsOf lists the tables of a store with their columns.
func columnsOf(t testing.TB, source string) map[string][]string {
	t.Helper()
	rows, err := raw(t, source).Query("SELECT m.name, c.name FROM sqlite_master m, pragma_table_info(m.name) c WHERE m.type = 'table' ORDER BY m.name, c.cid")
	must(t, err)
	defer rows.Close()
	out := map[string][]string{}
	for rows.Next() {
		var table, column string
		must(t, rows.Scan(&table, &column))
		out[table] = append(out[table], column)
	}
	must(t, rows.Err())
	return out
}

// TestEveryColumnIsBound changes one value in each column of each table, in five
// ways. A column that a later schema adds is covered by itself.
func TestEveryColumnIsBound(t *testing.T) {
	base := settled(t)
	sound := release(t, base)
	if sound.noticed || len(sound.out) != 10 || len(sound.aside) > 0 {
		t.Fatalf("a sound store: %+v", sound)
	}
	for _, text := range sound.out {
		for _, name := range hidden {
			if strings.Contains(text, name) {
				t.Errorf("the sound store shows %q", text)
			}
		}
	}
	n := 0
	for table, columns := range columnsOf(t, base) {
		for _, column := range columns {
			for what, value := range map[string]string{
				"other":   fmt.Sprintf("CASE typeof(%[1]s) WHEN 'blob' THEN x'00112233445566778899aabbccddeeff' WHEN 'text' THEN %[1]s || 'x' ELSE coalesce(%[1]s, 0) + 1 END", column),
				"text":    "'abc'",
				"zero":    fmt.Sprintf("CASE typeof(%[1]s) WHEN 'blob' THEN zeroblob(length(%[1]s)) WHEN 'text' THEN '' ELSE -1 END", column),
				"swapped": fmt.Sprintf("(SELECT x.%[1]s FROM %[2]s x WHERE x.rowid <> %[2]s.rowid AND x.%[1]s IS NOT %[2]s.%[1]s LIMIT 1)", column, table),
			} {
				t.Run(table+" "+column+" "+what, func(t *testing.T) {
					source := copied(t, base)
					statement := fmt.Sprintf("UPDATE OR IGNORE %s SET %s = %s WHERE rowid = (SELECT max(rowid) FROM %s WHERE %s IS NOT NULL)", table, column, value, table, column)
					before := dump(t, source, table)
					if !edit(t, source, statement) || slices.Equal(before, dump(t, source, table)) {
						t.Skip("the database refuses it, or there is nothing else to put there")
					}
					judge(t, sound, release(t, source), func(int64) bool { return false })
				})
				n++
			}
		}
	}
	if n < 300 {
		t.Errorf("only %d edits", n)
	}
}

// dump reads a whole table.
func dump(t testing.TB, source, table string) (out []string) {
	t.Helper()
	rows, err := raw(t, source).Query("SELECT * FROM " + table + " ORDER BY rowid")
	must(t, err)
	defer rows.Close()
	names, err := rows.Columns()
	must(t, err)
	for rows.Next() {
		values, dest := make([]any, len(names)), make([]any, len(names))
		for i := range values {
			dest[i] = &values[i]
		}
		must(t, rows.Scan(dest...))
		out = append(out, fmt.Sprintf("%#v", values))
	}
	must(t, rows.Err())
	return out
}
