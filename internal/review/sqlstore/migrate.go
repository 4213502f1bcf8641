package sqlstore

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"path"
	"strconv"
	"strings"

	"github.com/bauta/bauta/internal/review"
)

//go:embed migrations
var migrations embed.FS

// step is one migration: the file NNNN_name.sql. Steps only go forward.
type step struct {
	version int
	name    string
	sql     string
}

// steps lists the migrations of a dialect in order.
func steps(d dialect) ([]step, error) {
	dir := path.Join("migrations", d.String())
	files, err := migrations.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var out []step
	for _, f := range files { // sorted by name, that is by number
		number, _, _ := strings.Cut(f.Name(), "_")
		version, err := strconv.Atoi(number)
		if err != nil {
			return nil, fmt.Errorf("migration %s has no number", f.Name())
		}
		src, err := migrations.ReadFile(path.Join(dir, f.Name()))
		if err != nil {
			return nil, err
		}
		out = append(out, step{version, f.Name(), string(src)})
	}
	return out, nil
}

// migrate takes the schema to the newest version, in one transaction.
func (s *Store) migrate(ctx context.Context, source string) error {
	all, err := steps(s.dialect)
	if err != nil {
		return err
	}
	newest := all[len(all)-1].version
	have, err := s.have(ctx, conn{s.writer, s.dialect, nil})
	switch {
	case err != nil:
		return err
	case have > newest:
		return review.ErrNewer
	case have == newest:
		return nil
	}
	if have > 0 && s.dialect == sqlite {
		if err := s.backup(ctx, fmt.Sprintf("%s.v%04d.bak", source, have)); err != nil {
			return err
		}
	}
	return s.write(ctx, func(t conn) error {
		// Of two programs that start at once, one waits here and finds it done.
		if t.dialect == postgres {
			if err := t.exec(ctx, "LOCK TABLE meta IN EXCLUSIVE MODE"); err != nil {
				return err
			}
		}
		have, err := s.have(ctx, t)
		if err != nil || have == newest {
			return err
		}
		for _, st := range all {
			if st.version <= have {
				continue
			}
			if err := t.exec(ctx, st.sql); err != nil {
				return fmt.Errorf("migration %s: %w", st.name, err)
			}
		}
		if err := t.setMeta(ctx, "schema", []byte(strconv.Itoa(newest))); err != nil {
			return err
		}
		return s.bindAll(ctx, t, newest)
	})
}

// have is the version of the schema as the head has it: what meta says anybody
// can change. Where there is no head, or none that can be read, meta counts.
func (s *Store) have(ctx context.Context, c conn) (int, error) {
	h, err := s.head(ctx, c, "")
	switch {
	case err != nil && !errors.Is(err, errHead):
		return 0, err
	case h != nil:
		return h.Schema, nil
	}
	return s.version(ctx, c)
}

// ensureMeta makes the one table that is older than all schemas.
func (s *Store) ensureMeta(ctx context.Context) error {
	blob := "BLOB"
	if s.dialect == postgres {
		blob = "BYTEA"
	}
	return s.write(ctx, func(t conn) error {
		if t.dialect == postgres {
			if err := t.exec(ctx, "SELECT pg_advisory_xact_lock(7382)"); err != nil {
				return err
			}
		}
		return t.exec(ctx, "CREATE TABLE IF NOT EXISTS meta (name TEXT PRIMARY KEY, value "+blob+" NOT NULL)")
	})
}

// version is that of the schema; 0 for an empty database.
func (s *Store) version(ctx context.Context, c conn) (int, error) {
	value, err := c.meta(ctx, "schema")
	if err != nil || value == nil {
		return 0, err
	}
	return strconv.Atoi(string(value))
}

// Schema is the version of the store's schema.
func (s *Store) Schema(ctx context.Context) (int, error) { return s.version(ctx, s.read()) }

// backup writes a copy of a SQLite database.
func (s *Store) backup(ctx context.Context, to string) error {
	if _, err := s.writer.ExecContext(ctx, "VACUUM INTO ?", to); err != nil {
		return fmt.Errorf("%s: the copy before the upgrade cannot be written (%w); move an older one away", to, err)
	}
	return nil
}

// meta gives a value of the store itself; nil where there is none.
func (c conn) meta(ctx context.Context, name string) ([]byte, error) {
	var value []byte
	err := c.row(ctx, "SELECT value FROM meta WHERE name = ?", name).Scan(&value)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return value, err
}

func (c conn) setMeta(ctx context.Context, name string, value []byte) error {
	return c.exec(ctx, "INSERT INTO meta (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE "+
		"SET value = excluded.value", name, value)
}
