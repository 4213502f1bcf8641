package lexicon

import (
	"strings"

	"golang.org/x/text/unicode/norm"
)

// Fold returns the form under which words are kept: lower case, accents
// composed (NFC), the typographic apostrophe as '. Accents stay.
func Fold(word string) string {
	if folded(word) {
		return word
	}
	word = strings.Map(func(r rune) rune {
		switch r {
		case '’', 'ʼ', '‘':
			return '\''
		case '‐', '‑':
			return '-'
		}
		return r
	}, word)
	return norm.NFC.String(strings.ToLower(norm.NFC.String(word)))
}

// folded reports whether the word is seen at a glance to be folded: ASCII
// without capitals and the lower-case letters of Latin-1. False proves nothing.
func folded(word string) bool {
	for i := 0; i < len(word); i++ {
		c := word[i]
		switch {
		case c < 'A', c > 'Z' && c < 0x80:
		case c == 0xC3 && i+1 < len(word) && word[i+1] >= 0x9F && word[i+1] <= 0xBF: // ß à … ÿ
			i++
		case c == 0xC5 && i+1 < len(word) && word[i+1] == 0x93: // œ
			i++
		default:
			return false
		}
	}
	return true
}

// lowerASCII writes the lower case of an ASCII word to buf; false when the
// word is not ASCII or longer than buf.
func lowerASCII(buf []byte, word string) ([]byte, bool) {
	if len(word) > len(buf) {
		return nil, false
	}
	for i := 0; i < len(word); i++ {
		c := word[i]
		if c >= 0x80 {
			return nil, false
		}
		if c >= 'A' && c <= 'Z' {
			c += 'a' - 'A'
		}
		buf[i] = c
	}
	return buf[:len(word)], true
}
