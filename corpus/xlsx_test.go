package corpus_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/corpus"
)

// workbook is a small one: shared and inline strings, numbers, a formula, a style, a
// second sheet without texts, comments, and who made it.
func workbook() []string {
	return []string{
		"[Content_Types].xml", `<Types/>`,
		"docProps/core.xml", `<cp:coreProperties xmlns:cp="x" xmlns:dc="y"><dc:creator>Zyxel Vutt</dc:creator><cp:lastModifiedBy>Zyxa</cp:lastModifiedBy></cp:coreProperties>`,
		"xl/workbook.xml", `<workbook/>`,
		"xl/sharedStrings.xml", `<?xml version="1.0"?>` + "\r\n" + `<sst count="9" uniqueCount="6"><si><t>id</t></si><si><t>Texte</t></si><si><t>ville</t></si>` +
			`<si><t>salut zyx &amp; co</t></si><si><r><rPr><b/></rPr><t>gras </t></r><r><t>zyxa</t></r></si><si><t>Lyon</t></si></sst>`,
		"xl/styles.xml", `<styleSheet/>`,
		"xl/worksheets/sheet1.xml", `<worksheet><cols><col min="1" max="3"/></cols><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="s"><v>2</v></c></row>` +
			`<row r="2" ht="15"><c r="A2" s="1"><v>1</v></c><c r="B2" s="2" t="s"><v>3</v></c><c r="C2" t="s"><v>5</v></c></row>` +
			`<row r="3"><c r="A3"><v>2</v></c><c r="B3" t="s"><v>4</v></c><c r="C3" t="s"><v>5</v></c></row>` +
			`<row r="4"><c r="A4"><v>3</v></c><c r="B4" t="inlineStr"><is><t>inline zyx</t></is></c></row>` +
			`<row r="5"><c r="B5" t="str"><f>"zyx"&amp;A1</f><v>zyx1</v></c><c r="C5"><v>4.5</v></c></row><row r="6"><c r="B6" t="s"><v>5</v></c></row><row r="7"/></sheetData><pageMargins/></worksheet>`,
		"xl/worksheets/sheet2.xml", `<worksheet><sheetData><row r="1"><c r="A1"><v>12</v></c></row></sheetData></worksheet>`,
		"xl/comments1.xml", `<comments><authors><author>Zyxel</author></authors><commentList><comment ref="B2"><text><t>zyx ?</t></text></comment></commentList></comments>`,
		"xl/persons/person.xml", `<personList><person displayName="Zyxa Vutt" id="{1}" userId="S::zyxa@example.com" providerId="AD"/></personList>`,
	}
}

// TestWorkbook: the cells of the text column change, and no string stays that only they
// had; other cells, styles and sheets are the same.
func TestWorkbook(t *testing.T) {
	data := zipped(t, workbook()...)
	var texts []string
	out, r, err := through(bytes.NewReader(data), "a.xlsx", func(m bauta.Message) string {
		texts = append(texts, m.ID+" "+m.Text)
		return "<->"
	})
	if err != nil {
		t.Fatal(err)
	}
	want := "[6:1 salut zyx & co 6:2 gras zyxa 6:3 inline zyx 6:5 zyx1 6:6 Lyon]"
	var said []string
	for _, s := range texts {
		if strings.HasPrefix(s, "6:") {
			said = append(said, s)
		}
	}
	if fmt.Sprint(said) != want {
		t.Errorf("texts %v", said)
	}
	text := unzipped(t, out)
	for _, w := range []string{
		`<c r="A2" s="1"><v>1</v></c><c r="B2" s="2" t="inlineStr"><is><t xml:space="preserve">&lt;-&gt;</t></is></c><c r="C2" t="s"><v>5</v></c>`,
		`<t>Lyon</t>`, `<si><t/></si><si><t/></si>`, `<styleSheet/>`, `<pageMargins/>`, `<dc:creator>&lt;-&gt;</dc:creator>`, `<c r="C5"><v>4.5</v></c>`,
	} {
		if !strings.Contains(text, w) {
			t.Errorf("lacks %s in %s", w, text)
		}
	}
	if strings.Contains(strings.ToLower(text), "zyx") {
		t.Errorf("something stays: %s", text)
	}
	if got := fmt.Sprint(r.Beside()); got != "[id ville 1 sheet without a text]" {
		t.Errorf("beside: %s", got)
	}
	same, _, err := through(bytes.NewReader(data), "a.xlsx", func(m bauta.Message) string { return m.Text })
	if err != nil || !strings.Contains(unzipped(t, same), `salut zyx &amp; co</t></is>`) {
		t.Errorf("a text that stays: %v %s", err, unzipped(t, same))
	}
}

