package corpus_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/bauta/bauta"
)

// TestAttributesOfSpreadsheets: what somebody typed into an attribute of a spreadsheet is read, whatever the
// attribute; how something looks, and by which name it is called elsewhere, stays.
func TestAttributesOfSpreadsheets(t *testing.T) {
	content := odsOf([]string{"text"}, []string{"a"})
	content = strings.Replace(content, "<table:table>", `<form:form form:name="zyx"><form:button form:label="zyxa" form:odd="An Zyx" `+
		`form:image-position="center"/></form:form><style:style style:name="ce1" style:family="table-cell" style:display-name="zyxo"/><style:style style:name="Zyx_20_a"/>`+
		`<text:bookmark text:name="zyxi"/><style:font-face style:name="Carlito" svg:font-family="Carlito"/><table:table>`, 1)
	content = strings.Replace(content, `<table:table-cell office:value-type="string"><text:p>a`,
		`<table:table-cell table:style-name="Zyx_20_a" office:value-type="string" office:string-value="a"><text:p>a`, 1)
	content = strings.Replace(content, "<text:p>a", `<office:annotation office:display="true" loext:odd="By Zyx"><dc:creator>Zyxu</dc:creator>`+
		`<dc:date>2023-01-01T10:00:00</dc:date><text:p>zyx</text:p></office:annotation><text:p>a`, 1)
	data := zipped(t, "mimetype", "application/vnd.oasis.opendocument.spreadsheet", "content.xml", content,
		"META-INF/documentsignatures.xml", `<X509IssuerName>Zyx</X509IssuerName>`, "manifest.rdf", `<rdf:RDF/>`,
		"Basic/Standard/Module1.xml", `<script:module script:name="zyx">REM Zyx</script:module>`,
		"meta.xml", `<m><meta:user-defined meta:name="zyx" meta:value-type="string">Zyxa</meta:user-defined></m>`)
	out, _, err := through(bytes.NewReader(data), "a.ods", func(m bauta.Message) string {
		if strings.Contains(strings.ToLower(m.Text), "zy") {
			return "-"
		}
		return m.Text
	})
	text := unzipped(t, out)
	if err != nil || strings.Contains(strings.ToLower(text), "zy") {
		t.Errorf("%v %s", err, text)
	}
	for _, want := range []string{
		`style:name="ce1" style:family="table-cell" style:display-name="-"`, `svg:font-family="Carlito"`, `form:image-position="center"`,
		`style:name="Style1"`, `<table:table-cell table:style-name="Style1" office:value-type="string" >`, `<dc:date>2023-01-01T10:00:00</dc:date>`, `meta:value-type="string"`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("lacks %s in %s", want, text)
		}
	}
}

// TestCommentsInParts: comments in the XML of a workbook or a spreadsheet, and what is said to programs beside that
// it is XML, are left out wherever they stand.
func TestCommentsInParts(t *testing.T) {
	const aside = "<!-- zyx --><?zyx zyx?>"
	strewn := func(part string) string { return strings.ReplaceAll(part, "><", ">"+aside+"<") + aside }
	for name, parts := range map[string][]string{
		"a.xlsx": {
			"[Content_Types].xml", strewn("<Types><a/></Types>"),
			"xl/workbook.xml", strewn(`<workbook><sheets><sheet name="a" sheetId="1"/></sheets></workbook>`),
			"xl/worksheets/sheet1.xml", strewn(strings.ReplaceAll(sheetOf([]string{"text", "other"}, []string{"a", "b"}),
				`t="inlineStr"><is><t>b</t></is>`, `t="s"><v>1</v>`)),
			"xl/sharedStrings.xml", strewn("<sst><si><t>a</t></si><si><t>b</t></si></sst>"),
			"docProps/app.xml", strewn("<Properties><Application>a</Application></Properties>"),
		},
		"a.ods": {
			"mimetype", "application/vnd.oasis.opendocument.spreadsheet",
			"content.xml", strewn(odsOf([]string{"text", "other"}, []string{"a", "b"})),
			"manifest.rdf", strewn("<a><b/></a>"), "META-INF/manifest.xml", strewn("<m><a/></m>"),
			"meta.xml", strewn("<a><b/></a>"),
		},
	} {
		out, _, err := through(bytes.NewReader(zipped(t, parts...)), name, func(m bauta.Message) string { return m.Text })
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if text := unzipped(t, out); strings.Contains(text, "zyx") || !strings.Contains(text, "b</t") {
			t.Errorf("%s: %s", name, text)
		}
	}
}
