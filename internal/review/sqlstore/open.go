package sqlstore

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/bauta/bauta/internal/private"
	"github.com/bauta/bauta/internal/review"
)

// Config is what a store needs beside its place.
type Config struct {
	// Key is the master key, KeySize bytes, that wraps the keys of projects.
	Key []byte
	// Passphrase stands in for Key: the master key is made of it by Argon2id.
	Passphrase string
	Now        func() time.Time // nil: time.Now
	Lease      time.Duration    // how long a claimed group is reserved; 0: 10 minutes
	Fixed      bool             // the queue learns nothing from decisions
}

// maxHeld is how many groups one user holds at once.
const maxHeld = 5

// Store implements review.Store.
type Store struct {
	writer, reader *sql.DB
	dialect        dialect
	keys           master
	tables         []boundTable
	now            func() time.Time
	lease          time.Duration
	fixed          bool

	mu     sync.Mutex
	vaults map[int64]*vault // by project
	gone   map[int64]*left  // by project

	recent  recent
	lookups map[int64]*lookup // by project
}

var _ review.Store = (*Store)(nil)

// Open opens the store at source, a path or a postgres:// address, makes it if
// there is none, and takes an older schema forward (of a SQLite file, after a
// copy beside it). It fails on a wrong key and, with review.ErrNewer, on a newer
// schema.
func Open(ctx context.Context, source string, cfg Config) (*Store, error) {
	s := &Store{
		now: cfg.Now, lease: cfg.Lease, fixed: cfg.Fixed, vaults: map[int64]*vault{}, gone: map[int64]*left{},
		tables: boundTables(),
	}
	if s.now == nil {
		s.now = time.Now
	}
	if s.lease == 0 {
		s.lease = 10 * time.Minute
	}
	if err := s.connect(source); err != nil {
		return nil, err
	}
	if err := s.prepare(ctx, source, cfg); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// IsPostgres reports whether a source is the address of a PostgreSQL database.
func IsPostgres(source string) bool {
	return strings.HasPrefix(source, "postgres://") || strings.HasPrefix(source, "postgresql://")
}

// connect opens the pools: of SQLite one connection that writes and a few that
// read, of PostgreSQL one pool for both.
func (s *Store) connect(source string) error {
	if IsPostgres(source) {
		s.dialect = postgres
		db, err := sql.Open("pgx", source)
		if err != nil {
			return errors.New("the address of the database cannot be read; write postgres://user@host/name")
		}
		db.SetMaxOpenConns(16)
		s.writer, s.reader = db, db
		return nil
	}
	if strings.ContainsAny(source, "?#\x00") {
		return fmt.Errorf("%s: a store's name may not hold ? or #; choose another", source)
	}
	// The file holds ciphertext, but still who decided what: for its owner alone.
	f, err := private.OpenFile(source, os.O_RDWR|os.O_CREATE)
	if err != nil {
		return fmt.Errorf("%s: cannot be opened; does the folder exist, and may you write there?", source)
	}
	if err := f.Close(); err != nil {
		return err
	}
	pragmas := url.Values{"_pragma": {
		"busy_timeout(5000)", "journal_mode(WAL)", "synchronous(FULL)", "foreign_keys(1)", "secure_delete(1)",
	}}
	if s.writer, err = sql.Open("sqlite", source+"?_txlock=immediate&"+pragmas.Encode()); err != nil {
		return err
	}
	s.writer.SetMaxOpenConns(1)
	pragmas.Add("_pragma", "query_only(1)")
	if s.reader, err = sql.Open("sqlite", source+"?"+pragmas.Encode()); err != nil {
		return errors.Join(err, s.writer.Close())
	}
	s.reader.SetMaxOpenConns(8)
	return nil
}

// prepare checks the key and brings the schema up to date.
func (s *Store) prepare(ctx context.Context, source string, cfg Config) error {
	if err := s.ensureMeta(ctx); err != nil {
		return fmt.Errorf("the store cannot be opened: %w", err)
	}
	if err := s.unlock(ctx, cfg); err != nil {
		return err
	}
	if err := s.migrate(ctx, source); err != nil {
		return err
	}
	// Somebody who reads now is no reason to stay outside: Owes says what is left to do.
	if err := s.finish(ctx, hasty); err != nil && ctx.Err() != nil {
		return err
	}
	return nil
}

// Close gives the connections back.
func (s *Store) Close() error {
	if s.reader == s.writer {
		return s.writer.Close()
	}
	return errors.Join(s.reader.Close(), s.writer.Close())
}

// dialect is what differs between the two databases.
type dialect int

const (
	sqlite dialect = iota
	postgres
)

func (d dialect) String() string {
	if d == postgres {
		return "postgres"
	}
	return "sqlite"
}

// rebind numbers the placeholders where the database wants that. No query holds
// a question mark otherwise.
func (d dialect) rebind(query string) string {
	if d == sqlite || !strings.Contains(query, "?") {
		return query
	}
	var b strings.Builder
	n := 0
	for _, part := range strings.SplitAfter(query, "?") {
		if cut, ok := strings.CutSuffix(part, "?"); ok {
			n++
			fmt.Fprintf(&b, "%s$%d", cut, n)
			continue
		}
		b.WriteString(part)
	}
	return b.String()
}

// lock is the clause that holds the rows a query gives until the transaction
// ends. A SQLite writer is alone anyway.
func (d dialect) lock(clause string) string {
	if d == postgres {
		return " " + clause
	}
	return ""
}

// querier is a database or a transaction.
type querier interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

// conn is a querier with its dialect and, within a transaction that writes, what
// that does to bound tables.
type conn struct {
	querier
	dialect
	change *change
}

func (c conn) exec(ctx context.Context, query string, args ...any) error {
	_, err := c.ExecContext(ctx, c.rebind(query), args...)
	return err
}

func (c conn) row(ctx context.Context, query string, args ...any) *sql.Row {
	return c.QueryRowContext(ctx, c.rebind(query), args...)
}

// each scans every row of a query.
func (c conn) each(ctx context.Context, scan func(row scanner) error, query string, args ...any) error {
	rows, err := c.QueryContext(ctx, c.rebind(query), args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := scan(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

// scanner is a row.
type scanner interface{ Scan(dest ...any) error }

func (s *Store) read() conn { return conn{s.reader, s.dialect, nil} }

// maxTries bounds how often a transaction is repeated that the database broke
// off for the sake of another.
const maxTries = 8

// write runs f in a transaction. It may run more than once.
func (s *Store) write(ctx context.Context, f func(t conn) error) error {
	var err error
	for range maxTries {
		if err = s.once(ctx, f); !worthRetrying(err) {
			return err
		}
	}
	return err
}

func (s *Store) once(ctx context.Context, f func(t conn) error) error {
	tx, err := s.writer.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	t := conn{tx, s.dialect, &change{s: s, totals: map[string]total{}, rows: map[string]*touched{}}}
	err = f(t)
	if err == nil {
		err = t.bind(ctx)
	}
	if err != nil {
		return errors.Join(err, tx.Rollback())
	}
	return tx.Commit()
}

// worthRetrying reports errors after which PostgreSQL wants the transaction repeated:
// serialisation failure, deadlock, and the same ID written at the same time.
func worthRetrying(err error) bool {
	var state interface{ SQLState() string }
	if !errors.As(err, &state) {
		return false
	}
	switch state.SQLState() {
	case "40001", "40P01", "23505":
		return true
	}
	return false
}

// next takes n numbers of a counter and gives the first.
func (c conn) next(ctx context.Context, name string, n int) (int64, error) {
	var last int64
	if err := c.touch(ctx, "counter", "name = ?", name); err != nil {
		return 0, err
	}
	err := c.row(ctx, "INSERT INTO counter (name, last) VALUES (?, ?) ON CONFLICT (name) DO UPDATE "+
		"SET last = counter.last + excluded.last RETURNING last", name, n).Scan(&last)
	return last - int64(n) + 1, err
}

// maxRows bounds the rows of one statement.
const maxRows = 400

// insert writes rows of the named columns: of a bound table all of them, the
// hash apart.
func (c conn) insert(ctx context.Context, table, columns string, rows [][]any) error {
	if t, ok := c.change.s.table(table); ok && len(rows) > 0 {
		var err error
		if rows, err = c.bound(t, columns, rows); err != nil {
			return err
		}
		columns += ", mac"
	}
	for len(rows) > 0 {
		part := rows[:min(maxRows, len(rows))]
		rows = rows[len(part):]
		one := "(" + marks(len(part[0])) + ")"
		args := make([]any, 0, len(part)*len(part[0]))
		for _, r := range part {
			args = append(args, r...)
		}
		if err := c.exec(ctx, "INSERT INTO "+table+" ("+columns+") VALUES "+strings.Repeat(one+", ", len(part)-1)+one,
			args...); err != nil {
			return err
		}
	}
	return nil
}

// real is the type of numbers with a fraction, in both databases.
const real = "DOUBLE PRECISION"

// update runs a statement that takes rows as a table, whose name and columns
// are in head and their types in types; scan, unless nil, gets what it returns.
func (c conn) update(
	ctx context.Context, scan func(row scanner) error, head string, types []string, statement string, rows [][]any,
) error {
	typed := "(CAST(? AS " + strings.Join(types, "), CAST(? AS ") + "))"
	bare := ", (" + strings.Repeat("?, ", len(types)-1) + "?)"
	for part := range slices.Chunk(rows, maxRows) {
		query := "WITH " + head + " AS (VALUES " + typed + strings.Repeat(bare, len(part)-1) + ") " + statement
		args := slices.Concat(part...)
		var err error
		if scan == nil {
			err = c.exec(ctx, query, args...)
		} else {
			err = c.each(ctx, scan, query, args...)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// inList repeats a query that ends in "IN" for chunks of a list.
func inList[T any](
	ctx context.Context, c conn, list []T, scan func(row scanner) error, query string, args ...any,
) error {
	for len(list) > 0 {
		part := list[:min(maxRows, len(list))]
		list = list[len(part):]
		all := args[:len(args):len(args)]
		for _, x := range part {
			all = append(all, x)
		}
		if err := c.each(ctx, scan, query+" ("+strings.Repeat("?, ", len(part)-1)+"?)", all...); err != nil {
			return err
		}
	}
	return nil
}

// flag is how the databases keep a bool.
func flag(b bool) int {
	if b {
		return 1
	}
	return 0
}

func millis(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}

func moment(ms int64) time.Time {
	if ms == 0 {
		return time.Time{}
	}
	return time.UnixMilli(ms).UTC()
}
