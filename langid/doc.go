// Package langid tells the language of short informal texts: 45 languages,
// from a single word on, also where a message changes language half-way.
//
// [Default] gives the model that comes with the program and [Open] one from a
// bundle. [Model.With] narrows it to a set of languages and sets the bound
// under which an answer is withheld, and gives an [Identifier]:
// [Identifier.Identify] for one text, [Identifier.Thread] for the messages of
// one conversation, which inform one another, [Identifier.Listen] for a corpus
// of conversations and authors, [Identifier.Stretches] for the parts of a text
// that are each in one language.
//
// How it works. The text is cut into runs of letters of one script, in lower
// case; digits, links, e-mail addresses and handles are passed over. The
// script that carries most letters decides between the scripts, and alone
// decides for Greek, Hebrew, Hindi, Bengali, Thai and Korean. Among the
// languages of a script every character 1- to 6-gram of every word, with the
// word's two ends marked, adds a weight per language; the weights are the sum
// of a Kneser-Ney model of the words of each language, written as an additive
// table, and of a logistic regression over the same n-grams. The sums, divided
// by a temperature that grows with the length of the text, are the
// log-probabilities. Package train/langid makes the weights;
// docs/formats/langid.md describes their file and docs/experiments/langid.md
// what was tried.
//
// Serbian is told from Cyrillic text alone: in Latin letters it is not told
// from Croatian, and hr is the answer.
//
// A Model and an Identifier are read-only and safe for concurrent use; a
// Listener remembers and is for one goroutine.
// Identify allocates nothing.
package langid
