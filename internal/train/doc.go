// Package train makes the models that the program ships: gold in, bundle out.
//
// A [Recipe] (recipes/LANG.yaml) says which sets of package gold and how much
// generated text of package chat a tagger learns from, in which copies, with
// which word classes, and how it is packed. [Train] follows it; [Evaluate]
// scores a tagger on the test files, as they are, in lower case and in
// capitals; [Make] does both and makes the
// bundle with its card; [Table] compares the baselines, the tagger without and with
// clusters, as in AnonyMate's Tables 4 and 6. [Select] ranks sentences worth annotating.
//
// Everything is a function of recipe, data and seed. Data is read from an
// fs.FS; no text of it goes into an error, a card or a model other than as
// weights.
package train
