package corpus

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/formats"
)

// MaxRecord bounds one record (a line, a CSV row, a CoNLL sentence), in bytes.
const MaxRecord = 64 << 20

// Format is the shape of a file.
type Format string

// The formats. Auto looks at the name and the first bytes.
const (
	Auto    Format = "auto"
	Text    Format = "text"
	CSV     Format = "csv"
	TSV     Format = "tsv"
	JSONL   Format = "jsonl"
	CoNLL   Format = "conll"
	anyJSON Format = "json" // other JSON: arrays, documents, objects over several lines
)

// Config says how to read a file; the zero value guesses.
type Config struct {
	Format   Format
	Encoding string  // "", "utf-8", "windows-1252", "iso-8859-1", "utf-16"
	Columns  Columns // names, or numbers from 1
	// Texts are the columns or fields of several texts, or paths into JSON
	// (messages[].content); Columns.Text is one.
	Texts []string
	// Also says what becomes of other columns or fields, COLUMN=OPERATOR: drop, hash (an ID
	// under the key), keep, scan (a text), name (what somebody is called).
	Also     []string
	NoHeader bool // the first row of a CSV or TSV file is data
	TextOnly bool // JSONL: only the text changes; no verdict is written, spans stay
	// Fields asks for the fields of exports that hold people as messages of their own
	// ([bauta.Message.Field]); a Writer of such a file needs them.
	Fields bool
	// Key, for exports, is the key under which IDs come out; nil draws one.
	Key []byte
	// TextsAlone asks for the texts, and what says whose they are: times and languages are columns
	// like others, which Beside names, with all else that stays: names that the format does not
	// have, comments, what files are called.
	TextsAlone bool
	// Before is the file of the same export that was read before this one: who takes part in it is
	// known here, too.
	Before *Reader
	// Meet, where set, is told who takes part, as far as the beginning of the file says it.
	Meet func(formats.Met)
	// Live says that a Writer holds nothing back of what it was given.
	Live bool
	// Author, where set, gives what is written in the place of an author.
	Author func(string) string

	every bool // for Look: everything is read as slots, and what stays has some, too
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
	// next reads one record, or io.EOF with what stands behind the last one.
	next() (record, error)
	// message fills in the fields of a message from a record.
	message(rec record, m *bauta.Message) error
	// splice writes a record with its text changed.
	splice(w *bufio.Writer, rec record, r *bauta.Result) error
	// beside names the columns or fields that come out as they went in and are
	// none of id, thread, time and language, and reports whether some of them
	// holds anything; known when all has been read.
	beside() (names []string, filled bool)
	// names gives the names of columns or fields known so far; they come out as
	// they are.
	names() []string
}

// Reader streams the messages of one file.
type Reader struct {
	name    string
	cfg     Config
	codec   codec
	coding  coding
	lines   *lineReader
	header  []byte // what comes before the first record, written back as it is
	tail    []byte // what comes behind the last: blank lines and the like
	format  Format
	tally   tally
	pack    func(io.Writer) (io.WriteCloser, error) // of a packed file
	carrier carrier                                 // the same, where it can say what else is in it
}

// Open looks at the beginning of a file and makes its reader. name is for
// errors and for guessing the format.
func Open(in io.Reader, name string, cfg Config) (*Reader, error) {
	last := cfg.Before
	cfg.Before = nil // what it holds may go
	r := &Reader{name: name, cfg: cfg}
	if err := r.open(in); err != nil {
		var at *Error
		if !errors.As(err, &at) {
			at = &Error{Err: err}
		}
		return nil, &Error{name, at.Line, at.Err}
	}
	r.tally.bytes = int64(len(r.header))
	if c, ok := r.codec.(*slotted); ok && last != nil {
		if before, ok := last.codec.(*slotted); ok && before.kind == c.kind {
			formats.Meet(c.src, before.src)
		}
	}
	if cfg.Meet != nil {
		cfg.Meet(r.people())
	}
	return r, nil
}

func (r *Reader) open(in io.Reader) error {
	raw, name, err := r.unpacked(bufio.NewReaderSize(in, 64<<10), r.name)
	if err != nil {
		return err
	}
	head, _ := raw.Peek(peekSize)
	if bytes.HasPrefix(head, []byte("PK\x03\x04")) {
		return r.openZip(in, raw)
	}
	if err := sniffBinary(head); err != nil {
		return err
	}
	br, coding, err := decode(raw, r.encoding(raw, name))
	if err != nil {
		return err
	}
	r.coding = coding
	head, err = br.Peek(peekSize)
	if more := min(sniffSize, br.Buffered()); more > len(head) { // a pipe is not waited for
		head, err = br.Peek(more)
	}
	if len(head) == 0 {
		if err != nil && err != io.EOF {
			return &Error{Line: 1, Err: err}
		}
		return errors.New("the file is empty; give one with at least one message")
	}
	if r.format, err = guess(r.cfg.Format, name, head); err != nil {
		return err
	}
	r.lines = &lineReader{r: br}
	switch r.format {
	case CSV, TSV:
		if r.cfg.many() {
			r.codec, err = openRows(r.lines, r.cfg, r.format)
			break
		}
		r.codec, r.header, err = openTable(r.lines, r.cfg, r.format)
	case anyJSON:
		r.codec, err = openJSON(br, r.lines, r.cfg, formats.JSONPaths(head), false)
	case JSONL:
		r.codec, err = openLines(br, r.lines, r.cfg, coding.fits, head)
	case CoNLL:
		r.codec, err = openCoNLL(r.lines, r.cfg)
	case Text:
		r.codec = &textCodec{r.lines}
		if r.cfg.columns() {
			err = errLines
		}
	default:
		f, _ := formats.Of(string(r.format))
		r.codec, err = openExport(br, r.lines, f, r.cfg)
	}
	return atLine(1, err)
}

