package text

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// maxBackslashes bounds how often a text was escaped: each time doubles them.
const maxBackslashes = 8

// backslash reads an escape of a program's text at i, as exports leave them (P\u0061trice,
// C\xc3\xa9dric, \nBonjour), and gives its length, 0 where there is none. Backslashes of
// other uses stay: \u and \U want all their digits, and the short escapes are read only
// where all backslashes of a word are of escapes and none is of the path of a file.
func (m *markupScanner) backslash(i int) int {
	run := backslashes(m.text[i:])
	at := i + run
	if at >= len(m.text) {
		return 0
	}
	switch c := m.text[at]; {
	case c == 'u', c == 'U', strings.HasPrefix(m.text[at:], "x{"):
		if r, n := unescape(m.text[i:]); n > 0 && !utf16.IsSurrogate(r) {
			m.add(i, i+n, string(r))
			return n
		}
	case c == 'x', c == '2', c == '3':
		if with, n := octets(m.text[at-1:]); n > 4 || n > 0 && !m.path(i) {
			m.add(i, at-1+n, with)
			return at - 1 + n - i
		}
	case c == 'n', c == 'r', c == 't':
		if at++; m.capital(at) && !m.path(i) {
			m.part(i, at)
			return at - i
		}
	}
	return 0
}

// backslashes is how many s begins with, at most maxBackslashes.
func backslashes(s string) int {
	n := 0
	for n < min(len(s), maxBackslashes) && s[n] == '\\' {
		n++
	}
	return n
}

// unescape reads \u0061, \uu0061, \u{1F600}, \x{4a}, \ud83d\ude00, \U0001F600 or \x61 at the start of s, behind
// any backslashes, and gives its length, 0 where none is.
func unescape(s string) (rune, int) {
	n := backslashes(s)
	if n == 0 || n == len(s) {
		return 0, 0
	}
	if s[n] == 'u' || s[n] == 'x' {
		if r, size := braced(s[n+1:], n+1); size > 0 {
			return r, size
		}
	}
	switch rest := s[n+1:]; s[n] {
	case 'x':
		return digits(rest, 2, n+1)
	case 'U':
		return digits(rest, 8, n+1)
	case 'u':
		more := 0 // Java takes any number of them
		for more < min(len(rest), maxBackslashes) && rest[more] == 'u' {
			more++
		}
		if more > 0 {
			return digits(rest[more:], 4, n+1+more)
		}
		r, size := digits(rest, 4, n+1)
		if next := s[size:]; utf16.IsSurrogate(r) && backslashes(next) == n && strings.HasPrefix(next[n:], "u") {
			if low, more := digits(next[n+1:], 4, n+1); more > 0 {
				if both := utf16.DecodeRune(r, low); both != utf8.RuneError {
					return both, size + more
				}
			}
		}
		return r, size
	}
	return 0, 0
}

// braced reads {4a} or {00004a} at the start of s, and gives how long it is with what stands before it.
func braced(s string, before int) (rune, int) {
	end := strings.IndexByte(s[:min(len(s), 10)], '}')
	if end < 2 || s[0] != '{' {
		return 0, 0
	}
	r, size := digits(s[1:end], end-1, before+1)
	if size > 0 {
		size++
	}
	return r, size
}

// digits reads so many hexadecimal digits, and gives the character and how long it is with
// what stands before it; 0 where they are none.
func digits(s string, want, before int) (rune, int) {
	if want <= 0 || len(s) < want || strings.Trim(s[:want], "0123456789abcdefABCDEF") != "" {
		return 0, 0
	}
	code, err := strconv.ParseUint(s[:want], 16, 32)
	if err != nil || code > unicode.MaxRune {
		return 0, 0
	}
	return rune(code), before + want
}

// octets reads the bytes of one character (\xc3\xa9, \303\251) or a character of Latin-1 (\xe9)
// at the start of s and gives its length, 0 where none is. Signs of Latin-1 that people see
// are none: \xab begins names, too.
func octets(s string) (string, int) {
	var code [utf8.UTFMax]byte
	var ends [utf8.UTFMax]int
	count, at := 0, 0
	for count < len(code) && (count == 0 || !utf8.FullRune(code[:count])) {
		c, n := octet(s[at:])
		if n == 0 {
			break
		}
		at += n
		code[count], ends[count] = c, at
		count++
		if next := backslashes(s[at:]); next > 1 {
			at += next - 1
		}
	}
	if count == 0 {
		return "", 0
	}
	if r, size := utf8.DecodeRune(code[:count]); size > 1 {
		return string(r), ends[size-1]
	}
	r := rune(code[0])
	shown := r < utf8.RuneSelf || unicode.In(r, unicode.L, unicode.Cf, unicode.Zs)
	if s[1] != 'x' || !shown {
		return "", 0
	}
	return string(r), ends[0]
}

// octet reads \xe9 or \351 at the start of s.
func octet(s string) (byte, int) {
	if len(s) < 4 || s[0] != '\\' {
		return 0, 0
	}
	base := 16
	if s[1] != 'x' {
		base = 8
	}
	code, err := strconv.ParseUint(strings.TrimPrefix(s[1:4], "x"), base, 8)
	if err != nil {
		return 0, 0
	}
	return byte(code), 4
}

// capital reports that no small letter stands at byte at: \nadia is a path.
func (m *markupScanner) capital(at int) bool {
	r, _ := utf8.DecodeRuneInString(m.text[at:])
	return !unicode.IsLower(r)
}

// path reports a word, which begins at m.word and in which a backslash stands at i, that has
// backslashes of other uses than escapes: C:\x64\New, \\host\x, bin\x64\Release.
func (m *markupScanner) path(i int) bool {
	if i < m.judged {
		return m.isPath
	}
	end := strings.IndexAny(m.text[i:], " \t\r\n")
	if end < 0 {
		end = len(m.text) - i
	}
	from := max(m.word, m.judged) // no more of it is read twice
	m.judged = i + end
	m.isPath = otherUse(m.text[from:m.judged])
	return m.isPath
}

// otherUse reports a backslash of another use than an escape, or several in other numbers.
func otherUse(word string) bool {
	run := 0
	for i := 0; i < len(word); i++ {
		if word[i] == ':' && drive(word[:i]) && strings.HasPrefix(word[i+1:], `\`) {
			return true
		}
		n := backslashes(word[i:])
		if n == 0 {
			continue
		}
		if i += n; i == len(word) || run > 0 && n != run || strings.IndexByte(`abefnrtuUvx01234567"'/`, word[i]) < 0 {
			return true
		}
		run = n
	}
	return false
}

// drive reports the letter of a drive at the end of s.
func drive(s string) bool {
	n := len(s)
	return n > 0 && s[n-1]|0x20 >= 'a' && s[n-1]|0x20 <= 'z' && (n == 1 || !isAlnum(s[n-2]))
}
