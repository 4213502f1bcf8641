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
		{"id;text;x\r\n1;VOIL\xc0\x85 D\xc9J\xc0;y\r\n", "id;text;x\r\n1;-;y\r\n", "VOILÀ… DÉJÀ", "read as Windows-1252"},
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
	for _, bad := range []string{"id,text\n1,d\xe9j\xe0 dé\n", "id,text\n1,\xed\xa0\xbd\n", "id,text\n1,a\x81\n", "id,text\n1,zyx\xc1\x80example.com\n"} {
		if _, _, err := through(strings.NewReader(bad), "a.csv", func(m bauta.Message) string { return m.Text }); err == nil {
			t.Errorf("%q is read", bad)
		}
	}
	if _, err := corpus.Open(strings.NewReader("sep=;\n"), "a.csv", corpus.Config{}); err == nil {
		t.Error("a table without a header is read")
	}
}

// TestWhatPartsColumns: a header says what parts columns, whatever the name of the file ends in, in which
// encoding it is; lines in quoted cells and blank lines make no text of a table.
func TestWhatPartsColumns(t *testing.T) {
	for _, c := range []struct{ name, in, out string }{
		{"a.csv", "id|sender|text\n1|zyx|a, b; c\n", "id|sender|text\n1|zyx|-\n"},
		{"a.csv", "zut|zou|said|zap\n1|zyx|a, b; c and so on, said|\n2|zyx|d, e and what was said then|\n", "zut|zou|-|zap\n1|zyx|-|\n2|zyx|-|\n"},
		{"a.tsv", "id;text\n1;zyxa\n", "id;text\n1;-\n"},
		{"a.txt", "id;auteur;message\n1;zyx;zyxa\n\n2;zyx;b\n", "id;auteur;message\n1;zyx;-\n\n2;zyx;-\n"},
		{"a.txt", "id\tauteur\tmessage\r\n1\tzyx\t\"zyxa\nb\"\r\n\r\n2\tzyx\tc\r\n", "id\tauteur\tmessage\r\n1\tzyx\t\"-\"\r\n\r\n2\tzyx\t-\r\n"},
		{"a.tsv", "id\tmessage\n1\t\"zyxa\n\nb\"\n2\t\"c\n3\td\n", "id\tmessage\n1\t\"-\"\n2\t-\n3\t-\n"},
		{"-", "id;auteur;message\r\n1;zyx;d\xe9j\xe0 vu\r\n", "id;auteur;message\r\n1;zyx;-\r\n"},
		{"-", "sep=;\r\nid;auteur;message\r\n1;zyx;d\xe9j\xe0 vu\r\n", "sep=;\r\nid;auteur;message\r\n1;zyx;-\r\n"},
		{"a.txt", "id\tauteur\tmessage\r\n1\tz\xe9\td\xe9j\xe0\r\n", "id\tauteur\tmessage\r\n1\tz\xe9\t-\r\n"},
	} {
		out, _, err := through(strings.NewReader(c.in), c.name, func(bauta.Message) string { return "-" })
		if err != nil || string(out) != c.out {
			t.Errorf("%s %q: %q, %v", c.name, c.in, out, err)
		}
	}
	for name, in := range map[string]string{
		"a.txt": "id\tauteur\tmessage\n1\tzyx\tb\n2\tzyx\n", "b.tsv": "id\tmessage\n1\t\"zyxa\nb\n2\tc\n",
	} {
		if _, _, err := through(strings.NewReader(in), name, func(bauta.Message) string { return "-" }); err == nil {
			t.Errorf("%q is read", in)
		}
	}
}
