package formats

import (
	"archive/zip"
	"errors"
	"fmt"
	"html"
	"io"
	"path"
	"slices"
	"strings"
)

// Columns says what the columns of a sheet hold; -1 where there is none.
type Columns struct {
	Roles                          []Role
	ID, Thread, Author, Time, Lang int
	Header                         []string
}

// Pick finds the columns by the header of a sheet; an error where no column is a text.
type Pick func(header []string) (Columns, error)

// maxShared bounds the strings that the cells of a workbook share.
const maxShared = 20_000_000

// workbook is what is known of a spreadsheet before it is written.
type workbook struct {
	shared arena
	kept   []bool // by cells that are not read
	sheets map[string]Columns
	left   []string // of sheets that are read, columns that stay
	names  sheetNames
	aside  []string // what stays among what cells share
	met    Met      // in columns of people
}

// isXLSX reports a workbook of Excel.
func isXLSX(files []*zip.File) bool {
	for _, f := range files {
		if f.Name == "xl/workbook.xml" {
			return true
		}
	}
	return false
}

// copies are the folders of parts that repeat what stands in cells.
var copies = []string{
	"xl/pivotCache", "xl/externalLinks", "xl/embeddings", "xl/model", "xl/revisions", "xl/queryTables",
}

var errCopy = errors.New("it keeps a copy of data (of a pivot table, a link or a query, of changes, another file in " +
	"it); take it out, or save the table as CSV (UTF-8)")

// openXLSX reads all cells once, to know what they share.
func openXLSX(files []*zip.File, pick Pick) (*Archive, error) {
	if pick == nil {
		return nil, errors.New("this is a workbook of Excel, which is not read here; save the table as CSV (UTF-8)")
	}
	must, err := targets(files)
	if err == nil {
		err = whole(files, "workbook", append([]string{"[Content_Types].xml"}, must...), func(name string) bool {
			return name == "xl/sharedStrings.xml" || path.Dir(name) == "xl/worksheets"
		})
	}
	if err != nil {
		return nil, err
	}
	w := &workbook{sheets: map[string]Columns{}, met: NewMet(), names: sheetNames{ref: excelRef()}}
	for i, f := range files {
		var err error
		switch {
		case ofMac(f.Name):
		case slices.Contains(copies, path.Dir(f.Name)):
			return nil, inPart(i, f, "workbook", errCopy)
		case f.Name == "xl/workbook.xml", path.Dir(f.Name) == "xl/tables":
			err = w.names.read(f)
		case f.Name == "xl/sharedStrings.xml":
			err = w.strings(f)
		case path.Dir(f.Name) == "xl/persons":
			err = w.persons(f)
		}
		if err != nil {
			return nil, inPart(i, f, "workbook", err)
		}
	}
	w.kept = make([]bool, w.shared.len())
	a := &Archive{what: "xlsx", left: map[string]int{}}
	var why error
	var last []entry
	unread := 0 // sheets
	for i, f := range files {
		e := entry{n: i + 1, file: f, name: f.Name}
		switch {
		case ofMac(f.Name):
			a.left[macKind]++
			continue
		case path.Dir(f.Name) == "xl/worksheets" && strings.HasSuffix(f.Name, ".xml"):
			var row int
			if row, err, why = w.look(f, pick); err != nil {
				return nil, fmt.Errorf("file %d of the workbook, row %d: %w", i+1, row, damaged(err))
			}
			cols, read := w.sheets[f.Name]
			if !read {
				unread++
			}
			e.format = Format{Open: func(in *Input) (Source, error) {
				return &sheet{xmlReader: xmlReader{in: in}, w: w, cols: cols, beside: w.beside(in)}, nil
			}}
		case f.Name == "xl/sharedStrings.xml":
			e.silent, e.format = true, Format{Open: func(in *Input) (Source, error) {
				return &sharedStrings{xmlReader: xmlReader{in: in}, w: w}, nil
			}}
			last = append(last, e)
			continue
		default:
			e.format = Format{Open: w.part(f)}
		}
		a.todo = append(a.todo, e)
	}
	a.todo = append(a.todo, last...)
	if len(w.sheets) == 0 {
		return nil, cmpErr(why, errors.New("no sheet in the workbook"))
	}
	a.beside, a.note = append(w.left, plainCopies(a.todo, unread)...), w.names.note()
	a.aside = w.aside
	return a, nil
}

