package frame

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/interval"
	"github.com/bauta/bauta/lexicon"
)

// bounds are the first and the last token of a find, which begin and end with it;
// false if it cuts tokens.
func (r *reading) bounds(s bauta.Span) (from, to int, ok bool) {
	t := r.doc.Tokens
	from, begins := slices.BinarySearchFunc(t, s.Start, func(t bauta.Token, at int) int { return cmp.Compare(t.Start, at) })
	to, ends := slices.BinarySearchFunc(t, s.End, func(t bauta.Token, at int) int { return cmp.Compare(t.End, at) })
	return from, to, begins && ends && to >= from
}

// complete lets a find of a person reach over its initials, "S. Baptiste", "Malin Ö.",
// and over a surname of the lists in small letters: "mireille diallo".
func (r *reading) complete(s *bauta.Span) {
	from, to, ok := r.bounds(*s)
	if !ok {
		return
	}
	t, why := r.doc.Tokens, ""
	if r.initial(from-2) && r.dotted(from-2) && r.capital(from) && !(r.lang == "fr" && r.norm(from-2) == "m") { // Monsieur
		s.Start, why = t[from-2].Start, ", with its initial"
	}
	if r.initial(to+1) && r.beside(to, to+1) && r.capital(to) && (r.dotted(to+1) || r.ended(to+1)) {
		to, why = to+1, ", with its initial"
	}
	if from == to && r.surname(to, to+1) {
		to, why = to+1, ", with the surname behind it"
	}
	s.End = t[to].End
	s.Why += why
}

// initial reports a single letter that is a capital.
func (r *reading) initial(i int) bool {
	if i < 0 || i >= len(r.doc.Tokens) || r.doc.Tokens[i].Kind != bauta.Word {
		return false
	}
	letter := r.doc.Surface(r.doc.Tokens[i].Start, r.doc.Tokens[i].End)
	c, size := utf8.DecodeRuneInString(letter)
	return size == len(letter) && unicode.IsUpper(c) && !ones[letter]
}

// ones are words of one letter.
var ones = map[string]bool{"I": true, "A": true, "À": true, "Y": true, "E": true, "È": true, "O": true, "U": true, "I'": true}

// dotted reports a full stop right behind word i.
func (r *reading) dotted(i int) bool {
	t := r.doc.Tokens
	return i+1 < len(t) && t[i].End == t[i+1].Start && r.doc.Surface(t[i+1].Start, t[i+1].End) == "."
}

// initialled reads a surname behind an initial: "D. Nowotny". Behind a noun the letter
// counts something: Vitamin C, Plan B; behind a small one it is short for a word: z. B.
func initialled(r *reading, i int) (bauta.Span, bool) {
	if !r.initial(i-2) || !r.dotted(i-2) || r.lang == "fr" && r.norm(i-2) == "m" || i > 3 && len(r.norm(i-4)) == 1 && !r.initial(i-4) || i > 2 && r.beside(i-3, i-2) && r.capital(i-3) {
		return bauta.Span{}, false
	}
	w := r.word(i)
	if !r.capital(i) || w.common || w.short || w.place && !w.is(lexicon.Surname) || stops[r.norm(i)] || !w.is(lexicon.Surname) && (r.lang != "de" && r.lang != "sv" || w.known || r.compound(i) || r.inflected(r.norm(i)) || r.borrowed(r.norm(i))) {
		return bauta.Span{}, false
	}
	return r.span(i-2, i, bauta.Person, byFrame, "behind an initial"), true
}

// surname reports that word j, in small letters behind first name i, is a surname of
// the lists and no word.
func (r *reading) surname(i, j int) bool {
	if j >= len(r.doc.Tokens) || r.doc.Tokens[j].Kind != bauta.Word || !r.beside(i, j) || r.capital(i) || r.capital(j) {
		return false
	}
	first, last := r.word(i), r.word(j)
	return first.first() && last.is(lexicon.Surname) && !last.common && !last.short && !stops[r.norm(j)] && !(r.nouns && r.inflected(r.norm(j))) && !r.borrowed(r.norm(j))
}

// joins stand between two people, by language; "/", "&" and "+" in all.
var joins = map[string]map[string]bool{
	"de": set("und u n un unt"), "fr": set("et é ou"), "en": set("and n"), "it": set("e ed"), "es": set("y e"), "sv": set("och o"),
}

// paired adds who is named together with somebody found: "Hallo Jana und Anahit",
// "Özdemir/Pfaff". The other must be a first name of the lists or no word at all, and be
// written as the one found is.
func (r *reading) paired(found []bauta.Span) []bauta.Span {
	known, added := interval.Of(found), map[int]bool{}
	for _, s := range found {
		if s.Label != bauta.Person || s.Doubt != bauta.Sure {
			continue
		}
		_, to, ok := r.bounds(s)
		if !ok || to+2 >= len(r.doc.Tokens) || !r.joined(to+1) || !r.fellow(to, to+2) {
			continue
		}
		t := r.doc.Tokens[to+2]
		if added[to+2] || !known.Free(t.Start, t.End) {
			continue
		}
		more := r.span(to+2, to+2, bauta.Person, byWord, "named together with somebody")
		added[to+2] = true
		if more.End > t.End { // with a surname
			added[to+3] = true
		}
		found = append(found, more)
	}
	return found
}

// joined reports what stands between two people.
func (r *reading) joined(i int) bool {
	t := r.doc.Tokens[i]
	return joins[r.lang][t.Norm] || strings.ContainsAny(r.doc.Surface(t.Start, t.End), "/&+") && t.End-t.Start == 1
}

// fellow reports that word j may be a person as word i is one.
func (r *reading) fellow(i, j int) bool {
	if r.doc.Tokens[j].Kind != bauta.Word || r.capital(i) != r.capital(j) {
		return false
	}
	w, norm := r.word(j), r.norm(j)
	switch {
	case w.common, w.short, w.greets, stops[norm], w.is(lexicon.Kinship), notCalled[norm], honours[norm], repeats(norm):
		return false
	case w.first():
		return true
	case w.known:
		return r.capital(j) && w.is(lexicon.Surname)
	}
	return r.capital(j) && !(r.nouns && (r.compound(j) || r.inflected(norm))) && !r.borrowed(norm) && utf8.RuneCountInString(norm) > 2
}
