package reading_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/bauta/bauta/internal/reading"
)

// TestWordsOfALink: letters are read as they are meant, however an address has them.
func TestWordsOfALink(t *testing.T) {
	for address, want := range map[string]string{
		"https://x.org/Zélie-Moreau?a=1":           "https x org Zélie Moreau a",
		"x.org/Z%C3%A9lie%20Moreau":                "x org Zélie Moreau",
		"x.org/z%c3%a9lie_moreau":                  "x org zélie moreau",
		"x.org/?u=http%3A%2F%2Fx%2FZ%25C3%25A9lie": "x org u http x Zélie",
		"x.org/Z%E9lie":                            "x org Zélie",
		"x.org/Z%C3%83%C2%A9lie":                   "x org Zélie",
		"x.org/%41nna+%F0%9F%8E%82":                "x org Anna",
		"x.org/100%":                               "x org",
		"x.org/%zz%4":                              "x org zz",
		"":                                         "",
	} {
		var words []string
		for w := range reading.InLink(address) {
			words = append(words, w.Word)
		}
		if got := strings.Join(words, " "); got != want {
			t.Errorf("%s: %q, want %q", address, got, want)
		}
	}
}

// FuzzInLink: words lie in the address, one behind the other.
func FuzzInLink(f *testing.F) {
	f.Add("https://x.org/Z%C3%A9lie%20Moreau%")
	f.Fuzz(func(t *testing.T, address string) {
		at := 0
		for w := range reading.InLink(address) {
			if w.From < at || w.To <= w.From || w.To > len(address) || !utf8.ValidString(w.Word) || w.Word == "" {
				t.Fatalf("%q: %+v behind %d", address, w, at)
			}
			at = w.From
		}
	})
}
