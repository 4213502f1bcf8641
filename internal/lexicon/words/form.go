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
	switch n := countBytes(s); {
	case n.digits == 0 && kind == bauta.Tag:
		return Hashtag
	case n.digits == 0:
		return Plain
	case n.letters > 0:
		return Mingled
	case n.colons > 0:
		return Time
	case n.slashes > 0 || n.dots > 1:
		return Date
	case n.dots > 0:
		return Number
	default:
		return Digits1 + Pattern(min(n.digits, 9)) - 1
	}
}

// tally counts the bytes of a word by kind: an h between digits is a colon, a
// comma a dot, a hyphen a slash.
type tally struct{ digits, letters, colons, dots, slashes int }

func countBytes(s string) tally {
	var n tally
	for i := range len(s) {
		switch c := s[i]; {
		case c >= '0' && c <= '9':
			n.digits++
		case c == ':' || (c == 'h' || c == 'H') && n.digits > 0 && n.letters == 0:
			n.colons++
		case c == '.' || c == ',':
			n.dots++
		case c == '/' || c == '-':
			n.slashes++
		default:
			n.letters++
		}
	}
	return n
}
