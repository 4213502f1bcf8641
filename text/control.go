package text

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// control reads what a terminal obeys and does not show at i (ECMA-48, sections 5.3 to 5.6),
// and gives its length, 0 where nothing is: sequences of colours, choices of letters, and
// strings that carry the address of a link. Nobody sees it, but for what a string carries,
// which comes out with the message and is read as the value of an attribute is. A control
// that does not end is none: what stands behind ESC is read as it is. No bound is on its
// length: it ends where the next one begins, so that no byte is read for two.
func (m *markupScanner) control(i int) int {
	kind, n := introducer(m.text[i:])
	switch kind {
	case '[':
		return m.sequence(i, i+n)
	case '(', ')', '*', '+':
		if at := i + n; at < len(m.text) && (m.text[at] == 'B' || m.text[at] == '0') {
			m.add(i, at+1, "")
			return n + 1
		}
	case ']', 'P', 'X', '^', '_':
		return m.str(i, i+n, kind)
	case '#':
		if at := i + n; at < len(m.text) && m.text[at] >= '3' && m.text[at] <= '8' {
			m.add(i, at+1, "")
			return n + 1
		}
	default:
		return m.single(i, i+n, kind)
	}
	return 0
}

// Controls of one sign behind ESC that terminals obey: of the cursor and the keys, which begin no
// word, and letters, which may (ESC Marie).
const (
	singleSigns   = "78=>"
	singleLetters = "cDEHMNOZno"
)

// single reads a control of one sign, behind which the text goes on at at. A letter is the first one of
// a word where a word that begins with it goes on, as far as capitals tell.
func (m *markupScanner) single(i, at int, kind byte) int {
	switch {
	case at == i, strings.IndexByte(singleSigns+singleLetters, kind) < 0:
		return 0
	case strings.IndexByte(singleLetters, kind) >= 0 && goesOn(kind, m.text[at:]):
		return 0
	}
	m.add(i, at, "")
	return at - i
}

// goesOn reports a word that a letter begins and s goes on with: ESC Marie, ESC MARIE, but neither ESC MMarie nor
// ESC cMarie.
func goesOn(letter byte, s string) bool {
	next, size := utf8.DecodeRuneInString(s)
	after, _ := utf8.DecodeRuneInString(s[size:])
	switch {
	case !unicode.IsLetter(next):
		return false
	case letter >= 'a':
		return !unicode.IsUpper(next)
	}
	return !unicode.IsUpper(next) || !unicode.IsLower(after)
}

// introducer gives what a control begins with, as it stands behind ESC, and its length; 0
// for none.
func introducer(s string) (kind byte, n int) {
	if n = escape(s); n > 0 {
		if n < len(s) {
			return s[n], n + 1
		}
		return 0, 0
	}
	switch r, size := utf8.DecodeRuneInString(s); r {
	case 0x90, 0x98, 0x9B, 0x9D, 0x9E, 0x9F:
		return byte(r) - 0x40, size
	}
	return 0, 0
}

// escape is the length of ESC at the start of s, as it is or written as programs do.
func escape(s string) int { return written(s, 0x1b) }

// written is the length of this control character at the start of s, as it is or as an
// escape of a program; 0 where it is another.
func written(s string, c rune) int {
	switch {
	case s == "":
		return 0
	case s[0] == byte(c):
		return 1
	case c == 0x1b:
		if n := drawn(s); n > 0 {
			return n
		}
	}
	if s[0] != '\\' {
		return 0
	}
	if r, n := unescape(s); n > 0 && r == c {
		return n
	}
	return 0
}

// escapes are the ways in which ESC is written or drawn, the last two before a bracket alone.
var escapes = [...]string{`\033`, `\e`, `\E`, "␛", "^[", "←"}

// drawn is the length of ESC at the start of s as shells write it and consoles draw it; 0 for none.
func drawn(s string) int {
	for k, e := range escapes {
		rest, ok := strings.CutPrefix(s, e)
		if ok && (k < 4 || strings.HasPrefix(rest, "[") || k == 4 && strings.HasPrefix(rest, "]")) {
			return len(e)
		}
	}
	return 0
}

// drawnIn reports ESC as consoles draw it anywhere in a text.
func drawnIn(s string) bool {
	return strings.Contains(s, "␛") || strings.Contains(s, "^[") || strings.Contains(s, "←[")
}

// sequence reads the control sequence at i, whose parameters stand from at on.
func (m *markupScanner) sequence(i, at int) int {
	for at < len(m.text) && m.text[at] >= ' ' && m.text[at] <= '?' {
		at++
	}
	if at == len(m.text) || m.text[at] < '@' || m.text[at] > '~' {
		return 0
	}
	m.add(i, at+1, "")
	return at + 1 - i
}

// str reads the string of a control at i, which stands from at on.
func (m *markupScanner) str(i, at int, kind byte) int {
	to, end := stringEnd(m.text, at, kind)
	if end == 0 {
		return 0
	}
	if kind == ']' { // the number of what is commanded
		for at < to && m.text[at] >= '0' && m.text[at] <= '9' {
			at++
		}
		for at < to && m.text[at] == ';' {
			at++
		}
		at = behindScheme(m.text, at, to)
	}
	if at == to {
		m.add(i, end, "")
		return end - i
	}
	m.add(i, at, " ")
	m.found[len(m.found)-1].half = true
	m.tail = markup{from: to, to: end, with: " ", half: true, begin: i}
	return at - i // what it carries is read on
}

// atTail adds the end of a string that a control carries where it is reached, and gives its length. What it carries may
// have markup, which comes before; a tag that reaches beyond the end takes it along.
func (m *markupScanner) atTail(i int) int {
	if m.tail.to == 0 || i < m.tail.from {
		return 0
	}
	tail := m.tail
	if m.tail = (markup{}); i > tail.from {
		return 0
	}
	m.found = append(m.found, tail)
	return tail.to - tail.from
}

// stringEnd gives where the string at byte at ends, and where the control does; 0 where it
// goes over a line or holds other controls. BEL ends commands of the system alone, as xterm
// has it.
func stringEnd(s string, at int, kind byte) (to, end int) {
	for at < len(s) {
		r, size := utf8.DecodeRuneInString(s[at:])
		if n := written(s[at:], '\a'); n > 0 && kind == ']' {
			return at, at + n
		}
		if n := escape(s[at:]); n > 0 {
			if at+n < len(s) && s[at+n] == '\\' {
				return at, at + n + 1
			}
			return 0, 0
		}
		switch {
		case r == 0x9C:
			return at, at + size
		case r < ' ' || r >= 0x7F && r < 0xA0:
			return 0, 0
		}
		at += size
	}
	return 0, 0
}
