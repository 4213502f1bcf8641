package lexicon_test

import (
	"testing"

	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/internal/lexicon/variant"
)

// TestOtherLetters: names without their special letters, and in other scripts,
// are found under their entries.
func TestOtherLetters(t *testing.T) {
	l := lexicon.Default()
	for _, c := range []struct {
		word, lang, text string
		by               variant.Heuristic
	}{
		{"Jörg", "de", "jörg", variant.None},
		{"Soeren", "de", "sören", variant.MissingAccent},
		{"Baerbel", "de", "bärbel", variant.MissingAccent},
		{"Bjoern", "sv", "björn", variant.MissingAccent},
		{"Андреас", "fr", "andreas", variant.Transliteration},
		{"Μαρίνα", "en", "marina", variant.Transliteration},
	} {
		e, m, ok := l.Resolve(c.word, c.lang)
		if !ok || !e.Hidden() || m.Text != c.text || m.Heuristic != c.by {
			t.Errorf("%s in %s: %v by %v as %q, %v", c.word, c.lang, e.Kinds, m.Heuristic, m.Text, ok)
		}
		if n := len(m.Parts); n > 0 && m.Parts[n-1].End > len(lexicon.Fold(c.word)) {
			t.Errorf("%s ends at %d", c.word, m.Parts[n-1].End)
		}
	}
	for _, word := range []string{"потом", "και", "これ", "ок", "你好", "ы"} {
		if e, m, ok := l.Resolve(word, "en"); ok {
			t.Errorf("%s is %v by %v", word, e.Kinds, m.Heuristic)
		}
	}
}
