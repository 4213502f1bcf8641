package frame

import (
	"strings"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/lexicon"
)

// farthest is how many words behind a word of giving its receiver may stand.
const farthest = 12

// received reads whom something is given or sent to, or for whom it is booked: "a
// transfer to latrice song from my account", "pay waddell". It is written as it comes,
// with capitals or without, and the lists need not have it.
func received(r *frames, i int) (bauta.Span, bool) {
	if !r.receiver(i) {
		return bauta.Span{}, false
	}
	last, ok := r.fullName(i)
	if !ok {
		return bauta.Span{}, false
	}
	return r.person(i, last, usual, "who is given something"), true
}

// receiver reports that word i stands where a receiver does: behind "pay", or behind
// "to" and, before that, a word of giving in the same sentence.
func (r *frames) receiver(i int) bool {
	if !r.IsWord(i-1) || !r.Beside(i-1, i) {
		return false
	}
	before := r.Norm(i - 1)
	if r.words.payees[before] {
		return true
	}
	if !r.words.recipients[before] {
		return false
	}
	for j := i - 2; j >= max(0, i-farthest); j-- {
		if r.IsWord(j) && r.words.givings[r.Norm(j)] {
			return true
		}
		if r.Doc.Tokens[j].Kind == bauta.Punct && strings.ContainsAny(r.Norm(j), ".!?") {
			return false
		}
	}
	return false
}

// fullName gives the last word of the name that begins at word i: a word that is none
// of the language, with a middle initial, another such word, or one behind which the
// sentence goes on with a small word or ends ("nyla reason some months ago").
func (r *frames) fullName(i int) (last int, ok bool) {
	next := i + 1
	if r.middle(next) {
		if next++; !r.IsWord(next) {
			next++ // its full stop
		}
	}
	if !r.strange(i) {
		// "page guynn": a first name that is a word, with a surname that is none
		ok = r.given(i) && !r.short(i) && r.near(i, next) && r.strange(next)
		return next, ok && !r.Compound(next).Is(lexicon.City)
	}
	switch {
	case !r.near(next-1, next):
		return i, true
	case r.Word(i).Named() != r.Word(next).Named(), r.short(next):
		return i, true
	case r.strange(next), r.Compound(next).Is(lexicon.City), !r.small(next) && r.closed(next):
		return next, true
	}
	return i, true
}

// middle reports a single letter between two names.
func (r *frames) middle(i int) bool {
	return r.IsWord(i) && r.short(i) && r.Beside(i-1, i) && (r.initial(i) || r.dotted(i))
}

// near reports a word right behind another, or behind its full stop.
func (r *frames) near(i, j int) bool {
	return i >= 0 && r.IsWord(j) && r.Beside(i, j)
}

// strange reports a word that may be a name and is none of the language, nor an
// everyday word of another that no list holds for a name, nor a town.
func (r *frames) strange(i int) bool {
	if !r.IsWord(i) || r.short(i) {
		return false
	}
	w, norm := r.Compound(i), r.Norm(i)
	switch {
	case w.Common, pronouns()[norm], len(r.introductions[norm]) > 0, strings.ContainsAny(norm, "'0123456789"):
		return false
	case w.Is(lexicon.Dictionary):
		return true
	}
	return w.Entry.Kinds&^lexicon.Proper == 0 && !r.borrowed(norm) && !lexicon.FrequentAnywhere(norm)
}

// closed reports that a clause ends with word i, or goes on with a small word.
func (r *frames) closed(i int) bool { return r.ended(i) || r.small(i+1) }

// small reports a word of grammar, and one that tells when ("brenda in 9 days"), which not
// every dictionary marks.
func (r *frames) small(i int) bool {
	const grammar = lexicon.Preposition | lexicon.Conjunction | lexicon.Determiner | lexicon.Pronoun | lexicon.Adverb
	return r.Word(i).Entry.POS&grammar != 0 || beforeMonths[r.Lang][r.Norm(i)]
}
