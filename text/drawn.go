package text

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bauta/bauta"
)

// broken finds names that the end of a line cuts: Alexan-\ndra, Alexan=\ndra as mails have it, and with a capital
// Alexan\ndra.
func (m *meaning) broken() {
	for at := strings.IndexByte(m.s, '\n'); at >= 0; {
		m.rejoin(at)
		next := strings.IndexByte(m.s[at+1:], '\n')
		if next < 0 {
			return
		}
		at += 1 + next
	}
}

// rejoin looks at the end of a line.
func (m *meaning) rejoin(at int) {
	tail := m.s[at+1:]
	n := letters(tail)
	if first, _ := utf8.DecodeRuneInString(tail); n == 0 || !unicode.IsLower(first) {
		return
	}
	head := strings.TrimSuffix(m.s[max(0, at-maxApart):at], "\r")
	bare := strings.TrimRight(head, "-=\u2010")
	word := bare[strings.LastIndexFunc(bare, func(r rune) bool { return !isWord(r) })+1:]
	if first, _ := utf8.DecodeRuneInString(word); len(head)-len(bare) > 3 || bare == head && !unicode.IsUpper(first) {
		return
	}
	if len(word) > 1 && m.known(word+tail[:n]) {
		from := max(0, at-maxApart) + len(bare)
		m.found = append(m.found, bauta.Edit{Start: from, End: at + 1})
	}
}

// letters is the length of the letters at the start of s, 0 for more than those of a name.
func letters(s string) int {
	for i, r := range s[:min(len(s), maxApart)] {
		if !unicode.IsLetter(r) && !unicode.IsMark(r) {
			return i
		}
	}
	if len(s) > maxApart {
		return 0
	}
	return len(s)
}

// drawn finds names in letters in squares and circles, and in those of which flags are made, all or none of them apart.
func (m *meaning) drawn() {
	from, to, gap := 0, 0, 0
	var word []byte
	for i := strings.IndexByte(m.s, 0xF0); i >= 0 && i < len(m.s); {
		r, size := utf8.DecodeRuneInString(m.s[i:])
		c, ok := framed(r)
		if ok && len(word) == 1 {
			gap = i - to
		}
		blank := r == ' ' && i == to
		other := ok && i-to != gap && len(word) > 1
		if !ok && !blank || other || len(word) == maxApart {
			m.spelt(from, to, word)
			word = nil
		}
		if ok {
			if len(word) == 0 {
				from = i
			} else {
				c |= 0x20
			}
			word, to = append(word, c), i+size
		}
		i += size
	}
	m.spelt(from, to, word)
}

// spelt puts a name in the place of its letters.
func (m *meaning) spelt(from, to int, word []byte) {
	if len(word) >= leastApart && m.known(string(word)) {
		m.found = append(m.found, bauta.Edit{Start: from, End: to, With: string(word)})
	}
}

// framed gives the letter that a sign draws in a square or a circle, or as a half of a flag.
func framed(r rune) (byte, bool) {
	for _, first := range [...]rune{0x1F130, 0x1F150, 0x1F170, 0x1F1E6} {
		if r >= first && r < first+26 {
			return 'A' + byte(r-first), true
		}
	}
	return 0, false
}

// Signs that stand for letters, and the letters; some may be either of two.
const (
	leetSigns   = "013457@$!|+€"
	leetLetters = "oieastasiite"
	likeL       = "1!|"
	leastLeet   = 5 // letters of a name
	mostEither  = 3 // signs that may be either of two letters
)

// leet finds names with figures and signs in the place of letters (j3r3my, d@niel, ulr!ke), as words of their own: no
// parts of paths, addresses and names of variables.
func (m *meaning) leet() {
	if !strings.ContainsAny(m.s, leetSigns) {
		return
	}
	of := func(r rune) bool { return isWord(r) || strings.ContainsRune("@$!|+€", r) }
	for i := 0; i < len(m.s); {
		n := strings.IndexFunc(m.s[i:], func(r rune) bool { return !of(r) })
		if n < 0 {
			n = len(m.s) - i
		}
		from, to := i, i+len(strings.TrimRight(m.s[i:i+n], "!|+"))
		from += len(m.s[i:to]) - len(strings.TrimLeft(m.s[i:to], "!|+"))
		if to-from >= leastLeet && to-from <= maxApart && m.alone(from, to) {
			m.plain(from, to)
		}
		_, size := utf8.DecodeRuneInString(m.s[i+n:])
		i += n + size
	}
}

// alone reports that no sign of a path, an address or a name of a variable stands beside a word.
func (m *meaning) alone(from, to int) bool {
	const signs = `_/\.-:=#%&+~`
	if from > 0 && strings.IndexByte(signs, m.s[from-1]) >= 0 {
		return false
	}
	if to == len(m.s) || strings.IndexByte(signs, m.s[to]) < 0 {
		return true
	}
	behind, _ := utf8.DecodeRuneInString(m.s[to+1:]) // the end of a sentence
	return strings.IndexByte(".:", m.s[to]) >= 0 && (to+1 == len(m.s) || unicode.IsSpace(behind))
}

// plain puts letters in the place of signs inside of a word of small letters, the first of which may be a capital.
func (m *meaning) plain(from, to int) {
	word := m.s[from:to]
	if !strings.ContainsAny(word, leetSigns) || strings.ContainsFunc(word[1:], unicode.IsUpper) {
		return
	}
	if first, _ := utf8.DecodeRuneInString(word); !unicode.IsLetter(first) {
		return
	}
	for _, with := range readings(word) {
		if m.known(with) {
			m.found = append(m.found, bauta.Edit{Start: from, End: to, With: with})
			return
		}
	}
}

// readings are the words that one with signs for letters may be, none for one of more signs than letters.
func readings(word string) []string {
	words, signs, either := []string{""}, 0, 0
	for _, r := range word {
		with, also := string(r), ""
		if i := strings.IndexRune(leetSigns, r); i >= 0 {
			signs++
			with = leetLetters[i : i+1]
			if strings.ContainsRune(likeL, r) {
				if either++; either <= mostEither {
					also = "l"
				}
			}
		}
		if also != "" {
			for _, w := range words {
				words = append(words, w+also)
			}
		}
		for i := range words {
			if also == "" || i < len(words)/2 {
				words[i] += with
			}
		}
	}
	if 2*signs > utf8.RuneCountInString(word) {
		return nil
	}
	return words
}
