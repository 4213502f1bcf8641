package corpus_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/bauta/bauta/corpus"
	"github.com/bauta/bauta/internal/formats"
)

// TestLookTellsAll: a look at a file says all that there is to say of it: its encoding and that people are numbered
// anew, that a workbook has another name, and each format of an archive.
func TestLookTellsAll(t *testing.T) {
	const anew = "numbered anew"
	head, row := []string{"auteur", "message"}, []string{"Zyxa", "salut"}
	book := zipped(t, "[Content_Types].xml", `<Types/>`, "xl/workbook.xml", `<workbook/>`, "xl/worksheets/sheet1.xml", sheetOf(head, row))
	sheet := zipped(t, "mimetype", "application/vnd.oasis.opendocument.spreadsheet", "content.xml", odsOf(head, row))
	const chat = "04/07/2023, 21:05 - Lou: ok\n"
	const telegram = `{"type":"personal_chat","id":1,"messages":[{"id":1,"date_unixtime":"1","from":"Lou","from_id":"user1","text":"ok"}]}`
	for _, c := range []struct {
		name    string
		data    []byte
		says    []string
		formats []string
	}{
		{"a.csv", []byte("auteur;message\nZyxa;\xe9t\xe9\n"), []string{"Windows-1252", anew}, nil},
		{"a.csv", []byte("auteur;message\nZyxa;été\n"), []string{anew}, nil},
		{"a.xlsx", book, []string{anew}, nil},
		{"a.ods", sheet, []string{anew}, nil},
		{"a.csv", book, []string{"workbook (xlsx)", anew}, nil},
		{"a.xlsx", sheet, []string{"workbook (ods)", anew}, nil},
		{"a.zip", zipped(t, "a.txt", chat), nil, nil},
		{"a.zip", zipped(t, "a.txt", chat, "b.json", telegram), nil, []string{"whatsapp", "telegram"}},
	} {
		l, err := corpus.Look(bytes.NewReader(c.data), c.name, corpus.Config{}, 0)
		if err != nil || !slices.Equal(l.Formats, c.formats) {
			t.Errorf("%s: %v, %v", c.name, l.Formats, err)
		}
		for _, want := range c.says {
			if !strings.Contains(l.Note, want) {
				t.Errorf("%s: %q says nothing of %s", c.name, l.Note, want)
			}
		}
		if named := strings.Contains(l.Note, "workbook"); named != slices.ContainsFunc(c.says, func(s string) bool { return strings.HasPrefix(s, "workbook") }) {
			t.Errorf("%s: %q", c.name, l.Note)
		}
		if m := l.Mapping("", false); c.formats != nil && m.Format != "" {
			t.Errorf("%s: the mapping names %s alone", c.name, m.Format)
		}
	}
}

// TestLookTellsPeopleBesideTitles: of a field under which people write and what a group is called, a person is told.
func TestLookTellsPeopleBesideTitles(t *testing.T) {
	const chat = "[12.03.24, 18:05:11] Haus Lindenhof Nord: \u200eNachrichten und Anrufe sind Ende-zu-Ende-verschlüsselt.\n" +
		"[12.03.24, 18:05:11] Haus Lindenhof Nord: \u200eHeidrun Vogel hat diese Gruppe erstellt.\n" +
		"[12.03.24, 18:09:02] Heidrun Vogel: Hallo zusammen\n[12.03.24, 18:10:02] Haus Lindenhof Nord: \u200eHeidrun Vogel hat Uwe Koch hinzugefügt.\n"
	for name, data := range map[string][]byte{"wa.txt": []byte(chat), "wa.zip": zipped(t, "wa.txt", chat)} {
		l, err := corpus.Look(bytes.NewReader(data), name, corpus.Config{}, 0)
		if err != nil {
			t.Fatal(err)
		}
		if f := l.Fields[l.At("sender")]; f.Role != formats.Name {
			t.Errorf("%s: the sender %s", name, f.Role.Becomes())
		}
	}
}
