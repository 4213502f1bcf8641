package frame

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bauta/bauta"
)

// initialBefore reports an initial with its full stop before word i; that of Monsieur
// is none.
func (r *frames) initialBefore(i int) bool {
	if !r.initial(i-2) || !r.dotted(i-2) {
		return false
	}
	return r.Lang != "fr" || r.Norm(i-2) != "m"
}

// initial reports a single letter that is a capital and no word.
func (r *frames) initial(i int) bool {
	if !r.IsWord(i) {
		return false
	}
	return capitalLetter(r.Surface(i)) && !letters[r.Norm(i)]
}

// letters are words of one letter.
var letters = set("i a à y e è o u")

// dotted reports a full stop right behind word i.
func (r *frames) dotted(i int) bool {
	t := r.Doc.Tokens
	return i+1 < len(t) && t[i].End == t[i+1].Start && r.Doc.Surface(t[i+1].Start, t[i+1].End) == "."
}

// doubled reads two initials with a hyphen, which stand for a first name of two parts:
// "J-P", "M.-L.".
func doubled(r *frames, i int) (bauta.Span, bool) {
	if r.Loud {
		return bauta.Span{}, false
	}
	if last, ok := r.pair(i); ok {
		return r.person(i, last, likely, "two initials"), true
	}
	return bauta.Span{}, false
}

// pair gives the last token of two initials with a hyphen that begin at word i.
func (r *frames) pair(i int) (last int, ok bool) {
	if a, b, ok := strings.Cut(r.Surface(i), "-"); ok {
		return i, capitalLetter(a) && capitalLetter(b)
	}
	last = i + 4
	if last >= r.Len() || !capitalLetter(r.Surface(i)) || !capitalLetter(r.Surface(i+3)) {
		return 0, false
	}
	t := r.Doc.Tokens
	return last, r.Doc.Surface(t[i].End, t[i+3].Start) == ".-" && r.dotted(i+3)
}

// capitalLetter reports one capital letter and nothing else.
func capitalLetter(s string) bool {
	c, size := utf8.DecodeRuneInString(s)
	return size == len(s) && unicode.IsUpper(c)
}
