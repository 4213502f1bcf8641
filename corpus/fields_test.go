package corpus_test

import (
	"strings"
	"testing"

	"github.com/bauta/bauta/corpus"
)

// TestLinesHaveNoColumns: a column that is asked for in lines of text is an error, and is
// not left out silently.
func TestLinesHaveNoColumns(t *testing.T) {
	for _, cfg := range []corpus.Config{
		{Texts: []string{"body"}}, {Also: []string{"who=drop"}}, {Columns: corpus.Columns{Author: "who"}},
	} {
		_, err := corpus.Open(strings.NewReader("one\ntwo\n"), "a.txt", cfg)
		if err == nil || !strings.Contains(err.Error(), "no columns") {
			t.Errorf("%+v: %v", cfg, err)
		}
	}
}

// TestTextsInsideLines: where no object of JSONL has a text in front, that inside it is found by
// its usual name, and one in front of a later line is read as well; nothing is guessed where
// there is one in front, or none at all.
func TestTextsInsideLines(t *testing.T) {
	const late = `{"id":"3","text":"salut Léa"}` + "\n"
	for file, want := range map[string]string{
		`{"id":"1","payload":{"text":"salut Zoé","lang":"fr"}}` + "\n" + `{"id":"2","payload":{"text":"oui"}}` + "\n":      "salut Zoé|oui",
		`{"messages":[{"role":"user","content":"salut Zoé"},{"role":"bot","content":"oui"}]}` + "\n":                       "salut Zoé|oui",
		`{"payload":{"text":"salut Zoé"}}` + "\n" + strings.Repeat(`{"x":"`+strings.Repeat("a", 999)+`"}`+"\n", 99) + late: "salut Zoé|salut Léa",
		late + `{"id":"1","payload":{"text":"salut Zoé"}}` + "\n":                                                          `no field "text"`,
		`{"text":null,"quote":{"text":"salut Zoé"}}` + "\n":                                                                "every text is empty",
		`{"id":"1","said":{"by":"a"}}` + "\n":                                                                              `no field "text"`,
	} {
		if got := textsOf(file, corpus.Config{}); !strings.Contains(got, want) {
			t.Errorf("%.80s: %q, want %q", file, got, want)
		}
	}
}

// TestEveryTextOfAnObject: where fields are read, too, each object has its text read, in front
// or inside; of two in one object the first stays the text.
func TestEveryTextOfAnObject(t *testing.T) {
	for file, want := range map[string]string{
		`{"text":"salut Zoé","messages":[{"content":"oui Léa"}]}` + "\n":                          "salut Zoé|oui Léa",
		`[{"text":"salut Zoé","quoted":{"text":"oui","body":"Léa"}},{"text":null}]`:               "salut Zoé|oui",
		`{"text":"salut Zoé","retweeted":{"text":"oui"}}` + "\n" + `{"text":"Léa"}` + "\n":        "salut Zoé|oui|Léa",
		`{"text":"salut Zoé","messages":"Léa"}` + "\n" + `{"text":"oui","messages":"Léa"}` + "\n": "salut Zoé|oui",
	} {
		if got := textsOf(file, corpus.Config{Fields: true}); got != want {
			t.Errorf("%s: %q, want %q", file, got, want)
		}
	}
}

// TestNoSuchField: a field that is named and that a file does not have is told as such, with the
// one that may have been meant.
func TestNoSuchField(t *testing.T) {
	const lines = `{"text":"salut Zoé","who":{"name":"Léa"},"note":null}` + "\n"
	for want, cfg := range map[string]corpus.Config{
		`1: no field "txet" in the file (did you mean text?)`:        {Texts: []string{"txet"}},
		`1: no field "who.nam" in the file (did you mean who.name?)`: {Also: []string{"who.nam=drop"}},
		`1: no field "whom" in the file`:                             {Texts: []string{"text", "whom"}},
		`1: no field "wann" in the file`:                             {Texts: []string{"text"}, Columns: corpus.Columns{Time: "wann"}},
		`1: no field "txt" (did you mean text?)`:                     {Columns: corpus.Columns{Text: "txt"}},
		"salut Zoé":                                                  {Texts: []string{"text", "note"}},
	} {
		cfg.Fields = true
		if got := textsOf(lines, cfg); !strings.Contains(got, want) {
			t.Errorf("%+v: %q, want %q", cfg, got, want)
		}
	}
}

// TestWhatHasNoTextIsCounted: null and empty texts, and rows of sheets without a text, are told.
func TestWhatHasNoTextIsCounted(t *testing.T) {
	book := string(zipped(t, "[Content_Types].xml", `<Types/>`, "xl/workbook.xml", `<workbook/>`,
		"xl/worksheets/sheet1.xml", sheetOf([]string{"id", "Message"}, []string{"1", "vu"}, []string{"2"}),
		"xl/worksheets/sheet2.xml", sheetOf([]string{"Nom"}, []string{"Zyxa"}, []string{"Zyxo"})))
	for name, want := range map[string]corpus.Ledger{
		"a.json": {In: 1, Out: 1, Empty: 2}, "a.csv": {In: 1, Out: 1, Empty: 1}, "a.xlsx": {In: 1, Out: 1, Empty: 1, Unread: 2},
	} {
		data := map[string]string{
			"a.json": `[{"text":"a"},{"text":null},{"text":""}]`, "a.csv": "text,note\n,x\na,\n", "a.xlsx": book,
		}[name]
		cfg := corpus.Config{Fields: true, Key: []byte("a key for tests, of no use")}
		if name == "a.csv" {
			cfg.Also = []string{"note=drop"}
		}
		_, r, err := throughConfig(strings.NewReader(data), name, cfg, dash)
		if err != nil || r.Ledger() != want {
			t.Errorf("%s: %+v, %v", name, r.Ledger(), err)
		}
	}
}
