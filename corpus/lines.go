package corpus

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"strings"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/lines"
)

// lineReader reads lines with their ends and counts them.
type lineReader struct {
	r     *bufio.Reader
	line  int   // number of the line last read, from 1
	taken int64 // bytes handed out
	blank int64 // of them, bytes of blank lines that belong to no record
	err   error // met while bytes were still to be handed out
}

// window bounds how far the end of a line is looked for at once.
const window = 4 << 10

// next returns the next line with its end, in memory of its own.
func (l *lineReader) next() ([]byte, error) {
	var line []byte
	l.line++
	for {
		part, whole, err := l.part()
		line = append(line, part...)
		switch {
		case len(line) > MaxRecord:
			return nil, fatal{errTooLong}
		case whole, err == io.EOF && len(line) > 0:
			l.taken += int64(len(line))
			return line, nil
		case err == io.EOF:
			l.line--
			return nil, err
		case err != nil:
			return nil, fatal{err}
		}
	}
}

// part takes bytes up to the end of the line; whole says that it was reached.
// What it returns is valid until the next call.
func (l *lineReader) part() (part []byte, whole bool, err error) {
	if l.r.Buffered() == 0 && l.err == nil {
		_, l.err = l.r.Peek(1) // fills the buffer
	}
	part, _ = l.r.Peek(min(window, l.r.Buffered()))
	_, stop, ok := lines.End(part, false)
	if !ok && bytes.HasSuffix(part, []byte("\r")) { // an LF may follow
		if l.err == nil {
			part, l.err = l.r.Peek(len(part) + 2)
		}
		_, stop, ok = lines.End(part, l.err != nil)
	}
	if ok {
		part = part[:stop]
	}
	l.r.Discard(len(part))
	if len(part) == 0 {
		err = l.err
	}
	return part, ok, err
}

var errTooLong = errors.New("a record of more than 64 MiB; is a quote left open?")

// textCodec reads a message a line. Empty lines are messages without text.
type textCodec struct{ lines *lineReader }

func (c *textCodec) next() (record, error) {
	line, err := c.lines.next()
	return record{line: c.lines.line, raw: line, to: lines.Body(line)}, err
}

func (c *textCodec) message(rec record, m *bauta.Message) error {
	m.Text = string(rec.raw[rec.from:rec.to])
	return nil
}

func (c *textCodec) beside() ([]string, bool) { return nil, false }

func (c *textCodec) names() []string { return nil }

func (c *textCodec) splice(w *bufio.Writer, rec record, r *bauta.Result) error {
	w.WriteString(oneLine(r.Text))
	_, err := w.Write(rec.raw[rec.to:])
	return err
}

// oneLine keeps a text on its line: a replacement may not break the format.
func oneLine(s string) string {
	if !strings.ContainsAny(s, "\r\n") {
		return s
	}
	return strings.NewReplacer("\r\n", " ", "\r", " ", "\n", " ").Replace(s)
}
