package langid

import (
	"iter"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Edge marks the two ends of a word in its n-grams.
const Edge = '_'

// maxWord is the number of letters at which a run of letters is cut.
const maxWord = 62

// Word is a run of letters of one script in lower case, NFC, with [Edge]
// before and after it, runs of three and more of one letter cut to two.
type Word struct {
	Start, End int    // bytes of the text
	Runes      []rune // valid until the next word
	Group      Group
}

// Words gives the words of a text in order. Digits and signs part words;
// links, e-mail addresses and handles are passed over.
func Words(text string) iter.Seq[Word] {
	return func(yield func(Word) bool) {
		s := scanner{text: text}
		for s.next() {
			if !yield(Word{s.start, s.end, s.buf[:s.n], s.group}) {
				return
			}
		}
	}
}

// scanner finds the words of a text; it lives on the stack of its user.
type scanner struct {
	text       string
	pos        int
	checked    int // bytes below are not part of a link, address or handle
	start, end int // the word found
	buf        [maxWord + 2]rune
	n          int // runes of the word with its edges
	letters    int
	group      Group
}

// next finds the next word.
func (s *scanner) next() bool {
	s.n, s.letters, s.group = 0, 0, noGroup
	marks := false
	for s.pos < len(s.text) {
		r, size := rune(s.text[s.pos]), 1
		if r < utf8.RuneSelf {
			if s.pos >= s.checked && s.skipLink() {
				if s.n > 0 {
					break
				}
				continue
			}
			r = asciiLower(r)
		} else {
			r, size = utf8.DecodeRuneInString(s.text[s.pos:])
		}
		g, mark := letter(&r)
		if mark && s.n > 0 {
			g, marks = s.group, true
		}
		if s.n > 0 && (g != s.group || s.n > maxWord) {
			break
		}
		s.pos += size
		if g == noGroup {
			continue
		}
		if s.n == 0 {
			s.buf[0], s.n, s.start, s.group = Edge, 1, s.pos-size, g
		}
		s.end = s.pos
		s.letters++
		if s.n < 3 || s.buf[s.n-1] != r || s.buf[s.n-2] != r {
			s.buf[s.n] = r
			s.n++
		}
	}
	if s.n == 0 {
		return false
	}
	if marks {
		s.compose()
	}
	s.buf[s.n] = Edge
	s.n++
	return true
}

func asciiLower(r rune) rune {
	if 'A' <= r && r <= 'Z' {
		return r + 'a' - 'A'
	}
	return r
}

// letter folds r to lower case and gives its group, noGroup for what is not a
// letter. mark says that r only lives on the letter before it.
func letter(r *rune) (g Group, mark bool) {
	c := *r
	if c < utf8.RuneSelf {
		if 'a' <= c && c <= 'z' {
			return Latin, false
		}
		return noGroup, false
	}
	if c >= 0x300 && c < 0x370 {
		return noGroup, true
	}
	g = groupOfRune(c)
	if g == noGroup || !unicode.IsLetter(c) && !unicode.IsMark(c) {
		return noGroup, false
	}
	if g <= Cyrillic || g == Greek {
		*r = unicode.ToLower(c)
	}
	return g, false
}

// compose puts the letters and combining marks of the word together (NFC).
func (s *scanner) compose() {
	n := 1
	for _, r := range norm.NFC.String(string(s.buf[1:s.n])) {
		if n > maxWord {
			break
		}
		s.buf[n] = unicode.ToLower(r)
		n++
	}
	s.n = n
}

// skipLink passes over the run of ASCII signs at pos if it is a link, an
// address or a handle.
func (s *scanner) skipLink() bool {
	end, link := s.pos, s.text[s.pos] == '@'
	for end < len(s.text) && s.text[end] > ' ' && s.text[end] < utf8.RuneSelf {
		switch s.text[end] {
		case '@':
			link = true
		case '/':
			link = link || end > s.pos && s.text[end-1] == ':'
		case '.':
			link = link || end-s.pos == 3 && isWWW(s.text[s.pos:end])
		}
		end++
	}
	s.checked = max(end, s.pos+1)
	if link {
		s.pos = end
	}
	return link
}

func isWWW(p string) bool { return p == "www" || p == "WWW" || p == "Www" }
