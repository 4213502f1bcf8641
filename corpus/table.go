package corpus

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/formats"
	"github.com/bauta/bauta/internal/lines"
)

// table reads CSV and TSV as RFC 4180 has them, keeping the bytes of each row
// so that the columns that are not the text come out as they went in.
type table struct {
	lines *lineReader
	sep   byte
	width int
	cols  [6]int // text, id, thread, author, time, lang; -1 where there is none
	queue []record
	late  *late // behind the queue

	header  []string // nil where the first row is data
	author  func(string) string
	met     formats.Met // authors, where they are numbered or fields are read
	fields  bool        // are read: texts are read beside who wrote
	filled  bool        // something stands in a column that nobody reads
	untimed bool        // something stands in the column of times that is none
}

// field is the range of a field's bytes in its row, quotes included.
type field struct {
	from, to int
	quoted   bool
}

func (f field) value(raw []byte) string {
	if !f.quoted {
		return string(raw[f.from:f.to])
	}
	return strings.ReplaceAll(string(raw[f.from+1:f.to-1]), `""`, `"`)
}

func openTable(in *lineReader, cfg Config, format Format) (codec, []byte, error) {
	t := &table{lines: in, sep: '\t', author: cfg.Author, met: formats.NewMet(), fields: cfg.Fields}
	columns := cfg.Columns
	if texts := cfg.texts(); len(texts) > 0 {
		columns.Text = texts[0]
	}
	if sep := separator(in.r, columns); format == CSV || !tabbed(in.r) {
		t.sep = sep
	}
	said, err := t.said(format)
	if err != nil {
		return nil, nil, err
	}
	first, err := t.next()
	if err != nil {
		return nil, nil, &Error{Line: max(1, first.line), Err: err}
	}
	if err := check(first.raw); err != nil {
		return nil, nil, &Error{Line: first.line, Err: err}
	}
	fields := first.form.([]field)
	first.raw, fields = before(said, first.raw, fields)
	first.form = fields
	header := make([]string, len(fields))
	for i, f := range fields {
		header[i] = f.value(first.raw)
	}
	t.width = len(header)
	hasHeader, err := headed(header, cfg)
	if err != nil {
		return nil, nil, &Error{Line: first.line, Err: err}
	}
	if !hasHeader {
		t.queue = append(t.queue, first)
		header = nil
	}
	t.header = header
	if err := t.find(cfg); err != nil {
		return nil, nil, err
	}
	if t.numbers() {
		t.look(t.meet)
	}
	if !hasHeader {
		return t, nil, nil
	}
	if cfg.Columns.Text == "" {
		if err := t.numbered(); err != nil {
			return nil, nil, &Error{Line: first.line, Err: err}
		}
	}
	return t, first.raw, nil
}

// said reads the line with which Excel says what parts columns: sep=; and the like.
func (t *table) said(format Format) ([]byte, error) {
	head, _ := t.lines.r.Peek(16)
	m := sepLine().FindSubmatch(head)
	if format != CSV || m == nil {
		return nil, nil
	}
	t.sep = m[1][0]
	return t.lines.next()
}

var sepLine = formats.WhenAsked(`^"?(?i:sep)=([;,|\t])"?[\r\n]`)

// before puts a line in front of a row.
func before(line, raw []byte, fields []field) ([]byte, []field) {
	for i := range fields {
		fields[i].from, fields[i].to = fields[i].from+len(line), fields[i].to+len(line)
	}
	return append(line, raw...), fields
}

// headed reports whether the first row is a header: a column has a usual name,
// or one that the user gave. What goes by usual names alone must read as names,
// since a header comes out unread.
func headed(row []string, cfg Config) (bool, error) {
	if cfg.NoHeader {
		return false, nil
	}
	if named(row, cfg.Columns) {
		return true, nil
	}
	if known(row) < 0 {
		return false, nil
	}
	for i, name := range row {
		if name != "" && !plain(name) {
			return false, fmt.Errorf("column %d of the first row reads as a text, not as a name; "+
				"give --no-header when the row is a message, or --text-column NAME when it is a header", i+1)
		}
	}
	return true, nil
}

