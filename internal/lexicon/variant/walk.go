package variant

import "github.com/bauta/bauta/internal/lexicon/fst"

// walk looks for the words of the automaton that the letters may spell.
type walk struct {
	*query
	letters []letter
	add     bool // plain letters may have an accent in the word
	change  bool // accented letters may have another one, or none
	shorten bool // repeated letters stand for one or two
	hyphen  bool // hyphens and apostrophes may be missing
	found   func(ordinal int)
}

// start walks from the beginning of words.
func (w *walk) start() { w.from(w.cfg.Words.Root(), 0, false) }

// from walks on from letter i; hyphened tells whether the way there has a
// hyphen that the letters lack.
func (w *walk) from(n fst.Node, i int, hyphened bool) {
	if w.budget <= 0 || w.done {
		return
	}
	if i == len(w.letters) {
		if o, ok := w.cfg.Words.Final(n); ok && (!w.hyphen || hyphened) {
			w.found(o)
		}
		return
	}
	if !w.shorten {
		w.letter(n, i, func(to fst.Node) { w.from(to, i+1, hyphened) })
	} else {
		w.runAt(n, i)
	}
	if i+1 < len(w.letters) {
		w.ligature(n, i, hyphened)
	}
	if w.hyphen && i > 0 {
		for _, r := range "-'" {
			if to, ok := w.step(n, r); ok {
				w.from(to, i, true)
			}
		}
	}
}

// runAt reads the run of a letter that begins at i as one letter and as two.
func (w *walk) runAt(n fst.Node, i int) {
	end := i + 1
	for end < len(w.letters) && w.same(i, end) {
		end++
	}
	w.letter(n, i, func(to fst.Node) {
		w.from(to, end, false)
		if end > i+1 {
			w.letter(to, i+1, func(to fst.Node) { w.from(to, end, false) })
		}
	})
}

// same tells whether two letters belong to one run.
func (w *walk) same(i, j int) bool {
	if w.add {
		return w.letters[i].base == w.letters[j].base
	}
	return w.letters[i].r == w.letters[j].r
}

// letter follows the letter and what it may stand for.
func (w *walk) letter(n fst.Node, i int, then func(fst.Node)) {
	l := w.letters[i]
	if to, ok := w.step(n, l.r); ok {
		then(to)
	}
	if l.r != l.base && !w.change || !w.add {
		return
	}
	if l.r != l.base {
		if to, ok := w.step(n, l.base); ok {
			then(to)
		}
	}
	forms := accented(l.base)
	if forms == "" {
		return
	}
	// All of them begin with the same byte in UTF-8: most nodes do not have it.
	w.budget--
	lead, ok := w.cfg.Words.Step(n, forms[0])
	if !ok {
		return
	}
	for _, r := range forms {
		if r == l.r {
			continue
		}
		w.budget--
		if to, ok := w.cfg.Words.Step(lead, byte(0x80|r&0x3F)); ok {
			then(to)
		}
	}
}

// ligature reads oe as œ or ö, ae as æ or ä, and ue as ü.
func (w *walk) ligature(n fst.Node, i int, hyphened bool) {
	if !w.add || w.letters[i+1].base != 'e' {
		return
	}
	for _, r := range ligatures(w.letters[i].base) {
		if to, ok := w.step(n, r); ok {
			w.from(to, i+2, hyphened)
		}
	}
}

// ligatures are the letters that are written as one and an e where they are not
// at hand.
func ligatures(r rune) string {
	switch r {
	case 'o':
		return "œöø"
	case 'a':
		return "æä"
	case 'u':
		return "ü"
	}
	return ""
}