// TestWorkbooksThatAreNot: copies of data, no column of texts, columns by name.
func TestWorkbooksThatAreNot(t *testing.T) {
	for why, files := range map[string][]string{
		"(xl/pivotCache/pivotCacheRecords1.xml)": append(workbook(), "xl/pivotCache/pivotCacheRecords1.xml", "<zyx/>"),
		"it keeps a copy of data":                append(workbook(), "xl/embeddings/Zyx.docx", "PK"),
		"cannot tell which":                      {"[Content_Types].xml", "<Types/>", "xl/workbook.xml", "<x/>", "xl/worksheets/sheet1.xml", `<worksheet><row><c r="A1"><v>1</v></c></row></worksheet>`},
		"no sheet":                               {"[Content_Types].xml", "<Types/>", "xl/workbook.xml", "<x/>"},
		"a text that the":                        {"[Content_Types].xml", "<Types/>", "xl/workbook.xml", "<x/>", "xl/worksheets/sheet1.xml", `<worksheet><row><c r="A1" t="s"><v>7</v></c></row></worksheet>`},
		"cells out of order":                     {"[Content_Types].xml", "<Types/>", "xl/workbook.xml", "<x/>", "xl/worksheets/sheet1.xml", `<worksheet><row><c r="B1"><v>1</v></c><c r="A1"><v>1</v></c></row></worksheet>`},
		"sections or entities of":                {"[Content_Types].xml", "<Types/>", "xl/workbook.xml", "<x/>", "xl/worksheets/sheet1.xml", `<!DOCTYPE x [<!ENTITY z "zyx">]><worksheet/>`},
	} {
		if _, _, err := through(bytes.NewReader(zipped(t, files...)), "a.xlsx", func(bauta.Message) string { return "-" }); err == nil || !strings.Contains(err.Error(), why) {
			t.Errorf("%s: %v", why, err)
		}
	}
	data := zipped(t, workbook()...)
	r, err := corpus.Open(bytes.NewReader(data), "a.xlsx", corpus.Config{Texts: []string{"ville"}, Also: []string{"texte=drop"}})
	if err != nil || r.Format() != "xlsx" {
		t.Error(err)
	}
}

// TestDamagedWorkbooks: a thousand files that are cut or changed.
func TestDamagedWorkbooks(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	files := workbook()
	for range 1000 {
		bad := append([]string{}, files...)
		i := 2*rng.IntN(len(bad)/2) + 1
		b := []byte(bad[i])
		if b[rng.IntN(len(b))] = byte(rng.IntN(256)); rng.IntN(2) == 0 {
			b = b[:rng.IntN(len(b))]
		}
		bad[i] = string(b)
		_, _, err := through(bytes.NewReader(zipped(t, bad...)), "a.xlsx", func(bauta.Message) string { return "-" })
		if err != nil && strings.Contains(strings.ToLower(err.Error()), "zyx") {
			t.Errorf("an error with text: %v", err)
		}
	}
}

// TestFormulasShowNobody: what a formula gave last may be a text that is read: it goes, and the
// formula stays where the workbook makes it anew; where it holds a text itself it is read.
func TestFormulasShowNobody(t *testing.T) {
	row := func(cells string) string { return "<row>" + cells + "</row>" }
	formula := func(ref, f, v string) string {
		return `<c r="` + ref + `" s="4" t="str"><f>` + f + `</f><v>` + v + `</v></c>`
	}
	data := zipped(t, "[Content_Types].xml", "<Types/>", "xl/workbook.xml", "<workbook/>", "xl/worksheets/sheet1.xml", "<worksheet><sheetData>"+
		row(`<c r="A1" t="inlineStr"><is><t>text</t></is></c><c r="B1" t="inlineStr"><is><t>again</t></is></c>`)+
		row(`<c r="A2" t="inlineStr"><is><t>salut zyx</t></is></c>`+formula("B2", "UPPER(A2)", "SALUT ZYX")+`<c r="C2"><f>LEN(A2)</f><v>9</v></c>`)+
		row(`<c r="A3" t="inlineStr"><is><t>zyx</t></is></c>`+formula("B3", `A3&amp;"zyxa"`, "zyxzyxa"))+
		row(`<c r="A4" t="inlineStr"><is><t>zyx</t></is></c><c r="B4" t="str"><f t="shared" si="0"/><v>zyx</v></c>`)+
		"</sheetData></worksheet>")
	out, _, err := through(bytes.NewReader(data), "a.xlsx", func(bauta.Message) string { return "-" })
	if err != nil {
		t.Fatal(err)
	}
	text := unzipped(t, out)
	if strings.Contains(strings.ToLower(text), "zyx") {
		t.Errorf("%v %s", err, text)
	}
	for _, want := range []string{`<c r="B2" s="4" t="str"><f>UPPER(A2)</f></c>`, `<f>LEN(A2)</f><v>9</v>`} {
		if !strings.Contains(text, want) {
			t.Errorf("lacks %s in %s", want, text)
		}
	}
	calc := zipped(t, "mimetype", "application/vnd.oasis.opendocument.spreadsheet", "content.xml", `<d><table:table><table:table-row>`+
		`<table:table-cell office:value-type="string"><text:p>text</text:p></table:table-cell></table:table-row><table:table-row>`+
		`<table:table-cell office:value-type="string"><text:p>zyx</text:p></table:table-cell>`+
		`<table:table-cell table:formula="of:=UPPER([.A2])" office:value-type="string" office:string-value="ZYX"><text:p>ZYX</text:p></table:table-cell>`+
		`<table:table-cell table:formula="of:=LEN([.A2])" office:value-type="float" office:value="3"><text:p>3</text:p></table:table-cell>`+
		`</table:table-row></table:table></d>`)
	out, _, err = through(bytes.NewReader(calc), "a.ods", func(bauta.Message) string { return "-" })
	if text := unzipped(t, out); err != nil || strings.Contains(strings.ToLower(text), "zyx") || !strings.Contains(text, "LEN(") {
		t.Errorf("%v %s", err, text)
	}
}