// find finds the columns by the user's word, by their usual names, or the text
// by its looks.
func (t *table) find(cfg Config) (err error) {
	c, usual := cfg.Columns, cfg.usual()
	wants := []string{c.Text, c.ID, c.Thread, c.Author, c.Time, c.Lang}
	for i := range wants {
		if t.cols[i], err = column(t.header, t.width, wants[i], usual[i]); err != nil {
			return err
		}
	}
	if t.cols[0] < 0 && t.width == 1 {
		t.cols[0] = 0
	}
	if t.cols[0] < 0 && t.header == nil {
		if t.cols[0], err = t.wordiest(); err != nil {
			return err
		}
	}
	if t.cols[0] < 0 && t.header == nil {
		return fmt.Errorf("cannot tell which column holds the text: none of the %d is called as texts are, and "+
			"none reads as one; is this a table of something else, as a questionnaire? Or name the text with "+
			"--text-column, by what the first row calls it or by a number from 1 to %d", t.width, t.width)
	}
	if t.cols[0] < 0 {
		return fmt.Errorf("cannot tell which column holds the text; name it with --text-column: %s",
			list(t.header, t.width))
	}
	if _, err := strconv.Atoi(c.Text); err != nil && t.header != nil {
		for i, name := range t.header {
			if i != t.cols[0] && strings.EqualFold(name, t.header[t.cols[0]]) {
				return fmt.Errorf("columns %d and %d have one name; give the number of the text with --text-column",
					t.cols[0]+1, i+1)
			}
		}
	}
	return nil
}

// named reports whether the user's column names stand in the first row.
func named(header []string, c Columns) bool {
	for _, want := range []string{c.Text, c.ID, c.Thread, c.Author, c.Time, c.Lang} {
		if want != "" && position(header, []string{strings.ToLower(want)}) >= 0 {
			return true
		}
	}
	return false
}

// wordiest looks at the first rows of a file without header for the one column
// that holds running text.
func (t *table) wordiest() (int, error) {
	const rows = 50
	for len(t.queue) < rows {
		rec, err := t.read()
		if err == io.EOF {
			break
		}
		if err != nil {
			return -1, &Error{Line: rec.line, Err: err}
		}
		t.queue = append(t.queue, rec)
	}
	words := make([]int, t.width) // behind another one
	for _, rec := range t.queue {
		for i, f := range rec.form.([]field) {
			if i < t.width {
				words[i] += max(0, wordsIn(f.value(rec.raw))-1)
			}
		}
	}
	best, second := -1, 0
	for i, n := range words {
		switch {
		case best < 0 || n > words[best]:
			if best >= 0 {
				second = max(second, words[best])
			}
			best = i
		default:
			second = max(second, n)
		}
	}
	if words[best] < 2*len(t.queue) || words[best] < 4*second {
		return -1, nil
	}
	return best, nil
}

// wordsIn counts what stands between blanks and has a letter: groups of a telephone number are no words.
func wordsIn(s string) (n int) {
	for word := range strings.SplitSeq(s, " ") {
		if strings.ContainsFunc(word, unicode.IsLetter) {
			n++
		}
	}
	return n
}

func (t *table) next() (record, error) {
	rec, err := record{}, error(nil)
	switch {
	case len(t.queue) > 0:
		rec, t.queue = t.queue[0], t.queue[1:]
	case t.late != nil:
		rec, err, t.late = t.late.rec, t.late.err, nil
	default:
		rec, err = t.read()
	}
	if err != nil {
		return rec, err
	}
	fields := rec.form.([]field)
	if t.width == 0 {
		return rec, nil // the header itself
	}
	if len(fields) != t.width {
		return rec, fmt.Errorf("%d fields where %d are expected; quote fields that hold the separator, or use "+
			"--on-error skip", len(fields), t.width)
	}
	return rec, nil
}

// read reads one row. Empty lines before it stay with it.
func (t *table) read() (record, error) {
	var raw []byte
	start := 0
	for {
		line, err := t.lines.next()
		if err != nil {
			return record{line: t.lines.line, raw: raw}, err
		}
		start = len(raw)
		raw = append(raw, line...)
		if lines.Body(line) > 0 {
			break
		}
	}
	p := parser{sep: t.sep, raw: raw, at: start}
	rec, alone := record{line: t.lines.line, raw: raw}, true
	for !p.row() {
		if p.err != nil {
			rec.raw = p.raw
			return rec, p.err
		}
		if alone && t.sep == '\t' && bytes.Count(p.raw, []byte{'\t'})+1 >= t.width && !t.goesOn() {
			// A tab file whose row is whole without the line to come: the
			// quote that is open is a plain sign.
			p.bare()
			continue
		}
		line, err := t.lines.next()
		switch {
		case err == io.EOF:
			rec.raw = p.raw
			return rec, fmt.Errorf("a quote is opened and never closed; double the quotes inside quoted fields")
		case err != nil:
			return rec, err
		case len(p.raw)+len(line) > MaxRecord:
			return rec, fatal{errTooLong}
		}
		p.raw, alone = append(p.raw, line...), false
	}
	rec.raw, rec.form = p.raw, p.fields
	return rec, p.err
}

