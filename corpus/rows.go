package corpus

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/formats"
)

// Rows is a format of which each line is one row: for programs that write a line
// and wait for the answer. Text, JSONL and TSV (as databases write it: a line end in
// a cell is \n, a tab \t, a backslash \\; quotes are signs like others) are read so, in UTF-8.
type Rows struct {
	// Hides, if not nil, reports the name of a field that the policy would hide: names
	// come out as they are, so that a row with such a one is an error.
	Hides func(name string) bool

	format Format
	codec  codec
	table  *table
	count  int // lines read
}

// OpenRows looks at the first line, without its end, which Rows do not read: header
// reports that it names the columns of a TSV, and is to be written as it is.
func OpenRows(first []byte, cfg Config) (r *Rows, header bool, err error) {
	r = &Rows{format: cfg.Format}
	if r.format == "" || r.format == Auto {
		r.format = Text
		if oneObject(first) {
			r.format = JSONL
		}
	}
	switch r.format {
	case Text:
		r.codec = &textCodec{}
	case JSONL:
		cfg.TextOnly = true // what a row says of spans is its own affair
		r.codec = openJSONL(nil, cfg, nil, formats.JSONPaths(first))
	case TSV:
		header, err = r.openTable(first, cfg)
	default:
		err = fmt.Errorf("format %q is none of rows; use text, jsonl or tsv", r.format)
	}
	if header {
		r.count = 1
	}
	return r, header, err
}

// openTable finds the columns of a TSV in its first line.
func (r *Rows) openTable(first []byte, cfg Config) (header bool, err error) {
	if err := check(first); err != nil {
		return false, err
	}
	var row []string
	for cell := range strings.SplitSeq(string(first), "\t") {
		row = append(row, cell)
	}
	r.table = &table{sep: '\t', width: len(row), author: cfg.Author}
	r.codec = r.table
	if header, err = headed(row, cfg); header {
		r.table.header = row
	}
	if err == nil && !header && cfg.Columns.Text == "" && len(row) > 1 { // one line does not show it
		err = errors.New("no header in the first row; say which column holds the text with --text-column NUMBER")
	}
	if err == nil {
		err = r.table.find(cfg)
	}
	return header, err
}

// Message reads the next line, without its end. An error concerns the row alone; it
// holds no text, and [Rows.Fail] writes the row.
func (r *Rows) Message(line []byte) (m bauta.Message, err error) {
	r.count++
	rec := record{line: r.count, raw: line, to: len(line)}
	switch {
	case bytes.ContainsAny(line, "\r\n"):
		err = errors.New("a line end in the line")
	case r.table != nil:
		err = r.cells(&rec)
	case r.format == JSONL && len(bytes.TrimSpace(line)) == 0:
		err = errors.New("an empty line")
	}
	if err == nil {
		err = check(line)
	}
	if err == nil {
		err = r.read(rec, &m)
	}
	if err == nil {
		err = m.Bounded()
	}
	if err == nil {
		err = encodedAgain(m.Text)
	}
	if err != nil {
		m = bauta.Message{} // nothing of it is said
	}
	if m.ID == "" {
		m.ID, m.Line = strconv.Itoa(r.count), r.count
	}
	m.Meta = rec
	return m, err
}

// read makes a message of a row, whose new names are looked at.
func (r *Rows) read(rec record, m *bauta.Message) error {
	c, ok := r.codec.(*jsonl)
	before := 0
	if ok {
		before = len(c.others)
	}
	err := r.codec.message(rec, m)
	if r.table != nil && err == nil {
		m.Text, m.Author = unescaped(m.Text), unescaped(m.Author)
		err = check([]byte(m.Author + m.Text))
	}
	if !ok || r.Hides == nil || len(c.others) == before {
		return err
	}
	for _, name := range c.others[before:] {
		if r.Hides(name) {
			for _, name := range c.others[before:] {
				delete(c.met, name)
			}
			c.others = c.others[:before]
			return errors.New("the name of a field holds what the policy hides; give the field another name")
		}
	}
	return err
}

// cells cuts a row of a TSV.
func (r *Rows) cells(rec *record) error {
	p := parser{sep: '\t', raw: rec.raw, plain: len(rec.raw) + 1}
	p.row()
	if rec.form = p.fields; len(p.fields) != r.table.width {
		return fmt.Errorf("%d fields where %d are expected", len(p.fields), r.table.width)
	}
	return nil
}

// Write writes a result of a row as a line, without its end.
func (r *Rows) Write(w *bufio.Writer, res *bauta.Result) error {
	rec, ok := res.Message.Meta.(record)
	if !ok {
		return fmt.Errorf("message %q does not come from these rows", res.Message.ID)
	}
	if r.table != nil {
		out := *res
		out.Text = escapedCell(res.Text)
		if res.Text == res.Message.Text { // as it was written
			f := rec.form.([]field)[r.table.cols[0]]
			out.Text = f.value(rec.raw)
		}
		res = &out
	}
	return r.codec.splice(w, rec, res)
}

// Fail writes the line of a row that has no result: what is wrong, and nothing of
// what stood in it. In JSONL it is an object with line and error; in the others
// the text is "error: …", and in TSV there are as many columns as in every row.
func (r *Rows) Fail(w *bufio.Writer, m bauta.Message, why error) {
	rec, _ := m.Meta.(record)
	said := strings.ReplaceAll(oneLine(why.Error()), "\t", " ")
	switch r.format {
	case JSONL:
		fmt.Fprintf(w, `{"line":%d,"error":%s}`, rec.line, quote(said))
	case TSV:
		w.WriteString(strings.Repeat("\t", r.table.cols[0]))
		w.WriteString(escapedCell("error: " + said))
		w.WriteString(strings.Repeat("\t", r.table.width-1-r.table.cols[0]))
	default:
		w.WriteString("error: " + said)
	}
}

// MaxRow bounds a line of rows, in bytes: a text in its longest spelling.
const MaxRow = 6*bauta.MaxText + 1<<20
