package frame

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/internal/reading"
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
	if w.Named() && owners[r.Lang] && r.titled(i) && r.titles(i) {
		return r.person(i, i, entitled, "a first name that owns what a title names"), true
	}
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

// entitled is the score of who is in a title, whatever the thing is that it names: a party stays, not whose it is.
const entitled = 0.97

// mostTitle is of how many tokens a text is that may be a title.
const mostTitle = 5

// titled reports a word with which a title begins: behind a quote that opens, or a short text.
func (r *frames) titled(i int) bool {
	if i == 0 {
		return r.Len() <= mostTitle
	}
	quote := r.Surface(i - 1)
	return r.Gap(i-1, i) == "" && strings.Contains(openingQuotes, quote) &&
		(i == 1 || r.Doc.Tokens[i-2].End < r.Doc.Tokens[i-1].Start)
}

// openingQuotes stand before what is quoted, with nothing between; a blank stands before those that close, too.
const openingQuotes = `"'“”„«»‘`

// titles reports a first name of the lists with the ending of who owns something, in a title: Svenjas Geburtstag,
// Clemency's bash, Annas 30. A name that is a surname, too, may be in the lists as it stands.
func (r *frames) titles(i int) bool {
	if i+1 == r.Len() || r.Gap(i, i+1) == "" || !r.owned(i+1) || r.goesOn(i+1) {
		return false
	}
	norm, w := r.Norm(i), r.Word(i)
	if stem := reading.Owner(norm); stem != norm {
		e, _ := r.lex.Look(stem, r.Lang)
		return e.Kinds&lexicon.FirstName != 0 && !lexicon.FrequentAnywhere(stem) && !lexicon.Everyday(stem, r.Lang)
	}
	stem, ok := strings.CutSuffix(norm, "s")
	listed := w.Known && (w.Common || !w.Is(lexicon.Dictionary))
	return ok && !listed && utf8.RuneCountInString(stem) >= leastOwner && !r.usual(i, norm) && r.bears(i, stem)
}

// owned reports what a title may say to be somebody's: a word, in German one with a capital, or a number.
func (r *frames) owned(i int) bool {
	first, _ := utf8.DecodeRuneInString(r.Surface(i))
	return unicode.IsDigit(first) || unicode.IsLetter(first) && (r.Lang != "de" || unicode.IsUpper(first))
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
