package sqlstore_test

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/review"
	"github.com/bauta/bauta/internal/review/reviewtest"
	"github.com/bauta/bauta/internal/review/sqlstore"
)

// leaver is who takes consent back in the tests below.
var leaver = review.Leaving{Author: "u7", Names: []string{"Zita", "Zita Kern"}}

// talk is a project in which the leaver writes, is named by others, and shares words
// with them; everything about it was decided.
func talk(t testing.TB, source string) (*sqlstore.Store, review.Project) {
	t.Helper()
	s := openAt(t, source, &reviewtest.Clock{})
	p, err := s.CreateProject(t.Context(), review.Project{
		Slug: "desk", Seed: "s", Labels: []bauta.Label{bauta.Person}, SecondAbove: 50,
	})
	if err != nil {
		t.Fatal(err)
	}
	marked := []struct{ by, text string }{
		{"u7", "ici [Orlando?] et [Paul?] et Basile"}, // Orlando stands here alone; Basile is pointed at
		{"u1", "salut [Zita?] et [Paul?] et Basile"},
		{"u2", "[Zita?] arrive"},
		{"u3", "la petite Zita Kern est là, Basile"},
		{"U7\u00a0", "moi [Zita?] je pars"}, // the same, as somebody else typed it
		{"u1", "avec [Zita Kern!] ou Kern"},
		{"u2", "rien de neuf chez [Paul?]"},
		{"u3", "Zïtaaa, Zita's Hut, [@zita_k?] et #TeamZita"},
	}
	items := func(yield func(review.Item, error) bool) {
		for i, m := range marked {
			it := reviewtest.Item(fmt.Sprint("m", i+1), m.text)
			it.Message.Author = m.by
			if !yield(it, nil) {
				return
			}
		}
	}
	if _, err := s.Import(t.Context(), p.ID, iter.Seq2[review.Item, error](items)); err != nil {
		t.Fatal(err)
	}
	n := 0
	decide := func(d review.Decision) {
		t.Helper()
		n++
		d.ID, d.Project, d.User, d.Expect = fmt.Sprintf("decision-%03d", n), p.ID, 1, -1
		if d.Effect == review.Mask {
			d.Label = bauta.Person
		}
		if _, err := s.Decide(t.Context(), d); err != nil {
			t.Fatal(err)
		}
	}
	first := strings.Index("ici Orlando et Paul et Basile", "Basile")
	decide(review.Decision{Scope: review.OnWord, Message: 1, Range: review.Range{Start: first, End: first + 6}, Effect: review.Mask})
	groups := map[string]int64{}
	all, err := s.Groups(t.Context(), p.ID, "", 100)
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range all {
		groups[review.Fold(g.Word)] = g.ID
	}
	decide(review.Decision{Scope: review.OnGroup, Group: groups["orlando"], Effect: review.Mask})
	decide(review.Decision{Scope: review.OnWord, Group: groups["zita"], Effect: review.Keep})
	decide(review.Decision{Scope: review.OnGold, Group: groups["zita"], Message: 2, Range: review.Range{Start: 6, End: 10}, Effect: review.Keep})
	decide(review.Decision{Scope: review.OnEach, Group: groups["zita kern"], Effect: review.Keep})
	paul := review.Range{Start: strings.Index("ici Orlando et Paul", "Paul")}
	paul.End = paul.Start + 4
	decide(review.Decision{Scope: review.OnPattern, Group: groups["paul"], Message: 1, Range: paul, Effect: review.Mask})
	decide(review.Decision{Scope: review.OnOccurrence, Group: groups["zita"], Message: 5, Range: review.Range{Start: 4, End: 8}, Effect: review.Keep})
	if _, err := s.Annotate(t.Context(), review.Annotation{
		ID: "annotation-1", Project: p.ID, Message: 5, User: 1, Act: review.ActLabel, Expect: -1,
		Spans: []bauta.Span{{Start: 4, End: 8, Label: bauta.Person}},
	}); err != nil {
		t.Fatal(err)
	}
	return s, p
}

// inClear gives what of a message stays in clear.
func inClear(m *review.Stored) string {
	text := []byte(m.Message.Text)
	for _, o := range m.Occurrences {
		at := o.Range
		if o.Now.As != (review.Range{}) {
			at = o.Now.As
		}
		for i := at.Start; o.Now.Effect == review.Mask && i < at.End; i++ {
			text[i] = '#'
		}
	}
	return string(text)
}

