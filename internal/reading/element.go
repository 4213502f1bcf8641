package reading

import (
	"strings"
	"unicode"
)

// Bounds of the tag of an element and of what stands in it, in bytes.
const (
	longestTag     = 64
	longestContent = 80
)

// Element gives the name of the element whose text begins at byte at, where it ends nearby, and where its text ends:
// <geb>14.03.1951</geb>. What stands before the name (hl7:) is no part of it. "" for none.
func Element(s string, at int) (name string, end int) {
	if at == 0 || at > len(s) {
		return "", 0
	}
	before := strings.TrimRight(s[max(0, at-longestTag):at], " \t\r\n")
	open := strings.LastIndexByte(before, '<')
	if open < 0 || !strings.HasSuffix(before, ">") || strings.IndexByte(before[open:], '>') != len(before)-open-1 {
		return "", 0
	}
	name, _, _ = strings.Cut(before[open+1:len(before)-1], " ")
	behind := s[at:min(len(s), at+longestContent)]
	stop := strings.Index(behind, "</")
	if name == "" || stop < 0 || !strings.HasPrefix(s[at+stop+len("</"):], name) {
		return "", 0
	}
	return name[strings.LastIndexByte(name, ':')+1:], at + len(strings.TrimRight(behind[:stop], " \t\r\n"))
}

// KeyWords cuts the name of an element or a key into its words: data, Nascita; fecha, nacimiento.
func KeyWords(key string) (out []string) {
	for part := range strings.FieldsFuncSeq(key, func(r rune) bool { return !lettered(r) }) {
		out = append(out, Humps(part)...)
	}
	return out
}

// Humps cuts a word before each capital behind a small letter: user, Repository.
func Humps(s string) (out []string) {
	last, small := 0, false
	for i, r := range s {
		if unicode.IsUpper(r) && small {
			out, last = append(out, s[last:i]), i
		}
		small = unicode.IsLower(r)
	}
	return append(out, s[last:])
}
