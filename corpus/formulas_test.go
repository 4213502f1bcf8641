package corpus_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/corpus"
)

// formulaBook has formulas as programs write them that work none out: without a value.
func formulaBook(t *testing.T) []byte {
	in := func(ref, s string) string { return `<c r="` + ref + `" t="inlineStr"><is><t>` + s + `</t></is></c>` }
	f := func(ref, f string) string { return `<c r="` + ref + `"><f>` + f + `</f><v></v></c>` }
	return zipped(t, "[Content_Types].xml", `<Types/>`, "xl/workbook.xml", "<workbook/>",
		"xl/worksheets/sheet1.xml", "<worksheet><sheetData>"+
			"<row>"+in("A1", "text")+in("B1", "calc")+"</row>"+
			"<row>"+f("A2", `"salut "&amp;"zyx"`)+f("B2", `IF(A2="zyxa",1,2)`)+"</row>"+
			"<row>"+f("A3", `CONCATENATE("vu zy","xo")`)+f("B3", `"zy"&amp; "xi"`)+"</row>"+
			"<row>"+f("A4", `LEN(B2)`)+f("B4", `OR(A2="zyxa",A2="zyxe")`)+"</row>"+
			"</sheetData></worksheet>")
}

// TestFormulasWithoutAValue: the texts of a formula are read where nothing says what it gives, in the
// column of texts and in any other, whatever is to become of that.
func TestFormulasWithoutAValue(t *testing.T) {
	for name, cfg := range map[string]corpus.Config{
		"default": {}, "scan": {Also: []string{"calc=scan"}}, "name": {Also: []string{"calc=name"}},
		"hash": {Also: []string{"calc=hash"}}, "drop": {Also: []string{"calc=drop"}}, "keep": {Also: []string{"calc=keep"}},
		"texts": {Texts: []string{"text", "calc"}},
	} {
		cfg.Fields, cfg.Key = true, []byte("a key for tests, of no use")
		read := map[string]bool{}
		out, r, err := throughConfig(bytes.NewReader(formulaBook(t)), "a.xlsx", cfg, func(m bauta.Message) string {
			read[m.Text] = true
			return "<->"
		})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		text := unzipped(t, out)
		for _, gone := range []string{"zy", `"x`, "salut"} {
			if strings.Contains(text, gone) {
				t.Errorf("%s: %s stays: %s", name, gone, text)
			}
		}
		for _, want := range []string{"salut zyx", "vu zyxo"} {
			if !read[want] {
				t.Errorf("%s: %q is not read whole: %v", name, want, read)
			}
		}
		if l := r.Ledger(); l.Empty > 1 || !strings.Contains(text, "<f>LEN(B2)</f>") {
			t.Errorf("%s: %v: %s", name, l, text)
		}
		if name != "hash" && name != "drop" && (!read["zyxi"] || !read["zyxa"] || !read["zyxe"]) {
			t.Errorf("%s: read as %v", name, read)
		}
	}
}