// atLine gives an error its line where it has none.
func atLine(line int, err error) error {
	if err == nil || errors.As(err, new(*Error)) {
		return err
	}
	return &Error{Line: line, Err: err}
}

// Numbers reports a format in which Config.Author is asked, as it is read: a plain table, or
// JSONL with its text in front.
func (r *Reader) Numbers() bool {
	switch r.codec.(type) {
	case *table, *jsonl:
		return true
	}
	return false
}

// InPlace reports a format of which no record can be taken out: a message that is set
// aside comes out without its text.
func (r *Reader) InPlace() bool {
	_, ok := r.codec.(*slotted)
	return ok
}

// encoding is that of the configuration, or that in which Excel saves tables.
func (r *Reader) encoding(raw *bufio.Reader, name string) string {
	ext := strings.ToLower(filepath.Ext(name))
	table := ext == ".csv" || ext == ".tsv" || ext == ".tab" || r.cfg.Format == CSV || r.cfg.Format == TSV
	if r.cfg.Encoding == "" && western(raw) && (table || r.westernTable(raw, name)) {
		return "windows-1252"
	}
	return r.cfg.Encoding
}

// westernTable reports what is a table by its header, whatever it is called: standard input, a text.
func (r *Reader) westernTable(raw *bufio.Reader, name string) bool {
	head, _ := raw.Peek(peekSize)
	text, err := charmap.Windows1252.NewDecoder().Bytes(head)
	if err != nil {
		return false
	}
	f, err := guess(r.cfg.Format, name, text)
	return err == nil && (f == CSV || f == TSV)
}

// Note says what was taken for granted in reading the file so far, and what of it is not read; "" where
// nothing was. It is complete, with what was said before in front, once all messages have been read.
func (r *Reader) Note() string {
	says := ""
	if r.cfg.Encoding == "" && r.coding.name == "windows-1252" {
		says = "read as Windows-1252, since it is not UTF-8; --encoding says otherwise"
	}
	c, ok := r.codec.(*slotted)
	if !ok {
		return says
	}
	if c.note != "" {
		says = joined(says, c.note)
	}
	if n, ok := c.src.(interface{ Notes() []string }); ok {
		for _, note := range n.Notes() {
			says = joined(says, note)
		}
	}
	if c.sheets != nil && c.sheets.alone && !strings.Contains(c.note, formats.AloneNote) { // known as they are read
		says = joined(says, formats.AloneNote)
	}
	return says
}

// joined is a note behind others.
func joined(says, note string) string { return strings.TrimPrefix(says+"; "+note, "; ") }

// Format is the format found.
func (r *Reader) Format() Format { return r.format }

// Beside names the columns or fields that a Writer leaves as they
// are though they may say who somebody is: all but the text, the language, and times that
// are some. What may be no name but a text is named by its number. It is
// complete once all messages have been read.
func (r *Reader) Beside() []string {
	names, _ := r.codec.beside()
	if r.cfg.TextsAlone && r.carrier != nil && r.carrier.Carries() {
		names = append(slices.Clip(names), carried)
	}
	return names
}

// Names are the names of columns or fields that a Writer writes as they are,
// each in the place of its number: all of them in a header, and those that were met so far in
// JSON, of which more than 1,000 are an error.
func (r *Reader) Names() []string { return r.codec.names() }

// Messages yields the messages in order. A message without an ID gets the
// number of its line. The sequence can be read once; it ends with an error where
// the file holds no message or its texts stand elsewhere.
func (r *Reader) Messages() iter.Seq2[bauta.Message, error] {
	return func(yield func(bauta.Message, error) bool) {
		for {
			rec, err := r.codec.next()
			if err == io.EOF {
				if err := r.end(rec.raw); err != nil {
					yield(bauta.Message{}, &Error{r.name, 0, err})
				}
				return
			}
			r.tally.bytes += int64(len(rec.raw))
			m, err := r.message(rec, err)
			r.tally.met(&m)
			if err != nil && r.reject(rec, &m, &err) {
				continue
			}
			if err != nil {
				yield(bauta.Message{}, &Error{r.name, rec.line, err})
				return
			}
			r.tally.text = r.tally.text || strings.TrimSpace(m.Text) != ""
			if !yield(m, nil) {
				return
			}
		}
	}
}

