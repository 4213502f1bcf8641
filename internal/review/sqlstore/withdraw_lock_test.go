package sqlstore_test

import (
	"database/sql"
	"testing"
	"time"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/review"
	"github.com/bauta/bauta/internal/review/reviewtest"
)

// TestWithdrawBesideImport: an import that runs when a withdrawal begins, or begins when one runs, leaves nothing of the
// person, whichever of them comes first. Somebody holds the table of messages until both wait.
func TestWithdrawBesideImport(t *testing.T) {
	for name, source := range databases(t) {
		for _, first := range []string{"import", "withdrawal"} {
			t.Run(name+" "+first, func(t *testing.T) {
				at := source(t)
				s, p := talk(t, at)
				other := openAt(t, at, &reviewtest.Clock{})
				hold, wait := func() {}, func(int) {}
				if name == "postgres" {
					hold, wait = holding(t, at, "message")
				}
				done := make(chan error, 2)
				var got review.Imported
				acts := map[string]func(){
					"import": func() {
						late := reviewtest.Item("late", "moi encore")
						late.Message.Author = "u7"
						var err error
						got, err = other.Import(t.Context(), p.ID, reviewtest.Items(late))
						done <- err
					},
					"withdrawal": func() {
						_, err := s.Withdraw(t.Context(), p.ID, leaver, 1)
						done <- err
					},
				}
				go acts[first]()
				wait(1)
				delete(acts, first)
				for _, second := range acts {
					go second()
				}
				wait(2)
				hold()
				for range 2 {
					if err := <-done; err != nil {
						t.Fatal(err)
					}
				}
				left := 0
				for m, err := range s.Messages(t.Context(), p.ID) {
					if left++; err != nil || leaver.Wrote(m.Message.Author) {
						t.Errorf("message %d is there, %v", m.ID, err)
					}
				}
				if left != 6 || got.Messages+got.Withdrawn != 1 {
					t.Errorf("%d messages are left; imported %+v", left, got)
				}
				wholeStore(t, s, p.ID)
			})
		}
	}
}

// TestWithdrawBesideAnnotation: what somebody says of a message of the person, while a withdrawal begins, goes with it.
func TestWithdrawBesideAnnotation(t *testing.T) {
	source := databases(t)["postgres"]
	if source == nil {
		t.Skip("PostgreSQL is not installed; where CI is set, databases fails instead")
	}
	at := source(t)
	s, p := talk(t, at)
	hold, wait := holding(t, at, "annotation")
	done := make(chan error, 2)
	go func() {
		_, err := openAt(t, at, &reviewtest.Clock{}).Annotate(t.Context(), review.Annotation{
			ID: "late-annotation", Project: p.ID, Message: 5, User: 1, Act: review.ActLabel, Expect: -1,
			Spans: []bauta.Span{{Start: 4, End: 8, Label: bauta.Person}},
		})
		done <- err
	}()
	wait(1)
	go func() {
		_, err := s.Withdraw(t.Context(), p.ID, leaver, 1)
		done <- err
	}()
	wait(2)
	hold()
	for range 2 {
		if err := <-done; err != nil {
			t.Fatal(err)
		}
	}
	db, err := sql.Open("pgx", at)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if n, err := countOf(db, "SELECT count(*) FROM annotation WHERE message = 5"); err != nil || n > 0 {
		t.Errorf("%d annotations are left, %v", n, err)
	}
	wholeStore(t, s, p.ID)
}

// holding holds a table against writers until end; wait returns when so many wait for a lock.
func holding(t *testing.T, source, table string) (end func(), wait func(int)) {
	t.Helper()
	db, err := sql.Open("pgx", source)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	tx, err := db.BeginTx(t.Context(), nil)
	if err == nil {
		_, err = tx.ExecContext(t.Context(), "LOCK TABLE "+table+" IN SHARE MODE")
	}
	if err != nil {
		t.Fatal(err)
	}
	return func() { tx.Rollback() }, func(n int) {
		for range 600 {
			waiting, err := countOf(db, "SELECT count(DISTINCT pid) FROM pg_locks WHERE NOT granted AND database = "+
				"(SELECT oid FROM pg_database WHERE datname = current_database())")
			if err != nil || waiting >= n {
				return
			}
			time.Sleep(10 * time.Millisecond)
		}
		t.Errorf("%d do not wait", n)
	}
}