func TestWithdraw(t *testing.T) {
	for name, source := range databases(t) {
		t.Run(name, func(t *testing.T) {
			s, p := talk(t, source(t))
			if err := s.SetState(t.Context(), p.ID, review.Released, 1); err != nil {
				t.Fatal(err)
			}
			got, err := s.Withdraw(t.Context(), p.ID, leaver, 1)
			if err != nil {
				t.Fatal(err)
			}
			want := review.Withdrawn{Messages: 2, Decisions: 4, Annotations: 1, Words: 1, Mentions: 8, Left: 6, Hints: review.Hints{Parts: 1}}
			if got != want {
				t.Errorf("took out %+v, want %+v", got, want)
			}
			var clear []string
			for m, err := range s.Messages(t.Context(), p.ID) {
				if err != nil {
					t.Fatal(err)
				}
				if strings.Contains(strings.ToLower(m.Message.Author), leaver.Author) {
					t.Errorf("message %d is still there", m.ID)
				}
				clear = append(clear, inClear(&m))
			}
			if got, want := strings.Join(clear, "|"), "salut #### et Paul et ######|#### arrive|"+
				"la petite #### #### est là, ######|avec ######### ou Kern|rien de neuf chez Paul|"+
				"#######, ###### Hut, ####### et #########"; got != want {
				t.Errorf("stays in clear: %s\nwant %s", got, want)
			}
			wholeStore(t, s, p.ID)
			if _, err := s.Withdraw(t.Context(), p.ID, review.Leaving{Author: "u99"}, 1); !errors.Is(err, review.ErrNotFound) {
				t.Errorf("nobody: %v", err)
			}
		})
	}
}

// TestWithdrawHidesLater: what the person was called is masked in later imports, too.
func TestWithdrawHidesLater(t *testing.T) {
	s, p := talk(t, sqliteFile(t))
	if _, err := s.Withdraw(t.Context(), p.ID, leaver, 1); err != nil {
		t.Fatal(err)
	}
	later := reviewtest.Item("later", "puis #TeamZita et Zïtaaa avec Paul")
	if _, err := s.Import(t.Context(), p.ID, func(yield func(review.Item, error) bool) { yield(later, nil) }); err != nil {
		t.Fatal(err)
	}
	for m, err := range s.Messages(t.Context(), p.ID) {
		if got := inClear(&m); err != nil || m.Message.ID == "later" && got != "puis ######### et ####### avec Paul" {
			t.Errorf("imported later: %s, %v", got, err)
		}
	}
}

// TestWithdrawnStaysOut: who was taken out does not come back under a name that was given, nor under another
// author with the same IDs; what others have is known, and whoever has neither comes in.
func TestWithdrawnStaysOut(t *testing.T) {
	written := func(by string, ids ...string) iter.Seq2[review.Item, error] {
		return func(yield func(review.Item, error) bool) {
			for _, id := range ids {
				it := reviewtest.Item(id, "rien de "+id)
				if it.Message.Author = by; !yield(it, nil) {
					return
				}
			}
		}
	}
	for name, source := range databases(t) {
		t.Run(name, func(t *testing.T) {
			s := openAt(t, source(t), &reviewtest.Clock{})
			p, err := s.CreateProject(t.Context(), review.Project{Slug: "desk", Seed: "s", Labels: []bauta.Label{bauta.Person}})
			if err != nil {
				t.Fatal(err)
			}
			comes := func(want review.Imported, by string, ids ...string) {
				t.Helper()
				if got, err := s.Import(t.Context(), p.ID, written(by, ids...)); err != nil || got != want {
					t.Errorf("%s %v: %+v, %v; want %+v", by, ids, got, err, want)
				}
			}
			leaves := func(names ...string) {
				t.Helper()
				if _, err := s.Withdraw(t.Context(), p.ID, review.Leaving{Author: "u1", Names: names}, 1); err != nil {
					t.Fatal(err)
				}
			}
			comes(review.Imported{Messages: 2}, "u1", "a1", "a2")
			comes(review.Imported{Messages: 1}, "u2", "b1")
			leaves("Élodie Tournier")
			comes(review.Imported{Withdrawn: 1}, "ÉLODIE  tournier ", "c1")
			comes(review.Imported{Withdrawn: 1}, "Tournier, Elodie", "c1")
			comes(review.Imported{Messages: 1, Withdrawn: 2, ByID: 2}, "Someone", "a1", "a2", "c2")
			comes(review.Imported{Known: 1}, "u2", "b1")
			comes(review.Imported{Messages: 1}, "Élodie Tourniers", "c3")
			leaves("Élo") // of whom nothing is left
			comes(review.Imported{Withdrawn: 1}, "élo", "c4")
			leaves("Élo")
			entries, err := s.Entries(t.Context(), 100)
			if err != nil {
				t.Fatal(err)
			}
			notes := 0
			for _, e := range entries {
				said := strings.ToLower(fmt.Sprint(e.Object, e.Detail))
				if strings.Contains(said, "tournier") || strings.Contains(said, "élo") {
					t.Errorf("row %d of the audit names the leaver", e.Seq)
				}
				if strings.HasPrefix(e.Action, "withdraw") {
					notes++
				}
			}
			if notes != 2 {
				t.Errorf("%d notes of one person with two names", notes)
			}
			wholeStore(t, s, p.ID)
		})
	}
}

