package formats

import (
	"unicode"
	"unicode/utf8"
)

// waChoice is what one may choose in a poll of WhatsApp, on a line of its own with the number of votes behind it.
var waChoice = WhenAsked(`(?m)^\x{200e}?\p{Lu}{5,14}\p{Zs}?: (.{1,100}?) \(\d{1,4} \pL{1,12}\)\r?$`)

// chosen reports a choice that is nothing but what somebody of the file is called, in full or by the first word.
func (p people) chosen(said string) bool {
	first, _ := utf8.DecodeRuneInString(said)
	if said == "" || unicode.IsLower(first) {
		return false
	}
	return p.whole(said) || wordEnd(said) == len(said) && len(p[at(said)]) > 0
}

// choices finds people of the file among the choices of a poll in a text.
func (p people) choices(said string) (out []Range) {
	for _, m := range waChoice().FindAllStringSubmatchIndex(said, -1) {
		if p.chosen(said[m[2]:m[3]]) {
			out = append(out, Range{Start: m[2], End: m[3]})
		}
	}
	return out
}
