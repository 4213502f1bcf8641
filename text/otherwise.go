package text

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bauta/bauta"
)

// Otherwise gives what in a document may be meant for something else than it reads, disjoint and in order, and what
// for: strings that controls and tags carry inside of a word, which close up; escapes that are as often none (\112,
// %4A, =E9); letters that stand apart (J u l i e n), inline markup inside of a name, characters by their numbers
// (U+004A), figures that are drawn, numbers that are cut, signs of addresses in brackets; and where the lists know the
// name that comes of it, ends of lines before a small letter (ok\nlea) or inside of a name, letters in squares, and
// signs for letters (j3r3my). It is for a second reading beside the first: it finds names and numbers, and hides
// nothing by itself.
func Otherwise(d *bauta.Doc, known func(word string) bool) []bauta.Edit {
	out := append(insideWords(d.Text), tagWords(d.Text)...)
	m := meaning{s: d.Shadow, known: known}
	m.escapes()
	m.apart()
	m.broken()
	m.drawn()
	m.leet()
	m.marks()
	m.points()
	m.figures()
	m.numbers()
	m.brackets()
	for _, e := range m.found {
		e.Start, e.End = d.Origin(e.Start, e.End)
		out = append(out, e)
	}
	slices.SortStableFunc(out, func(a, b bauta.Edit) int { // of two, that which reaches further
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(b.End, a.End))
	})
	end := 0
	return slices.DeleteFunc(out, func(e bauta.Edit) bool {
		if e.Start < end || settled(d, e) {
			return true
		}
		end = e.End
		return false
	})
}

// settled reports what stands in a link, whose parts are read as a link's, or in what stands for something hidden.
// Three stars may be either that or markup.
func settled(d *bauta.Doc, e bauta.Edit) bool {
	i, _ := slices.BinarySearchFunc(d.Tokens, e.Start, func(t bauta.Token, at int) int { return t.End - at - 1 })
	if i == len(d.Tokens) || d.Tokens[i].Start > e.Start {
		return false
	}
	t := d.Tokens[i]
	return t.Kind == bauta.Link || t.Kind == bauta.Masked && d.Text[t.Start] != '*'
}

// insideWords gives the controls and tags that carry something inside of a word, and beside the sign of an address.
func insideWords(s string) (out []bauta.Edit) {
	for _, m := range findMarkup(s) {
		if m.begin == 0 || m.parts {
			continue
		}
		next, _ := utf8.DecodeRuneInString(s[m.to:])
		left, right := wordEnd(s[:m.begin]), isWord(next)
		address := left && next == '@' || right && s[m.begin-1] == '@'
		if left && right || address {
			out = append(out, bauta.Edit{Start: m.begin, End: m.to})
		}
	}
	return out
}

// meaning reads a shadow copy.
type meaning struct {
	s     string
	known func(word string) bool
	found []bauta.Edit
}

