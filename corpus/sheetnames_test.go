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
		holdsNobody(t, name, unzipped(t, out), c.want)
		if !strings.Contains(r.Note(), "Sheet1 to Sheet2") || strings.Join(r.Beside(), ", ") != c.stay {
			t.Errorf("%s: %q %q", name, r.Note(), r.Beside())
		}
	}
}

// TestNothingBesideCells: what a workbook says beside its cells may be somebody's, wherever
// it stands: names of ranges and tables, texts in formulas, lists to choose from, conditions,
// filters, pictures of a chart's values, properties.
func TestNothingBesideCells(t *testing.T) {
	cell := func(ref, s string) string { return `<c r="` + ref + `" t="inlineStr"><is><t>` + s + `</t></is></c>` }
	book := zipped(t, "[Content_Types].xml", `<Types/>`,
		"docProps/custom.xml", `<Properties><property name="of zyx"><vt:lpwstr>zyx</vt:lpwstr></property></Properties>`,
		"docProps/app.xml", `<Properties><TitlesOfParts><vt:lpstr>Sheet1</vt:lpstr><vt:lpstr>zyx_zone</vt:lpstr></TitlesOfParts></Properties>`,
		"xl/workbook.xml", `<workbook><workbookPr codeName="zyx"/><sheets><sheet name="Sheet1" sheetId="1"/></sheets><definedNames>`+
			`<definedName name="_xlnm.Print_Area">Sheet1!$A$1</definedName><definedName name="zyx_zone">Sheet1!$B$2</definedName>`+
			`<definedName name="list">"zyx, zyxa"</definedName></definedNames></workbook>`,
		"xl/worksheets/sheet1.xml", `<worksheet><sheetPr codeName="Zyx"/><sheetData><row r="1">`+cell("A1", "text")+cell("B1", "sum")+`</row>`+
			`<row r="2">`+cell("A2", "salut")+`<c r="B2"><f>IF(A2="zyx",SUM(Zyx_Zone)+4.5,ROUND(T_zyx[sum],0))</f><v>9</v></c></row></sheetData>`+
			`<conditionalFormatting sqref="A2"><cfRule type="containsText" text="zyx"><formula>SEARCH("zyx",A2)</formula></cfRule></conditionalFormatting>`+
			`<dataValidations><dataValidation><formula1>"zyx,zyxa"</formula1></dataValidation></dataValidations>`+
			`<autoFilter ref="A1:A2"><filterColumn><filters><filter val="zyx"/></filters></filterColumn></autoFilter>`+
			`<hyperlinks><hyperlink ref="A2" location="zyx_zone"/></hyperlinks><extLst><x14:note>zyx</x14:note></extLst></worksheet>`,
		"xl/tables/table1.xml", `<table name="T_zyx" displayName="T_zyx" ref="A1:B2"><tableColumn id="2" name="sum"><calculatedColumnFormula>"zyx"</calculatedColumnFormula></tableColumn></table>`,
		"xl/drawings/vmlDrawing1.vml", `<xml><v:shape alt="zyx"><v:textbox><div>zyx</div></v:textbox><x:Anchor>1, 15, 0, 2, 3, 31, 4, 1</x:Anchor></v:shape></xml>`,
		"xl/charts/chart1.xml", `<c:chart><c:grouping val="standard"/><c:pt><c:v>zyx</c:v></c:pt><c:formatCode>General</c:formatCode></c:chart>`)
	calc := zipped(t, "mimetype", odsKind, "content.xml", `<d><table:content-validation table:name="val1" table:condition="of:cell-content-is-in-list(&quot;zyx&quot;)">`+
		`<table:help-message table:title="zyx"/></table:content-validation><table:table table:name="Sheet1"><table:table-row>`+
		`<table:table-cell office:value-type="string"><text:p>text</text:p></table:table-cell></table:table-row><table:table-row>`+
		`<table:table-cell office:value-type="string"><text:p>salut</text:p></table:table-cell>`+
		`<table:table-cell table:formula="of:=IF([.A2]=&quot;zyx&quot;;zyx_zone;2)" office:value-type="float" office:value="2"><text:p>2</text:p></table:table-cell>`+
		`</table:table-row></table:table><draw:a xlink:href="mailto:zyx@example.com"/><draw:image xlink:href="Pictures/1.png"/>`+
		`<table:named-expression table:name="Zyx_zone" table:expression="&quot;zyx&quot;"/></d>`)
	for name, c := range map[string]struct {
		data []byte
		want []string
	}{
		"a.xlsx": {book, []string{
			`<definedName name="_xlnm.Print_Area">Sheet1!$A$1<`, `<definedName name="Name1">Sheet1!$B$2<`, `<vt:lpstr>Name1</vt:lpstr>`,
			`<f>IF(A2="-",SUM(Name1)+4.5,ROUND(Name3[sum],0))</f><v>9</v>`, `name="Name3" displayName="Name3" ref="A1:B2"`, `location="Name1"`,
			`<formula>SEARCH("-",A2)</formula>`, `<x:Anchor>1, 15, 0, 2, 3, 31, 4, 1</x:Anchor>`, `val="standard"`, `>General<`,
		}},
		"a.ods": {calc, []string{
			`table:formula="of:=IF([.A2]=&quot;-&quot;;Name1;2)" office:value-type="float"`, `table:name="Name1" table:expression="&quot;-&quot;"`,
			`xlink:href="about:blank"`, `xlink:href="Pictures/1.png"`,
		}},
	} {
		out, r, err := through(bytes.NewReader(c.data), name, func(m bauta.Message) string {
			if strings.Contains(strings.ToLower(m.Text), "zyx") {
				return "-"
			}
			return m.Text
		})
		if err != nil {
			t.Fatal(name, err)
		}
		holdsNobody(t, name, unzipped(t, out), c.want)
		if !strings.Contains(r.Note(), "Name1") {
			t.Errorf("%s: %q", name, r.Note())
		}
	}
}

// holdsNobody: a workbook that came out has what is wanted, and nothing of who was named.
func holdsNobody(t *testing.T, name, text string, want []string) {
	t.Helper()
	for _, w := range want {
		if !strings.Contains(text, w) {
			t.Errorf("%s lacks %s in %s", name, w, text)
		}
	}
	if strings.Contains(strings.ToLower(text), "zyx") {
		t.Errorf("%s: something stays: %s", name, text)
	}
}
