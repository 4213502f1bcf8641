package sqlstore

import (
	"context"
	"crypto/rand"
	"errors"
	"time"
)

// oweName is the row of meta which says that texts were taken out and the files still
// hold what is left of them. It is written with what takes them out, and goes when the
// files were compacted: who is stopped in between leaves it to the next.
const oweName = "compact"

// How often whoever compacts waits for those that read.
const (
	patient = 50
	hasty   = 1
)

// errRead says that the files were not compacted.
var errRead = errors.New("what was taken out is still in free pages, because somebody reads the store all the time; " +
	"stop the server, and open the store again: that finishes it")

// owe says that the files have to be compacted.
func (c conn) owe(ctx context.Context) error { return c.setMeta(ctx, oweName, []byte(rand.Text())) }

// Owes reports whether texts were taken out of the store that its files still hold.
func (s *Store) Owes(ctx context.Context) (bool, error) {
	owed, err := s.read().meta(ctx, oweName)
	return owed != nil, err
}

// finish compacts the files where somebody was stopped before they had been.
func (s *Store) finish(ctx context.Context, tries int) error {
	owes, err := s.Owes(ctx)
	if err != nil || !owes {
		return err
	}
	return s.compact(ctx, tries)
}

// compact rewrites the tables without what was deleted. Of SQLite the write-ahead
// log is emptied before and after; a reader may hold it for a moment.
func (s *Store) compact(ctx context.Context, tries int) error {
	owed, err := s.read().meta(ctx, oweName)
	if err != nil {
		return err
	}
	if s.dialect == postgres {
		err = s.vacuumTables(ctx, tries)
	} else {
		err = s.vacuumFile(ctx, tries)
	}
	if err != nil {
		return err
	}
	if owed == nil {
		return nil
	}
	// Not what somebody else took out meanwhile: that has another value.
	err = s.write(ctx, func(t conn) error {
		return t.exec(ctx, "DELETE FROM meta WHERE name = ? AND value = ?", oweName, owed)
	})
	if err == nil && s.dialect == sqlite {
		// The log holds this alone now. Whoever reads may keep it a while.
		_ = s.checkpoint(ctx, hasty)
	}
	return err
}

func (s *Store) vacuumFile(ctx context.Context, tries int) error {
	if err := s.checkpoint(ctx, tries); err != nil {
		return err
	}
	if _, err := s.writer.ExecContext(ctx, "VACUUM"); err != nil {
		return err
	}
	return s.checkpoint(ctx, tries)
}

// vacuumTables does so in PostgreSQL, on one connection: whoever is in haste waits for
// no lock that others hold.
func (s *Store) vacuumTables(ctx context.Context, tries int) error {
	c, err := s.writer.Conn(ctx)
	if err != nil {
		return err
	}
	defer c.Close()
	if tries == hasty {
		if _, err := c.ExecContext(ctx, "SET lock_timeout = '5s'"); err != nil {
			return err
		}
		defer c.ExecContext(context.WithoutCancel(ctx), "RESET lock_timeout")
	}
	for _, table := range []string{
		"message", "word_group", "occurrence", "project", "token_label", "guideline", "task", "assignment",
		"annotation", "location_choice", "decision",
	} {
		// ANALYZE, because the statistics hold samples of what was in the columns.
		if _, err := c.ExecContext(ctx, "VACUUM (FULL, ANALYZE) "+table); err != nil {
			return err
		}
	}
	return nil
}

// checkpoint empties the write-ahead log of SQLite.
func (s *Store) checkpoint(ctx context.Context, tries int) error {
	for i := range tries {
		var busy, log, moved int
		if err := s.writer.QueryRowContext(ctx, "PRAGMA wal_checkpoint(TRUNCATE)").Scan(&busy, &log,
			&moved); err != nil {
			return err
		}
		if busy == 0 {
			return nil
		}
		if i+1 == tries {
			break
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(100 * time.Millisecond):
		}
	}
	return errRead
}
