package settle_test

import (
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/internal/settle"
)

// TestWrittenAsWords: what the lists of names alone have, in small letters or in capitals,
// is no name where the tagger hardly believes in one; with a capital, in other lists, with
// a tagger that half believes, in a language that nobody reads or for the user it is.
func TestWrittenAsWords(t *testing.T) {
	by := settle.WrittenAsWords{Lexicon: lexicon.Default(), Least: 0.2, By: map[string]settle.Opinion{"en": {}}}
	for _, c := range []struct {
		lang, text, word, rule string
		tagger                 float64
		stays                  bool
	}{
		{"en", "which is the max?", "max", "", 0, false},
		{"en", "which is the max?", "max", "", 0.1, false},
		{"en", "which is the max?", "max", "", 0.2, true},
		{"en", "open an ISA with you", "ISA", "", 0.1, false},
		{"en", "ask Max about it", "Max", "", 0.1, true},
		{"en", "the rose garden", "rose", "", 0.1, true}, // a word, too: others weigh it
		{"en", "it lies in /opt/rose", "rose", "", 0.4, false},
		{"en", "it lies in ~/opt/rose, I think", "rose", "", 0, false},
		{"en", "ask him/rose or /rose", "rose", "", 0.1, true},
		{"en", "it lies in /opt/rose", "rose", "", 0.6, true},
		{"en", "which is the max?", "max", lexicon.RuleListed, 0, true},
		{"de", "das ist das max", "max", "", 0.1, true},
	} {
		d := doc(t, c.lang, c.text)
		found := []bauta.Span{find(d, c.word, bauta.Span{Label: bauta.Person, P: 1, Source: "lexical", Rule: c.rule})}
		if c.tagger > 0 {
			found = append(found, find(d, c.word, bauta.Span{
				Label: bauta.Person, P: c.tagger, Source: "crf", Rule: c.lang, Doubt: bauta.Ambiguous,
			}))
		}
		want := 0
		if c.stays {
			want = len(found)
		}
		got, err := by.Settle(t.Context(), d, found)
		if err != nil || len(got) != want {
			t.Errorf("%q with %.1f: %d finds stay and %v, want %d", c.text, c.tagger, len(got), err, want)
		}
	}
}
