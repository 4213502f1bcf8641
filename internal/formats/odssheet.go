package formats

import (
	"archive/zip"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"html"
	"io"
	"slices"
	"strconv"
	"strings"
)

// odsSheet reads the rows of all tables of a spreadsheet.
type odsSheet struct {
	xmlReader
	pick    Pick
	archive *Archive
	met     Met

	cols  Columns
	why   error // why no table so far has a text
	head  bool  // the columns of the table are known
	rows  int
	found bool // a table has a text
	notes []Slot
	runs  asides // counts paragraphs, whose pieces are one text

	points asides
}

// odsCell is a cell while it is read.
type odsCell struct {
	col, width int
	tag        xmlToken
	from, to   int    // of its paragraphs
	open       string // the tag of the first
	value      strings.Builder
	depth      int    // elements that are open in it
	aside      int    // of them, those of a comment
	in         string // of that, the element at hand
}

func (s *odsSheet) Line() int    { return s.in.Line() }
func (s *odsSheet) Taken() int64 { return s.in.Taken() }

// Next gives a row with what stands before it; the rest at the end.
func (s *odsSheet) Next() (Record, error) {
	s.raw, s.notes = nil, nil
	line := s.in.Line()
	cells, err := s.row()
	rec := Record{Line: line, Raw: s.raw, Thread: "workbook"}
	switch {
	case err == io.EOF && len(s.raw) > 0:
		rec.Slots = s.notes
	case err == io.EOF && !s.found:
		return rec, cmpErr(s.why, errors.New("no table with a text in the spreadsheet"))
	case err == io.EOF:
		return rec, err
	case err != nil:
		return Record{Line: line}, fmt.Errorf("row %d: %w", s.rows+1, err)
	default:
		s.fill(&rec, cells)
		s.met.Find(&rec)
	}
	s.points.into(&rec)
	return rec, nil
}

// odsMet are the people in the columns of a spreadsheet.
func odsMet(f *zip.File, pick Pick) Met {
	met := NewMet()
	body, err := f.Open()
	if err != nil {
		return met // who reads it has the error
	}
	defer body.Close()
	in := NewInput(&sparing{r: body, packed: int64(f.CompressedSize64)})
	s := &odsSheet{xmlReader: xmlReader{in: in}, pick: pick, archive: &Archive{}, met: met}
	for err == nil {
		_, err = s.Next()
	}
	return met
}

// row reads to the end of a row.
func (s *odsSheet) row() ([]*odsCell, error) {
	var cells []*odsCell
	var c *odsCell
	col, note := 0, ""
	for {
		t, err := s.next()
		if err != nil {
			return nil, err
		}
		s.points.token(s.raw, t)
		if t.kind != xmlText {
			s.runs.paragraph(t)
		}
		switch {
		case c != nil:
			done, err := s.inside(c, t)
			if err != nil {
				return nil, err
			}
			if done {
				c = nil
			}
		case t.name == "table" && t.kind == xmlStart:
			s.head, s.cols, s.rows = false, Columns{}, 0
		case t.name == "table-row" && (t.kind == xmlEnd || t.closed):
			return cells, nil
		case (t.name == "table-cell" || t.name == "covered-table-cell") && t.kind == xmlStart:
			n := &odsCell{col: col, width: max(1, number32(attr(s.raw, t, "table:number-columns-repeated"))), tag: t}
			cells, col = append(cells, n), col+n.width
			if !t.closed {
				c = n
			}
		default:
			note = s.beside(t, note)
		}
	}
}

// beside takes texts that stand in no cell: what was changed before, texts of shapes.
func (s *odsSheet) beside(t xmlToken, in string) string {
	switch t.kind {
	case xmlStart:
		if !t.closed {
			return t.name
		}
	case xmlText:
		s.note(t, in)
		return in
	}
	return ""
}

// note adds a text of a comment or a shape.
func (s *odsSheet) note(t xmlToken, in string) {
	role := Note
	if in == "creator" {
		role = Name
	}
	v := html.UnescapeString(string(s.raw[t.from:t.to]))
	join := s.runs.joins("p")
	if in != "date" && (join != "" || strings.TrimSpace(v) != "") {
		s.notes = append(s.notes, Slot{
			From: t.from, To: t.to, Role: role, Path: "note", Value: v, Who: v, Quote: quoteXML, Join: join,
		})
	}
}

// inside takes a token of a cell; true at its end.
func (s *odsSheet) inside(c *odsCell, t xmlToken) (bool, error) {
	switch t.kind {
	case xmlStart:
		c.in = t.name
		switch {
		case t.name == "table":
			return false, errors.New("a table in a cell, which is not read")
		case t.name == "annotation" && c.depth == 0 && !t.closed:
			c.aside = 1
		case t.name == "p" && c.depth == 0:
			if c.open == "" {
				c.from, c.open = t.from, strings.Replace(string(s.raw[t.from:t.to]), "/>", ">", 1)
			} else {
				c.value.WriteByte('\n')
			}
			c.to = t.to
		case c.aside == 0:
			c.value.WriteString(odsSign(t.name, attr(s.raw, t, "text:c")))
		}
		if !t.closed {
			c.depth++
		}
	case xmlEnd:
		if c.depth == 0 {
			return true, nil
		}
		if c.depth--; c.depth == 0 {
			if c.aside = 0; t.name == "p" {
				c.to = t.to
			}
		}
	case xmlText:
		switch {
		case c.aside > 0:
			s.note(t, c.in)
		case c.depth > 0:
			c.value.WriteString(html.UnescapeString(string(s.raw[t.from:t.to])))
		}
	}
	return false, nil
}

