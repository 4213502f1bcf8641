// Package judge measures presets on text that nobody wrote for them: strangers'
// text with gold, sentences and frequent words that hold no names, threads in which
// one wrong find may spread, and French messages respelt as SMS with names put in.
//
// [Sets] reads what lies beside the project, [Run] takes sets through a preset and
// gives a row for each, [Report] puts rows of presets together, with the figures of
// the first page and their intervals, and holds them against an earlier report. No
// text of a message is in a report; [Shown] is for the terminal.
package judge
