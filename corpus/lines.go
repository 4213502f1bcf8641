package corpus

import (
	"bufio"
	"bytes"
	"errors"
	"io"

	"github.com/bauta/bauta"
)

// lineReader reads lines with their ends and counts them.
type lineReader struct {
	r    *bufio.Reader
	line int // number of the line last read, from 1
}

// next returns the next line with its end, in memory of its own.
func (l *lineReader) next() ([]byte, error) {
	var line []byte
	for {
		part, err := l.r.ReadSlice('\n')
		line = append(line, part...)
		switch {
		case len(line) > MaxRecord:
			l.line++
			return nil, fatal{errTooLong}
		case err == bufio.ErrBufferFull:
		case err == io.EOF && len(line) > 0, err == nil:
			l.line++
			return line, nil
		default:
			if err != io.EOF {
				l.line++
				err = fatal{err}
			}
			return nil, err
		}
	}
}

var errTooLong = errors.New("a record of more than 64 MiB; is a quote left open?")

// body is the length of a line without its end.
func body(line []byte) int {
	n := len(line)
	if n > 0 && line[n-1] == '\n' {
		n--
	}
	if n > 0 && line[n-1] == '\r' {
		n--
	}
	return n
}

// textCodec reads a message a line. Empty lines are messages without text.
type textCodec struct{ lines *lineReader }

func (c *textCodec) next() (record, error) {
	line, err := c.lines.next()
	return record{line: c.lines.line, raw: line, to: body(line)}, err
}

func (c *textCodec) message(rec record, m *bauta.Message) error {
	m.Text = string(rec.raw[rec.from:rec.to])
	return nil
}

func (c *textCodec) beside() []string { return nil }

func (c *textCodec) splice(w *bufio.Writer, rec record, r *bauta.Result) error {
	w.WriteString(oneLine(r.Text))
	_, err := w.Write(rec.raw[rec.to:])
	return err
}

// oneLine keeps a text on its line: a replacement may not break the format.
func oneLine(s string) string {
	if bytes.ContainsAny([]byte(s), "\n") {
		return string(bytes.ReplaceAll([]byte(s), []byte("\n"), []byte(" ")))
	}
	return s
}
