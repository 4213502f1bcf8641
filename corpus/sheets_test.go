package corpus_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/corpus"
)

// sheetOf is a sheet of a workbook with such rows.
func sheetOf(rows ...[]string) string {
	var b strings.Builder
	b.WriteString(`<worksheet><sheetData>`)
	for i, row := range rows {
		fmt.Fprintf(&b, `<row r="%d">`, i+1)
		for j, cell := range row {
			fmt.Fprintf(&b, `<c r="%c%d" t="inlineStr"><is><t>%s</t></is></c>`, 'A'+j, i+1, cell)
		}
		b.WriteString(`</row>`)
	}
	return b.String() + `</sheetData></worksheet>`
}

// TestSheetsThatDiffer: a column that is named and that one sheet lacks leaves no sheet as it
// stands; one that no sheet has is an error, and so are authors that nothing would number.
func TestSheetsThatDiffer(t *testing.T) {
	data := zipped(t, "[Content_Types].xml", `<Types/>`, "xl/workbook.xml", `<workbook/>`,
		"xl/worksheets/sheet1.xml", sheetOf([]string{"id", "Auteur", "Message"}, []string{"1", "Zyxa", "vu zyxo"}),
		"xl/worksheets/sheet2.xml", sheetOf([]string{"Message", "Note"}, []string{"zyxo dit", "dis à zyxi"}))
	for _, c := range []struct {
		cfg  corpus.Config
		left string
		err  string
	}{
		{corpus.Config{Also: []string{"Auteur=drop"}}, "zyxi", ""},
		{corpus.Config{Texts: []string{"Message", "Note"}}, "zyxa", ""},
		{corpus.Config{Columns: corpus.Columns{ID: "id"}, Also: []string{"Note=drop"}}, "zyxa", ""},
		{corpus.Config{Also: []string{"Nosuch=drop"}}, "", `no column "Nosuch"`},
		{corpus.Config{Author: func(string) string { return "1" }}, "", "authors are numbered in plain tables"},
	} {
		c.cfg.Fields, c.cfg.Key = true, []byte("a key for tests, of no use")
		out, _, err := throughConfig(bytes.NewReader(data), "a.xlsx", c.cfg, func(bauta.Message) string { return "<->" })
		if c.err != "" {
			if err == nil || !strings.Contains(err.Error(), c.err) {
				t.Errorf("%v: %v", c.cfg.Also, err)
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		text := strings.ToLower(unzipped(t, out))
		if left := strings.Count(text, "zyx"); left != 1 || !strings.Contains(text, c.left) {
			t.Errorf("%v %v: %d names stay: %s", c.cfg.Also, c.cfg.Texts, left, text)
		}
	}
}

// TestMapOfSheetsThatDiffer: what look writes of a workbook is read back, whatever its sheets
// have: other columns, comments, none with a text.
func TestMapOfSheetsThatDiffer(t *testing.T) {
	data := zipped(t, "[Content_Types].xml", `<Types/>`, "xl/workbook.xml",
		`<workbook><sheets><sheet name="Zyx" sheetId="1"/></sheets><definedNames>Zyx!A1</definedNames></workbook>`,
		"xl/worksheets/sheet1.xml", sheetOf([]string{"id", "Auteur", "Message"}, []string{"1", "Zyxa", "vu zyxo"}),
		"xl/worksheets/sheet2.xml", sheetOf([]string{"Message", "Note", ""}, []string{"zyxo dit", "dis à zyxi", "zyx"}),
		"xl/worksheets/sheet3.xml", sheetOf([]string{"Nom", "Téléphone"}, []string{"Zyxa", "06"}),
		"xl/worksheets/sheet4.xml", sheetOf([]string{"nr", "text", "Message"}, []string{"2", "vu zyxo", "Zyxe"}),
		"xl/comments1.xml", `<comments><commentList><comment><text>zyx</text></comment></commentList></comments>`)
	l, err := corpus.Look(bytes.NewReader(data), "a.xlsx", corpus.Config{}, 0)
	if err != nil {
		t.Fatal(err)
	}
	m := l.Mapping("", false)
	if m.ID != "id" || m.Author != "Auteur" || len(m.Text) != 2 || m.Also["Nom"] != "" || m.Also[""] != "" {
		t.Errorf("%+v", m)
	}
	cfg := corpus.Config{Fields: true, Key: []byte("a key for tests, of no use"), Texts: m.Text}
	cfg.Columns = corpus.Columns{ID: m.ID, Author: m.Author, Thread: m.Thread, Time: m.Time, Lang: m.Lang}
	for name, operator := range m.Also {
		cfg.Also = append(cfg.Also, name+"="+operator)
	}
	out, _, err := throughConfig(bytes.NewReader(data), "a.xlsx", cfg, func(bauta.Message) string { return "<->" })
	if err != nil {
		t.Fatal(err)
	}
	text := strings.ToLower(unzipped(t, out))
	for _, gone := range []string{"vu zyxo", "zyxo dit", "zyxe"} {
		if strings.Contains(text, gone) {
			t.Errorf("%q stays: %s", gone, text)
		}
	}
}

// TestFieldsAreKnown: in an export, alone or in an archive, no column is named: it would stay.
func TestFieldsAreKnown(t *testing.T) {
	for name, data := range map[string][]byte{"chat.txt": []byte(waChat), "a.zip": zipped(t, "chat.txt", waChat)} {
		for _, cfg := range []corpus.Config{
			{Fields: true, Also: []string{"sender=drop"}}, {Fields: true, Texts: []string{"text", "caption"}},
		} {
			_, _, err := throughConfig(bytes.NewReader(data), name, cfg, func(bauta.Message) string { return "<->" })
			if err == nil || !strings.Contains(err.Error(), "the fields of this format are known") {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

// TestRowsAlone: where no column is a conversation and fields are read beside the texts, a workbook says as
// a table does that people are numbered anew in each row.
func TestRowsAlone(t *testing.T) {
	head, row := []string{"auteur", "message"}, []string{"Zyxa", "salut"}
	files := map[string][]byte{
		"a.csv":  []byte("auteur,message\nZyxa,salut\n"),
		"a.xlsx": zipped(t, "[Content_Types].xml", `<Types/>`, "xl/workbook.xml", `<workbook/>`, "xl/worksheets/sheet1.xml", sheetOf(head, row)),
		"a.ods":  zipped(t, "mimetype", "application/vnd.oasis.opendocument.spreadsheet", "content.xml", odsOf(head, row)),
	}
	for name, data := range files {
		for _, c := range []struct {
			cfg  corpus.Config
			says bool
		}{
			{corpus.Config{Also: []string{"auteur=name"}}, true},
			{corpus.Config{}, false},
			{corpus.Config{Also: []string{"auteur=name"}, Columns: corpus.Columns{Thread: "auteur"}}, false},
		} {
			c.cfg.Fields, c.cfg.Key = true, []byte("a key for tests, of no use")
			_, r, err := throughConfig(bytes.NewReader(data), name, c.cfg, func(bauta.Message) string { return "-" })
			if err != nil || strings.Contains(r.Note(), "--thread-column") != c.says {
				t.Errorf("%s %v: %v %q", name, c.cfg.Also, err, r.Note())
			}
		}
	}
}
