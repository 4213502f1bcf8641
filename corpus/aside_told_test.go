package corpus_test

import (
	"bytes"
	"compress/gzip"
	"slices"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"

	"github.com/bauta/bauta/corpus"
	"github.com/bauta/bauta/internal/fixture/exports"
	"github.com/bauta/bauta/internal/formats"
)

// TestWhatStaysIsNamed: of every format, what Look says stays in clear is named to who asks what
// nobody reads, and asking changes no message.
func TestWhatStaysIsNamed(t *testing.T) {
	for _, s := range exports.Shapes(t) {
		data := s.Write(t, exports.Messages(t, 5))
		look, err := corpus.Look(bytes.NewReader(data), s.Name, corpus.Config{}, 0)
		if err != nil {
			t.Errorf("%s/%s: %v", s.Format, s.Variant, err)
			continue
		}
		plain, _ := told(t, data, s.Name, corpus.Config{Fields: true})
		told, beside := told(t, data, s.Name, corpus.Config{Fields: true, TextsAlone: true})
		if !slices.Equal(plain, told) {
			t.Errorf("%s/%s: other messages when what stays is told", s.Format, s.Variant)
		}
		for _, f := range look.Fields {
			if f.Role == formats.Keep && !f.Aside && f.Filled > 0 && !slices.Contains(beside, f.Name) {
				t.Errorf("%s/%s: %s stays, and is not named among %v", s.Format, s.Variant, f.Name, beside)
			}
		}
	}
}

// told reads all messages of a file, and what is left beside them.
func told(t *testing.T, data []byte, name string, cfg corpus.Config) (all, beside []string) {
	t.Helper()
	r, err := corpus.Open(bytes.NewReader(data), name, cfg)
	if err != nil {
		t.Fatal(err)
	}
	for m, err := range r.Messages() {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, m.ID+"\x00"+m.Thread+"\x00"+m.Author+"\x00"+m.Text+"\x00"+string(r.Rest(&m)))
	}
	return all, r.Beside()
}

// TestWhatStandsBetweenIsNamed: what is in no field of its format and comes out as it went in is named, too: dates in
// front of texts, names that nobody reads, comments, what files are called.
func TestWhatStandsBetweenIsNamed(t *testing.T) {
	book := func(members ...string) string { return string(zipped(t, members...)) }
	sheet := `<worksheet><!-- Zita --><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>text</t></is></c></row>` +
		`<row r="2"><c r="A2" t="inlineStr"><is><t>bis morgen</t></is></c></row></sheetData></worksheet>`
	for _, c := range []struct {
		name, data string
		want       []string
	}{
		{"wa.txt", "12/03/24, 10:00 - Zita: bis morgen\n12/03/24, 10:01 - Paul: ja\n", []string{"time"}},
		{"line.txt", "[LINE] Chat history with Zita\nSaved on: 2024/03/12 10:00\n\n2024/03/12(Tue)\n10:00\tZita\tbis morgen\n", []string{"time", "saved"}},
		{"im.txt", "Mar 12, 2024 10:00:00 AM\nZita\nbis morgen\n\n", []string{"time"}},
		{
			"discord.txt", strings.Repeat("=", 62) + "\nGuild: Rund\nChannel: allgemein\n" + strings.Repeat("=", 62) + "\n\n[2024-03-12 10:00] zita\nbis morgen\n\n",
			[]string{"time"},
		},
		{
			"result.json", `{"name":"a","type":"personal_chat","id":1,"messages":[{"id":1,"type":"message","date_unixtime":"1","from":"Zita","from_id":"user1",` +
				`"text":"bis morgen","Zita \"Q\" Quilebo":"nein","gone":null}]}`, []string{`"Zita \"Q\" Quilebo":`, `"gone":`},
		},
		{"sms.xml", `<?xml version="1.0"?><smses count="1"><sms address="1" date="1" type="1" body="bis morgen" zita="ein Wort mehr"/></smses>`, []string{"zita="}},
		{"any.json", `[{"text":"bis morgen","Zita":null}]`, []string{`"Zita":`}},
		{"a.eml", "From: a@b.example\nTo: c@d.example\nSubject: x\nX-Zita-Quilebo: 1\n\nbis morgen\n", []string{"x-zita-quilebo"}},
		{"r.xlsx", book("[Content_Types].xml", "<Types/>", "xl/workbook.xml", "<workbook/>", "xl/worksheets/sheet1.xml", sheet, "xl/Zita.png", "x"), []string{"<!-- -->", "names of files in it (4)"}},
		{
			"r.xlsx", book("[Content_Types].xml", "<Types/>", "xl/workbook.xml", "<workbook/>", "xl/worksheets/sheet1.xml", strings.Replace(sheet, "<!-- Zita -->", "", 1),
				"xl/sharedStrings.xml", "<sst><!-- Zita --><si><t>a</t></si></sst>"), []string{"<!-- -->"},
		},
		{"wa.zip", book("Zita.txt", "12/03/24, 10:00 - Zita: bis morgen\n12/03/24, 10:01 - Paul: ja\n"), []string{"time", "names of files in it (1)"}},
	} {
		_, beside := told(t, []byte(c.data), c.name, corpus.Config{Fields: true, TextsAlone: true})
		for _, want := range c.want {
			if !slices.Contains(beside, want) {
				t.Errorf("%s: %s stays, and is not named among %q", c.name, want, beside)
			}
		}
		if _, beside = told(t, []byte(c.data), c.name, corpus.Config{Fields: true}); slices.Contains(beside, c.want[0]) {
			t.Errorf("%s: named to who writes", c.name)
		}
	}
}

