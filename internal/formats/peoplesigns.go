package formats

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// inQuotes is a part of a name in quotes of any language.
var inQuotes = WhenAsked(`["“”„«»]([ \x{a0}\x{202f}]?)([^"“”„«»]{1,60}?)[ \x{a0}\x{202f}]?["“”«»]`)

// quoteStyles are how languages write quotes around a word.
var quoteStyles = []string{`"%"`, "“%”", "„%“", "”%”", "«%»", "« % »", "«\u00a0%\u00a0»", "»%«"}

// requoted gives a name with the quotes in it as each language writes them; none where there are none.
func requoted(name string) (out []string) {
	m := inQuotes().FindStringSubmatchIndex(name)
	if m == nil {
		return nil
	}
	for _, with := range quoteStyles {
		before, behind, _ := strings.Cut(with, "%")
		if other := name[:m[0]] + before + name[m[4]:m[5]] + behind + name[m[1]:]; other != name {
			out = append(out, other)
		}
	}
	return out
}

// beforeScript is how long the first word of somebody's name is that begins at a byte and goes over into letters of
// a language without blanks: 0 for none. No word of another script stands there by chance.
func (p people) beforeScript(said string, from int) int {
	first, _ := utf8.DecodeRuneInString(said[from:])
	before, _ := utf8.DecodeLastRuneInString(said[:from])
	inside := wordly(before) && !unicode.In(before, unblanked...)
	if inside || !unicode.IsLetter(first) || unicode.In(first, unblanked...) {
		return 0
	}
	end := from
	for i, r := range said[from:] {
		if end = from + i; !wordly(r) && !unicode.IsMark(r) {
			return 0
		}
		if unicode.In(r, unblanked...) {
			break
		}
		if end += utf8.RuneLen(r); i > maxMixed {
			return 0
		}
	}
	if end == len(said) || end == from || len(p[at(said[from:end])]) == 0 {
		return 0
	}
	return end - from
}

// maxMixed bounds a word before letters of another script, in bytes.
const maxMixed = 60

// parted gives the parts of a name in a script without blanks, which has one between them: either is somebody.
func parted(name string) (out []string) {
	parts := strings.Fields(name)
	for _, part := range parts {
		if strings.ContainsFunc(part, func(r rune) bool { return !unicode.In(r, unblanked...) }) {
			return nil
		}
		if utf8.RuneCountInString(part) > 1 {
			out = append(out, part)
		}
	}
	if len(parts) != 2 {
		return nil
	}
	return out
}
