package corpus_test

import (
	"strings"
	"testing"

	"github.com/bauta/bauta/corpus"
)

// TestLookSaysWhyHeadersGo: of a mail and a transcript every header is shown, those that
// are left out and those that stay, with the reason.
func TestLookSaysWhyHeadersGo(t *testing.T) {
	const mail = "From: Paul <paul@x.example>\nSubject: x\nDate: Mon, 3 Jul 2023 10:00:00 +0200\nX-Mailer: Foo\n" +
		"Received: from a\nMIME-Version: Paul\nContent-Type: text/plain\n\nSalut\n"
	for file, want := range map[string]map[string]string{
		mail: {
			"date": "header that tells nobody, stays in clear", "x-mailer": "unknown header, left out",
			"received": "header of servers, left out", "mime-version": "not as it should be written, left out",
			"content-type": "header that tells nobody, stays in clear",
		},
		transcript: {
			"languages": "header that tells nobody, stays in clear", "birth of": "tells who it is, left out",
			"%mor": "the words once more, left out", "id-language": "header that tells nobody, stays in clear",
			"id-role": "header that tells nobody, stays in clear",
		},
	} {
		l, err := corpus.Look(strings.NewReader(file), "a", corpus.Config{}, 0)
		if err != nil {
			t.Fatal(err)
		}
		got := map[string]string{}
		for _, f := range l.Fields {
			got[f.Name] = f.Says + ", " + f.Role.Becomes()
		}
		for name, what := range want {
			if got[name] != what {
				t.Errorf("%s: %q, want %q", name, got[name], what)
			}
		}
	}
}
