// Package sqlstore keeps the expert's desk in a database: SQLite in one file,
// or PostgreSQL for teams. Open takes a path or a postgres:// address and the
// master key; the driver ("sqlite" or "pgx") is registered by the program.
//
// What a thief of the database learns is listed in docs/formats/store.md: texts,
// words and names are encrypted under a key of the project, which is wrapped by
// the master key, which is never in the database. Destroying the wrapped key
// destroys them.
//
// Decisions are only ever added. The labels of occurrences and the states of
// groups are a projection, computed by review.Resolve when a decision is
// written, and computable anew at any time (Rebuild).
package sqlstore
