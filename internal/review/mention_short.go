package review

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bauta/bauta/text"
)

// tight reports a name so short that other words are left of it where case and double letters do not
// matter: "É.T." would be the French "et", "Lee" would be "le".
func (m Mention) tight() bool {
	n := utf8.RuneCountInString(squeezed(m.key))
	return n > 0 && n < fewestLetters && !strings.ContainsFunc(m.key, unicode.IsDigit)
}

// written reports whether parts of a text are a tight name as it was given: of the same letters,
// accents apart, and of two letters with its dots or with its capitals, but for handles and hashtags, in
// which nobody writes either.
func (m Mention) written(s string, parts []part) bool {
	start, end := parts[0].Start, parts[len(parts)-1].End
	said, name := letters(s[start:end]), letters(m.name)
	same := text.Plain(said)
	if whole := text.Plain(name); same != whole && same != whole+"s" {
		return false
	}
	if utf8.RuneCountInString(name) >= fewestLetters || start > 0 && strings.ContainsRune("@#", rune(s[start-1])) {
		return true
	}
	dotted := len(m.words) > 1 && strings.Contains(m.name, ".")
	if dotted && len(parts) > 1 && strings.Contains(s[start:end], ".") {
		return true
	}
	return capitals(name, said) && (!dotted || strings.ContainsFunc(name, unicode.IsUpper))
}

// letters are those of a text, without marks and signs.
func letters(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) {
			return r
		}
		return -1
	}, s)
}

// capitals reports whether a text has the capitals of a name.
func capitals(name, said string) bool {
	as := []rune(said)
	for i, r := range []rune(name) {
		if unicode.IsUpper(r) && (i >= len(as) || !unicode.IsUpper(as[i])) {
			return false
		}
	}
	return true
}

// wordsOf cuts a name at its blanks and signs; nil where it is one word or has digits.
func wordsOf(name string) []part {
	var out []part
	for _, p := range partsOf(name) {
		if number(p.key) {
			return nil
		}
		if n := len(out); n > 0 && out[n-1].End == p.Start { // "McDonald"
			out[n-1] = part{Range{out[n-1].Start, p.End}, keyOf(name[out[n-1].Start:p.End])}
			continue
		}
		out = append(out, p)
	}
	if len(out) < 2 {
		return nil
	}
	return out
}