// end closes the books on a file.
func (r *Reader) end(tail []byte) error {
	r.tail = tail
	r.tally.bytes += int64(len(tail))
	if err := check(tail); err != nil {
		return err
	}
	if c, ok := r.codec.(*slotted); ok {
		r.tally.Empty, r.tally.Unread = c.empty, c.unread
		r.tally.In, r.tally.Rejected = r.tally.In+c.lost, r.tally.Rejected+c.bad
	}
	_, filled := r.codec.beside()
	err := r.tally.close(r.lines, filled && r.cfg.Columns.Text == "")
	if err == errNoMessage && formats.Beside(string(r.format)) {
		return nil // its texts are in other files
	}
	return err
}

// message makes the message of a record that was read without error.
func (r *Reader) message(rec record, err error) (bauta.Message, error) {
	m := bauta.Message{}
	if err == nil {
		err = check(rec.raw)
	}
	if err == nil {
		err = r.codec.message(rec, &m)
	}
	if err == nil {
		err = m.Bounded()
	}
	if err == nil {
		err = encodedAgain(m.Text)
	}
	if m.ID == "" {
		m.ID, m.Line = strconv.Itoa(rec.line), rec.line
	}
	m.Meta = rec
	return m, err
}

// reject sets a bad record aside where that is asked and reading can go on.
func (r *Reader) reject(rec record, m *bauta.Message, why *error) bool {
	if r.cfg.Reject == nil || r.InPlace() || errors.As(*why, new(fatal)) {
		return false
	}
	r.tally.reject(m)
	err := r.cfg.Reject(rec.line, rec.raw, *why)
	if err != nil {
		*why = err
	}
	return err == nil
}

// fatal marks an error after which the next record cannot be found.
type fatal struct{ error }

func (f fatal) Unwrap() error { return f.error }

// check refuses what no text of a message holds.
func check(raw []byte) error {
	zeros := bytes.Count(raw, []byte{0})
	switch text := utf8.Valid(raw); {
	case (zeros > 0 || !text) && 4*zeros < len(raw) && controls(raw):
		return errors.New("bytes that no text has; this is a binary file; give the text that is in it")
	case zeros > 0:
		return errors.New("a NUL byte; is this a text file, or UTF-16 (--encoding utf-16)?")
	case !text:
		return errors.New("bytes that are not UTF-8; name the encoding with --encoding (windows-1252, iso-8859-1, " +
			"utf-16)")
	}
	return nil
}

// controls reports signs of control as no encoding of text has them: one byte in twenty.
func controls(raw []byte) bool {
	n := 0
	for _, c := range raw {
		if c < ' ' && strings.IndexByte("\t\n\v\f\r\x1b", c) < 0 || c == 0x7F {
			n++
		}
	}
	return len(raw) >= 20 && 20*n >= len(raw)
}

// Writer writes results in the format of the file they came from.
type Writer struct {
	w       *bufio.Writer
	enc     io.WriteCloser
	from    *Reader
	written int
	last    *lastByte
}

// Writer makes the writer for what was read: same format, encoding, header.
func (r *Reader) Writer(w io.Writer) (*Writer, error) {
	if c, ok := r.codec.(*slotted); ok && !c.all {
		return nil, errors.New("Config.Fields is needed to write this format")
	}
	packed, err := r.packs(w)
	if err != nil {
		return nil, err
	}
	enc := io.WriteCloser(closers{r.coding.encode(packed), packed})
	last := &lastByte{to: enc}
	out := &Writer{w: bufio.NewWriterSize(last, 1<<16), enc: enc, from: r, last: last}
	if _, err = out.w.Write(r.header); err == nil && r.cfg.Live {
		err = out.w.Flush()
	}
	return out, err
}

// Write writes one result, whose message came from this corpus.
func (w *Writer) Write(r *bauta.Result) error {
	rec, ok := r.Message.Meta.(record)
	if !ok {
		return fmt.Errorf("message %q does not come from this corpus", r.Message.ID)
	}
	if _, escapes := w.from.codec.(*jsonl); w.from.coding.fits != nil && !escapes {
		fits := w.from.coding.fits
		if strings.ContainsFunc(r.Text, func(c rune) bool { return !fits(c) }) {
			return &Error{w.from.name, rec.line, fmt.Errorf(
				"a replacement holds a character that %s lacks; save the file as UTF-8", w.from.coding.name)}
		}
	}
	if r.Message.Field() == "" {
		w.written++
	}
	if err := w.from.codec.splice(w.w, rec, r); err != nil || !w.from.cfg.Live {
		return err
	}
	return w.w.Flush()
}

// Close writes out what is held back, and fails where records are missing: it
// goes behind the last result. It does not close the file.
func (w *Writer) Close() error {
	if err := w.finish(); err != nil {
		return err
	}
	return w.enc.Close()
}

// finish writes what is held back.
func (w *Writer) finish() error {
	if err := w.from.Settle(w.written); err != nil {
		return err
	}
	w.w.Write(w.from.tail)
	if c, ok := w.from.codec.(*slotted); ok {
		if err := c.finish(w.w); err != nil {
			return err
		}
	}
	return w.w.Flush()
}
