// Package frame finds people by the words and signs that stand around a name rather
// than by the name: "jag heter Tiina", "Ursula van der Meer", "Bo hälsar"
// (contextual rules, as in Collins and Singer, "Unsupervised models for named entity
// classification", 1999). It reads German, Italian, Spanish, Swedish, English and
// French, and fills in where neither the lists nor a tagger know a name.
//
// New makes a Detector, which is a bauta.Detector and safe for concurrent use.
//
// Sober is the other side: it makes whole names of halves, adds who is named together
// with somebody, and drops what is an everyday word (lexicon.Everyday) in no list of
// names.
//
// What stands here earned its place on text that nobody wrote for it:
// docs/experiments/ablation.md says how much, and what was deleted.
package frame
