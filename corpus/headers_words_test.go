package corpus

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode"
)

// TestHeadersInSixLanguages: what people call the columns of a chat in each language is
// known for what it is, by every reader of tables, whatever stands between its words.
func TestHeadersInSixLanguages(t *testing.T) {
	roles := []string{"id", "thread", "author", "time", "text"}
	words := map[string]map[string][]string{}
	for line := range strings.Lines(headers) {
		cells := strings.Split(strings.TrimSpace(line), "\t")
		if len(cells) != 3 || strings.ToLower(cells[2]) != cells[2] {
			t.Fatalf("a row of the table is %q", line)
		}
		if words[cells[0]] == nil {
			words[cells[0]] = map[string][]string{}
		}
		words[cells[0]][cells[1]] = strings.Fields(cells[2])
	}
	for _, lang := range []string{"fr", "en", "de", "es", "it", "sv"} {
		for _, role := range append(roles, "lang") {
			if len(words[role][lang]) == 0 {
				t.Errorf("%s: no word for %s", lang, role)
			}
		}
		most := 0
		for _, role := range roles {
			most = max(most, len(words[role][lang]))
		}
		for i := range most {
			var header []string
			for _, role := range roles {
				of := words[role][lang]
				header = append(header, of[i%len(of)])
			}
			readsAs(t, header)
			for k, name := range header {
				r := []rune(strings.ReplaceAll(name, "_", " "))
				header[k] = string(unicode.ToUpper(r[0])) + string(r[1:])
			}
			readsAs(t, header)
		}
	}
}

// readsAs wants a table and a record a line with such names read as an ID, a conversation, an author,
// a time and a text.
func readsAs(t *testing.T, header []string) {
	t.Helper()
	cells := []string{"7", "t1", "Zita", "2024-05-06 07:08:09", "coucou toi"}
	var record []string
	for i, name := range header {
		record = append(record, fmt.Sprintf("%q: %q", name, cells[i]))
	}
	for name, file := range map[string]string{
		"a.csv":   strings.Join(header, ",") + "\n" + strings.Join(cells, ",") + "\n",
		"a.tsv":   strings.Join(header, "\t") + "\n" + strings.Join(cells, "\t") + "\n",
		"a.jsonl": "{" + strings.Join(record, ", ") + "}\n",
		"a.json":  `{"messages": [{` + strings.Join(record, ", ") + "}]}",
	} {
		r, err := Open(strings.NewReader(file), name, Config{})
		if err != nil {
			t.Errorf("%s, %v: %v", name, header, err)
			continue
		}
		for m, err := range r.Messages() {
			got := []string{m.ID, m.Thread, m.Author, m.Time.Format("2006-01-02 15:04:05"), m.Text}
			if strings.HasSuffix(name, ".json") { // IDs and threads of such a file are numbered
				got[0], got[1] = cells[0], cells[1]
			}
			if err != nil || !slices.Equal(got, cells) {
				t.Errorf("%s, %v: read as %q, %v", name, header, got, err)
			}
		}
	}
}

// TestTimesThatAreNone: a column that is called as times are and holds something else is named
// among those that stay.
func TestTimesThatAreNone(t *testing.T) {
	for name, file := range map[string]string{
		"a.csv":   "text,fecha,note\ncoucou,%s,\n",
		"a.jsonl": `{"text": "coucou", "fecha": "%s", "note": ""}` + "\n",
	} {
		for value, want := range map[string][]string{
			"2024-05-06": {"note"}, "": {"note"}, "chez Zita": {"fecha", "note"},
		} {
			for _, texts := range [][]string{nil, {"text", "note"}} {
				if texts != nil && name == "a.jsonl" { // read as a document, which names no times
					continue
				}
				r, err := Open(strings.NewReader(fmt.Sprintf(file, value)), name, Config{Texts: texts})
				if err != nil {
					t.Fatal(err)
				}
				for range r.Messages() {
				}
				if got := r.Beside(); texts == nil && !slices.Equal(got, want) ||
					slices.Contains(got, "fecha") != slices.Contains(want, "fecha") {
					t.Errorf("%s, %q in the column of times: %v stay, want %v", name, value, got, want)
				}
			}
		}
	}
}
