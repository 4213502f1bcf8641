package corpus_test

import (
	"strings"
	"testing"

	"github.com/bauta/bauta/corpus"
)

// TestFieldsOfPeople: who wrote is a field of JSON that is read where fields are, and so is what exports call somebody
// by its name; a thing's name is not, and neither is an ID beside the name.
func TestFieldsOfPeople(t *testing.T) {
	for file, want := range map[string]string{
		`{"sender":"Zog","sender_id":"z1","text":"ok"}`:                          "Zog|ok",
		`{"name":"Zog","text":"ok","item":{"name":"lamp"}}`:                      "Zog|ok",
		`{"display_name":"Zog","text":"ok"}`:                                     "Zog|ok",
		`{"author":7,"text":"ok","phone_number":"0612"}`:                         "0612|ok",
		`[{"text":"ok","title":"lamp","likes":[{"user":"Zog"}]}]`:                "Zog|ok",
		`[{"user":{"name":"Zog"},"text":"ok","reactions":[{"name":"Tutu"}]}]`:    "Zog|Tutu|ok",
		`{"auteur":"Zog","texte":"ok","mentions":[{"name":"Tutu","id":"tutu"}]}`: "Zog|Tutu|ok",
	} {
		if got := textsOf(file+"\n", corpus.Config{Fields: true}); got != want {
			t.Errorf("%s: %q, want %q", file, got, want)
		}
		if got := textsOf(file+"\n", corpus.Config{}); got != "ok" {
			t.Errorf("%s, texts alone: %q", file, got)
		}
	}
	if got := textsOf(`{"author":"Zog","text":"ok"}`+"\n", corpus.Config{Fields: true, Also: []string{"author=keep"}}); got != "ok" {
		t.Errorf("an author who stays: %q", got)
	}
	for text, want := range map[string]string{
		`"salut \ud83d"`: "surrogate", `"a\u0000b"`: "NUL", `{"a":"Zog"}`: "not a string", `"\ud83d\ude00 \ufffd �"`: "Zog|",
	} {
		got := textsOf(`{"author":"Zog","text":`+text+"}\n", corpus.Config{Fields: true})
		if !strings.Contains(got, want) {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
	number := func(string) string { return "Author 1" }
	_, r, err := throughConfig(strings.NewReader(`{"author":"Zog","text":"ok"}`+"\n"), "a.jsonl",
		corpus.Config{Fields: true, Author: number}, dash)
	if err != nil || r.Ledger().In != 1 {
		t.Errorf("numbered: %+v, %v", r.Ledger(), err)
	}
}
