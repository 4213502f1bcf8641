package corpus_test

import (
	"strings"
	"testing"

	"github.com/bauta/bauta/corpus"
)

// TestAuthorsOfSheets: who wrote a row of a workbook or a spreadsheet is known in the texts of the rows before and behind,
// and of other sheets, though the column stays; a number is none.
func TestAuthorsOfSheets(t *testing.T) {
	rows := [][]string{
		{"id", "author", "text"},
		{"1", "Zyx du 93", "va voir zyx_vutt"},
		{"2", "zyx_vutt", "merci Zyx du 93 et 77001"},
		{"3", "77001", "ok"},
	}
	other := [][]string{{"id", "text"}, {"4", "salut zyx_vutt"}}
	for name, file := range map[string][]byte{
		"a.xlsx": zipped(t, "[Content_Types].xml", `<Types/>`, "xl/workbook.xml", `<workbook/>`,
			"xl/worksheets/sheet1.xml", sheetOf(rows...), "xl/worksheets/sheet2.xml", sheetOf(other...)),
		"a.ods": zipped(t, "mimetype", "application/vnd.oasis.opendocument.spreadsheet", "META-INF/manifest.xml",
			`<manifest:manifest/>`, "content.xml", `<d>`+odsOf(rows...)+odsOf(other...)+`</d>`),
	} {
		r, err := corpus.Open(strings.NewReader(string(file)), name, corpus.Config{Fields: true})
		if err != nil {
			t.Fatal(name, err)
		}
		var got []string
		for m, err := range r.Messages() {
			if err != nil {
				t.Fatal(name, err)
			}
			for _, s := range m.Known {
				got = append(got, m.Text[s.Start:s.End])
			}
		}
		if known := strings.Join(got, "|"); known != "zyx_vutt|Zyx du 93|zyx_vutt" {
			t.Errorf("%s: %s", name, known)
		}
	}
}
