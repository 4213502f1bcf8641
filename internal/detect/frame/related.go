package frame

import (
	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/lexicon"
)

// related reads a first name of the lists behind the word for whom somebody is to somebody, though it is a word: with a
// capital behind all of them ("my sister Hope", "la prima Luz"), in small letters behind those that are titles ("zia
// gioia"), unless it is a verb alone.
func related(r *frames, i int) (bauta.Span, bool) {
	if !r.IsWord(i) || !r.near(i-1, i) || !r.given(i) || r.short(i) {
		return bauta.Span{}, false
	}
	note, ok := relations()[r.Lang][r.Bare(i-1)]
	if !ok || r.Word(i-1).Upper {
		return bauta.Span{}, false
	}
	title := note != "" && !monthWords()[r.Norm(i)] && !pronouns()[r.Norm(i)] && !onlyVerb(r.Word(i).Entry.POS)
	if !r.capitalised(i) && !title {
		return bauta.Span{}, false
	}
	return r.person(i, i, usual, "behind whom somebody is to them"), true
}

// onlyVerb reports a form of a verb that is of no other part of speech.
func onlyVerb(p lexicon.POS) bool {
	return p&lexicon.Verb != 0 && p&(lexicon.Noun|lexicon.Adjective) == 0
}

// withMe reads a first name of the lists that is named together with who writes: "io e gioia", and with a capital
// "Hope and me".
func withMe(r *frames, i int) (bauta.Span, bool) {
	if !r.IsWord(i) || r.short(i) || !r.given(i) {
		return bauta.Span{}, false
	}
	if monthWords()[r.Norm(i)] || pronouns()[r.Norm(i)] {
		return bauta.Span{}, false
	}
	if !r.meAnd(i-2) && !(r.meAfter(i) && r.capitalised(i)) {
		return bauta.Span{}, false
	}
	return r.person(i, i, usual, "named together with who writes"), true
}

// meAnd reports a word for oneself at word i, and behind it one that joins.
func (r *frames) meAnd(i int) bool {
	return i >= 0 && firstPersons()[r.Lang][r.Norm(i)] && r.near(i, i+1) && r.joined(i+1) && r.Beside(i+1, i+2)
}

// meAfter reports a word that joins behind word i, and then one for oneself.
func (r *frames) meAfter(i int) bool {
	return r.near(i, i+1) && r.joined(i+1) && r.near(i+1, i+2) && firstPersons()[r.Lang][r.Norm(i+2)]
}
