package corpus_test

import (
	"strings"
	"testing"

	"github.com/bauta/bauta/corpus"
)

// TestCoNLLTogether: a comment is of one conversation with its sentence, and sentences with those of their document.
func TestCoNLLTogether(t *testing.T) {
	const talk = "# speaker = Zyx\n# text = oui Zyx\n1\toui\n2\tZyx\n\n# speaker = Vutt\n1\tnon\n\n"
	for in, want := range map[string]string{
		talk: "aaabb",
		"# newdoc id = a\n" + talk + "# newdoc\n" + talk: "aaaaabbbbb",
	} {
		r, err := corpus.Open(strings.NewReader(in), "a.conll", corpus.Config{Columns: corpus.Columns{Text: "2"}})
		if err != nil {
			t.Fatal(err)
		}
		got, first := "", map[string]byte{}
		for m, err := range r.Messages() {
			if err != nil {
				t.Fatal(err)
			}
			if first[m.Thread] == 0 {
				first[m.Thread] = byte('a' + len(first))
			}
			got += string(first[m.Thread])
		}
		if got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
