package variant

import (
	"unicode/utf8"

	"github.com/bauta/bauta/lexicon/fst"
)

const minMisspelt = 5 // letters, seeds.md 1.4

// misspelling gives the words at one edit (a letter wrong, missing, extra, or
// two neighbours swapped), accents apart. The first letter is never wrong:
// people know how a word begins, and other names mostly begin otherwise.
func (q *query) misspelling() {
	if len(q.letters) < minMisspelt || !isLetters(q.letters) {
		return
	}
	e := edit{walk{query: q, add: true, change: true}}
	e.found = func(o int) { q.word1(o, Misspelling) }
	e.letters = q.letters
	e.letter(q.cfg.Words.Root(), 0, func(n fst.Node) { e.at(n, 1) })
}

// edit is a walk with one edit to make.
type edit struct{ walk }

// at makes the edit at letter i, or goes on to the next.
func (e *edit) at(n fst.Node, i int) {
	if e.budget <= 0 || e.done {
		return
	}
	if i > 0 { // extra letter
		e.tail(n, i+1)
	}
	if i+1 < len(e.letters) {
		e.swap(n, i)
	}
	e.edges(n, func(_ rune, to fst.Node) {
		e.tail(to, i) // missing letter
		if i < len(e.letters) {
			e.tail(to, i+1) // wrong letter
		}
	})
	if i < len(e.letters) {
		e.letter(n, i, func(to fst.Node) { e.at(to, i+1) })
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
