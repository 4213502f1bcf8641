package corpus

import (
	"bufio"
	"bytes"
	"slices"
	"strings"

	"github.com/bauta/bauta/internal/lines"
)

// parts are what may part the columns of a table, those that programs write first.
var parts = []byte{',', ';', '\t', '|'}

// separator tells what parts the columns by the first line: that by which it is a header with a text, or
// the most frequent of comma, semicolon and tab, or a bar that parts all rows into as many.
func separator(r *bufio.Reader, c Columns) byte {
	head, _ := r.Peek(peekSize)
	line := head
	if start, _, ok := lines.End(line, true); ok {
		line = line[:start]
	}
	best, told := parts[0], false
	for _, sep := range parts {
		more := bytes.Count(line, []byte{sep}) > bytes.Count(line, []byte{best})
		switch header := headerBy(line, sep, c); {
		case header && (!told || more):
			best, told = sep, true
		case !told && more && (sep != '|' || even(head, sep, bytes.Count(line, []byte{sep})+1)):
			best = sep
		}
	}
	return best
}

// tabbed reports a first line with a tab, or with nothing else that makes a header of it.
func tabbed(r *bufio.Reader) bool {
	line, _ := r.Peek(peekSize)
	start, _, ok := lines.End(line, true)
	if ok {
		line = line[:start]
	}
	return bytes.IndexByte(line, '\t') >= 0 ||
		!slices.ContainsFunc(parts, func(sep byte) bool { return headerBy(line, sep, Columns{}) })
}

// headerBy reports a line that is a header of several columns, one of them of texts, where such a sign
// parts them.
func headerBy(line []byte, sep byte, c Columns) bool {
	cells := strings.Split(string(line), string(sep))
	return len(cells) > 1 && (known(cells) >= 0 || named(cells, c))
}

// tableInText tells what parts the columns of a table whose name says that it is a text, as Excel's
// "Unicode text" is: its header names a text and another column that every corpus has. Of tabs one more
// line has as many, of other signs all rows.
func tableInText(head []byte) (Format, bool) {
	usual := slices.Concat(names.id, names.thread, names.author, names.time, names.lang)
	for _, sep := range []byte{'\t', ';', ',', '|'} {
		cells := strings.Split(string(firstLine(head)), string(sep))
		switch {
		case known(cells) < 0 || position(cells, usual) < 0 || slices.ContainsFunc(cells, wordy):
		case sep == '\t':
			if rowed(head, len(cells)) {
				return TSV, true
			}
		case even(head, sep, len(cells)):
			return CSV, true
		}
	}
	return "", false
}

// rowed reports a line behind the first that has so many cells with tabs between them.
func rowed(head []byte, width int) bool {
	rows := bytes.Split(bytes.TrimSpace(head), []byte{'\n'})
	if bytes.IndexByte(head, '\n') < 0 {
		rows = bytes.Split(bytes.TrimSpace(head), []byte{'\r'})
	}
	return slices.ContainsFunc(rows[1:], func(row []byte) bool { return bytes.Count(row, []byte{'\t'}) == width-1 })
}

// wordy reports a cell that is no name of a column.
func wordy(cell string) bool { return cell != "" && !plain(strings.Trim(cell, "\" \r")) }

// even reports rows that all have so many cells; the last may be cut.
func even(head []byte, sep byte, width int) bool {
	t := &table{lines: &lineReader{r: bufio.NewReader(bytes.NewReader(head))}, sep: sep}
	for n := 0; ; n++ {
		rec, err := t.read()
		cut := len(head) >= peekSize && len(bytes.TrimSpace(head)) > 0 && t.lines.taken >= int64(len(head))
		switch {
		case err != nil || cut:
			return n > 1
		case len(rec.form.([]field)) != width:
			return false
		}
	}
}

// goesOn reports that an open quote in a table with tabs is one that goes on in the next line, and no sign
// of the text: what comes next is no row.
func (t *table) goesOn() bool {
	r := t.lines.r
	for size := 1; ; size = r.Buffered() + 1 {
		_, err := r.Peek(size)
		head, _ := r.Peek(r.Buffered())
		head = bytes.TrimLeft(head, "\r\n")
		if start, _, ok := lines.End(head, err != nil); ok || err != nil {
			if ok {
				head = head[:start]
			}
			return len(head) > 0 && bytes.Count(head, []byte{'\t'})+1 != t.width
		}
	}
}
