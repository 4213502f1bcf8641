package corpus_test

import (
	"bytes"
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

// TestLookCountsAsARun: a look counts the records that a run reads, and no others.
func TestLookCountsAsARun(t *testing.T) {
	for name, in := range map[string]string{
		"a.cha":  "@UTF8\n@Begin\n@Languages:\tfra\n@Participants:\tMOT Mother\n@ID:\tfra|x|MOT|||||Mother|||\n*MOT:\toui .\n@End\n",
		"a.xlsx": string(zipped(t, workbook()...)),
		"a.json": `[{"type":"message","ts":"1","user":"U1","text":"a"},{"type":"message","ts":"2","user":"U1","text":""}]`,
	} {
		l, err := corpus.Look(strings.NewReader(in), name, corpus.Config{}, 0)
		if name == "a.xlsx" {
			l, err = corpus.Look(bytes.NewReader([]byte(in)), name, corpus.Config{}, 0)
		}
		if err != nil {
			t.Fatal(name, err)
		}
		r, err := corpus.Open(bytes.NewReader([]byte(in)), name, corpus.Config{Fields: true})
		if err != nil {
			t.Fatal(name, err)
		}
		n := 0
		for m, err := range r.Messages() {
			if err != nil {
				t.Fatal(name, err)
			}
			if first, _ := corpus.First(&m); first {
				n++
			}
		}
		if l.Records != n {
			t.Errorf("%s: %d looked at, %d read", name, l.Records, n)
		}
	}
}
