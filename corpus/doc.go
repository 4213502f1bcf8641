// Package corpus reads messages from files and writes them back in the same
// format, changed in their text alone.
//
// The formats are text (a message a line), CSV and TSV (RFC 4180), JSONL and
// CoNLL. [Open] finds format, encoding and columns, or says what it could not
// find; [Reader.Messages] streams; [Reader.Writer] makes the writer that puts
// the anonymised texts back between the untouched bytes of each record, in the
// same encoding and with the same line ends. A record is at most [MaxRecord]
// bytes; memory does not grow with the corpus. [Gold] and [Finding] are the
// stand-off form: spans beside a text, offsets in a chosen unit.
//
// A Reader and a Writer serve one goroutine each; the two may work at once.
package corpus