// part opens a part of a workbook that may hold people beside its cells, or points to
// sheets; nil where it does neither.
func (w *workbook) part(f *zip.File) func(*Input) (Source, error) {
	name := f.Name
	dir, base := path.Dir(name), path.Base(name)
	var roles map[string]Role
	switch {
	case strings.HasSuffix(name, ".rels"):
		roles = map[string]Role{"@Target": Gone}
	case base == "[Content_Types].xml":
	case isPicture(name) || !isXMLPart(f):
		return nil
	case base == "styles.xml", dir == "xl/theme": // what somebody called a style, texts in formats of numbers
		roles = map[string]Role{"@name": Note}
	case strings.HasPrefix(base, "comments"), dir == "xl/threadedComments":
		roles = map[string]Role{"text()": Note, "author": Name}
	case dir == "xl/persons":
		roles = map[string]Role{"@displayName": Name, "@userId": Gone}
	case dir == "docProps", path.Ext(name) == ".psmdcp":
		roles = documentProperties
	case dir == "xl":
		roles = map[string]Role{
			"@url": Gone, "@userName": Name, "@comment": Note, "@connection": Gone, "@sourceFile": Gone,
			"@codeName": Gone, "@description": Note, "@help": Note, "@statusBar": Note, "@customMenu": Note,
			"text()": Note, anyValue: Note, "@hashValue": Keep, "@saltValue": Keep, "@algorithmName": Keep,
		}
		if base == "connections.xml" {
			roles["@name"] = Note
		}
	case dir == "customXml":
		roles = map[string]Role{"*": Note}
	case dir == "xl/tables": // the names of columns are those of their cells
		roles = map[string]Role{"@val": Note, "@totalsRowLabel": Note, "@comment": Note, "text()": Note}
	case slices.Contains([]string{"xl/charts", "xl/drawings", "xl/diagrams"}, dir):
		roles = drawn
	default: // nobody knows what it says of whom
		roles = map[string]Role{"text()": Note, anyWord: Note}
	}
	return w.known(xmlTexts(roles, &w.names))
}

// isPicture reports a part that is told as one that stays.
func isPicture(name string) bool { return strings.EqualFold(path.Ext(name), ".svg") }

// documentProperties are what a workbook says of itself.
var documentProperties = map[string]Role{
	"creator": Name, "lastModifiedBy": Name, "Manager": Name, "HyperlinkBase": Gone, "text()": Note, "@name": Note,
	"created": Keep, "modified": Keep, "lastPrinted": Keep, "revision": Keep, "version": Keep, "language": Keep,
	"Application": Keep, "AppVersion": Keep, "bool": Keep, "filetime": Keep, "ScaleCrop": Keep, "LinksUpToDate": Keep,
	"SharedDoc": Keep, "HyperlinksChanged": Keep, "contentStatus": Note,
}

// drawn are what charts and drawings say beside numbers.
var drawn = map[string]Role{
	"text()": Note, "formatCode": Keep, "sqref": Keep, "Anchor": Keep, "ptCount": Keep, "SizeWithCells": Keep,
	"MoveWithCells": Keep, "AutoFill": Keep, "align": Keep, "posOffset": Keep,
	"@descr": Note, "@title": Note, "@alt": Note, "@o:title": Note, "@tooltip": Note, "@caption": Note, "@name": Note,
	"@style": Keep, "@path": Keep, "@typeface": Keep, "@ObjectType": Keep, "@Requires": Keep, "@Ignorable": Keep,
	anyValue: Note,
}

// beside finds what a sheet says beside its cells.
func (w *workbook) beside(in *Input) asides {
	if in.Every { // nothing is written
		return asides{roles: besideCells}
	}
	return asides{roles: besideCells, names: &w.names}
}

