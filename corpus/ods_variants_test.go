package corpus_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/bauta/bauta"
)

const odsKind = "application/vnd.oasis.opendocument.spreadsheet"

// calcs are spreadsheets as programs write them, and what is read of each.
func calcs() map[string][2]string {
	const text = `office:value-type="string"`
	p := func(s string) string {
		return `<table:table-cell ` + text + `><text:p>` + s + `</text:p></table:table-cell>`
	}
	return map[string][2]string{
		// LibreOffice: groups of header rows, joined cells, a cell and a row for many, soft page breaks.
		"libreoffice": {`<office:document-content><table:table table:name="Feuille1"><table:table-header-rows><table:table-row>` + p("text") + p("ville") +
			`</table:table-row></table:table-header-rows><text:soft-page-break/><table:table-row-group><table:table-row><table:table-cell ` + text +
			` calcext:value-type="string" table:number-columns-spanned="1" table:number-rows-spanned="2"><text:p>zyx</text:p><text:p/><text:p>zyxa</text:p></table:table-cell>` + p("Lyon") +
			`</table:table-row><table:table-row><table:covered-table-cell/>` + p("Lyon") + `</table:table-row></table:table-row-group>` +
			`<table:table-row table:number-rows-repeated="2">` + p("encore") + `</table:table-row></table:table></office:document-content>`, "zyx\n\nzyxa|encore"},
		// Excel: no types of its own, links around texts, an empty rest of a million rows, white space as elements.
		"excel": {`<office:document-content><table:table table:name="Sheet1"><table:table-row table:style-name="ro1">` + p("text") + `<table:table-cell table:number-columns-repeated="16383"/></table:table-row>` +
			`<table:table-row><table:table-cell ` + text + `><text:p><text:a xlink:href="mailto:zyx@example.com">zyx</text:a><text:tab/>ok<text:line-break/>oui</text:p></table:table-cell></table:table-row>` +
			`<table:table-row table:number-rows-repeated="1048574"><table:table-cell table:number-columns-repeated="16384"/></table:table-row></table:table></office:document-content>`, "zyx\tok\noui"},
		// Google: prefixes as usual, no paragraphs in empty cells, texts in spans of styles, quotes as references.
		"google": {`<?xml version="1.0" encoding="UTF-8" standalone="yes"?><office:document-content><table:table table:name="Sheet1"><table:table-row>` + p("text") + `<table:table-cell/></table:table-row><table:table-row>` +
			`<table:table-cell ` + text + `><text:p><text:span text:style-name="T1">zyx </text:span><text:span>d&apos;ici &amp; &#233;</text:span></text:p></table:table-cell></table:table-row></table:table></office:document-content>`, "zyx d'ici & é"},
	}
}

// TestSpreadsheetsOfPrograms: the texts of each are read whole, and no trace of them stays.
func TestSpreadsheetsOfPrograms(t *testing.T) {
	for name, c := range calcs() {
		var texts []string
		out, _, err := through(bytes.NewReader(zipped(t, "mimetype", odsKind, "content.xml", c[0])), "a.ods", func(m bauta.Message) string {
			texts = append(texts, m.Text)
			return "-"
		})
		if err != nil || strings.Join(texts, "|") != c[1] {
			t.Errorf("%s: %v %q", name, err, texts)
		}
		same, _, err := through(bytes.NewReader(zipped(t, "mimetype", odsKind, "content.xml", c[0])), "a.ods", func(m bauta.Message) string { return m.Text })
		if err != nil || strings.Contains(unzipped(t, same), "mailto") {
			t.Errorf("%s: %v, or an address behind a text stays", name, err)
		}
		if text := unzipped(t, out); strings.Contains(text, "zyx") {
			t.Errorf("%s: something stays: %s", name, text)
		}
	}
}

// TestSpreadsheetsThatAreNot are errors that say why and show nothing.
func TestSpreadsheetsThatAreNot(t *testing.T) {
	row := func(s string) string {
		return `<d><table:table><table:table-row>` + s + `</table:table-row></table:table></d>`
	}
	for why, content := range map[string]string{
		"cannot tell which":       row(`<table:table-cell office:value-type="float"><text:p>1</text:p></table:table-cell>`),
		"no table with a text":    `<d/>`,
		"a table in a cell":       row(`<table:table-cell><table:table/></table:table-cell>`),
		"sections or entities of": `<!DOCTYPE x [<!ENTITY z "zyx">]><d/>`,
		"the file ends too early": `<d><table:table`,
	} {
		_, _, err := through(bytes.NewReader(zipped(t, "mimetype", odsKind, "content.xml", content)), "a.ods", func(bauta.Message) string { return "-" })
		if err == nil || !strings.Contains(err.Error(), why) || strings.Contains(err.Error(), "zyx") {
			t.Errorf("%s: %v", why, err)
		}
	}
}

// FuzzSheets: what comes out of a workbook or a spreadsheet is one, with as many texts.
func FuzzSheets(f *testing.F) {
	for _, c := range calcs() {
		f.Add(c[0], true)
	}
	for _, part := range append(workbook(), spreadsheet()...) {
		f.Add(part, strings.Contains(part, "table:"))
	}
	f.Add(`<x:document><a:table b:name="Sheet1"><c/></a:table></x:document>`, true)
	f.Fuzz(func(t *testing.T, content string, calc bool) {
		name, parts := "a.xlsx", []string{"[Content_Types].xml", "<Types/>", "xl/workbook.xml", `<workbook><sheet name="zyx"/></workbook>`, "xl/worksheets/sheet1.xml", content}
		if calc {
			name, parts = "a.ods", []string{"mimetype", odsKind, "content.xml", content}
		}
		count := func(data []byte) ([]byte, int, error) {
			n := 0
			out, _, err := through(bytes.NewReader(data), name, func(m bauta.Message) string {
				n++
				return "Person 1" // which is a text wherever one was, if nobody knows what stands there
			})
			return out, n, err
		}
		out, n, err := count(zipped(t, slices.Clone(parts)...))
		if err != nil {
			return
		}
		if _, again, err := count(out); err != nil || again != n {
			t.Fatalf("%d texts, then %d: %v", n, again, err)
		}
	})
}
