package review

import "unicode/utf8"

// stem is how many letters two words must begin with alike, at least, to be of one
// stem; shorter words are compared as they are.
const stem = 4

// SameStemOf reports whether two folded words are spellings or forms of one word: they
// differ by one letter, or begin alike and differ by an ending.
func SameStemOf(a, b string) bool {
	if a == b || utf8.RuneCountInString(a) < stem || utf8.RuneCountInString(b) < stem {
		return false
	}
	x, y := []rune(a), []rune(b)
	n := 0
	for n < len(x) && n < len(y) && x[n] == y[n] {
		n++
	}
	rest := max(len(x), len(y)) - n
	if n >= stem && rest <= 2 {
		return true
	}
	return oneApart(x[n:], y[n:]) && min(len(x), len(y)) > stem
}

// oneApart reports whether one letter more, less or other makes one of the other.
func oneApart(x, y []rune) bool {
	if len(x) < len(y) {
		x, y = y, x
	}
	switch len(x) - len(y) {
	case 0:
		return len(x) > 0 && string(x[1:]) == string(y[1:])
	case 1:
		return string(x[1:]) == string(y)
	}
	return false
}