// besideCells is what a sheet says beside its cells: heads and feet of pages, what is shown
// at a cell that is chosen, or linked.
var besideCells = map[string]Role{
	"oddHeader": Note, "oddFooter": Note, "evenHeader": Note, "evenFooter": Note, "firstHeader": Note,
	"firstFooter": Note, "@prompt": Note, "@promptTitle": Note, "@error": Note, "@errorTitle": Note,
	"@display": Note, "@tooltip": Note, "@location": Note, "@text": Note, "@val": Note, "@codeName": Gone,
	"@name": Note, "@user": Name, "@comment": Note, "@title": Note, "@destinationFile": Gone, "@customList": Note,
	"text()": Note, "sqref": Keep, "@hashValue": Keep, "@saltValue": Keep, "@algorithmName": Keep, anyValue: Note,
}

func cmpErr(a, b error) error {
	if a != nil {
		return a
	}
	return b
}

// each gives the tokens of a file of the workbook.
func each(f *zip.File, visit func(x *xmlReader, t xmlToken) error) error {
	body, err := f.Open()
	if err != nil {
		return err
	}
	defer body.Close()
	x := &xmlReader{in: NewInput(&sparing{r: body, packed: int64(f.CompressedSize64)})}
	for {
		t, err := x.next()
		if err == io.EOF && !x.seen {
			return errNoElement
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if err := visit(x, t); err != nil {
			return err
		}
	}
}

// strings reads what cells share. Phonetic readings are no text of a cell.
func (w *workbook) strings(f *zip.File) error {
	var b strings.Builder
	in, phonetic := false, false
	return each(f, func(x *xmlReader, t xmlToken) error {
		switch {
		case t.name == "rPh":
			phonetic = t.kind == xmlStart
		case t.name == "t":
			in = t.kind == xmlStart && !t.closed && !phonetic
		case t.name == "si" && (t.kind == xmlEnd || t.closed):
			if w.shared.add(b.String()); w.shared.len() > maxShared {
				return fmt.Errorf("more than %d of them", maxShared)
			}
			b.Reset()
		case t.kind == xmlText && in:
			b.WriteString(html.UnescapeString(string(x.raw[t.from:t.to])))
		case t.kind == xmlOther && len(w.aside) == 0:
			w.aside = x.Stays(x.raw[t.from:t.to])
		}
		x.raw = x.raw[:0]
		return nil
	})
}

// look finds the columns of a sheet, and which strings it shares with others. why it has no
// text is told behind its last cell: they share strings, too. row is where it cannot be read.
func (w *workbook) look(f *zip.File, pick Pick) (row int, err, why error) {
	body, err := f.Open()
	if err != nil {
		return 1, err, nil
	}
	defer body.Close()
	in := NewInput(&sparing{r: body, packed: int64(f.CompressedSize64)})
	s := &sheet{xmlReader: xmlReader{in: in}, w: w}
	for header := true; ; row++ {
		cells, err := s.row()
		switch {
		case err == io.EOF && !s.seen:
			return row, errNoElement, nil
		case err == io.EOF && header:
			return row, nil, errors.New("a sheet without cells")
		case err == io.EOF:
			return row, nil, why
		case err != nil:
			return row + 1, err, nil
		}
		for _, c := range cells {
			if c.shared >= 0 && (header || s.role(c) == Keep) {
				w.kept[c.shared] = true
			}
			if !header && s.role(c) == Name {
				w.met.Add(c.value)
			}
			if !header && s.cols.Roles != nil && c.col == s.cols.Author {
				w.met.Author(c.value)
			}
		}
		if header && len(cells) > 0 {
			header = false
			s.cols, why = w.head(f.Name, cells, pick)
		}
		s.raw, s.beside.slots = s.raw[:0], nil
	}
}

// head finds the columns by the first row.
func (w *workbook) head(name string, cells []cell, pick Pick) (Columns, error) {
	names := make([]string, cells[len(cells)-1].col+1)
	for _, c := range cells {
		names[c.col] = c.value
	}
	cols, err := pick(names)
	if err != nil {
		return Columns{}, err
	}
	w.sheets[name] = cols
	for i, r := range cols.Roles {
		if r == Keep && cols.tells(i) {
			w.left = append(w.left, cols.path(i, true))
		}
	}
	return cols, nil
}
