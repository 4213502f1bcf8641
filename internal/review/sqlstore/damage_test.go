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
	"github.com/bauta/bauta/internal/review"
	"github.com/bauta/bauta/internal/review/reviewtest"
	"github.com/bauta/bauta/internal/review/sqlstore"
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
	for message, span := range map[int64][2]int{5: {6, 11}, 10: {5, 10}} {
		must1(t)(s.Annotate(ctx, review.Annotation{
			ID: fmt.Sprintf("annotate-%d", message), Project: 1, User: anna.ID, Message: message, Act: review.ActLabel, Expect: -1,
			Spans: []bauta.Span{{Start: span[0], End: span[1], Label: bauta.Person, P: 1}},
		}))
	}
	must1(t)(s.Annotate(ctx, review.Annotation{
		ID: "annotate-gold", Project: 1, User: anna.ID, Message: 10, Act: review.ActGold, Expect: -1,
		Spans: []bauta.Span{{Start: 5, End: 10, Label: bauta.Person, P: 1}},
	}))
	must(t, s.Locate(ctx, review.Located{
		ID: "locate-1", Project: 1, Message: 6, User: anna.ID, Spans: []bauta.Span{{Start: 5, End: 11, Label: bauta.Location, P: 1}},
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

// damage is one way to damage a store. The messages that it does not touch must
// still leave.
type damage struct {
	sql     string
	touches []int64 // messages; nil: none
	all     bool    // nothing can be told any more, or not of which messages
}

// damages are those beside the edits of single values.
func damages() map[string]damage {
	out := map[string]damage{
		"mask taken out":      {sql: "DELETE FROM occurrence WHERE message = 2", touches: []int64{2}},
		"mask lifted":         {sql: "UPDATE occurrence SET effect = 'keep', label = '' WHERE message = 1", touches: []int64{1}},
		"mask moved":          {sql: "UPDATE occurrence SET start = 0, stop = 2 WHERE message = 2", touches: []int64{2}},
		"mask doubled":        {sql: "INSERT INTO occurrence SELECT 9999, project, message, grp, idx, start, stop, exact, doubt, proposed, p, context, effect, label, as_start, as_stop, decision, user_id, bulk FROM occurrence WHERE message = 2", touches: []int64{2}},
		"mask to elsewhere":   {sql: "UPDATE occurrence SET message = 8 WHERE message = 2", touches: []int64{2, 8}},
		"masks swapped":       {sql: "UPDATE occurrence SET message = 5 - message WHERE message IN (2, 3)", touches: []int64{2, 3}},
		"message taken out":   {sql: "DELETE FROM message WHERE id = 4", touches: []int64{4}},
		"last message gone":   {sql: "DELETE FROM message WHERE id = 12", touches: nil},
		"message doubled":     {sql: "INSERT INTO message SELECT 13, project, NULL, sealed, tie, imported, mac, found FROM message WHERE id = 4"},
		"texts swapped":       {sql: "UPDATE message SET sealed = (SELECT m.sealed FROM message m WHERE m.id = 3 - message.id) WHERE id IN (1, 2)", touches: []int64{1, 2}},
		"rows swapped":        {sql: "UPDATE message SET id = -1 WHERE id = 1; UPDATE message SET id = 1 WHERE id = 2; UPDATE message SET id = 2 WHERE id = -1", touches: []int64{1, 2}},
		"text of another":     {sql: "UPDATE message SET sealed = (SELECT m.sealed FROM message m WHERE m.id = 11) WHERE id = 3", touches: []int64{3}},
		"message to another":  {sql: "UPDATE message SET project = 2 WHERE id = 3", touches: []int64{3}},
		"message from other":  {sql: "UPDATE message SET project = 1 WHERE id = 11"},
		"text is null":        {sql: "UPDATE message SET sealed = NULL WHERE id = 3", touches: []int64{3}},
		"text is cut":         {sql: "UPDATE message SET sealed = substr(sealed, 1, 20) WHERE id = 3", touches: []int64{3}},
		"text is text":        {sql: "UPDATE message SET sealed = 'la sophie' WHERE id = 3", touches: []int64{3}},
		"found is anew":       {sql: "UPDATE message SET found = (SELECT m.found FROM message m WHERE m.id = 8) WHERE id = 2", touches: []int64{2}},
		"all occurrences":     {sql: "DELETE FROM occurrence", touches: []int64{1, 2, 3, 4, 7, 9}},
		"all messages":        {sql: "DELETE FROM message", all: true},
		"word taken out":      {sql: "DELETE FROM word_group WHERE id = 3", touches: []int64{3}},
		"words swapped":       {sql: "UPDATE word_group SET word = (SELECT g.word FROM word_group g WHERE g.id = 5 - word_group.id) WHERE id IN (2, 3)", touches: []int64{2, 3}},
		"word is no name":     {sql: "UPDATE word_group SET named = 1 - named", touches: []int64{1, 2, 3, 4, 7, 9}},
		"all words":           {sql: "DELETE FROM word_group", touches: []int64{1, 2, 3, 4, 7, 9}},
		"decision taken out":  {sql: "DELETE FROM decision WHERE grp = (SELECT grp FROM occurrence WHERE message = 2)", touches: []int64{2}},
		"last decision":       {sql: "DELETE FROM decision WHERE seq = (SELECT max(seq) FROM decision)", touches: []int64{3}},
		"log cut":             {sql: "DELETE FROM decision WHERE seq > 3", touches: []int64{2, 3, 4, 7, 9}},
		"no decisions":        {sql: "DELETE FROM decision", touches: []int64{2, 3, 4, 7, 9}},
		"decision reversed":   {sql: "UPDATE decision SET effect = 'keep', label = '' WHERE scope = 'word'", touches: []int64{3}},
		"decision of another": {sql: "UPDATE decision SET grp = (SELECT grp FROM occurrence WHERE message = 4) WHERE grp = (SELECT grp FROM occurrence WHERE message = 2)", touches: []int64{2, 4}},
		"decision doubled":    {sql: "INSERT INTO decision SELECT 99, 'again-0001', project, user_id, screen, scope, grp, message, start, stop, as_start, as_stop, exact, 'keep', '', excludes, undoes, reason, proposed, proposed_p, accepted, active_ms, keys, guideline, made, affected, upto, again, differs, mac, seen FROM decision WHERE seq = 1"},
		"log reordered":       {sql: "UPDATE decision SET seq = -seq; UPDATE decision SET seq = seq + 1 + (SELECT -min(seq) FROM decision)", touches: []int64{2, 3, 4, 7, 9}},
		"audit cut":           {sql: "DELETE FROM audit WHERE seq > 5"},
		"audit's last row":    {sql: "DELETE FROM audit WHERE seq = (SELECT max(seq) FROM audit)"},
		"audit's first row":   {sql: "DELETE FROM audit WHERE seq = 1"},
		"no audit":            {sql: "DELETE FROM audit"},
		"audit reordered":     {sql: "UPDATE audit SET seq = -1 WHERE seq = 3; UPDATE audit SET seq = 3 WHERE seq = 4; UPDATE audit SET seq = 4 WHERE seq = -1"},
		"audit doubled":       {sql: "INSERT INTO audit SELECT 999, at, user_id, action, object, detail, prev, hash, mac FROM audit WHERE seq = 2"},
		"audit says else":     {sql: "UPDATE audit SET user_id = 7 WHERE action = 'decide'"},
		"log and audit":       {sql: "DELETE FROM decision WHERE seq = 2; DELETE FROM audit WHERE action = 'decide'", all: true},
		"limit raised":        {sql: "UPDATE project SET leak_limit = 0.99"},
		"second raised":       {sql: "UPDATE project SET second_above = 1000000"},
		"overlap":             {sql: "UPDATE project SET overlap = 0"},
		"labels":              {sql: "UPDATE project SET labels = '[]'"},
		"labels broken":       {sql: "UPDATE project SET labels = '[' WHERE id = 2", all: true},
		"called released":     {sql: "UPDATE project SET state = 'released', released = 1"},
		"purge date":          {sql: "UPDATE project SET released = 99999999999999, purged = 3"},
		"seed":                {sql: "UPDATE project SET seed = 'x'"},
		"keys swapped":        {sql: "UPDATE project SET dek = (SELECT p.dek FROM project p WHERE p.id = 3 - project.id)", all: true},
		"a project gone":      {sql: "DELETE FROM project WHERE id = 2"},
		"foreign password":    {sql: "UPDATE app_user SET password = '$argon2id$mine'"},
		"account added":       {sql: "INSERT INTO app_user (id, login, display, password, disabled) VALUES (2, 'eve', 'Eve', '$argon2id$mine', 0)"},
		"account gone":        {sql: "DELETE FROM app_user"},
		"role raised":         {sql: "UPDATE member SET role = 'owner'"},
		"reviewer added":      {sql: "INSERT INTO member (project, user_id, role) VALUES (1, 9, 'owner')"},
		"roles gone":          {sql: "DELETE FROM member"},
		"guideline gone":      {sql: "DELETE FROM guideline"},
		"guideline doubled":   {sql: "INSERT INTO guideline SELECT 2, project, 9, lang, sealed, user_id, made, mac FROM guideline"},
		"mark lifted":         {sql: "UPDATE assignment SET spans = '[]' WHERE message = 5", touches: []int64{5}},
		"hand-out gone":       {sql: "DELETE FROM assignment WHERE message = 5", touches: []int64{5}},
		"hand-out added":      {sql: "INSERT INTO assignment (message, user_id, project, state, since, expires) VALUES (8, 7, 1, 'open', 1, 2)", touches: []int64{8}},
		"task gone":           {sql: "DELETE FROM task WHERE message = 10", touches: []int64{10}},
		"verdict lifted":      {sql: "UPDATE task SET verdict = '' WHERE message = 10", touches: []int64{10}},
		"gold lifted":         {sql: "UPDATE task SET gold = '[]' WHERE message = 10", touches: []int64{10}},
		"no tasks":            {sql: "DELETE FROM task; DELETE FROM assignment", touches: []int64{5, 10}},
		"annotation gone":     {sql: "DELETE FROM annotation WHERE message = 5", touches: []int64{5}},
		"annotations gone":    {sql: "DELETE FROM annotation", touches: []int64{5, 10}},
		"annotation changed":  {sql: "UPDATE annotation SET spans = '[]' WHERE message = 5", touches: []int64{5}},
		"labels of tokens":    {sql: "DELETE FROM token_label"},
		"a place put back":    {sql: "DELETE FROM location_choice", touches: []int64{6}},
		"another place":       {sql: "UPDATE location_choice SET spans = '[]'", touches: []int64{6}},
		"place added":         {sql: "INSERT INTO location_choice SELECT 2, 'locate-2', project, message, user_id, '[]', threshold, max_before, max_after, eff_before, eff_after, made + 1, NULL FROM location_choice"},
		"setup":               {sql: "DELETE FROM annotate_setup"},
		"counter":             {sql: "UPDATE counter SET last = last - 1"},
		"counters gone":       {sql: "DELETE FROM counter"},
		"counter raised":      {sql: "UPDATE counter SET last = 9000000000000000000"},
		"head gone":           {sql: "DELETE FROM meta WHERE name = 'head'"},
		"head broken":         {sql: "UPDATE meta SET value = x'00' WHERE name = 'head'"},
		"head, last message":  {sql: "DELETE FROM meta WHERE name = 'head'; DELETE FROM message WHERE id = 10", touches: []int64{10}},
		"check gone":          {sql: "DELETE FROM meta WHERE name = 'check'"},
		"check broken":        {sql: "UPDATE meta SET value = x'00' WHERE name = 'check'"},
		"salt added":          {sql: "INSERT INTO meta (name, value) VALUES ('salt', x'00')"},
		"newer schema":        {sql: "UPDATE meta SET value = '99' WHERE name = 'schema'"},
		"older schema":        {sql: "UPDATE meta SET value = '3' WHERE name = 'schema'"},
		"no schema":           {sql: "DELETE FROM meta WHERE name = 'schema'"},
		"trigger added":       {sql: "CREATE TRIGGER x AFTER INSERT ON decision BEGIN DELETE FROM audit; END"},
		"view added":          {sql: "CREATE VIEW x AS SELECT * FROM message"},
		"table added":         {sql: "CREATE TABLE x (y)"},
		"index gone":          {sql: "DROP INDEX occurrence_message"},
		"column added":        {sql: "ALTER TABLE message ADD COLUMN note TEXT"},
		"column renamed":      {sql: "ALTER TABLE token_label RENAME COLUMN iob TO bio"},
		"table is a view":     {sql: "ALTER TABLE occurrence RENAME TO o2; CREATE VIEW occurrence AS SELECT id, project, message, grp, idx, start, stop, exact, doubt, proposed, p, context, 'keep' AS effect, '' AS label, as_start, as_stop, decision, user_id, bulk FROM o2", touches: []int64{1, 2, 3, 4, 7, 9}},
		"table gone":          {sql: "DROP TABLE token_label"},
	}
	return out
}

// TestDamagedStores damages a store in some hundred ways: each is noticed, what it
// does not touch leaves, and no name that the sound store hides is shown.
func TestDamagedStores(t *testing.T) {
	base := settled(t)
	sound := release(t, base)
	for name, d := range damages() {
		t.Run(name, func(t *testing.T) {
			source := copied(t, base)
			edit(t, source, d.sql)
			if slices.Equal(bytesOf(t, base), bytesOf(t, source)) {
				t.Fatal("nothing was damaged")
			}
			judge(t, sound, release(t, source), func(id int64) bool { return !d.all && !slices.Contains(d.touches, id) })
		})
	}
}

func bytesOf(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(name)
	must(t, err)
	return data
}

// TestDamagedFiles damages the bytes: each page is zeroed, and turned by one bit,
// and the file is cut. What leaves is what would have left, and the damage is
// noticed where it is one.
func TestDamagedFiles(t *testing.T) {
	const size = 4096
	base := settled(t)
	sound := release(t, base)
	data := bytesOf(t, base)
	out := 0
	for at := 0; at < len(data); at += size {
		for name, harm := range map[string]func(b []byte) []byte{
			"zeroed": func(b []byte) []byte { clear(b[at:min(at+size, len(b))]); return b },
			"noise": func(b []byte) []byte {
				for i := at; i < min(at+size, len(b)); i++ {
					b[i] ^= byte(i*7 + 1)
				}
				return b
			},
			"cut": func(b []byte) []byte { return b[:at] },
		} {
			if at == 0 && name == "cut" { // a new store: there is nothing in it that could be damaged
				continue
			}
			t.Run(fmt.Sprintf("%s %d", name, at/size), func(t *testing.T) {
				source := sqliteFile(t)
				must(t, os.WriteFile(source, harm(slices.Clone(data)), 0o600))
				got := release(t, source)
				out += len(got.out)
				judge(t, sound, got, func(int64) bool { return false })
			})
		}
	}
	if out == 0 {
		t.Error("nothing was saved of any file")
	}
}

// TestTurnedBits turns single bits of the file all over. A bit of free space
// harms nothing; whatever leaves is what would have left.
func TestTurnedBits(t *testing.T) {
	base := settled(t)
	sound := release(t, base)
	data := bytesOf(t, base)
	for at := 100; at < len(data); at += 1777 {
		source := sqliteFile(t)
		b := slices.Clone(data)
		b[at] ^= 1 << (at % 8)
		must(t, os.WriteFile(source, b, 0o600))
		got := release(t, source)
		for id, text := range got.out {
			if !hides(sound.out[id], text) {
				t.Errorf("byte %d: message %d leaves as %q, of a sound store as %q", at, id, text, sound.out[id])
			}
		}
		if len(got.out) < len(sound.out) && !got.noticed {
			t.Errorf("byte %d: messages are missing and nobody notices", at)
		}
	}
}

// TestDamagedStoresOnPostgres does some of it to the other database.
func TestDamagedStoresOnPostgres(t *testing.T) {
	source := databases(t)["postgres"]
	if source == nil {
		t.Skip("PostgreSQL is not installed; where CI is set, databases fails instead")
	}
	base := source(t)
	patient(t, base)
	sound := release(t, base)
	if sound.noticed || len(sound.out) != 10 {
		t.Fatalf("a sound store: %+v", sound)
	}
	db, err := sql.Open("pgx", base)
	must(t, err)
	defer db.Close()
	for _, name := range []string{
		"foreign password", "limit raised", "mask lifted", "mark lifted", "audit's last row", "last decision", "word taken out", "message taken out",
		"view added",
	} { // one upon the other, the first touch no message
		d := damages()[name]
		_, err := db.Exec("SET session_replication_role = replica; " + d.sql)
		must(t, err)
		got := release(t, base)
		judge(t, sound, got, func(id int64) bool { return !slices.Contains([]int64{1, 3, 4, 5}, id) })
		if len(got.said) == 0 {
			t.Errorf("%s: nothing is said", name)
		}
	}
}
