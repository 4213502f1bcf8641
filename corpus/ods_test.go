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

// spreadsheet is a small one: paragraphs, spans and blanks, numbers, repeated cells and
// rows, a comment, a second table without texts, pictures of cells, and who made it.
func spreadsheet() []string {
	cell := func(s string) string {
		return `<table:table-cell office:value-type="string"><text:p>` + s + `</text:p></table:table-cell>`
	}
	row := func(cells ...string) string {
		return "<table:table-row>" + strings.Join(cells, "") + "</table:table-row>"
	}
	return []string{
		"mimetype", "application/vnd.oasis.opendocument.spreadsheet",
		"meta.xml", `<office:document-meta><office:meta><meta:initial-creator>Zyxel</meta:initial-creator><dc:creator>Zyxa</dc:creator></office:meta></office:document-meta>`,
		"settings.xml", `<config:config-item config:name="PrinterName">zyx</config:config-item>`,
		"Thumbnails/thumbnail.png", "\x89PNGzyx",
		"styles.xml", `<office:document-styles><style:header><text:p>zyx <text:sheet-name>zyxa</text:sheet-name></text:p></style:header></office:document-styles>`,
		"META-INF/manifest.xml", `<manifest:manifest><manifest:file-entry manifest:full-path="/"/><manifest:file-entry manifest:full-path="Thumbnails/thumbnail.png"/></manifest:manifest>`,
		"content.xml", `<?xml version="1.0"?><office:document-content><office:body><office:spreadsheet><table:table table:name="a">` +
			`<table:table-column table:number-columns-repeated="4"/>` + row(cell("id"), cell("Texte"), cell("ville"), cell("tel")) +
			row(`<table:table-cell office:value-type="float" office:value="1"><text:p>1</text:p></table:table-cell>`,
				`<table:table-cell table:style-name="ce1" office:value-type="string"><office:annotation><dc:creator>Zyxel</dc:creator><dc:date>2023</dc:date><text:p>zyx ?</text:p></office:annotation>`+
					`<text:p text:style-name="P1">salut <text:span>zyx</text:span><text:s text:c="2"/>&amp; co</text:p><text:p>zyxa</text:p></table:table-cell>`,
				cell("Lyon"), `<table:table-cell office:value-type="float" office:value="612345678" calcext:value-type="float"><text:p>612345678zyx</text:p></table:table-cell>`) +
			row(cell("2"), `<table:table-cell table:formula="of:=&quot;zyx&quot;" office:value-type="string" office:string-value="zyx"><text:p>zyx</text:p></table:table-cell>`, `<table:table-cell table:number-columns-repeated="2"/>`) +
			`<table:table-row table:number-rows-repeated="1000"><table:table-cell table:number-columns-repeated="1024"/></table:table-row></table:table>` +
			`<table:table table:name="b">` + row(cell("x"), cell("y")) + row(cell("5"), cell("6")) + `</table:table>` +
			`</office:spreadsheet></office:body></office:document-content>`,
	}
}

// TestSpreadsheet: the cells of the text column change, what holds people beside them, too;
// other cells, styles and tables are the same.
func TestSpreadsheet(t *testing.T) {
	data := zipped(t, spreadsheet()...)
	open := func(change func(string) string) (string, []string, *corpus.Reader) {
		r, err := corpus.Open(bytes.NewReader(data), "a.ods", corpus.Config{Fields: true, Also: []string{"tel=drop"}})
		if err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		w, err := r.Writer(&out)
		if err != nil {
			t.Fatal(err)
		}
		var texts []string
		for m, err := range r.Messages() {
			if err != nil {
				t.Fatal(err)
			}
			texts = append(texts, m.ID+" "+m.Text)
			res := bauta.Result{Message: m, Text: change(m.Text), Edits: []bauta.Edit{{Start: 0, End: len(m.Text), With: change(m.Text)}}}
			if err := w.Write(&res); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		return unzipped(t, out.Bytes()), texts, r
	}
	text, texts, r := open(func(string) string { return "<-  ->" })
	said := fmt.Sprintf("%q", texts)
	for _, w := range []string{`"7:1 salut zyx  & co\nzyxa"`, `"7:2 zyx"`, `"7:1/note zyx ?"`} {
		if !strings.Contains(said, w) {
			t.Errorf("lacks %s in %s", w, said)
		}
	}
	for _, w := range []string{
		`<text:p text:style-name="P1">&lt;- <text:s/>-&gt;</text:p></table:table-cell>`, `<text:p>Lyon</text:p>`, `table:number-rows-repeated="1000"`,
		`<table:table-cell  office:value-type="string" ><text:p>&lt;-`, `<table:table-cell office:value-type="string"  calcext:value-type="string"></table:table-cell>`,
		`<text:p>5</text:p>`, `manifest:full-path="/"/></manifest`,
	} {
		if !strings.Contains(text, w) {
			t.Errorf("lacks %s in %s", w, text)
		}
	}
	if strings.Contains(strings.ToLower(text), "zyx") || strings.Contains(text, "612345678") {
		t.Errorf("something stays: %s", text)
	}
	if got := fmt.Sprintf("%v %v %s", r.Beside(), r.LeftOut(), r.Format()); got != "[id ville] map[.png:1 .xml:1] ods" {
		t.Errorf("beside: %s", got)
	}
	if same, _, _ := open(func(s string) string { return s }); !strings.Contains(same, `salut <text:span>zyx</text:span><text:s text:c="2"/>&amp; co</text:p><text:p>zyxa`) {
		t.Errorf("a text that stays changes: %s", same)
	}
}

// TestDamagedSpreadsheets: a thousand files that are cut or changed give an error without text, or come out.
func TestDamagedSpreadsheets(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for range 1000 {
		bad := spreadsheet()
		i := 2*rng.IntN(len(bad)/2) + 1
		b := []byte(bad[i])
		if b[rng.IntN(len(b))] = byte(rng.IntN(256)); rng.IntN(2) == 0 {
			b = b[:rng.IntN(len(b))]
		}
		bad[i] = string(b)
		_, _, err := through(bytes.NewReader(zipped(t, bad...)), "a.ods", func(bauta.Message) string { return "-" })
		if err != nil && strings.Contains(strings.ToLower(err.Error()), "zyx") {
			t.Errorf("an error with text: %v", err)
		}
	}
}
