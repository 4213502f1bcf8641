package sqlstore_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"

	_ "github.com/jackc/pgx/v5/stdlib"
	_ "modernc.org/sqlite"

	"github.com/bauta/bauta/internal/review"
	"github.com/bauta/bauta/internal/review/reviewtest"
	"github.com/bauta/bauta/internal/review/sqlstore"
)

// server is the PostgreSQL of this run, started by the first test that wants it.
var server struct {
	sync.Once
	*reviewtest.Postgres
	err error
}

func TestMain(m *testing.M) {
	if os.Getenv(childStore) != "" {
		writeUntilKilled()
	}
	code := m.Run()
	if server.Postgres != nil {
		if err := server.Stop(); err != nil {
			fmt.Fprintln(os.Stderr, err)
		}
	}
	os.Exit(code)
}

var key = []byte("0123456789abcdef0123456789abcdef")

func config(clock *reviewtest.Clock) sqlstore.Config {
	return sqlstore.Config{Key: key, Now: clock.Now}
}

func openAt(t testing.TB, source string, clock *reviewtest.Clock) *sqlstore.Store {
	t.Helper()
	s, err := sqlstore.Open(context.Background(), source, config(clock))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// databases gives the name and a maker of empty databases of each kind.
func databases(t testing.TB) map[string]func(t testing.TB) string {
	t.Helper()
	out := map[string]func(t testing.TB) string{"sqlite": sqliteFile}
	server.Do(func() { server.Postgres, server.err = reviewtest.StartPostgres() })
	switch {
	case server.err == nil:
		out["postgres"] = server.Database
	case errors.Is(server.err, reviewtest.ErrNoPostgres) && os.Getenv("CI") == "":
		t.Log(server.err)
	default:
		t.Error(server.err)
	}
	return out
}

// sqliteFile names a new file: in memory where there is such a folder, since
// thousands of writes that reach a slow disk are no part of what is tested.
func sqliteFile(t testing.TB) string {
	t.Helper()
	dir, err := os.MkdirTemp("/dev/shm", "bauta-test-")
	if err != nil {
		return filepath.Join(t.TempDir(), "desk.db")
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	return filepath.Join(dir, "desk.db")
}

// TestSuite runs what every store must do. The suite draws sequences of decisions
// with pgregory.net/rapid: make test gives such packages a seed.
func TestSuite(t *testing.T) {
	for name, source := range databases(t) {
		t.Run(name, func(t *testing.T) {
			reviewtest.Suite(t, func(t testing.TB, clock *reviewtest.Clock) review.Store { return openAt(t, source(t), clock) })
		})
	}
}
