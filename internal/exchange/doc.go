// Package exchange writes annotated messages in the formats that other programs
// read, and reads them back.
//
// [Formats] lists them: bauta's own JSONL, CSV, CoNLL-2003 (IOB2), spaCy, brat
// and TEI. Each is a pair of functions over streams of [corpus.Gold], says in
// the file what its offsets count, and gives back the same IDs, texts and labelled
// ranges as were written; only JSONL keeps parts of names, entities, scores.
// What a format cannot hold is an error that names the message: nothing is
// dropped in silence. docs/formats/exports.md shows each.
//
// Annotations are flat: spans of one message do not overlap. White space at the
// edges of a span is left out, since tokens have none. The files hold whatever
// text they are given; those with originals are to be kept like originals.
//
// All functions are safe for concurrent use on streams of their own.
package exchange
