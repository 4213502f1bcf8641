package corpus_test

import (
	"testing"

	"github.com/bauta/bauta/corpus"
)

// TestFieldsOfPeople: who wrote is a field of JSON that is read where fields are, and so is what exports call somebody
// by its name; a thing's name is not, and neither is an ID beside the name.
func TestFieldsOfPeople(t *testing.T) {
	for file, want := range map[string]string{
		`{"m":{"sender":"Zog","sender_id":"z1","text":"ok"}}`:                          "Zog|ok",
		`{"m":{"name":"Zog","text":"ok","item":{"name":"lamp"}}}`:                      "Zog|ok",
		`{"m":{"display_name":"Zog","text":"ok"}}`:                                     "Zog|ok",
		`{"m":{"author":7,"text":"ok","phone_number":"0612"}}`:                         "0612|ok",
		`[{"text":"ok","title":"lamp","likes":[{"user":"Zog"}]}]`:                      "Zog|ok",
		`[{"user":{"name":"Zog"},"text":"ok","reactions":[{"name":"Tutu"}]}]`:          "Zog|Tutu|ok",
		`{"m":{"auteur":"Zog","texte":"ok","mentions":[{"name":"Tutu","id":"tutu"}]}}`: "Zog|Tutu|ok",
		`{"sender":"Zog","text":"ok"}`:                                                 "ok", // a table
	} {
		if got := textsOf(file+"\n", corpus.Config{Fields: true}); got != want {
			t.Errorf("%s: %q, want %q", file, got, want)
		}
		if got := textsOf(file+"\n", corpus.Config{}); got != "ok" {
			t.Errorf("%s, texts alone: %q", file, got)
		}
	}
	if got := textsOf(`[{"author":"Zog","text":"ok"}]`, corpus.Config{Fields: true, Also: []string{"[].author=keep"}}); got != "ok" {
		t.Errorf("an author who stays: %q", got)
	}
}
