package corpus

import (
	"strconv"
	"strings"
)

// null is what databases write for no value.
const null = `\N`

// escapes are the signs behind a backslash that databases write, and what they stand for.
const (
	escapeSigns = `\bfnrtv`
	escapeMeans = "\\\b\f\n\r\t\v"
)

// unescaped reads a cell as a database does that takes the row in: a letter behind \n begins
// a word, \101 and \x41 are an A, and any other sign behind a backslash is that sign. What was
// read otherwise would be another text there: one whose names were not seen.
func unescaped(cell string) string {
	if cell == null {
		return ""
	}
	if !strings.Contains(cell, `\`) {
		return cell
	}
	var b strings.Builder
	for {
		before, rest, ok := strings.Cut(cell, `\`)
		b.WriteString(before)
		switch {
		case !ok:
			return b.String()
		case rest == "":
			b.WriteByte('\\')
			return b.String()
		}
		sign, length := escape(rest)
		b.WriteByte(sign)
		cell = rest[length:]
	}
}

// escape is the byte that stands behind a backslash, and in how many bytes it does.
func escape(s string) (sign byte, length int) {
	if k := strings.IndexByte(escapeSigns, s[0]); k >= 0 {
		return escapeMeans[k], 1
	}
	if n := digits(s, "01234567", 3); n > 0 {
		v, _ := strconv.ParseUint(s[:n], 8, 16)
		return byte(v), n
	}
	if n := digits(s[1:], "0123456789abcdefABCDEF", 2); n > 0 && s[0] == 'x' {
		v, _ := strconv.ParseUint(s[1:1+n], 16, 16)
		return byte(v), 1 + n
	}
	return s[0], 1
}

// digits is how many digits s begins with, most at the most.
func digits(s, of string, most int) int {
	n := 0
	for n < min(most, len(s)) && strings.IndexByte(of, s[n]) >= 0 {
		n++
	}
	return n
}

// escapedCell writes a text so that it is one cell.
func escapedCell(text string) string {
	if !strings.ContainsAny(text, escapeMeans) {
		return text
	}
	var b strings.Builder
	for i := range len(text) {
		if k := strings.IndexByte(escapeMeans, text[i]); k >= 0 {
			b.WriteByte('\\')
			b.WriteByte(escapeSigns[k])
			continue
		}
		b.WriteByte(text[i])
	}
	return b.String()
}
