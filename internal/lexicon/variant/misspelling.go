package variant

import (
	"unicode/utf8"

	"github.com/bauta/bauta/internal/lexicon/fst"
)

const minMisspelt = 5 // letters, seeds.md 1.4

// misspelling gives the words at one edit (a letter wrong, missing, extra, or
// two neighbours swapped), accents apart. The first letter is never wrong:
// people know how a word begins. What is as near to a name is left alone.
func (q *query) misspelling() {
	if len(q.letters) < minMisspelt || !isLetters(q.letters) {
		return
	}
	e := edit{walk{query: q, add: true, change: true}}
	var found []int
	names := false
	e.found = func(o int) {
		names = names || q.cfg.Name != nil && q.cfg.Name(o)
		if len(found) < maxCandidates {
			found = append(found, o)
		}
	}
	e.letters = q.letters
	e.letter(q.cfg.Words.Root(), 0, func(n fst.Node) { e.at(n, 1) })
	for _, o := range found {
		if names {
			return
		}
		q.word1(o, Misspelling)
	}
}

// edit is a walk with one edit to make.
type edit struct{ walk }

// at makes the edit at letter i, or goes on to the next.
func (e *edit) at(n fst.Node, i int) {
	if e.budget <= 0 || e.done {
		return
	}
	if e.extra(i) {
		e.tail(n, i+1)
	}
	if i+1 < len(e.letters) {
		e.swap(n, i)
	}
	e.edges(n, func(r rune, to fst.Node) {
		if e.missed(r, i) {
			e.tail(to, i)
		}
		if i < len(e.letters) && e.slipped(r, i) {
			e.tail(to, i+1)
		}
	})
	if i < len(e.letters) {
		e.letter(n, i, func(to fst.Node) { e.at(to, i+1) })
	}
}

// Names that no list has differ in one letter from some word more often than
// not: luciane, lucane. So a short word may only have the mistakes that people
// make: keys side by side, letters that sound alike, doubled letters, vowels
// left out. Long words are not names by chance.

// missed tells whether the letter is likely to be left out before letter i.
func (e *edit) missed(r rune, i int) bool {
	b := base(r)
	if len(e.letters) >= longWord-1 || len(e.cfg.Lang.Keyboard) == 0 || e.letters[i-1].base == b {
		return true
	}
	if i < len(e.letters) && e.letters[i].base == b {
		return true
	}
	return len(e.letters) > minMisspelt+1 && isVowel(b) && i < len(e.letters)
}

// slipped tells whether letter i is likely to be written for the letter.
func (e *edit) slipped(r rune, i int) bool {
	a, b := e.letters[i].base, base(r)
	l := e.cfg.Lang
	if a == b || len(l.Keyboard) == 0 || len(e.letters) >= longWord {
		return true
	}
	if i+1 == len(e.letters) { // endings are where forms of names differ
		return false
	}
	if e.close.has(a, b) && !e.beside.has(a, b) {
		return true
	}
	return e.beside.has(a, b) && !(isVowel(a) && isVowel(b))
}

// extra tells whether letter i is likely to be one too many.
func (e *edit) extra(i int) bool {
	if i == 0 || i >= len(e.letters) {
		return false
	}
	l := e.cfg.Lang
	if len(l.Keyboard) == 0 || len(e.letters) >= longWord {
		return true
	}
	b := e.letters[i].base
	for _, j := range [...]int{i - 1, i + 1} {
		if j < len(e.letters) && (e.letters[j].base == b || e.beside.has(e.letters[j].base, b)) {
			return true
		}
	}
	return false
}

// longWord is the number of letters from which on any one mistake is allowed.
const longWord = 8

// letterSets has for each letter from a to z a set of letters.
type letterSets ['z' - 'a' + 1]uint32

// has tells whether b is in the set of a. Letters outside a to z have none.
func (s *letterSets) has(a, b rune) bool {
	return a >= 'a' && a <= 'z' && b >= 'a' && b <= 'z' && s[a-'a']&(1<<(b-'a')) != 0
}

// pair puts two letters from a to z into each other's sets.
func (s *letterSets) pair(a, b byte) {
	s[a-'a'] |= 1 << (b - 'a')
	s[b-'a'] |= 1 << (a - 'a')
}

// rows takes the keys of a keyboard in.
func (s *letterSets) rows(rows []string) {
	for _, row := range rows {
		for i := 1; i < len(row); i++ {
			s.pair(row[i-1], row[i])
		}
	}
}

// groups takes groups of letters in that are written for each other.
func (s *letterSets) groups(groups []string) {
	for _, g := range groups {
		for i := range len(g) {
			for j := range i {
				s.pair(g[i], g[j])
			}
		}
	}
}

// swap reads letters i and i+1 in the other order.
func (e *edit) swap(n fst.Node, i int) {
	e.letter(n, i+1, func(to fst.Node) {
		e.letter(to, i, func(to fst.Node) { e.tail(to, i+2) })
	})
}

// tail reads the letters from i on without a further edit.
func (e *edit) tail(n fst.Node, i int) {
	if i <= len(e.letters) {
		e.from(n, i, false)
	}
}

// edges calls f for every letter that may follow; for those of two bytes, too.
func (e *edit) edges(n fst.Node, f func(rune, fst.Node)) {
	for i, d := 0, e.cfg.Words.Degree(n); i < d && e.budget > 0; i++ {
		c, to := e.cfg.Words.Edge(n, i)
		e.budget--
		if c < utf8.RuneSelf {
			if c >= 'a' && c <= 'z' {
				f(rune(c), to)
			}
			continue
		}
		for j, d2 := 0, e.cfg.Words.Degree(to); j < d2 && c < 0xE0; j++ {
			c2, to2 := e.cfg.Words.Edge(to, j)
			f(rune(c&0x1F)<<6|rune(c2&0x3F), to2)
		}
	}
}

// isLetters tells whether there is nothing but letters.
func isLetters(ls []letter) bool {
	for _, l := range ls {
		if l.base < 'a' || l.base > 'z' && l.base < 0x80 {
			return false
		}
	}
	return true
}
