package pattern

import (
	"bytes"
	"unicode"
	"unicode/utf8"
)

// latin gives the lower-case ASCII letter that stands for U+00C0 to U+017F.
const latin = "aaaaaaaceeeeiiiidnooooo*ouuuuyts" + "aaaaaaaceeeeiiiidnooooo/ouuuuyty" +
	"aaaaaa" + "cccccccc" + "dddd" + "eeeeeeeeee" + "gggggggg" + "hhhh" + "iiiiiiiiiiii" + "jj" + "kkk" + "llllllllll" +
	"nnnnnnnnn" + "oooooooo" + "rrrrrr" + "ssssssss" + "tttttt" + "uuuuuuuuuuuu" + "ww" + "yyy" + "zzzzzz" + "s"

// fold appends s to buf in lower case and without the accents of Latin
// letters, up to the capacity of buf: words are compared in this form.
func fold(buf []byte, s string) []byte {
	for i := 0; i < len(s) && len(buf) < cap(buf); i++ {
		c := s[i]
		switch {
		case c >= 'A' && c <= 'Z':
			c |= 0x20
		case c >= 0xC3 && c <= 0xC5 && i+1 < len(s) && s[i+1]&0xC0 == 0x80:
			i++
			c = latin[int(c-0xC3)<<6|int(s[i]&0x3F)]
		case c == 0xE2 && i+2 < len(s) && s[i+1] == 0x80 && s[i+2] == 0x99:
			c, i = '\'', i+2
		}
		buf = append(buf, c)
	}
	return buf
}

// folded is fold for the words of the rules.
func folded(s string) string { return string(fold(make([]byte, 0, len(s)), s)) }

// boundary reports whether a word ends (or starts) at s[at]: there is no
// letter, digit or underscore. Scripts that write no spaces between words end
// where ASCII begins.
func boundary(s string, at int) bool {
	if at >= len(s) {
		return true
	}
	c := s[at]
	if c < utf8.RuneSelf {
		return !alnum(c) && c != '_'
	}
	r, _ := utf8.DecodeRuneInString(s[at:])
	return !joins(r)
}

// before is boundary for the byte that ends at s[at].
func before(s string, at int) bool {
	if at <= 0 {
		return true
	}
	if c := s[at-1]; c < utf8.RuneSelf {
		return !alnum(c) && c != '_'
	}
	r, _ := utf8.DecodeLastRuneInString(s[:at])
	return !joins(r)
}

// joins reports letters that make one word with the ASCII letters beside them.
func joins(r rune) bool {
	return r < 0x0E00 && (unicode.IsLetter(r) || unicode.IsMark(r)) || r >= 0x1E00 && r < 0x2000
}

func alnum(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9' }

func digit(c byte) bool { return c >= '0' && c <= '9' }

// phrase is a context word or words in folded form.
type phrase []byte

// in reports whether the phrase stands in the folded text as whole words.
func (p phrase) in(text []byte) bool {
	for from := 0; ; {
		i := bytes.Index(text[from:], p)
		if i < 0 {
			return false
		}
		i += from
		j := i + len(p)
		starts := i == 0 || !wordByte(text[i-1]) || !wordByte(p[0])
		if starts && (j == len(text) || !wordByte(text[j]) || !wordByte(p[len(p)-1])) {
			return true
		}
		from = i + 1
	}
}

// wordByte takes bytes of folded text: what is not ASCII belongs to scripts
// that need no boundary here.
func wordByte(c byte) bool { return c < utf8.RuneSelf && alnum(c) }

// compact writes the letters and digits of s in upper case, without what
// separates them. buf must have room.
func compact(buf []byte, s string) []byte {
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c >= 'a' && c <= 'z':
			buf = append(buf, c^0x20)
		case alnum(c):
			buf = append(buf, c)
		}
	}
	return buf
}
