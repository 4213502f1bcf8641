// Package reviewtest is what every review.Store must pass: Suite, run on a store
// with a clock that the tests turn. Item and Many make small invented corpora,
// and StartPostgres a PostgreSQL server that lives as long as the tests.
package reviewtest
