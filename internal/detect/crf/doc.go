// Package crf finds people, places, organisations and further types with a
// linear-chain conditional random field: what word lists cannot decide, the
// words around decide.
//
// # Concepts
//
// A [Sentence] is a message as the tagger sees it: words with their hashes,
// shapes, lexicon entries and word classes. Package lexicon/words cuts tokens
// where a name may stand inside one, and package detect/tags makes labels of
// spans and spans of labels, as for the other tagger.
//
// A feature is a number: the hash of a template and of what the template sees.
// [Extractor.Features] gives those of a position, without allocation. Gold data
// and messages go through the same [Extractor], so that a model is used on
// exactly the features it was trained on.
//
// A [Model] maps features to weights of labels (IOB2 over its types), one byte
// each. [Read] and [Model.Write] read and write its file, which
// docs/formats/crf.md specifies.
//
// # How to
//
// To tag, give models to detect/tagger ([Model.With]). To train, fill a
// [Builder] with labelled documents, train its Data with package learn/chain
// under tags.Allowed, and call [Builder.Model].
//
// # Promises
//
// Models are safe for concurrent use; Sentences and Builders are not. The sums of
// weights of the words read are kept in the detector's cache, under hashes that are
// others in every run, 18 MB at most, and no text. Reading a model never panics, and
// needs memory in proportion to the file.
package crf
