package frame

import (
	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/lexicon"
)

// acting reads a first name that begins a clause and does what people do: "will told
// me", "Bo hälsar", "consuelo dice". A common word would have an article.
func acting(r *frames, i int) (bauta.Span, bool) {
	if !r.begins(i) || !r.acts(i) || r.definite(i) {
		return bauta.Span{}, false
	}
	w, norm := r.Compound(i), r.Norm(i)
	if r.clauses[norm] || beforeThings()[r.Lang][norm] || ofOne()[r.Lang][norm] {
		return bauta.Span{}, false // pero no sabía, esta tiene
	}
	if !given(w) || r.short(i) || w.Is(lexicon.Kinship|lexicon.Greeting|lexicon.SMS) || pronouns()[norm] {
		return bauta.Span{}, false
	}
	return r.person(i, i, likely, "does what people do"), true
}

// begins reports the first word of a clause. What an earlier run wrote stands for a name.
func (r *frames) begins(i int) bool {
	if !r.IsWord(i - 1) {
		return i == 0 || r.Doc.Tokens[i-1].Kind != bauta.Masked
	}
	return r.clauses[r.Norm(i-1)]
}

// acts reports an act of people, in one word or two, behind word i.
func (r *frames) acts(i int) bool {
	if !r.IsWord(i+1) || !r.Beside(i, i+1) {
		return false
	}
	verb := r.Norm(i + 1)
	return r.deeds[verb] || r.IsWord(i+2) && r.deeds[verb+" "+r.Norm(i+2)]
}
