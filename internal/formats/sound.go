package formats

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
)

// errNoElement is a part of a workbook from which all went.
var errNoElement = errors.New("it is damaged: nothing is in it; was the file copied whole?")

// whole checks what a workbook or spreadsheet must hold, and each part that is not read elsewhere before
// anything is written: what was packed came out, and what is XML is all there.
func whole(files []*zip.File, what string, must []string, read func(name string) bool) error {
	for _, name := range must {
		if !slices.ContainsFunc(files, func(f *zip.File) bool { return f.Name == name }) {
			return fmt.Errorf("the %s is damaged: it has no part %s; was it copied whole?", what, name)
		}
	}
	for i, f := range files {
		var err error
		switch {
		case strings.HasSuffix(f.Name, "/"), ofMac(f.Name), read(f.Name):
		case isXMLPart(f):
			err = each(f, func(x *xmlReader, _ xmlToken) error {
				x.raw = x.raw[:0]
				return nil
			})
		default:
			err = sound(f)
		}
		if err != nil {
			return inPart(i, f, what, err)
		}
	}
	return nil
}

// isXMLPart reports XML by its name or by how it begins, whatever it is called; a picture, too.
func isXMLPart(f *zip.File) bool {
	if slices.Contains([]string{".xml", ".rels", ".vml"}, strings.ToLower(path.Ext(f.Name))) {
		return true
	}
	head, err := headOf(f)
	return err == nil && bytes.HasPrefix(bytes.TrimLeft(head, "\xEF\xBB\xBF\xFE\xFF\x00 \t\r\n"), []byte{'<'})
}

// partName is a name as programs give parts.
var partName = WhenAsked(`^(?:[A-Za-z_-]+/){0,4}[A-Za-z_\[\]]*\d*\.(?:xml|rels|vml|bin)$`)

// inPart says in which part an error is.
func inPart(i int, f *zip.File, what string, err error) error {
	if partName().MatchString(f.Name) || partName().MatchString(strings.TrimSuffix(f.Name, ".rels")) {
		return fmt.Errorf("file %d of the %s (%s): %w", i+1, what, f.Name, damaged(err))
	}
	return fmt.Errorf("file %d of the %s: %w", i+1, what, damaged(err))
}

// targets are the parts that a workbook says it has: sheets, strings, styles.
func targets(files []*zip.File) (out []string, err error) {
	for i, f := range files {
		if f.Name != "xl/_rels/workbook.xml.rels" {
			continue
		}
		err := each(f, func(x *xmlReader, t xmlToken) error {
			kind := path.Base(attr(x.raw, t, "Type"))
			if t.kind == xmlStart && slices.Contains([]string{"worksheet", "sharedStrings", "styles"}, kind) {
				to := attr(x.raw, t, "Target")
				if !strings.HasPrefix(to, "/") {
					to = path.Join("xl", to)
				}
				out = append(out, strings.TrimPrefix(to, "/"))
			}
			x.raw = x.raw[:0]
			return nil
		})
		if err != nil {
			return nil, inPart(i, f, "workbook", err)
		}
	}
	return out, nil
}
