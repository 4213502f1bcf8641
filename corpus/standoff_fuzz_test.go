package corpus_test

import (
	"strings"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/corpus"
)

// FuzzStandoff: whatever a file of gold or of findings holds, and whatever text a
// finding is put to, spans lie inside the text.
func FuzzStandoff(f *testing.F) {
	for _, s := range []string{
		`{"id":"1","text":"Coucou Patrice","spans":[{"start":7,"end":14,"type":"PERSON","parts":[{"start":7,"end":14,"type":"PERSON","part":"first"}]}],"ta":true}`,
		`{"id":"1","outcome":"TA","offsets":"utf16","spans":[{"start":0,"end":2,"type":"PERSON","score":1e309}],"candidates":[{"start":1,"end":2,"label":"unknown"}]}`,
		`{"text":"😘","offsets":"byte","spans":[{"start":1,"end":9223372036854775807,"type":""}]}` + "\n\n{",
	} {
		f.Add(s, "Coucou 😘 Patrice")
	}
	f.Fuzz(func(t *testing.T, file, text string) {
		inside := func(text string, spans []bauta.Span) {
			for _, s := range spans {
				if s.Start < 0 || s.End < s.Start || s.End > len(text) {
					t.Fatalf("%v of %d bytes", s, len(text))
				}
			}
		}
		for g, err := range corpus.ReadGold(strings.NewReader(file), "f") {
			if err == nil {
				inside(g.Message.Text, g.Spans)
			}
		}
		for one, err := range corpus.ReadFindings(strings.NewReader(file), "f") {
			if err != nil {
				continue
			}
			if _, spans, err := one.Decode(text); err == nil {
				inside(text, spans)
			}
		}
	})
}
