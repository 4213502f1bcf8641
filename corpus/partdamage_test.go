package corpus_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/corpus"
)

// TestDamagedParts: a part that was changed, cut, emptied or lost is said to be damaged, with its name,
// before anything is read: whether it is one that is read or one that comes out as it is.
func TestDamagedParts(t *testing.T) {
	book := append(workbook(), "xl/printerSettings/printerSettings1.bin", "zyx printer",
		"package/services/a.psmdcp", "<p><creator>Zyx</creator></p>", "xl/bc", "<a><b/></a>",
		"xl/_rels/workbook.xml.rels", `<Relationships><Relationship Type="a/worksheet" Target="worksheets/sheet1.xml"/>`+
			`<Relationship Type="a/sharedStrings" Target="/xl/sharedStrings.xml"/></Relationships>`)
	calc := []string{
		"mimetype", "application/vnd.oasis.opendocument.spreadsheet", "content.xml", odsOf([]string{"text"}, []string{"a"}),
		"styles.xml", "<s><a/></s>", "META-INF/manifest.xml", "<m><a/></m>",
	}
	open := func(data []byte) error {
		_, err := corpus.Open(bytes.NewReader(data), "a.xlsx", corpus.Config{Fields: true})
		return err
	}
	for _, files := range [][]string{book, calc} {
		if err := open(zipped(t, files...)); err != nil {
			t.Fatal(err)
		}
		for i := 0; i < len(files); i += 2 {
			name, body := files[i], files[i+1]
			if name == "mimetype" {
				continue
			}
			with := func(body string) []byte {
				bad := append([]string{}, files...)
				bad[i+1] = body
				return zipped(t, bad...)
			}
			damages := map[string][]byte{}
			if !strings.HasSuffix(name, ".bin") {
				damages["cut"] = with(body[:len(body)-3])
			}
			if strings.HasSuffix(name, ".xml") {
				damages["emptied"] = with("")
			}
			for how, data := range damages {
				if err := open(data); err == nil || !strings.Contains(err.Error(), "of the "+kindOfBook(files)) {
					t.Errorf("%s %s: %v", name, how, err)
				}
			}
			whole := with(body)
			at := bytes.Index(whole, []byte(name)) + len(name) + 4
			whole[at] ^= 0x10
			if err := open(whole); err == nil || !strings.Contains(err.Error(), "damaged") && !strings.Contains(err.Error(), "not XML") {
				t.Errorf("%s flipped: %v", name, err)
			}
		}
	}
	for lost, files := range map[string][]string{
		"[Content_Types].xml": book[2:], "xl/workbook.xml": append(append([]string{}, book[:4]...), book[6:]...),
		"xl/worksheets/sheet1.xml": {
			"[Content_Types].xml", "<Types/>", "xl/workbook.xml", "<w/>",
			"xl/worksheets/sheet2.xml", sheetOf([]string{"text"}, []string{"a"}), book[len(book)-2], book[len(book)-1],
		},
		"content.xml": append(append([]string{}, calc[:2]...), calc[4:]...),
	} {
		_, _, err := through(bytes.NewReader(zipped(t, files...)), "a.xlsx", func(bauta.Message) string { return "-" })
		if err == nil || !strings.Contains(err.Error(), lost) && lost != "xl/workbook.xml" {
			t.Errorf("without %s: %v", lost, err)
		}
	}
}

// kindOfBook is what an error calls it.
func kindOfBook(files []string) string {
	if files[0] == "mimetype" {
		return "spreadsheet"
	}
	return "workbook"
}
