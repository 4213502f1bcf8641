package text

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bauta/bauta"
)

// smallCapitals are the letters that are drawn as small capitals, and which they are.
const (
	smallCapitals = "ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ"
	theirLetters  = "abcdefghijklmnoprstuvwyz"
)

// letterform gives the letter that is drawn in brackets, raised, lowered, as a small capital or in the hand of
// mathematics, r where none is.
func letterform(r rune) rune {
	switch {
	case r >= 0x24B6 && r <= 0x24CF:
		return 'A' + r - 0x24B6
	case r >= 0x24D0 && r <= 0x24E9:
		return 'a' + r - 0x24D0
	case r >= 0x249C && r <= 0x24B5:
		return 'a' + r - 0x249C
	case r < 0x262 || r > 0xA731:
		return r
	}
	if k := single(r); k != r && k < 0x250 && unicode.IsLetter(k) {
		return k
	}
	if i := strings.IndexRune(smallCapitals, r); i >= 0 {
		return rune(theirLetters[utf8.RuneCountInString(smallCapitals[:i])])
	}
	return r
}

const (
	leastPoints = 3  // characters that are written by their numbers
	longestGap  = 2  // signs between two of them
	leastTags   = 3  // letters of tags that carry a word
	longestTags = 64 // of them that are read as one
)

// points finds what is written by the numbers of its characters: U+004A U+0065.
func (m *meaning) points() {
	for i := 0; i < len(m.s); {
		r, n := point(m.s[i:])
		if n == 0 {
			i++
			continue
		}
		from, to := i, i
		var with strings.Builder
		for n > 0 {
			with.WriteRune(r)
			to += n
			i = to
			for gap := 0; gap < longestGap && i < len(m.s) && strings.IndexByte(" ,;\n", m.s[i]) >= 0; gap++ {
				i++
			}
			r, n = point(m.s[i:])
			if n > 0 {
				to = i
			}
		}
		if utf8.RuneCountInString(with.String()) >= leastPoints {
			m.found = append(m.found, bauta.Edit{Start: from, End: to, With: with.String()})
		}
		i = to
	}
}

// point reads U+004A at the start of s.
func point(s string) (rune, int) {
	if len(s) < 6 || s[0]|0x20 != 'u' || s[1] != '+' {
		return 0, 0
	}
	for want := 6; want >= 4; want-- {
		if r, n := digits(s[2:], want, 2); n > 0 && spells(r) {
			return r, n
		}
	}
	return 0, 0
}

// tagWords finds words in the characters of tags, which nobody sees and which come out with the message; those behind a
// flag say whose it is.
func tagWords(s string) (out []bauta.Edit) {
	const flag, lead = "\U0001F3F4", "\xf3\xa0"
	for i := 0; ; {
		next := strings.Index(s[i:], lead)
		if next < 0 {
			return out
		}
		from := i + next
		i = from + len(lead)
		var word []byte
		to := from
		for to < len(s) && len(word) < longestTags {
			r, size := utf8.DecodeRuneInString(s[to:])
			if r < 0xE0020 || r > 0xE007E {
				break
			}
			word = append(word, byte(r-0xE0000))
			to += size
		}
		if i = max(i, to); len(word) >= leastTags && !strings.HasSuffix(s[:from], flag) {
			out = append(out, bauta.Edit{Start: from, End: to, With: " " + string(word) + " "})
		}
	}
}

// brackets finds the signs of addresses in brackets (jeremy [@] x [.] com), and words for them in brackets of another
// kind than usual (x<at>y).
func (m *meaning) brackets() {
	for i := 1; i < len(m.s); i++ {
		k := strings.IndexByte(opening, m.s[i])
		if k < 0 {
			continue
		}
		n := strings.IndexByte(m.s[i+1:min(len(m.s), i+1+longestBracket)], closing[k])
		if n <= 0 {
			continue
		}
		m.bracketed(i, i+n+2)
	}
}

// Brackets, in which a word for a sign may stand as well, and the longest of them.
const (
	rounded        = "([{<"
	otherSigns     = "*_~"
	opening        = "([{<*_~"
	closing        = ")]}>*_~"
	longestBracket = 12
	longestAt      = 3 // bytes of a word between other signs, which stand in names of variables, too
)

// bracketed reads what stands in brackets between two words.
func (m *meaning) bracketed(from, to int) {
	inside := strings.Trim(m.s[from+1:to-1], " ")
	with, word := inside, len(inside) > 1 && letters(inside) == len(inside)
	switch {
	case strings.IndexByte(rounded, m.s[from]) >= 0 && (inside == "@" || inside == "."):
		if m.s[from-1] == ' ' && strings.HasPrefix(m.s[to:], " ") {
			from, to = from-1, to+1
		}
		if inside == "@" {
			with = "(at)" // behind which a word may stand for a dot, too
		}
	case m.s[from] == '<' && word, strings.IndexByte(otherSigns, m.s[from]) >= 0 && word && len(inside) <= longestAt:
		with = "(" + inside + ")"
	default:
		return
	}
	if m.goesOver(from, to) {
		m.found = append(m.found, bauta.Edit{Start: from, End: to, With: with})
	}
}
