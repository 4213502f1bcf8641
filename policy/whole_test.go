package policy_test

import (
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/bauta/bauta"
)

// TestNoTokenIsHiddenByHalf: whatever is glued to what is hidden, before it or behind, the
// built pipeline hides the token whole or leaves it.
func TestNoTokenIsHiddenByHalf(t *testing.T) {
	p := lists(t)
	for _, id := range identifiers {
		for _, head := range []string{"", "x", "34", "Dings", "é"} {
			for _, tail := range []string{"", "x", "34", "dings", ".00", "Dings tu viens", "é", "!x9"} {
				text := "ok " + head + id.text + tail + " bisous"
				rs, err := p.Thread(t.Context(), []bauta.Message{{ID: "1", Text: text, Lang: "fr"}})
				if err != nil {
					t.Fatal(err)
				}
				for _, s := range rs[0].Spans {
					if !p.Keeps(s) && (halved(text, s.Start) || halved(text, s.End)) {
						t.Errorf("%q: %q is hidden, and its token is not", text, text[s.Start:s.End])
					}
				}
			}
		}
	}
}

// halved reports letters or digits on both sides of byte at.
func halved(s string, at int) bool {
	l, _ := utf8.DecodeLastRuneInString(s[:at])
	r, _ := utf8.DecodeRuneInString(s[at:])
	word := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
	return word(l) && word(r)
}
