package frame

import (
	"slices"
	"strings"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/lexicon"
)

// longestChain is how many words a name written out may have here; more capitals
// in a row are a heading.
const longestChain = 3

// capitals reads a full name that nothing announces: two or three words with capitals
// in a row, none of them a word of the language, "Konstanze Bühl", "Besnik
// Krasniqi". The lists need not know them.
func capitals(r *reading, i int) (bauta.Span, bool) {
	if r.lang != "de" && r.lang != "sv" {
		return bauta.Span{}, false
	}
	if !r.name(i) || r.name(i-1) && r.beside(i-1, i) {
		return bauta.Span{}, false
	}
	last := i
	for last-i < longestChain && r.follows(last) {
		last++
	}
	if last == i || last-i >= longestChain || r.phrase(i, last) {
		return bauta.Span{}, false
	}
	s := r.person(i, last, likely, "capitals in a row that are no words")
	s.Part = bauta.Full
	return s, true
}

// phrase reports a row that is a town, a compound with what is beside it, two words
// of another language, or the beginning of a sentence.
func (r *reading) phrase(i, last int) bool {
	first := r.word(i)
	if first.first() {
		return false
	}
	listed := first.is(lexicon.Dictionary)
	switch {
	case first.is(lexicon.City), r.compound(last):
		return true
	case !listed && (r.compound(i) || r.starts(i, last)):
		return true
	}
	return r.borrowed(r.norm(i)) && r.borrowed(r.norm(last))
}

// name reports that word i has the capital of a name and is no word of the language.
func (r *reading) name(i int) bool {
	if !r.isWord(i) || !r.capital(i) {
		return false
	}
	w, norm := r.word(i), r.norm(i)
	if w.common || w.short || pronouns()[norm] || len(introductions()[r.lang][norm]) > 0 {
		return false
	}
	if r.lang == "de" && !w.first() && r.inflected(norm) {
		return false
	}
	return w.is(lexicon.Dictionary|lexicon.City) || !w.known && !r.borrowed(norm)
}

// inflected reports a German word with an ending that the everyday words lack.
func (r *reading) inflected(norm string) bool {
	for _, ending := range []string{"n", "en", "e", "er", "s", "es"} {
		stem, ok := strings.CutSuffix(norm, ending)
		if !ok || len(stem) < leastPart {
			continue
		}
		if lexicon.Everyday(stem, r.lang) || lexicon.Everyday(umlauts.Replace(stem), r.lang) {
			return true
		}
	}
	return false
}

// umlauts takes those of a plural back: Männer, Mütter.
var umlauts = strings.NewReplacer("ä", "a", "ö", "o", "ü", "u")

// borrowed reports a word of English or French.
func (r *reading) borrowed(norm string) bool {
	for _, lang := range []string{"en", "fr"} {
		if e, _ := r.lex.Look(norm, lang); e.Kinds&lexicon.Form != 0 {
			return true
		}
	}
	return false
}

// follows reports that the word behind word i may belong to the same name.
func (r *reading) follows(i int) bool {
	return r.isWord(i+1) && r.beside(i, i+1) && r.name(i+1)
}

// starts reports that the row begins a sentence, where a capital says nothing, with
// the ending of a German verb or adjective, and that the lists do not know its last
// word either.
func (r *reading) starts(i, last int) bool {
	if r.isWord(i-1) || r.word(last).is(lexicon.Dictionary|lexicon.City) {
		return false
	}
	return slices.ContainsFunc(inflections, func(ending string) bool { return strings.HasSuffix(r.norm(i), ending) })
}

// inflections end German verbs and adjectives, and few first names.
var inflections = strings.Fields("e en er es em t ig lich isch bar")

// leastPart is how many letters a part of a compound has at least.
const leastPart = 4

// compound reports a word made of two everyday words, which no list can have all of:
// Handyhülle, Arbeitsplatte.
func (r *reading) compound(i int) bool {
	norm := r.norm(i)
	for at := leastPart; at <= len(norm)-leastPart; at++ {
		head, tail := norm[:at], norm[at:]
		if !lexicon.Everyday(tail, r.lang) {
			continue
		}
		if lexicon.Everyday(head, r.lang) || lexicon.Everyday(strings.TrimSuffix(head, "s"), r.lang) {
			return true
		}
	}
	return false
}
