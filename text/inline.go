package text

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bauta/bauta"
)

// Signs of inline markup (emphasis, code, what is struck through), those that are markup only where they are doubled,
// and the longest row of them.
const (
	markSigns    = "*_~`|=+"
	doubledSigns = "|=+"
	longestMark  = 6
	leastMarked  = 3 // letters of a name with markup inside
)

// marks finds names inside of which markup begins or ends: **S**olène, Sol`è`ne, **Marie Du**rand.
func (m *meaning) marks() {
	var open map[string]int // where markup began, by what would end it
	for i := 0; i < len(m.s); {
		c := m.s[i]
		if c == '\n' {
			open = nil
		}
		n := markLen(m.s[i:])
		if n == 0 {
			i++
			continue
		}
		from, to := i, i+n
		i = to
		if n > longestMark || n == 1 && strings.IndexByte(doubledSigns, c) >= 0 {
			continue
		}
		next, _ := utf8.DecodeRuneInString(m.s[to:])
		left, right := wordEnd(m.s[:from]), to < len(m.s) && isWord(next)
		if left && right {
			m.stray(from, to)
		}
		begun, ok := open[m.s[from:to]]
		switch {
		case ok && from-begun-n <= maxApart && (left || !right):
			delete(open, m.s[from:to])
			m.marked(begun, from, n)
		case right:
			if open == nil {
				open = map[string]int{}
			}
			open[reversed(m.s[from:to])] = from
		}
	}
}

// markLen is the length of the signs of markup at the start of s.
func markLen(s string) int {
	n := 0
	for n < len(s) && strings.IndexByte(markSigns, s[n]) >= 0 {
		n++
	}
	return n
}

func reversed(signs string) string {
	b := []byte(signs)
	slices.Reverse(b)
	return string(b)
}

// stray takes signs out of a name that the lists have, whether or not they come in twos.
func (m *meaning) stray(from, to int) {
	if word := m.around(from, to); titled(word) && m.known(word) {
		m.found = append(m.found, bauta.Edit{Start: from, End: to})
	}
}

// marked takes the n signs of markup at from and at to out of a word that one of them stands inside of.
func (m *meaning) marked(from, to, n int) {
	inside := m.s[from+n : to]
	blank := strings.ContainsAny(inside, " \t")
	begins, ends := m.goesOver(from, from+n), m.goesOver(to, to+n)
	switch {
	case begins == ends && (blank || !begins):
		return
	case begins && !m.named(m.around(from, from+n)), ends && !m.named(m.around(to, to+n)):
		return
	case blank:
		m.found = append(m.found, bauta.Edit{Start: from, End: from + n}, bauta.Edit{Start: to, End: to + n})
		return
	}
	m.found = append(m.found, bauta.Edit{Start: from, End: to + n, With: unmarked(inside)})
}

// goesOver reports a word that goes on behind the signs at from.
func (m *meaning) goesOver(from, to int) bool {
	next, _ := utf8.DecodeRuneInString(m.s[to:])
	return to < len(m.s) && isWord(next) && wordEnd(m.s[:from])
}

// around is the word around signs of markup without all that it has.
func (m *meaning) around(from, to int) string {
	of := func(r rune) bool { return !isWord(r) && !strings.ContainsRune(markSigns, r) }
	head := m.s[max(0, from-maxApart):from]
	head = head[strings.LastIndexFunc(head, of)+1:]
	tail := m.s[to:min(len(m.s), to+maxApart)]
	if end := strings.IndexFunc(tail, of); end >= 0 {
		tail = tail[:end]
	}
	return unmarked(head + tail)
}

func unmarked(s string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(markSigns, r) {
			return -1
		}
		return r
	}, s)
}

// named reports a word that may be a name: the lists have it, or it begins with a capital as words do.
func (m *meaning) named(word string) bool {
	return titled(word) || utf8.RuneCountInString(word) >= leastMarked && m.known(word)
}

// titled reports a word of a capital and small letters.
func titled(word string) bool {
	first, size := utf8.DecodeRuneInString(word)
	if !unicode.IsUpper(first) || utf8.RuneCountInString(word) < leastMarked {
		return false
	}
	return !strings.ContainsFunc(word[size:], func(r rune) bool { return !unicode.IsLower(r) && !unicode.IsMark(r) })
}
