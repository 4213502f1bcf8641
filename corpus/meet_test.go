package corpus_test

import (
	"bytes"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/bauta/bauta/corpus"
)

// cellsOf is a sheet with a row a line of a table.
func cellsOf(table, open, shut, rowOpen, rowShut string) string {
	var b strings.Builder
	for line := range strings.Lines(table) {
		b.WriteString(rowOpen)
		for cell := range strings.SplitSeq(strings.TrimSpace(line), ",") {
			b.WriteString(open + cell + shut)
		}
		b.WriteString(rowShut)
	}
	return b.String()
}

// TestAuthorsAreKnownInTexts: who stands in a column of people is known in all texts of the table, in full and before
// the first row of his, whatever the format; authors that are numbered are, too.
func TestAuthorsAreKnownInTexts(t *testing.T) {
	const table = "author,text\nzo_12,salut mimi_88 et zo_12\nmimi_88,et zo_12 alors\n"
	objects := `{"author":"zo_12","text":"salut mimi_88 et zo_12"}` + "\n" + `{"author":"mimi_88","text":"et zo_12 alors"}` + "\n"
	book := []string{
		"[Content_Types].xml", "<Types/>", "xl/workbook.xml", "<workbook/>", "xl/sharedStrings.xml", "<sst/>",
		"xl/worksheets/sheet1.xml", "<worksheet><sheetData>" +
			cellsOf(table, `<c t="inlineStr"><is><t>`, `</t></is></c>`, "<row>", "</row>") + "</sheetData></worksheet>",
	}
	calc := []string{
		"mimetype", "application/vnd.oasis.opendocument.spreadsheet", "META-INF/manifest.xml", "<manifest:manifest/>",
		"content.xml", `<office:document-content><office:body><office:spreadsheet><table:table>` +
			cellsOf(table, `<table:table-cell office:value-type="string"><text:p>`, `</text:p></table:table-cell>`,
				"<table:table-row>", "</table:table-row>") +
			`</table:table></office:spreadsheet></office:body></office:document-content>`,
	}
	also := corpus.Config{Fields: true, Also: []string{"author=name"}}
	numbered := corpus.Config{Author: func(string) string { return "1" }}
	for _, c := range []struct {
		name, in string
		cfg      corpus.Config
	}{
		{"a.csv", table, also},
		{"a.csv", table, numbered},
		{"a.tsv", strings.ReplaceAll(table, ",", "\t"), also},
		{"a.tsv", strings.ReplaceAll(table, ",", "\t"), numbered},
		{"a.jsonl", objects, also},
		{"a.jsonl", objects, numbered},
		{"a.xlsx", string(zipped(t, book...)), also},
		{"a.ods", string(zipped(t, calc...)), also},
	} {
		known := knownOf(t, bytes.NewReader([]byte(c.in)), c.name, c.cfg)
		for _, want := range []string{"salut mimi_88 et zo_12: mimi_88", "salut mimi_88 et zo_12: zo_12", "et zo_12 alors: zo_12"} {
			if !slices.Contains(known, want) {
				t.Errorf("%s, numbered %t: %q of %q", c.name, c.cfg.Author != nil, want, known)
			}
		}
	}
}

// knownOf gives each text with each stretch that the file itself says to be somebody.
func knownOf(t *testing.T, in io.Reader, name string, cfg corpus.Config) (out []string) {
	t.Helper()
	r, err := corpus.Open(in, name, cfg)
	if err != nil {
		t.Fatal(name, err)
	}
	for m, err := range r.Messages() {
		if err != nil {
			t.Fatal(name, err)
		}
		for _, k := range m.Known {
			out = append(out, m.Text+": "+m.Text[k.Start:k.End])
		}
	}
	return out
}
