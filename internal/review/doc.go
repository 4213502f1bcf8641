// Package review is the expert's desk: words waiting for a decision, the log of
// decisions, and what follows from it for every occurrence.
//
// A corpus is imported into a project. The words that the pipeline was not sure
// of stand in groups, one a word; a reviewer claims a few groups for some
// minutes (a lease) and decides. One decision may settle one occurrence or all
// of a word, now and in later imports. Decisions are only ever added: undo is
// one more row. What holds for an occurrence is computed from the log by
// Resolve, so that the projection can always be rebuilt.
//
// Store is what the pages and commands need of a database; package sqlstore has
// the two that exist, package reviewtest what each must do.
package review
