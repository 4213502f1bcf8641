package corpus_test

import (
	"strings"
	"testing"

	"golang.org/x/text/encoding/unicode"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/corpus"
)

// TestExcel: tables as Excel saves them come out as they came in: with a line that says
// what parts columns, in Windows-1252 without a word, in UTF-16 with tabs, with CR alone.
func TestExcel(t *testing.T) {
	wide, err := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder().String("id\ttext\tx\r\n1\tdéjà\té\r\n")
	if err != nil {
		t.Fatal(err)
	}
	wideOut, err := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder().String("id\ttext\tx\r\n1\t-\té\r\n")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ in, out, text, note string }{
		{"sep=;\r\nid;text;x\r\n1;déjà;é\r\n", "sep=;\r\nid;text;x\r\n1;-;é\r\n", "déjà", ""},
		{"\"sep=|\"\nid|text\n1|a;b,c\n", "\"sep=|\"\nid|text\n1|-\n", "a;b,c", ""},
		{"id;text;x\r\n1;d\xe9j\xe0 vu\xa0!;\xe9\r\n", "id;text;x\r\n1;-;\xe9\r\n", "déjà vu\u00a0!", "read as Windows-1252"},
		{"id;text;x\r1;a;b\r2;c;d\r", "id;text;x\r1;-;b\r2;-;d\r", "c", ""},
		{wide, wideOut, "déjà", ""},
	} {
		text := ""
		out, r, err := through(strings.NewReader(c.in), "a.csv", func(m bauta.Message) string {
			text = m.Text
			return "-"
		})
		if err != nil || string(out) != c.out || text != c.text || !strings.HasPrefix(r.Note(), c.note) || c.note == "" && r.Note() != "" {
			t.Errorf("%q: %q, text %q, %v", c.in, out, text, err)
		}
	}
	for _, bad := range []string{"id,text\n1,d\xe9j\xe0 dé\n", "id,text\n1,\xed\xa0\xbd\n", "id,text\n1,a\x81\n"} {
		if _, _, err := through(strings.NewReader(bad), "a.csv", func(m bauta.Message) string { return m.Text }); err == nil {
			t.Errorf("%q is read", bad)
		}
	}
	if _, err := corpus.Open(strings.NewReader("sep=;\n"), "a.csv", corpus.Config{}); err == nil {
		t.Error("a table without a header is read")
	}
}