// escapes finds escapes that may be none, where they make a word.
func (m *meaning) escapes() {
	if !strings.ContainsAny(m.s, `\%=`) {
		return
	}
	behind, path := 0, false // the escape before; the file that a word names
	for i := 0; i < len(m.s); {
		with, n := "", 0
		switch m.s[i] {
		case ' ', '\n', '\t':
			path = false
		case ':':
			path = path || drive(m.s[:i]) && strings.HasPrefix(m.s[i+1:], `\`)
		case '\\':
			if with, n = m.lineEnd(i, path); n == 0 && !path {
				with, n = octal(m.s[i:])
			}
		case '%':
			if i == 0 || !digit09(m.s[i-1]) || behind == i {
				with, n = encoded(m.s[i:], '%')
			}
		case '=':
			if with, n = encoded(m.s[i:], '='); len(with) == 1 && !m.goesOn(i+n) { // x=41 says a number
				n = 0
			}
		}
		if n == 0 || with != "\n" && !m.inWord(i, i+n, behind) {
			i++
			continue
		}
		m.found = append(m.found, bauta.Edit{Start: i, End: i + n, With: with})
		i += n
		behind = i
	}
}

// goesOn reports a letter, a digit or an escape of mails at byte at.
func (m *meaning) goesOn(at int) bool {
	r, _ := utf8.DecodeRuneInString(m.s[at:])
	return isWord(r) || r == '='
}

// inWord reports an escape beside a letter, a digit or another one.
func (m *meaning) inWord(from, to, behind int) bool {
	if from > 0 && behind == from || from > 0 && wordEnd(m.s[:from]) {
		return true
	}
	next, _ := utf8.DecodeRuneInString(m.s[to:])
	return to < len(m.s) && (isWord(next) || next == rune(m.s[from]))
}

// lineEnd reads \n, \r or \t at i before a name that begins with a small letter; in the path of a file there is none.
func (m *meaning) lineEnd(i int, path bool) (string, int) {
	at := i + 2
	if path || i == 0 || at >= len(m.s) || strings.IndexByte("nrt", m.s[i+1]) < 0 || m.s[i-1] == '\\' {
		return "", 0
	}
	if r, _ := utf8.DecodeRuneInString(m.s[at:]); !unicode.IsLower(r) {
		return "", 0
	}
	if word := m.s[at : at+wordLen(m.s[at:min(len(m.s), at+maxApart)], false)]; !m.known(word) {
		return "", 0
	}
	return "\n", 2
}

// octal reads \112 or \o{112} at the start of s.
func octal(s string) (string, int) {
	from, n := 1, 4
	if strings.HasPrefix(s, `\o{`) {
		from, n = 3, 6
	}
	if len(s) < n || n == 6 && (len(s) < 7 || s[6] != '}') {
		return "", 0
	}
	code := 0
	for _, c := range []byte(s[from : from+3]) {
		if c < '0' || c > '7' {
			return "", 0
		}
		code = code*8 + int(c-'0')
	}
	if n == 6 {
		n++
	}
	if code >= utf8.RuneSelf || !spells(rune(code)) {
		return "", 0
	}
	return string(rune(code)), n
}

// encoded reads a character as links (%C3%A9, %E9), JavaScript (%u00e9) and mails (=C3=A9, in capitals) have it, at
// the start of s.
func encoded(s string, sign byte) (string, int) {
	if sign == '%' && len(s) > 2 && s[1]|0x20 == 'u' {
		if r, n := digits(s[2:], 4, 2); n > 0 && spells(r) {
			return string(r), n
		}
		return "", 0
	}
	var code [utf8.UTFMax]byte
	var ends [utf8.UTFMax + 1]int
	n := 0
	for n < len(code) && (n == 0 || !utf8.FullRune(code[:n])) {
		r, size := byteAt(s[ends[n]:], sign)
		if size == 0 {
			break
		}
		code[n] = r
		n++
		ends[n] = ends[n-1] + size
	}
	if n == 0 {
		return "", 0
	}
	r, size := utf8.DecodeRune(code[:n])
	if r == utf8.RuneError {
		r, size = rune(code[0]), 1
	}
	if !spells(r) {
		return "", 0
	}
	return string(r), ends[size]
}

// byteAt reads %C3, %25C3 or =C3 at the start of s; mails have no small letters.
func byteAt(s string, sign byte) (byte, int) {
	if sign == '%' && strings.HasPrefix(s, "%25") {
		if r, n := digits(s[3:], 2, 1); n > 0 {
			return byte(r), 5
		}
	}
	if len(s) < 3 || s[0] != sign || sign == '=' && strings.ToUpper(s[1:3]) != s[1:3] {
		return 0, 0
	}
	r, n := digits(s[1:], 2, 1)
	return byte(r), n
}

// spells reports what names, numbers and addresses are made of.
func spells(r rune) bool {
	return isWord(r) || r < utf8.RuneSelf && strings.IndexByte(" @._-+'", byte(r)) >= 0
}

func digit09(c byte) bool { return c >= '0' && c <= '9' }
