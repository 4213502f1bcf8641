package corpus_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/bauta/bauta"
)

// TestNamesOfSheets: a sheet may bear somebody's name. Every part calls it by its new one, and
// formulas, ranges and links point where they did; addresses that cells link to go.
func TestNamesOfSheets(t *testing.T) {
	cell := func(ref, s string) string { return `<c r="` + ref + `" t="inlineStr"><is><t>` + s + `</t></is></c>` }
	book := zipped(t,
		"[Content_Types].xml", `<Types/>`,
		"docProps/app.xml", `<Properties><TitlesOfParts><vt:vector><vt:lpstr>Zyx Vutt</vt:lpstr><vt:lpstr>zyxa</vt:lpstr><vt:lpstr>'Zyx Vutt'!Print_Area</vt:lpstr></vt:vector></TitlesOfParts></Properties>`,
		"xl/workbook.xml", `<workbook><x15ac:absPath url="C:\Users\zyx\"/><sheets><sheet name="Zyx Vutt" sheetId="1"/><sheet name="Zyxa" sheetId="2"/></sheets>`+
			`<definedNames><definedName name="all">'Zyx Vutt'!$A$1:$B$3,Zyxa!A1</definedName></definedNames></workbook>`,
		"xl/worksheets/_rels/sheet1.xml.rels", `<Relationships><Relationship Id="r1" Target="mailto:zyx@example.com" TargetMode="External"/><Relationship Id="r2" Target="../drawings/drawing1.xml"/></Relationships>`,
		"xl/worksheets/sheet1.xml", `<worksheet><sheetData><row r="1">`+cell("A1", "text")+cell("B1", "sum")+`</row>`+
			`<row r="2">`+cell("A2", "salut zyx")+`<c r="B2"><f>LEN('Zyx Vutt'!A2)+SUM('Zyx Vutt:Zyxa'!B1)+zyxa!A1+4.5</f><v>9</v></c></row></sheetData>`+
			`<dataValidations><dataValidation prompt="zyx ?"><formula1>Zyxa!$A$1</formula1></dataValidation></dataValidations>`+
			`<hyperlinks><hyperlink ref="A2" location="'Zyx Vutt'!A1" display="zyx"/></hyperlinks><headerFooter><oddHeader>&amp;CZyx</oddHeader></headerFooter></worksheet>`,
		"xl/worksheets/sheet2.xml", `<worksheet><sheetData><row r="1"><c r="A1"><f>'Zyx Vutt'!B2</f><v>12</v></c></row></sheetData></worksheet>`,
		"xl/drawings/drawing1.xml", `<xdr:wsDr><xdr:cNvPr descr="zyx"/><a:t>zyx</a:t></xdr:wsDr>`,
		"xl/charts/chart1.xml", `<c:chart><c:f>'Zyx Vutt'!$A$1:$A$3</c:f></c:chart>`,
		"xl/media/image1.png", "\x89PNG")
	calc := zipped(t, "mimetype", "application/vnd.oasis.opendocument.spreadsheet", "content.xml", `<d><table:table table:name="Zyx Vutt"><table:table-row>`+
		`<table:table-cell office:value-type="string"><text:p>text</text:p></table:table-cell></table:table-row><table:table-row>`+
		`<table:table-cell office:value-type="string"><text:p>zyx</text:p></table:table-cell>`+
		`<table:table-cell table:formula="of:=LEN([$'Zyx Vutt'.A2])+SUM([Zyxa.A1:.B2])+4.5" office:value-type="float" office:value="3"><text:p>3</text:p></table:table-cell>`+
		`</table:table-row></table:table><table:table table:name="Zyxa"/><table:database-range table:target-range-address="&apos;Zyx Vutt&apos;.A1:&apos;Zyx Vutt&apos;.B2"/></d>`)
	for name, c := range map[string]struct {
		data []byte
		want []string
		stay string
	}{
		"a.xlsx": {book, []string{
			`<f>LEN('Sheet1'!A2)+SUM('Sheet1:Sheet2'!B1)+Sheet2!A1+4.5</f><v>9</v>`, `<sheet name="Sheet2" sheetId="2"/>`,
			`<vt:lpstr>Sheet1</vt:lpstr><vt:lpstr>Sheet2</vt:lpstr><vt:lpstr>'Sheet1'!Print_Area</vt:lpstr>`,
			`>'Sheet1'!$A$1:$B$3,Sheet2!A1</definedName>`, `location="&apos;Sheet1&apos;!A1"`, `<c:f>'Sheet1'!$A$1:$A$3</c:f>`,
			`<formula1>Sheet2!$A$1</formula1>`, `<f>'Sheet1'!B2</f><v>12</v>`, `Target="about:blank"`, `Target="../drawings/drawing1.xml"`,
		}, "sum, 1 file in it (.png), 1 sheet without a text"},
		"a.ods": {calc, []string{
			`table:name="Sheet1"`, `table:formula="of:=LEN([$&apos;Sheet1&apos;.A2])+SUM([Sheet2.A1:.B2])+4.5"`,
			`table:target-range-address="&apos;Sheet1&apos;.A1:&apos;Sheet1&apos;.B2"`, `<table:table table:name="Sheet2"/>`,
		}, ""},
	} {
		out, r, err := through(bytes.NewReader(c.data), name, func(bauta.Message) string { return "-" })
		if err != nil {
			t.Fatal(name, err)
		}
		text := unzipped(t, out)
		for _, w := range c.want {
			if !strings.Contains(text, w) {
				t.Errorf("%s lacks %s in %s", name, w, text)
			}
		}
		if strings.Contains(strings.ToLower(text), "zyx") {
			t.Errorf("%s: something stays: %s", name, text)
		}
		if !strings.Contains(r.Note(), "Sheet1 to Sheet2") || strings.Join(r.Beside(), ", ") != c.stay {
			t.Errorf("%s: %q %q", name, r.Note(), r.Beside())
		}
	}
}