// TestNumbersKeepNobodyOut: the number of a line is no ID of who was taken out. It keeps out neither what stands in that
// line of another file nor what has that ID; an ID that a file gave keeps out what another file gives it.
func TestNumbersKeepNobodyOut(t *testing.T) {
	s := openAt(t, sqliteFile(t), &reviewtest.Clock{})
	p, err := s.CreateProject(t.Context(), review.Project{Slug: "desk", Seed: "s", Labels: []bauta.Label{bauta.Person}})
	if err != nil {
		t.Fatal(err)
	}
	comes := func(want review.Imported, by, said string, numbered bool, ids ...int) {
		t.Helper()
		var items []review.Item
		for _, n := range ids {
			it := reviewtest.Item(fmt.Sprint(n), fmt.Sprint(said, n))
			if it.Message.Author = by; numbered {
				it.Message.Line = n
			}
			items = append(items, it)
		}
		if got, err := s.Import(t.Context(), p.ID, reviewtest.Items(items...)); err != nil || got != want {
			t.Errorf("%s %v: %+v, %v; want %+v", by, ids, got, err, want)
		}
	}
	comes(review.Imported{Messages: 2}, "u1", "rien", true, 1, 2)
	comes(review.Imported{Messages: 1}, "u1", "rien", false, 9)
	comes(review.Imported{Messages: 1}, "u2", "rien", true, 3)
	if _, err := s.Withdraw(t.Context(), p.ID, review.Leaving{Author: "u1"}, 1); err != nil {
		t.Fatal(err)
	}
	comes(review.Imported{Messages: 4}, "u3", "autre", true, 1, 2, 3, 9)
	comes(review.Imported{Messages: 2, Withdrawn: 1, ByID: 1}, "u4", "encore", false, 1, 2, 9)
	comes(review.Imported{Withdrawn: 2}, "U1 ", "rien", true, 1, 2)
	comes(review.Imported{Withdrawn: 1}, "U1 ", "rien", false, 9)
	wholeStore(t, s, p.ID)
}

// TestWithdrawHidesSpellings: a name that is spelled, cut, escaped or part of a tag is masked, too.
func TestWithdrawHidesSpellings(t *testing.T) {
	s := openAt(t, sqliteFile(t), &reviewtest.Clock{})
	p, err := s.CreateProject(t.Context(), review.Project{Slug: "desk", Seed: "s", Labels: []bauta.Label{bauta.Person}})
	if err != nil {
		t.Fatal(err)
	}
	said := "oui Z.I.T.A. ou Z i t a, Zi-ta #teamzita2 🅉🄸🅃🄰 Zi&#116;a http://a.example/Zi%74a fin"
	if _, err := s.Import(t.Context(), p.ID, reviewtest.Texts(said)); err != nil {
		t.Fatal(err)
	}
	if got, err := s.Withdraw(t.Context(), p.ID, review.Leaving{Author: "u1", Names: []string{"Zita"}}, 1); err != nil || got.Mentions != 7 {
		t.Errorf("%+v, %v", got, err)
	}
	for m, err := range s.Messages(t.Context(), p.ID) {
		if left := strings.ToLower(inClear(&m)); err != nil || strings.ContainsAny(left, "zt🅉%") {
			t.Errorf("stays in clear: %s, %v", left, err)
		}
	}
	wholeStore(t, s, p.ID)
}

