package frame

import (
	"strings"
	"sync"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/internal/lexicon/data/lists"
)

// families are such articles, and what else than surnames in small letters may stand behind
// them: plural, the plural of a surname; strange, a word that nobody knows, too; capital, a
// surname with one alone, in a language of which the lists have no words.
var families = sync.OnceValue(func() map[string]lists.Notes { return lists.NotesByLang("family-articles") })

// family reads a surname behind the article of many: "chez les delattre", "i Brambilla". In
// small letters it is one of the lists that is no word; with a capital any of them, or a word
// that nobody knows and that is no plural, as of bands and teams.
func family(r *frames, i int) (bauta.Span, bool) {
	if !r.articleBefore(i) {
		return bauta.Span{}, false
	}
	note, ok := families()[r.Lang][r.Norm(i-1)]
	if !ok {
		return bauta.Span{}, false
	}
	w := r.Word(i)
	if note == "plural" {
		return r.person(i, i, usual, "a family"), r.plural(i)
	}
	if lexicon.Frequent(r.Norm(i), r.Lang) {
		return bauta.Span{}, false // los Reyes
	}
	if w.Named() {
		strange := note == "strange" && !w.Known && !strings.HasSuffix(r.Norm(i), "s") && !r.short(i)
		return r.person(i, i, usual, "a family"), strange || w.Is(lexicon.Surname) && !w.Is(things)
	}
	if note == "capital" || !w.Is(lexicon.Surname) || w.Common {
		return bauta.Span{}, false
	}
	return r.person(i, i, likely, "a family"), true
}

// plural reports the plural of a surname, which no list has as a word: die Müllers.
func (r *frames) plural(i int) bool {
	stem, ok := strings.CutSuffix(r.Norm(i), "s")
	if !ok || !r.Word(i).Named() || r.Word(i).Common || lexicon.FrequentAnywhere(r.Norm(i)) {
		return false
	}
	e, _ := r.lex.Look(stem, r.Lang)
	return e.Kinds&lexicon.Surname != 0 && e.Kinds&things == 0 && !lexicon.FrequentAnywhere(stem)
}

// things are called by names that people have, too.
const things = lexicon.Nationality | lexicon.Language | lexicon.Brand | lexicon.Country | lexicon.Place

var ofOne = sync.OnceValue(func() map[string]lists.Words { return lists.ByLang("name-articles") })

// articled reads a first name of the lists with a capital behind the article that people put
// before names where they write no other noun with one: "la Nuria", "il Fausto".
func articled(r *frames, i int) (bauta.Span, bool) {
	w := r.Word(i)
	if !w.Named() || !given(w) || w.Is(things) || r.short(i) || lexicon.Frequent(r.Norm(i), r.Lang) {
		return bauta.Span{}, false
	}
	if !r.articleBefore(i) || !ofOne()[r.Lang][r.Norm(i-1)] {
		return bauta.Span{}, false
	}
	return r.person(i, i, likely, "behind an article"), true
}

// articleBefore reports a word before word i that may be its article: one has a capital only
// where it opens a sentence, unlike that of Los Angeles and El Greco.
func (r *frames) articleBefore(i int) bool {
	return r.IsWord(i-1) && r.Beside(i-1, i) && (!r.Word(i-1).Capital || r.Word(i-1).Opens)
}
