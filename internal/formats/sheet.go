package formats

import (
	"errors"
	"fmt"
	"html"
	"io"
	"slices"
	"strconv"
	"strings"
)

// sheet reads the rows of a sheet of a workbook.
type sheet struct {
	xmlReader
	w    *workbook
	cols Columns
	rows int

	beside asides
}

// cell is a cell with something in it: the range of its bytes, what it says, and which
// shared string it has; -1 for none.
type cell struct {
	from, to, col int
	attrs         string // of its tag, but for the type
	value         string
	shared        int
	kind          string // its type
	formula       bool
	anew          bool   // nothing but the formula is needed to know the value
	said          [2]int // where what the formula gave last stands
}

// maxColumns is what Excel has.
const maxColumns = 16384

func (s *sheet) Line() int    { return s.in.Line() }
func (s *sheet) Taken() int64 { return s.in.Taken() }

// role is what the column of a cell holds.
func (s *sheet) role(c cell) Role {
	if c.col < len(s.cols.Roles) {
		return s.cols.Roles[c.col]
	}
	return Keep
}

// row reads up to the end of a row. What stands outside of rows comes with the next, or at
// the end, with io.EOF.
func (s *sheet) row() ([]cell, error) {
	var cells []cell
	var c *cell
	in := ""
	for {
		t, err := s.next()
		if err != nil {
			return nil, err
		}
		if stands(t, in, c != nil) {
			s.beside.token(s.raw, t)
		}
		switch {
		case t.name == "row" && (t.kind == xmlEnd || t.closed):
			return cells, nil
		case t.name == "c" && t.kind == xmlStart && !t.closed:
			if cells, err = s.open(cells, t); err != nil {
				return nil, err
			}
			c, in = &cells[len(cells)-1], ""
		case t.name == "c" && c != nil && t.kind == xmlEnd:
			if err := s.close(c, t); err != nil {
				return nil, err
			}
			c = nil
		case c != nil:
			in = s.inside(c, t, in)
		}
	}
}

// stands reports what stands beside cells and rows: formulas and comments in them, too.
func stands(t xmlToken, in string, cell bool) bool {
	grid := cell || t.name == "row" || t.name == "c"
	return !grid || t.name == "f" || in == "f" || t.kind == xmlOther
}

// inside takes what stands in a cell; in is the element at hand.
func (s *sheet) inside(c *cell, t xmlToken, in string) string {
	switch t.kind {
	case xmlText:
		text := html.UnescapeString(string(s.raw[t.from:t.to]))
		switch in {
		case "v", "t":
			c.value += text
		case "f":
			c.anew = c.anew && !strings.Contains(text, `"`)
		}
		return in
	case xmlStart:
		switch t.name {
		case "f":
			c.formula, c.anew = true, !t.closed && attr(s.raw, t, "t") == ""
		case "v":
			c.said = [2]int{t.from, t.to}
		}
		if !t.closed {
			return t.name
		}
	case xmlEnd:
		if t.name == "v" {
			c.said[1] = t.to
		}
	}
	return ""
}

// open begins a cell. One that does not say where it is stands behind the one before.
func (s *sheet) open(cells []cell, t xmlToken) ([]cell, error) {
	c := cell{from: t.from, shared: -1}
	if len(cells) > 0 {
		c.col = cells[len(cells)-1].col + 1
	}
	var b strings.Builder
	for _, a := range attrs(s.raw, t.from, t.to) {
		switch a.name {
		case "r":
			c.col = columnOf(string(s.raw[a.vf:a.vt]))
		case "t":
			c.kind = string(s.raw[a.vf:a.vt])
		}
		if a.name != "t" {
			b.WriteString(" " + string(s.raw[a.from:a.to]))
		}
	}
	if c.col < 0 || c.col >= maxColumns || len(cells) > 0 && c.col <= cells[len(cells)-1].col {
		return nil, errors.New("cells out of order in a row")
	}
	c.attrs = b.String()
	return append(cells, c), nil
}

// close ends a cell.
func (s *sheet) close(c *cell, t xmlToken) error {
	c.to = t.to
	if c.kind != "s" {
		return nil
	}
	i, err := strconv.Atoi(strings.TrimSpace(c.value))
	if err != nil || i < 0 || i >= s.w.shared.len() {
		return errors.New("a cell has a text that the workbook lacks")
	}
	c.shared, c.value = i, s.w.shared.at(i)
	return nil
}

// columnOf gives the number of a column from a cell's name (B7), from 0; -1 for none.
func columnOf(ref string) int {
	n := 0
	for i := 0; i < len(ref) && i < 3 && ref[i] >= 'A' && ref[i] <= 'Z'; i++ {
		n = n*26 + int(ref[i]-'A') + 1
	}
	return n - 1
}

// Next gives a row, for writing.
func (s *sheet) Next() (Record, error) {
	if s.raw = nil; s.rows < 0 {
		return Record{}, io.EOF
	}
	line := s.in.Line()
	cells, err := s.row()
	rec := Record{Line: line, Raw: s.raw, Thread: "workbook", Part: true}
	switch {
	case err == io.EOF:
		if s.rows = -1; len(s.raw) == 0 {
			return Record{}, io.EOF
		}
	case err != nil:
		return Record{Line: line}, fmt.Errorf("row %d: %w", s.rows+1, err)
	case len(cells) > 0:
		if s.rows++; s.rows > 1 { // behind the header
			rec.Part = false
			s.fill(&rec, cells)
			s.w.met.Find(&rec)
		}
	}
	s.beside.into(&rec)
	return rec, nil
}