// TestWithdrawShort: of a name of two letters its dots or its capitals are masked, now and in later imports, and no other
// word of the same letters (later, where the store has the letters in another spelling, its pipeline alone hides it); what may be the person and is in clear when all is done is counted.
func TestWithdrawShort(t *testing.T) {
	s := openAt(t, sqliteFile(t), &reviewtest.Clock{})
	p, err := s.CreateProject(t.Context(), review.Project{Slug: "desk", Seed: "s", Labels: []bauta.Label{bauta.Person}})
	if err != nil {
		t.Fatal(err)
	}
	texts := func(said ...string) {
		t.Helper()
		if _, err := s.Import(t.Context(), p.ID, reviewtest.Texts(said...)); err != nil {
			t.Fatal(err)
		}
	}
	texts("toi et [ET?] et Al", "E.T. et [Jo Tell?], jo", "Tell dort", "[Et~] jo", "[Tell!] et al.", "et [al~]",
		"[Tell?] vient") // asked, which comes out hidden
	who := review.Leaving{Author: "u9", Names: []string{"É.T.", "Al", "Jo Tell", "jo tell"}}
	for range 2 { // the receipt once more counts the same
		got, err := s.Withdraw(t.Context(), p.ID, who, 1)
		if want := (review.Hints{Parts: 1, Initials: 2}); err != nil || got.Mentions != 4 || got.Hints != want {
			t.Errorf("%+v, %v; hints want %+v", got, err, want)
		}
	}
	texts("plus tard et ET, al et Al, jo tell")
	var clear []string
	for m, err := range s.Messages(t.Context(), p.ID) {
		if err != nil {
			t.Fatal(err)
		}
		clear = append(clear, inClear(&m))
	}
	if got, want := strings.Join(clear, "|"), "toi et ## et ##|#### et #######, jo|Tell dort|Et jo|#### et al.|et al|Tell vient|"+
		"plus tard et ##, al et Al, #######"; got != want {
		t.Errorf("stays in clear: %s\nwant %s", got, want)
	}
	wholeStore(t, s, p.ID)
}

