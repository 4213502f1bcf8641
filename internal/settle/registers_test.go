package settle_test

import (
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/internal/settle"
)

// TestRegisters: who is called so speaks for a doubtful word that no list has, also in a
// genitive; a word of the language or of another is none, however it is spelt.
func TestRegisters(t *testing.T) {
	by := settle.Registers{Lexicon: lexicon.Default(), Above: func(string) float64 { return 0.3 }}
	for _, c := range []struct{ lang, source, text, word, want string }{
		{"de", "crf", "heute kommt abdelhamid", "abdelhamid", "abdelhamid/PERSON 0.58"},
		{"de", "crf", "radouanes auto", "radouanes", "radouanes/PERSON 0.58"},
		{"it", "crf", "radouanes viene", "radouanes", "radouanes/PERSON? 0.10"},
		{"de", "crf", "angeliques auto", "angeliques", "angeliques/PERSON 0.58"},
		{"en", "crf", "radouanes bike", "radouanes", "radouanes/PERSON 0.58"},
		{"sv", "crf", "mot zaineb zorblin", "zaineb zorblin", "zaineb zorblin/PERSON 0.58"},
		{"it", "crf", "visto guilloteau", "guilloteau", "guilloteau/PERSON 0.33"},
		{"fr", "lexical", "vu abdelhamid", "abdelhamid", "abdelhamid/PERSON? 0.58"}, // the tagger is asked next
		{"fr", "crf", "vu lhomme", "lhomme", "lhomme/PERSON? 0.10"},
		{"fr", "crf", "vu zorblin", "zorblin", "zorblin/PERSON? 0.10"},
		{"fr", "pattern", "vu abdelhamid", "abdelhamid", "abdelhamid/PERSON? 0.10"},
		{"de", "crf", "so ein", "so", "so/PERSON? 0.10"},
	} {
		d := doc(t, c.lang, c.text)
		s := find(d, c.word, bauta.Span{Label: bauta.Person, P: 0.1, Source: c.source, Rule: c.lang, Doubt: bauta.Unknown})
		if got := settled(t, by, d, s); got != c.want {
			t.Errorf("%s %q: %q, want %q", c.lang, c.text, got, c.want)
		}
	}
}