// odsSign is what an element stands for that is a sign of a text.
func odsSign(name, count string) string {
	switch name {
	case "s":
		return strings.Repeat(" ", min(1000, max(1, number32(count))))
	case "tab":
		return "\t"
	case "line-break":
		return "\n"
	}
	return ""
}

// number32 is a small number; 0 for none.
func number32(v string) int {
	n, err := strconv.ParseInt(v, 10, 32)
	if err != nil || n < 0 {
		return 0
	}
	return int(n)
}

// fill makes the slots of a row; the first with something in it has the names of columns.
func (s *odsSheet) fill(rec *Record, cells []*odsCell) {
	filled := 0
	for _, c := range cells {
		if c.col < maxColumns && c.value.Len() > 0 {
			filled++
		}
	}
	rec.Slots = s.notes
	if filled == 0 {
		return
	}
	if s.rows++; !s.head {
		s.header(cells)
		return
	}
	rec.ID, rec.Thread, rec.Placed, rec.Apart = fmt.Sprint(s.rows), fmt.Sprintf("row %d", s.rows), true, true
	for _, c := range cells {
		s.cell(rec, c)
	}
	rec.count(s.found)
	slices.SortStableFunc(rec.Slots, func(a, b Slot) int { return cmp.Compare(a.From, b.From) })
}

// header finds the columns of a table.
func (s *odsSheet) header(cells []*odsCell) {
	s.head = true
	var names []string
	for _, c := range cells {
		for i := range c.width {
			if c.value.Len() > 0 && c.col+i < maxColumns {
				names = append(names, make([]string, max(0, c.col+i+1-len(names)))...)
				names[c.col+i] = c.value.String()
			}
		}
	}
	cols, err := s.pick(names)
	if err != nil {
		s.cols, s.why = Columns{}, err
		return
	}
	s.cols, s.found = cols, true
	for i, r := range cols.Roles {
		if r == Keep && cols.tells(i) {
			s.archive.beside = append(s.archive.beside, cols.path(i, true))
		}
	}
}

// cell makes the slots of a cell: its value in the tag, and its paragraphs.
func (s *odsSheet) cell(rec *Record, c *odsCell) {
	role, v := Keep, c.value.String()
	for i := c.col; i < min(c.col+c.width, len(s.cols.Roles)) && role == Keep; i++ {
		role = s.cols.Roles[i]
	}
	switch s.cols.says(c.col) {
	case says['i']:
		rec.ID, rec.Placed = v, false
	case says['t']:
		rec.Thread, rec.Apart = v, false
	case says['a']:
		rec.Author = v
	case says['w']:
		rec.Time = v
	case says['l']:
		rec.Lang = v
	}
	said := attr(s.raw, c.tag, "office:value-type") == "string"
	if role == Keep && said && attr(s.raw, c.tag, "table:formula") != "" {
		role = Note // it may show a text, or hold one
	}
	if role == Keep && (!s.in.Every || !s.found) {
		return
	}
	if tag := s.plainTag(c.tag); role != Keep && tag != string(s.raw[c.tag.from:c.tag.to]) {
		rec.Slots = append(rec.Slots, Slot{
			From: c.tag.from, To: c.tag.to, Role: Gone, Value: " ", Quote: func(string) []byte { return []byte(tag) },
		})
	}
	if c.open != "" {
		rec.Slots = append(rec.Slots, Slot{
			From: c.from, To: c.to, Role: role, Value: v, Path: s.cols.path(c.col, s.in.Every), Who: v,
			Says: s.cols.says(c.col), Quote: func(v string) []byte { return odsParagraphs(c.open, v) },
			Always: bytes.Contains(s.raw[c.from:c.to], []byte("href=")), // an address behind a text
		})
	}
}

// odsKept are the attributes of a cell that hold nothing of it: how it looks, how far it goes.
var odsKept = WhenAsked(`^\w+:(?:[a-z-]+-name|number-[a-z-]+|value-type)$`)

// plainTag is the tag of a cell without its value and its formula.
func (s *odsSheet) plainTag(t xmlToken) string {
	tag := string(s.raw[t.from:t.to])
	for _, a := range attrs(s.raw, t.from, t.to) {
		if to, ok := s.points.names.style(a.name, unescapeXML(string(s.raw[a.vf:a.vt]))); ok {
			tag = strings.Replace(tag, string(s.raw[a.from:a.to]), a.name+`="`+to+`"`, 1)
		}
		if !odsKept().MatchString(a.name) {
			tag = strings.Replace(tag, string(s.raw[a.from:a.to]), "", 1)
		}
		if kind := string(s.raw[a.vf:a.vt]); strings.HasSuffix(a.name, ":value-type") && kind != "string" {
			tag = strings.Replace(tag, string(s.raw[a.from:a.to]), a.name+`="string"`, 1)
		}
	}
	return tag
}

// odsParagraphs writes a text, a paragraph a line, with blanks as such a file has them.
func odsParagraphs(open, v string) []byte {
	if v == "" {
		return nil
	}
	name := open[1:strings.IndexAny(open, " \t\r\n>")]
	prefix := name[:len(name)-len("p")]
	var b bytes.Buffer
	for line := range strings.SplitSeq(v, "\n") {
		b.WriteString(open)
		out := strings.ReplaceAll(string(quoteXML(line)), "\t", "<"+prefix+"tab/>")
		for strings.Contains(out, "  ") {
			out = strings.Replace(out, "  ", " <"+prefix+"s/>", 1)
		}
		b.WriteString(out + "</" + name + ">")
	}
	return b.Bytes()
}
