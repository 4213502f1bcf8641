package frame

import (
	"unicode"
	"unicode/utf8"
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
	letter := r.Doc.Surface(r.Doc.Tokens[i].Start, r.Doc.Tokens[i].End)
	c, size := utf8.DecodeRuneInString(letter)
	return size == len(letter) && unicode.IsUpper(c) && !letters[r.Norm(i)]
}

// letters are words of one letter.
var letters = set("i a à y e è o u")

// dotted reports a full stop right behind word i.
func (r *frames) dotted(i int) bool {
	t := r.Doc.Tokens
	return i+1 < len(t) && t[i].End == t[i+1].Start && r.Doc.Surface(t[i+1].Start, t[i+1].End) == "."
}
