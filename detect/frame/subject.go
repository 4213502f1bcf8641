package frame

import (
	"github.com/bauta/bauta"
	"github.com/bauta/bauta/lexicon"
)

// acting reads a first name that begins a clause and does what people do: "will told
// me", "Bo hälsar", "consuelo dice". A common word would have an article.
func acting(r *reading, i int) (bauta.Span, bool) {
	if !r.begins(i) || !r.acts(i) {
		return bauta.Span{}, false
	}
	w := r.word(i)
	if !w.first() || w.short || w.is(lexicon.Kinship|lexicon.Greeting) || pronouns()[r.norm(i)] {
		return bauta.Span{}, false
	}
	return r.person(i, i, likely, "does what people do"), true
}

// begins reports the first word of a clause.
func (r *reading) begins(i int) bool {
	return !r.isWord(i-1) || clauses()[r.lang][r.norm(i-1)]
}

// acts reports an act of people, in one word or two, behind word i.
func (r *reading) acts(i int) bool {
	if !r.isWord(i+1) || !r.beside(i, i+1) {
		return false
	}
	verb := r.norm(i + 1)
	return acts()[r.lang][verb] || r.isWord(i+2) && acts()[r.lang][verb+" "+r.norm(i+2)]
}