// parser cuts a row into fields. It can be continued when a quoted field goes
// on in the next line.
type parser struct {
	sep    byte
	raw    []byte
	at     int // where the next field starts
	scan   int // where the scan of an open quoted field continues
	plain  int // quotes before this offset are plain signs
	fields []field
	err    error
}

// row reads fields up to the end of the row; false means that a quote is open
// or that err is set.
func (p *parser) row() bool {
	end := lines.Body(p.raw)
	for {
		if p.at < end && p.raw[p.at] == '"' && p.at >= p.plain {
			if !p.quotedField() {
				return false
			}
		} else {
			stop := end
			if i := bytes.IndexByte(p.raw[p.at:end], p.sep); i >= 0 {
				stop = p.at + i
			}
			p.fields = append(p.fields, field{p.at, stop, false})
			p.at = stop
		}
		if p.at >= end {
			return true
		}
		p.at++ // the separator
	}
}

// quotedField reads a field that starts with a quote.
func (p *parser) quotedField() bool {
	i := max(p.scan, p.at+1)
	for {
		q := bytes.IndexByte(p.raw[i:], '"')
		if q < 0 {
			p.scan = len(p.raw)
			return false
		}
		i += q
		if i+1 < len(p.raw) && p.raw[i+1] == '"' {
			i += 2
			continue
		}
		break
	}
	i++
	p.scan = 0
	if i < lines.Body(p.raw) && p.raw[i] != p.sep {
		if p.sep == '\t' {
			p.bare()
			return p.row()
		}
		p.err = errors.New("text behind a closing quote; double the quotes inside quoted fields")
		return false
	}
	p.fields = append(p.fields, field{p.at, i, true})
	p.at = i
	return true
}

// bare makes the quote at the start of the current field a plain sign.
func (p *parser) bare() { p.plain, p.scan = p.at+1, 0 }

func (t *table) message(rec record, m *bauta.Message) error {
	fields := rec.form.([]field)
	get := func(i int) string {
		if t.cols[i] < 0 {
			return ""
		}
		return fields[t.cols[i]].value(rec.raw)
	}
	m.Text, m.ID, m.Thread, m.Author, m.Lang = get(0), get(1), get(2), get(3), get(5)
	m.Time = parseTime(get(4))
	if t.numbers() {
		t.met.Author(m.Author)
		m.Known = knownIn(nil, 0, t.met.Named(m.Text))
	}
	t.untimed = t.untimed || m.Time.IsZero() && get(4) != ""
	for i := 0; i < len(fields) && !t.filled; i++ {
		t.filled = !slices.Contains(t.cols[:], i) && strings.TrimSpace(fields[i].value(rec.raw)) != ""
	}
	return nil
}

// stays reports a column that comes out as it went in and holds more than an
// order.
func (t *table) stays(i int) bool {
	role := slices.Index(t.cols[:], i)
	return role < 0 || role == 3 && t.author == nil
}

// beside names the columns that stay: with their number where there is no
// header, or no name in it.
func (t *table) beside() ([]string, bool) {
	var out []string
	for i := range t.width {
		said := slices.Index(t.cols[:], i) // an ID or a conversation stays, too
		stays := t.stays(i) || said == 1 || said == 2 || said == 4 && t.untimed
		if stays {
			out = append(out, t.called(i))
		}
	}
	return out, t.filled
}

// called is what a column is called for people.
func (t *table) called(i int) string {
	if t.header != nil && plain(t.header[i]) {
		return t.header[i]
	}
	return formats.Numbered(i)
}

func (t *table) names() []string { return t.header }

func (t *table) splice(w *bufio.Writer, rec record, r *bauta.Result) error {
	fields := rec.form.([]field)
	out := edits{w: w, raw: rec.raw}
	for i, f := range fields {
		var with string
		switch {
		case i == t.cols[0]:
			with = r.Text
		case i == t.cols[3] && t.author != nil:
			with = t.author(f.value(rec.raw))
		default:
			continue
		}
		if with != f.value(rec.raw) { // or else quoted or not, as it was
			out.put(f.from, f.to, t.cell(with, f.quoted))
		}
	}
	return out.end()
}

// cell writes a value, in quotes where it stood in quotes or needs them.
func (t *table) cell(s string, quoted bool) []byte {
	if quoted || t.sep != '\t' && strings.ContainsAny(s, "\"\r\n"+string(t.sep)) ||
		strings.ContainsAny(s, "\t\r\n") && t.sep == '\t' {
		s = `"` + strings.ReplaceAll(s, `"`, `""`) + `"`
	}
	return []byte(s)
}