// TestHeadsOfPackedFilesAreNamed: what a packed file holds beside what is packed is named, in whatever member or frame it
// is, and a file that begins with such a stretch is read.
func TestHeadsOfPackedFilesAreNamed(t *testing.T) {
	const rows = "id,text\n1,bis morgen\n"
	gz := func(text string, h gzip.Header) string {
		var out bytes.Buffer
		w := gzip.NewWriter(&out)
		w.Header = h
		w.Write([]byte(text))
		w.Close()
		return out.String()
	}
	enc, err := zstd.NewWriter(nil)
	if err != nil {
		t.Fatal(err)
	}
	zst := func(s string) string { return string(enc.EncodeAll([]byte(s), nil)) }
	plain, skip := gz(rows, gzip.Header{}), "\x53\x2A\x4D\x18\x04\x00\x00\x00Zita"
	long := rows + strings.Repeat("2,"+strings.Repeat("x", 300_000)+"\n", 3)
	for what, c := range map[string]struct {
		name, data string
		carries    bool
	}{
		"gzip": {"a.csv.gz", plain, false}, "a name": {"a.csv.gz", gz(rows, gzip.Header{Name: "Zita"}), true},
		"a comment": {"a.csv.gz", gz(rows, gzip.Header{Comment: "Zita"}), true}, "more": {"a.csv.gz", gz(rows, gzip.Header{Extra: []byte("Zita")}), true},
		"a member": {"a.csv.gz", plain + gz("2,ja\n", gzip.Header{Name: "Zita"}), true}, "two members": {"a.csv.gz", plain + gz("2,ja\n", gzip.Header{}), false},
		"zstd": {"a.csv.zst", zst(rows), false}, "frames": {"a.csv.zst", zst(long) + zst("2,ja\n"), false},
		"in front": {"a.csv.zst", skip + zst(rows), true}, "behind": {"a.csv.zst", zst(long) + skip, true}, "an empty one": {"a.csv.zst", "\x50\x2A\x4D\x18\x00\x00\x00\x00" + zst(rows), false},
	} {
		all, beside := told(t, []byte(c.data), c.name, corpus.Config{TextsAlone: true})
		if slices.Contains(beside, "the head of the packed file") != c.carries || len(all) == 0 {
			t.Errorf("%s: %q", what, beside)
		}
	}
}
