// Package fairness measures whom a detector finds by where their names come from.
//
// # Concepts
//
// The persons of a gold text are exchanged for invented ones of one origin after the
// other, so that every origin stands in the same sentences and nothing but the names
// differs. Recall is of persons that are hidden whole. A person counts in four tables:
// by origin of the name, by sex, by how many countries' lists have the name, and by
// what of the name is there. Intervals are bootstraps over sentences; that of a gap
// draws the same sentences for both groups.
//
// # How to
//
// Of gathers names, Measure runs a detector, Tally.Report counts, Report.Write prints.
//
// # Promises
//
// The same names, sentences and seed give the same text. A Report holds no text.
package fairness
