package text

import (
	"strings"
	"unicode/utf8"

	"github.com/mozillazg/go-unidecode"
)

// Plain transliterates a word into the letters a to z and digits, for look-ups
// that should not hang on accent, case or script: "Zoé" is "zoe", "Straße"
// "strasse", "Мария" "mariia". Everything else is left out, so that what has no
// reading in Latin letters is empty.
func Plain(word string) string {
	if isPlain(word) {
		return word
	}
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 'A' && r <= 'Z':
			return r + 'a' - 'A'
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9':
			return r
		}
		return -1
	}, transliterate(word))
}

// isPlain reports a word that is its own plain form.
func isPlain(word string) bool {
	for i := range len(word) {
		if c := word[i]; (c < 'a' || c > 'z') && (c < '0' || c > '9') {
			return false
		}
	}
	return true
}

func transliterate(word string) string {
	for i := range len(word) {
		if word[i] >= utf8.RuneSelf {
			return unidecode.Unidecode(word)
		}
	}
	return word
}