// TestWithdrawInitials: the last dot of initials goes with them, whether they were found, with it or without, or not.
func TestWithdrawInitials(t *testing.T) {
	s := openAt(t, sqliteFile(t), &reviewtest.Clock{})
	p, err := s.CreateProject(t.Context(), review.Project{Slug: "desk", Seed: "s", Labels: []bauta.Label{bauta.Person}})
	if err != nil {
		t.Fatal(err)
	}
	for i, said := range []string{"É.T. dort", "[É.T!]. dort", "[É.T.?] dort", "[É!].[T?]. dort", "vu É.T. Il dort", "vu É.T."} {
		it := reviewtest.Item(fmt.Sprint("m", i), said)
		if _, err := s.Import(t.Context(), p.ID, reviewtest.Items(it)); err != nil {
			t.Fatal(err)
		}
		if i%2 == 1 { // each kind beside the others, and alone
			_, err := s.Withdraw(t.Context(), p.ID, review.Leaving{Author: "u9", Names: []string{"Élise Tournier"}}, 1)
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	for m, err := range s.Messages(t.Context(), p.ID) {
		got := inClear(&m)
		if err != nil || strings.ContainsAny(got, "ÉT") || strings.HasSuffix(got, ". dort") {
			t.Errorf("stays in clear: %s, %v", got, err)
		}
	}
	wholeStore(t, s, p.ID)
}

// wholeStore holds the store against itself.
func wholeStore(t *testing.T, s *sqlstore.Store, project int64) {
	t.Helper()
	h, err := s.Inspect(t.Context())
	if err != nil || !h.Sound() || h.Unproven != "" {
		t.Errorf("the store is damaged: %v %s %v", h.Findings, h.Unproven, err)
	}
	stands, err1 := s.Digest(t.Context(), project)
	anew, err2 := s.Rebuild(t.Context(), project)
	if err := errors.Join(err1, err2); err != nil || stands != anew {
		t.Errorf("what holds does not follow from the log, %v", err)
	}
}

// ofLeaver are the sealed texts, words, hashes and decisions of the leaver.
func ofLeaver(t testing.TB, db *sql.DB) map[string][]byte {
	t.Helper()
	out := map[string][]byte{}
	for name, query := range map[string]string{
		"text 1": "SELECT sealed FROM message WHERE id = 1", "text 5": "SELECT sealed FROM message WHERE id = 5",
		"id 1": "SELECT ext FROM message WHERE id = 1", "id 5": "SELECT ext FROM message WHERE id = 5",
		"word":    "SELECT word FROM word_group WHERE id = (SELECT grp FROM occurrence WHERE message = 1 ORDER BY id LIMIT 1)",
		"fold":    "SELECT fold FROM word_group WHERE id = (SELECT grp FROM occurrence WHERE message = 1 ORDER BY id LIMIT 1)",
		"context": "SELECT context FROM occurrence WHERE message = 5",
		"found":   "SELECT found FROM message WHERE id = 1",
		"look":    "SELECT mac FROM decision WHERE message = 5 AND scope = 'occurrence'",
		"label":   "SELECT mac FROM annotation WHERE message = 5",
	} {
		var b []byte
		if err := db.QueryRowContext(context.Background(), query).Scan(&b); err != nil || len(b) < 16 {
			t.Fatalf("%s: %d bytes, %v", name, len(b), err)
		}
		out[name] = b
	}
	return out
}

// TestWithdrawLeavesNothing looks for what was the leaver's in every file: free pages
// and the write-ahead log hold nothing of it, though the project's key still stands.
func TestWithdrawLeavesNothing(t *testing.T) {
	source := sqliteFile(t)
	s, p := talk(t, source)
	before := ofLeaver(t, raw(t, source))
	if _, err := s.Withdraw(t.Context(), p.ID, leaver, 1); err != nil {
		t.Fatal(err)
	}
	err := filepath.WalkDir(filepath.Dir(source), func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		for name, sealed := range before {
			if bytes.Contains(data, sealed) {
				t.Errorf("%s is still in %s", name, filepath.Base(path))
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	entries, err := s.Entries(t.Context(), 100)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if said := fmt.Sprint(e.Object, e.Detail); strings.Contains(said, "Zita") || strings.Contains(said, leaver.Author) {
			t.Errorf("row %d of the audit names the leaver", e.Seq)
		}
	}
}

// TestWithdrawPostgres: the rows are gone, and samples of them, too.
func TestWithdrawPostgres(t *testing.T) {
	source := databases(t)["postgres"]
	if source == nil {
		t.Skip("PostgreSQL is not installed; where CI is set, databases fails instead")
	}
	at := source(t)
	s, p := talk(t, at)
	db, err := sql.Open("pgx", at)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if len(ofLeaver(t, db)) == 0 {
		t.Fatal("nothing to take out")
	}
	if _, err := db.Exec("CREATE EXTENSION pgstattuple"); err != nil {
		t.Fatal(err, "; it comes with PostgreSQL, in Debian's package of the server")
	}
	if _, err := s.Withdraw(t.Context(), p.ID, leaver, 1); err != nil {
		t.Fatal(err)
	}
	for _, query := range []string{
		"SELECT count(*) FROM message WHERE id IN (1, 5)", "SELECT count(*) FROM occurrence WHERE message IN (1, 5)",
		"SELECT count(*) FROM decision WHERE message IN (1, 5)", "SELECT count(*) FROM annotation WHERE message IN (1, 5)",
		"SELECT count(*) FROM task WHERE message IN (1, 5)", "SELECT count(*) FROM token_label WHERE message IN (1, 5)",
		"SELECT count(*) FROM assignment WHERE message IN (1, 5)",
		// The pages themselves: statistics come late, from sessions that worked before.
		"SELECT sum((pgstattuple(name)).dead_tuple_count) FROM unnest(ARRAY['message', 'occurrence', 'decision']) AS name",
	} {
		var n int
		if err := db.QueryRow(query).Scan(&n); err != nil || n > 0 {
			t.Errorf("%s: %d, %v", query, n, err)
		}
	}
}
