package sqlstore

import "context"

// locks is the class of the advisory locks by which imports and withdrawals of a project keep apart in
// PostgreSQL; a SQLite writer is alone anyway.
const locks = 7383

// imports lets no withdrawal begin until the transaction ends: who was taken out is read before messages are
// written, and would be out of date.
func (c conn) imports(ctx context.Context, project int64) error {
	if c.dialect != postgres {
		return nil
	}
	return c.exec(ctx, "SELECT pg_advisory_xact_lock_shared(?, ?)", locks, int32(project))
}

// withdraws waits for imports that run, and for what is being decided or annotated, and keeps others waiting
// until the transaction ends: rows that came in between the list of what goes and its end would stay.
func (c conn) withdraws(ctx context.Context, project int64) error {
	if c.dialect != postgres {
		return nil
	}
	if err := c.exec(ctx, "SELECT pg_advisory_xact_lock(?, ?)", locks, int32(project)); err != nil {
		return err
	}
	return c.exec(ctx, "LOCK TABLE decision, annotation, location_choice IN SHARE ROW EXCLUSIVE MODE")
}
