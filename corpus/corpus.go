package corpus

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"strconv"
	"unicode/utf8"

	"github.com/bauta/bauta"
)

// MaxRecord bounds one record (a line, a CSV row, a CoNLL sentence), in bytes.
const MaxRecord = 64 << 20

// Format is the shape of a file.
type Format string

// The formats. Auto looks at the name and the first bytes.
const (
	Auto  Format = "auto"
	Text  Format = "text"
	CSV   Format = "csv"
	TSV   Format = "tsv"
	JSONL Format = "jsonl"
	CoNLL Format = "conll"
)

// Config says how to read a file; the zero value guesses.
type Config struct {
	Format   Format
	Encoding string  // "", "utf-8", "windows-1252", "iso-8859-1", "utf-16"
	Columns  Columns // names, or numbers from 1
	NoHeader bool    // the first row of a CSV or TSV file is data
	TextOnly bool    // JSONL: only the text changes; no verdict is written, spans stay
	// Author, where set, gives what is written in the place of an author.
	Author func(string) string
	// Reject, where set, receives each bad record with its line number and
	// the reason, and reading goes on; otherwise a bad record ends it.
	Reject func(line int, record []byte, why error) error
}

// Columns names the columns (CSV, TSV) or fields (JSONL) of a message.
type Columns struct{ Text, ID, Thread, Author, Time, Lang string }

// Error is what is wrong with a file, where, and what to do. It never holds
// text of a message.
type Error struct {
	File string
	Line int
	Err  error
}

// Error gives FILE:LINE: what is wrong; what to do.
func (e *Error) Error() string {
	if e.Line == 0 {
		return fmt.Sprintf("%s: %v", e.File, e.Err)
	}
	return fmt.Sprintf("%s:%d: %v", e.File, e.Line, e.Err)
}

// Unwrap gives the reason.
func (e *Error) Unwrap() error { return e.Err }

// record is one message as it stands in the file: its raw bytes (decoded to
// UTF-8), and the range of them that holds the text.
type record struct {
	line int
	raw  []byte
	from int
	to   int
	form any // what the format keeps to write the text back
}

// codec is what a format must do. Codecs are used by one goroutine for reading
// and one for writing; splice must not depend on the state of next.
type codec interface {
	// next reads one record, or io.EOF.
	next() (record, error)
	// message fills in the fields of a message from a record.
	message(rec record, m *bauta.Message) error
	// splice writes a record with its text changed.
	splice(w *bufio.Writer, rec record, r *bauta.Result) error
	// beside names the columns or fields that come out as they went in and are
	// none of id, thread, time and language; known when all has been read.
	beside() []string
}

// Reader streams the messages of one file.
type Reader struct {
	name   string
	cfg    Config
	codec  codec
	enc    encoder
	header []byte // what comes before the first record, written back as it is
	format Format
}

// Open looks at the beginning of a file and makes its reader. name is for
// errors and for guessing the format.
func Open(in io.Reader, name string, cfg Config) (*Reader, error) {
	r := &Reader{name: name, cfg: cfg}
	fail := func(line int, err error) (*Reader, error) { return nil, &Error{name, line, err} }
	br, enc, err := decode(in, cfg.Encoding)
	if err != nil {
		return fail(0, err)
	}
	r.enc = enc
	head, err := br.Peek(peekSize)
	if len(head) == 0 {
		if err != nil && err != io.EOF {
			return fail(1, err)
		}
		return fail(0, errors.New("the file is empty; give one with at least one message"))
	}
	if r.format, err = guess(cfg.Format, name, head); err != nil {
		return fail(0, err)
	}
	lines := &lineReader{r: br}
	switch r.format {
	case CSV, TSV:
		r.codec, r.header, err = openTable(lines, cfg, r.format)
	case JSONL:
		r.codec = openJSONL(lines, cfg)
	case CoNLL:
		r.codec, err = openCoNLL(lines, cfg)
	default:
		r.codec = &textCodec{lines}
	}
	if err != nil {
		var at *Error
		if errors.As(err, &at) {
			return fail(at.Line, at.Err)
		}
		return fail(1, err)
	}
	return r, nil
}

// Format is the format found.
func (r *Reader) Format() Format { return r.format }

// Beside names the columns or fields, at most 20, that a Writer leaves as they
// are though they may say who somebody is: all but text, id, thread, time and
// language. It is complete once all messages have been read.
func (r *Reader) Beside() []string { return r.codec.beside() }

// Messages yields the messages in order. A message without an ID gets the
// number of its line. The sequence can be read once.
func (r *Reader) Messages() iter.Seq2[bauta.Message, error] {
	return func(yield func(bauta.Message, error) bool) {
		for {
			rec, err := r.codec.next()
			if err == io.EOF {
				return
			}
			m := bauta.Message{}
			if err == nil {
				err = check(rec.raw)
			}
			if err == nil {
				err = r.codec.message(rec, &m)
			}
			if err != nil {
				if r.cfg.Reject != nil && !errors.As(err, new(fatal)) {
					if err = r.cfg.Reject(rec.line, rec.raw, err); err == nil {
						continue
					}
				}
				yield(bauta.Message{}, &Error{r.name, rec.line, err})
				return
			}
			if m.ID == "" {
				m.ID, m.Line = strconv.Itoa(rec.line), rec.line
			}
			m.Meta = rec
			if !yield(m, nil) {
				return
			}
		}
	}
}

// fatal marks an error after which the next record cannot be found.
type fatal struct{ error }

func (f fatal) Unwrap() error { return f.error }

// check refuses what no text of a message holds.
func check(raw []byte) error {
	if bytes.IndexByte(raw, 0) >= 0 {
		return errors.New("a NUL byte; is this a text file, or UTF-16 (--encoding utf-16)?")
	}
	if !utf8.Valid(raw) {
		return errors.New("bytes that are not UTF-8; name the encoding with --encoding (windows-1252, iso-8859-1, utf-16)")
	}
	return nil
}

// Writer writes results in the format of the file they came from.
type Writer struct {
	w     *bufio.Writer
	enc   io.WriteCloser
	codec codec
}

// Writer makes the writer for what was read: same format, encoding, header.
func (r *Reader) Writer(w io.Writer) (*Writer, error) {
	enc := r.enc(w)
	out := &Writer{bufio.NewWriterSize(enc, 1<<16), enc, r.codec}
	_, err := out.w.Write(r.header)
	return out, err
}

// Write writes one result, whose message came from this corpus.
func (w *Writer) Write(r *bauta.Result) error {
	rec, ok := r.Message.Meta.(record)
	if !ok {
		return fmt.Errorf("message %q does not come from this corpus", r.Message.ID)
	}
	return w.codec.splice(w.w, rec, r)
}

// Close writes out what is held back. It does not close the file.
func (w *Writer) Close() error {
	if err := w.w.Flush(); err != nil {
		return err
	}
	return w.enc.Close()
}
