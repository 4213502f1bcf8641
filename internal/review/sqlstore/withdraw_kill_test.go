package sqlstore_test

import (
	"bytes"
	"context"
	"database/sql"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/bauta/bauta/internal/review"
	"github.com/bauta/bauta/internal/review/reviewtest"
	"github.com/bauta/bauta/internal/review/sqlstore"
)

// childLeaves makes the child take the leaver out instead.
const childLeaves = "BAUTA_TEST_LEAVES"

// withdrawUntilKilled takes the leaver out. Somebody reads, so that it never ends.
func withdrawUntilKilled(ctx context.Context, s *sqlstore.Store) {
	_, err := s.Withdraw(ctx, 1, leaver, 1)
	fmt.Println("! the withdrawal ended", err)
	os.Exit(1)
}

// reads keeps a file from being compacted until it is ended.
func reads(t *testing.T, name, source string) (db *sql.DB, end func()) {
	t.Helper()
	driver, query := "sqlite", "SELECT count(*) FROM message"
	if name == "postgres" {
		driver, query = "pgx", "LOCK TABLE message IN ACCESS SHARE MODE"
	}
	db, err := sql.Open(driver, source)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	tx, err := db.BeginTx(t.Context(), nil)
	if err == nil {
		_, err = tx.ExecContext(t.Context(), query)
	}
	if err != nil {
		t.Fatal(err)
	}
	return db, func() { tx.Rollback() }
}

// traces gives which of what was the leaver's is still in a file of the folder.
func traces(t *testing.T, dir string, of map[string][]byte) (left []string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for name, sealed := range of {
			if bytes.Contains(data, sealed) {
				left = append(left, name+" in "+filepath.Base(file))
			}
		}
	}
	return left
}

// TestWithdrawKilled: who is killed between the commit and the compaction leaves a mark.
// Opening the store compacts it; the same withdrawal once more gives the receipt of the first.
func TestWithdrawKilled(t *testing.T) {
	for name, source := range databases(t) {
		t.Run(name, func(t *testing.T) {
			at := source(t)
			s, p := talk(t, at)
			db, end := reads(t, name, at)
			before := ofLeaver(t, db)
			cmd := exec.Command(os.Args[0])
			cmd.Env = append(os.Environ(), childStore+"="+at, childLeaves+"=1")
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			committed := 0
			for range 600 {
				if committed, _ = countOf(db, "SELECT count(*) FROM audit WHERE action = 'withdraw'"); committed > 0 {
					break
				}
				time.Sleep(50 * time.Millisecond)
			}
			cmd.Process.Kill()
			cmd.Wait() // it was killed: the error says so
			if owes, err := s.Owes(t.Context()); committed == 0 || err != nil || !owes {
				t.Fatalf("%d withdrawals committed, the rest is owed: %t, %v", committed, owes, err)
			}
			dir := filepath.Dir(at)
			if name == "sqlite" && len(traces(t, dir, before)) == 0 {
				t.Fatal("nothing is left to compact")
			}
			end()
			again := openAt(t, at, &reviewtest.Clock{})
			if owes, err := again.Owes(t.Context()); err != nil || owes {
				t.Errorf("opening did not finish it: %v", err)
			}
			if name == "sqlite" {
				if left := traces(t, dir, before); len(left) > 0 {
					t.Errorf("still there: %v", left)
				}
			}
			receiptAgain(t, again, p.ID)
			wholeStore(t, again, p.ID)
		})
	}
}

// receiptAgain asks for the receipt of what was taken out before.
func receiptAgain(t *testing.T, s *sqlstore.Store, project int64) {
	t.Helper()
	for _, who := range []review.Leaving{leaver, {Author: " U7"}} {
		got, err := s.Withdraw(t.Context(), project, who, 1)
		if err != nil || got.Before.IsZero() {
			t.Errorf("%+v, %v", got, err)
		}
		got.Before, got.Hints = time.Time{}, review.Hints{} // those are of the names that are given now
		if want := (review.Withdrawn{Messages: 2, Decisions: 4, Annotations: 1, Words: 1, Mentions: 8, Left: 6}); got != want {
			t.Errorf("the receipt once more: %+v, want %+v", got, want)
		}
	}
	if _, err := s.Withdraw(t.Context(), project, review.Leaving{Author: "u77"}, 1); err == nil {
		t.Error("who was never there gets a receipt")
	}
}

func countOf(db *sql.DB, query string) (n int, err error) {
	err = db.QueryRow(query).Scan(&n)
	return n, err
}
