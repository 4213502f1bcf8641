package corpus

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/bauta/bauta"
)

// conll reads a token a line, its columns parted by tabs or blanks, sentences
// parted by empty lines; a sentence is a message whose text is its tokens with
// a blank between. Lines that start with "# " and -DOCSTART- lines belong to no
// sentence. The token stands in the first column, or the one named by number.
type conll struct {
	lines *lineReader
	col   int
}

// cell is the range of a token in the sentence's bytes and in its text.
type cell struct{ from, to, text int }

func openCoNLL(lines *lineReader, cfg Config) (codec, error) {
	c := &conll{lines: lines}
	if cfg.Columns.Text != "" {
		n, err := strconv.Atoi(cfg.Columns.Text)
		if err != nil || n < 1 || n > 100 {
			return nil, fmt.Errorf("column %q; CoNLL files have no header: give a number from 1", cfg.Columns.Text)
		}
		c.col = n - 1
	}
	return c, nil
}

func (c *conll) next() (record, error) {
	rec := record{}
	var cells []cell
	var bad error
	text := 0
	for {
		line, err := c.lines.next()
		if err == io.EOF && len(rec.raw) > 0 {
			break
		}
		if err != nil {
			return record{line: c.lines.line}, err
		}
		if len(rec.raw)+len(line) > MaxRecord {
			return rec, fatal{errTooLong}
		}
		at := len(rec.raw)
		rec.raw = append(rec.raw, line...)
		content := line[:body(line)]
		if len(bytes.TrimSpace(content)) == 0 {
			if len(cells) > 0 {
				break
			}
			continue
		}
		if rec.line == 0 {
			rec.line = c.lines.line
		}
		if len(cells) == 0 && bytes.HasPrefix(content, []byte("# ")) || bytes.HasPrefix(content, []byte("-DOCSTART-")) {
			continue
		}
		from, to, ok := columnOf(content, c.col)
		if !ok && bad == nil {
			bad = fmt.Errorf("line %d has no column %d", c.lines.line, c.col+1)
		}
		cells = append(cells, cell{at + from, at + to, text})
		text += to - from + 1
	}
	rec.form = cells
	rec.line = max(rec.line, 1)
	return rec, bad
}

// columnOf gives the range of column n of a line.
func columnOf(line []byte, n int) (int, int, bool) {
	blank := func(b byte) bool { return b == '\t' || b == ' ' }
	i := 0
	for ; ; n-- {
		for i < len(line) && blank(line[i]) {
			i++
		}
		from := i
		for i < len(line) && !blank(line[i]) {
			i++
		}
		if from == i {
			return 0, 0, false
		}
		if n == 0 {
			return from, i, true
		}
	}
}

func (c *conll) message(rec record, m *bauta.Message) error {
	var b strings.Builder
	for i, cell := range rec.form.([]cell) {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.Write(rec.raw[cell.from:cell.to])
	}
	m.Text = b.String()
	return nil
}

func (c *conll) beside() []string { return nil }

// splice writes each token with the edits inside it. Of an edit over several
// tokens the first holds the replacement and the others become "***", so that
// the lines and their other columns stay.
func (c *conll) splice(w *bufio.Writer, rec record, r *bauta.Result) error {
	last := 0
	for _, cell := range rec.form.([]cell) {
		w.Write(rec.raw[last:cell.from])
		w.WriteString(strings.ReplaceAll(oneLine(c.token(rec, cell, r)), " ", "_"))
		last = cell.to
	}
	_, err := w.Write(rec.raw[last:])
	return err
}

func (c *conll) token(rec record, at cell, r *bauta.Result) string {
	from, to := at.text, at.text+at.to-at.from
	if r.Withheld {
		return "***"
	}
	src := func(a, b int) string { return string(rec.raw[at.from+a-from : at.from+b-from]) }
	var b strings.Builder
	pos := from
	for _, e := range r.Edits {
		if e.End <= from || e.Start >= to {
			continue
		}
		if e.Start > pos {
			b.WriteString(src(pos, e.Start))
		}
		if e.Start >= from {
			b.WriteString(e.With)
		} else {
			b.WriteString("***")
		}
		pos = min(e.End, to)
	}
	if pos < to {
		b.WriteString(src(pos, to))
	}
	if b.Len() == 0 {
		return "_"
	}
	return b.String()
}
