package frame

import (
	"strings"
	"unicode/utf8"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/lexicon"
)

// owners are the languages in which who owns something is written with an "s" and
// nothing else; in English by who leaves the apostrophe out.
var owners = set("de en sv")

// leastOwner is how many letters such a name has at least, without its ending.
const leastOwner = 3

// owning reads a first name with the ending of who owns something: "annas jacka",
// "tyrones number". In Swedish it takes a capital inside a sentence, as its words are in no
// list ("ryms", "manus"), and in German, where nouns have one, a tagger: see [Around].
func owning(r *frames, i int) (bauta.Span, bool) {
	w := r.Word(i)
	sure := r.Lang == "en" || r.Lang == "sv" && w.Named() && !w.Opens
	if !sure || !r.owner(i) {
		return bauta.Span{}, false
	}
	return r.person(i, i, likely, "a first name that owns something"), true
}

// owner reports a word that is in no list and none of the language, and without its
// ending a first name; behind it another word stands.
func (r *frames) owner(i int) bool {
	stem, ok := strings.CutSuffix(r.Norm(i), "s")
	if !ok || !owners[r.Lang] || utf8.RuneCountInString(stem) < leastOwner || !r.near(i, i+1) {
		return false
	}
	w := r.Word(i)
	return !w.Known && !w.Common && !r.usual(i, r.Norm(i)) && !r.goesOn(i+1) && r.bears(i, stem)
}

// goesOn reports a word behind which, or before which, nothing is owned: "dominos for tea".
func (r *frames) goesOn(i int) bool {
	norm := r.Norm(i)
	return beforeNames[r.Lang][norm] || r.clauses[norm] || r.joined(i)
}

// usual reports a frequent word of the language, with a capital of any.
func (r *frames) usual(i int, norm string) bool {
	if r.Word(i).Capital {
		return lexicon.FrequentAnywhere(norm)
	}
	return lexicon.Frequent(norm, r.Lang)
}

// bears reports that the stem of word i is a first name and nothing else in the lists of
// the language.
func (r *frames) bears(i int, stem string) bool {
	if r.usual(i, stem) || lexicon.Everyday(stem, r.Lang) {
		return false
	}
	e, _ := r.lex.Look(stem, r.Lang)
	return e.Name() && e.Kinds&lexicon.FirstName != 0
}
