package corpus_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/bauta/bauta"
)

// TestPartsThatNobodyKnows: what any part says beside numbers and words of schemas is read, under whatever
// name, and what is an identifier as the words in it.
func TestPartsThatNobodyKnows(t *testing.T) {
	data := zipped(t, "[Content_Types].xml", `<Types/>`, "xl/workbook.xml", `<workbook><workbookPr odd="Zyx Vutt"/><sheets><sheet name="Zyxu" sheetId="1"/></sheets></workbook>`,
		"xl/worksheets/sheet1.xml", strings.Replace(sheetOf([]string{"text"}, []string{"a"}), "</worksheet>",
			`<odd zone="zone zyx" mode="auto" ref="A1:B2"/></worksheet>`, 1),
		"xl/slicerCaches/slicerCache1.xml", `<slicerCacheDefinition name="Slicer_zyx" sourceName="zyxa"/>`,
		"xl/slicers/slicer1.xml", `<slicers><slicer name="zyx" cache="Slicer_zyx" rowHeight="225425"/></slicers>`,
		"xl/ctrlProps/ctrlProp1.xml", `<formControlPr objectType="Drop"><itemLst><item val="Zyx"/></itemLst></formControlPr>`,
		"customUI/customUI.xml", `<customUI xmlns="http://schemas.microsoft.com/office/2006/01/customui"><button label="Zyx"/></customUI>`,
		"xl/connections.xml", `<connections><connection id="1" type="1"><dbPr command="SELECT Zyx"/></connection></connections>`,
		"xl/drawings/vmlDrawing1.vml", `<xml><v:shape id="Zyx_1" style="position:absolute; top:1pt" type="#_x0000_t202"/></xml>`,
		"xl/drawings/drawing1.xml", `<d><sp macro="[0]!Zyx_click" textlink="Zyxu!$A$2"><a:p><a:r><a:rPr lang="fr-FR"/><a:t>Pour Zy</a:t></a:r><a:r><a:t> </a:t></a:r>`+
			`<a:r><a:t>xa</a:t></a:r></a:p><a:p><a:r><a:t>Zyxe</a:t></a:r></a:p><a:prstGeom prst="roundRect"/></sp></d>`,
		"xl/comments1.xml", `<comments><commentList><comment><text><r><t>Zy</t></r><r><t>xi</t></r></text></comment></commentList></comments>`,
		"xl/styles.xml", `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="0 &quot;Zyx&quot;"/></numFmts><cellStyle name="Zyx"/></styleSheet>`,
		"xl/theme/theme1.xml", `<theme name="Zyx"/>`, "package/services/a.psmdcp", `<p><dc:creator>Zyx</dc:creator></p>`,
		"other/b", "\xEF\xBB\xBF<b title=\"zyx\">Zyx</b>")
	read := map[string]bool{}
	out, _, err := through(bytes.NewReader(data), "a.xlsx", func(m bauta.Message) string {
		read[m.Text] = true
		return "-"
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"Slicer zyx", "[0]!Zyx click", "Pour Zy xa", "Zyxe", "Zyxi", "SELECT Zyx"} {
		if !read[want] {
			t.Errorf("%q is not read: %v", want, read)
		}
	}
	text := unzipped(t, out)
	if strings.Contains(strings.ToLower(text), "zy") {
		t.Errorf("something stays: %s", text)
	}
	for _, want := range []string{
		`mode="auto" ref="A1:B2"`, `type="#_x0000_t202"`, `lang="fr-FR"`, `textlink="Sheet1!$A$2"`, `prst="roundRect"`, `rowHeight="225425"`,
		`xmlns="http://schemas.microsoft.com/office/2006/01/customui"`, `style="position:absolute; top:1pt"`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("lacks %s in %s", want, text)
		}
	}
	meta := zipped(t, "mimetype", "application/vnd.oasis.opendocument.spreadsheet", "content.xml", odsOf([]string{"text"}, []string{"a"}),
		"meta.xml", `<m><meta:user-defined meta:name="Zyx" meta:value-type="string">Zyxa</meta:user-defined></m>`)
	out, _, err = through(bytes.NewReader(meta), "a.ods", func(bauta.Message) string { return "-" })
	if text := unzipped(t, out); err != nil || strings.Contains(text, "Zy") || !strings.Contains(text, `meta:value-type="string"`) {
		t.Errorf("%v %s", err, text)
	}
}

// TestRunsOfShapes: the runs of a paragraph of a shape or a comment are one text in a spreadsheet, too.
func TestRunsOfShapes(t *testing.T) {
	shape := `<text:p>pour Zy<text:span>xa</text:span> <text:span>Vutt</text:span></text:p><text:p>Zyxe</text:p>`
	data := zipped(t, "mimetype", "application/vnd.oasis.opendocument.spreadsheet", "content.xml", strings.Replace(
		strings.Replace(odsOf([]string{"text"}, []string{"a"}), "</table:table>", "<draw:frame>"+shape+"</draw:frame></table:table>", 1),
		"<text:p>a", "<office:annotation>"+shape+"</office:annotation><text:p>a", 1))
	read := map[string]int{}
	out, _, err := through(bytes.NewReader(data), "a.ods", func(m bauta.Message) string {
		read[m.Text]++
		return "-"
	})
	if text := unzipped(t, out); err != nil || read["pour Zyxa Vutt"] != 2 || read["Zyxe"] != 2 || strings.Contains(text, "Zy") {
		t.Errorf("%v %v %s", err, read, text)
	}
}

// odsOf is a table of a spreadsheet with such rows.
func odsOf(rows ...[]string) string {
	var b strings.Builder
	b.WriteString(`<d><table:table>`)
	for _, row := range rows {
		b.WriteString(`<table:table-row>`)
		for _, cell := range row {
			b.WriteString(`<table:table-cell office:value-type="string"><text:p>` + cell + `</text:p></table:table-cell>`)
		}
		b.WriteString(`</table:table-row>`)
	}
	return b.String() + `</table:table></d>`
}
