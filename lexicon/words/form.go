package words

import (
	"strings"
	"unicode"

	"github.com/bauta/bauta"
)

// Caps is how a word is written.
type Caps uint8

// The ways of writing a word.
const (
	NoLetters Caps = iota
	Lower          // lower
	First          // First
	One            // A, one letter
	All            // ALL
	Mixed          // mIxed
	// AllCaps is how many there are.
	AllCaps = iota
)

// Pattern is what a word looks like.
type Pattern uint8

// The patterns.
const (
	Plain Pattern = iota
	Email
	URL
	Handle
	Hashtag
	Masked
	Emoji
	Punct
	Digits1 // one digit; two to nine follow, the last is nine and more
	_
	_
	_
	_
	_
	_
	_
	Digits9
	Time    // 10:30, 10h30
	Date    // 10.03.2020, 10/3
	Number  // 1.000, 3,5
	Mingled // letters and digits
	// AllPatterns is how many there are.
	AllPatterns = iota
)

// capsOf says how a word is written.
func capsOf(s string) Caps {
	upper, lower, n, first := 0, 0, 0, false
	for _, r := range s {
		switch {
		case unicode.IsUpper(r):
			upper++
			first = first || n == 0
		case unicode.IsLetter(r):
			lower++
		}
		n++
	}
	switch {
	case upper+lower == 0:
		return NoLetters
	case upper == 0:
		return Lower
	case upper == 1 && lower == 0:
		return One
	case lower == 0:
		return All
	case first && upper == 1:
		return First
	}
	return Mixed
}

// patternOf says what a word looks like.
func patternOf(s string, kind bauta.TokenKind) Pattern {
	switch kind {
	case bauta.Link:
		if strings.IndexByte(s, '@') > 0 {
			return Email
		}
		return URL
	case bauta.Handle:
		return Handle
	case bauta.Masked:
		return Masked
	case bauta.Emoji:
		return Emoji
	case bauta.Punct:
		return Punct
	}
	var digits, letters, colon, dots, slash int
	for i := range len(s) {
		switch c := s[i]; {
		case c >= '0' && c <= '9':
			digits++
		case c == ':' || (c == 'h' || c == 'H') && digits > 0 && letters == 0:
			colon++
		case c == '.' || c == ',':
			dots++
		case c == '/' || c == '-':
			slash++
		default:
			letters++
		}
	}
	switch {
	case digits == 0 && kind == bauta.Tag:
		return Hashtag
	case digits == 0:
		return Plain
	case letters > 0:
		return Mingled
	case colon > 0:
		return Time
	case slash > 0 || dots > 1:
		return Date
	case dots > 0:
		return Number
	}
	return Digits1 + Pattern(min(digits, 9)) - 1
}
