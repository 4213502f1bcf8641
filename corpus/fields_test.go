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
		`{"text":null,"quote":{"text":"salut Zoé"}}` + "\n":                                                                `"text" is not a string`,
		`{"id":"1","said":{"by":"a"}}` + "\n":                                                                              `no field "text"`,
	} {
		if got := textsOf(file, corpus.Config{}); !strings.Contains(got, want) {
			t.Errorf("%.80s: %q, want %q", file, got, want)
		}
	}
}
