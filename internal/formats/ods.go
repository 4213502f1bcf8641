package formats

import (
	"archive/zip"
	"errors"
	"io"
	"path"
	"strings"
)

// odsKind is what the file mimetype of a spreadsheet says.
const odsKind = "application/vnd.oasis.opendocument.spreadsheet"

// isODS reports a spreadsheet of LibreOffice and the like.
func isODS(files []*zip.File) bool {
	for _, f := range files {
		if f.Name == "mimetype" {
			head, err := headOf(f)
			return err == nil && strings.TrimSpace(string(head)) == odsKind
		}
	}
	return false
}

// openODS reads the cells of a spreadsheet, and what may hold people beside them. Pictures
// of its cells and what it knows of the machine are left out.
func openODS(files []*zip.File, pick Pick) (*Archive, error) {
	if pick == nil {
		return nil, errors.New("this is a spreadsheet, which is not read here; save the table as CSV (UTF-8)")
	}
	err := whole(files, "spreadsheet", []string{"content.xml"}, func(name string) bool {
		return name == "content.xml" || odsLeftOut(name)
	})
	if err != nil {
		return nil, err
	}
	a := &Archive{what: "ods", left: map[string]int{}}
	names, met := &sheetNames{ref: calcRef()}, NewMet()
	for i, f := range files {
		if f.Name == "content.xml" || f.Name == "styles.xml" {
			if err := names.read(f); err != nil {
				return nil, inPart(i, f, "spreadsheet", err)
			}
			met = odsMet(f, pick)
		}
	}
	for i, f := range files {
		e := entry{n: i + 1, file: f, name: f.Name}
		switch {
		case odsLeftOut(f.Name):
			a.left[kindOf(f.Name)]++
			continue
		case f.Name == "content.xml":
			e.format = Format{Open: func(in *Input) (Source, error) {
				s := &odsSheet{xmlReader: xmlReader{in: in}, pick: pick, archive: a, met: met}
				if !in.Every { // something is written
					s.points.names, s.points.roles = names, odsBeside
				}
				return s, nil
			}}
		case f.Name == "META-INF/manifest.xml":
			e.format = Format{Open: func(in *Input) (Source, error) {
				return &odsManifest{xmlReader: xmlReader{in: in}}, nil
			}}
		default:
			e.format = Format{Open: odsPart(f, names)}
		}
		a.todo = append(a.todo, e)
	}
	a.beside, a.note = plainCopies(a.todo, 0), names.note()
	return a, nil
}

// odsBeside is what attributes say beside the cells.
var odsBeside = map[string]Role{
	"@table:title": Note, "@table:comment": Note, "@draw:name": Note, "@table:value": Note, "@xlink:href": Gone,
	"@xlink:title": Note, "@table:display-name": Note, "@table:name": Note, anyValue: Note,
}

// odsAside are pictures of cells, what a program keeps of its windows, and signatures of another file.
var odsAside = WhenAsked(`^(?:Thumbnails|ObjectReplacements|Configurations2)/|^META-INF/.*signatures\.xml$`)

// odsLeftOut reports what comes out in no form.
func odsLeftOut(name string) bool {
	return ofMac(name) || name == "settings.xml" || odsAside().MatchString(name)
}

// odsPart opens a part that may hold people beside cells; nil where it holds none.
func odsPart(f *zip.File, names *sheetNames) func(*Input) (Source, error) {
	switch path.Base(f.Name) {
	case "meta.xml":
		return xmlTexts(map[string]Role{
			"initial-creator": Name, "creator": Name, "printed-by": Name, "title": Note, "subject": Note,
			"description": Note, "keyword": Note, "user-defined": Note, "@xlink:href": Gone,
			anyValue: Note,
		}, names)
	case "styles.xml", "content.xml": // heads and feet of pages, charts
		return xmlTexts(map[string]Role{
			"p": Note, "span": Note, "a": Note, "title": Note, "desc": Note, "@xlink:href": Gone, "@draw:name": Note,
			"sheet-name": Gone, "creator-initials": Gone, "sender-initials": Gone,
			anyValue: Note,
		}, names)
	}
	switch {
	case path.Ext(f.Name) == ".rdf":
		return xmlTexts(nil, nil)
	case isPicture(f.Name) || !isXMLPart(f):
		return nil
	}
	return xmlTexts(map[string]Role{"text()": Note, anyWord: Note}, names) // nobody knows what it says of whom
}

// odsManifest is the list of the parts, without those that are left out.
type odsManifest struct {
	xmlReader
	done bool
}

func (s *odsManifest) Line() int    { return s.in.Line() }
func (s *odsManifest) Taken() int64 { return s.in.Taken() }

// Next gives the whole list.
func (s *odsManifest) Next() (Record, error) {
	if s.done {
		return Record{}, io.EOF
	}
	s.done = true
	rec := Record{Line: 1}
	for {
		t, err := s.next()
		if err == io.EOF {
			rec.Raw = s.raw
			return rec, nil
		}
		if err != nil {
			return Record{Line: s.in.Line()}, err
		}
		left := t.kind == xmlStart && t.closed && odsLeftOut(attr(s.raw, t, "manifest:full-path"))
		if left || t.kind == xmlOther && aside(s.raw[t.from:t.to]) {
			rec.Slots = append(rec.Slots, goneToken(t))
		}
	}
}
