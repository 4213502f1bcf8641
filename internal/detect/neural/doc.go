// Package neural finds people, places, organisations and further types with a
// bidirectional LSTM under a conditional random field: the strongest of the
// taggers, and a second opinion beside detect/crf.
//
// # Concepts
//
// A message is read word by word by package lexicon/words. Of each word the
// network sees its vector (or those of its character n-grams where the word is
// unknown), its letters, and features that are the same in all languages: how
// it is written, what it looks like, what the lexicon says, to which classes it
// belongs. Package learn/neural runs the network; package detect/tags reads the
// spans.
//
// A Vocabulary says which words, letters and n-grams have a vector, and which
// words a class. A Model is a
// vocabulary with the weights of a network, one byte each. Read and Model.Write
// read and write its file, which docs/formats/neural.md specifies.
//
// # How to
//
// To tag, give models to detect/tagger (Model.With). To train, fill a Builder with
// labelled documents and call Builder.Train.
//
// # Promises
//
// Models are safe for concurrent use; Builders are not. Reading a model never
// panics, and needs memory in proportion to the file. A detector keeps the vectors
// of some thousand spellings under keyed hashes, and no text.
package neural