// fill makes the slots of a row.
func (s *sheet) fill(rec *Record, cells []cell) {
	rec.ID, rec.Thread, rec.Placed, rec.Apart = fmt.Sprint(s.rows), fmt.Sprintf("row %d", s.rows), true, true
	defer func() {
		if !has(s.beside.slots, Text) {
			rec.count(s.cols.Header != nil)
		}
	}()
	for _, c := range cells {
		switch s.cols.says(c.col) {
		case says['i']:
			rec.ID, rec.Placed = c.value, false
		case says['t']:
			rec.Thread, rec.Apart = c.value, false
		case says['w']:
			rec.Time = c.value
		case says['a']:
			rec.Author = c.value
		case says['l']:
			rec.Lang = c.value
		}
		role := s.role(c)
		if c.formula && role != Keep && strings.TrimSpace(c.value) == "" {
			s.worked(rec, c, role)
			continue
		}
		if role == Keep && c.formula && c.kind == "str" && c.value != "" {
			if c.anew {
				rec.Slots = append(rec.Slots, Slot{From: c.said[0], To: c.said[1], Role: Gone, Value: " "})
				continue
			}
			role = Note // it may show a text, or hold one
		}
		if role != Keep || s.in.Every && s.cols.Header != nil {
			rec.Slots = append(rec.Slots, s.slot(c, role, c.value))
		}
	}
}

// slot is that of a whole cell.
func (s *sheet) slot(c cell, role Role, v string) Slot {
	return Slot{
		From: c.from, To: c.to, Role: role, Value: v, Path: s.cols.path(c.col, s.in.Every),
		Says: s.cols.says(c.col), Who: v, Always: c.shared >= 0 || c.formula,
		Quote: func(v string) []byte {
			return []byte("<c" + c.attrs + ` t="inlineStr"><is><t xml:space="preserve">` + string(quoteXML(v)) +
				"</t></is></c>")
		},
	}
}

// count counts a row without a text, or of a sheet without one.
func (r *Record) count(read bool) {
	switch {
	case !read:
		r.Unread = 1
	case !has(r.Slots, Text):
		r.Empty = 1
	}
}

// has reports a slot of a role.
func has(slots []Slot, role Role) bool {
	return slices.ContainsFunc(slots, func(s Slot) bool { return s.Role == role })
}

// path is what a column is called: in IDs of messages by its number.
func (c *Columns) path(col int, byName bool) string {
	if byName && col < len(c.Header) && c.Header[col] != "" {
		return c.Header[col]
	}
	return fmt.Sprintf("column-%d", col+1)
}

// says is what a column is of its message.
func (c *Columns) says(col int) string {
	if c.Header == nil { // of a sheet without a text
		return ""
	}
	switch col {
	case c.ID:
		return says['i']
	case c.Thread:
		return says['t']
	case c.Author:
		return says['a']
	case c.Time:
		return says['w']
	case c.Lang:
		return says['l']
	}
	return ""
}

// tells reports a column that may be of somebody: all but those of times and languages.
func (c *Columns) tells(col int) bool { return col != c.Time && col != c.Lang }

// sharedStrings writes the strings that cells share; those go that only cells have which
// were read, or none.
type sharedStrings struct {
	xmlReader
	w *workbook
	i int
}

func (s *sharedStrings) Line() int    { return s.in.Line() }
func (s *sharedStrings) Taken() int64 { return s.in.Taken() }

// Next gives a string.
func (s *sharedStrings) Next() (Record, error) {
	s.raw = nil
	line, from := s.in.Line(), -1
	var gone []Slot // comments
	for {
		t, err := s.next()
		switch {
		case err == nil && t.kind == xmlOther && aside(s.raw[t.from:t.to]):
			gone = append(gone, goneToken(t))
		case err == io.EOF && len(s.raw) > 0:
			return Record{Line: line, Raw: s.raw, Slots: gone}, nil
		case err != nil:
			return Record{Line: line}, err
		case t.name == "si" && t.kind == xmlStart && !t.closed:
			from = t.to
		case t.name == "si" && (t.kind == xmlEnd || t.closed):
			rec := Record{Line: line, Raw: s.raw, Slots: gone}
			if i := s.i; from >= 0 && i < len(s.w.kept) && !s.w.kept[i] {
				before := slices.DeleteFunc(gone, func(of Slot) bool { return of.From >= from })
				none := func(string) []byte { return []byte("<t/>") }
				rec.Slots = append(before, Slot{From: from, To: t.from, Role: Gone, Value: " ", Quote: none})
			}
			s.i++
			return rec, nil
		}
	}
}

// texts reads what stands beside the cells in a part without any.
type texts struct {
	xmlReader
	asides
	done bool
	met  Met // who is known in it
}

// xmlTexts opens a part of which nothing else holds anybody.
func xmlTexts(roles map[string]Role, names *sheetNames) func(*Input) (Source, error) {
	return func(in *Input) (Source, error) {
		if in.Every { // nothing is written
			names = nil
		}
		return &texts{xmlReader: xmlReader{in: in}, asides: asides{roles: roles, names: names}}, nil
	}
}

func (s *texts) Line() int    { return s.in.Line() }
func (s *texts) Taken() int64 { return s.in.Taken() }

// Next gives the whole file, which is small.
func (s *texts) Next() (Record, error) {
	if s.done {
		return Record{}, io.EOF
	}
	s.done = true
	rec := Record{Line: 1, Thread: "workbook", Part: true}
	for {
		t, err := s.next()
		if err == io.EOF {
			rec.Raw, rec.Slots = s.raw, s.slots
			for i := range rec.Slots {
				if slot := &rec.Slots[i]; slot.Role == Note && slot.Known == nil {
					slot.Known = s.met.Named(slot.Value)
				}
			}
			return rec, nil
		}
		if err != nil {
			return Record{Line: s.in.Line()}, err
		}
		s.token(s.raw, t)
	}
}
