package frame

import (
	"strings"
	"sync"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/internal/lexicon/data/lists"
)

// families are such articles and words, and what else than surnames in small letters may stand behind them: plural, the
// plural of a surname; plurals, that of a word that nobody knows, too; strange, a word that nobody knows; capital, a
// surname with one alone, in a language of which the lists have no words; family, the word says that there is one.
var families = sync.OnceValue(func() map[string]lists.Notes { return lists.NotesByLang("family-articles") })

// family reads a surname behind the article of many, "chez les delattre", "i Brambilla", and behind a word for a
// family.
func family(r *frames, i int) (bauta.Span, bool) {
	at := r.wordBefore(i)
	if at < 0 {
		return bauta.Span{}, false
	}
	note, ok := families()[r.Lang][r.Norm(at)]
	if !ok || note != "family" && !r.articleBefore(i) || !r.ofFamily(i, note) {
		return bauta.Span{}, false
	}
	score := usual
	if !r.Word(i).Named() {
		score = likely
	}
	return r.person(i, i, score, "a family"), true
}

// ofFamily reports a word that may be a surname behind such a word: in small letters one of the lists that is no word;
// with a capital any of them, or a word that nobody knows and that is no plural, as of bands and teams.
func (r *frames) ofFamily(i int, note string) bool {
	w, norm := r.Word(i), r.Norm(i)
	switch {
	case note == "plural" || note == "plurals":
		return r.plural(i, note == "plurals")
	case note == "family":
		return w.Named() && (r.strange(i) || w.Is(lexicon.Surname))
	case lexicon.Frequent(norm, r.Lang):
		return false // los Reyes
	case !w.Named():
		return note != "capital" && w.Is(lexicon.Surname) && !w.Common
	}
	several := strings.HasSuffix(norm, "s")
	if note == "strange" && !several {
		return !w.Known && !r.short(i) || w.Is(lexicon.Surname) && !w.Is(things&^places)
	}
	return w.Is(lexicon.Surname) && !w.Is(things)
}

// wordBefore gives the word right before word i, also with the full stop of an abbreviation; -1 for none.
func (r *frames) wordBefore(i int) int {
	at := i - 1
	if at > 0 && r.dotted(at-1) && r.Beside(at, i) {
		return at - 1
	}
	if !r.near(at, i) {
		return -1
	}
	return at
}

// plural reports the plural of a surname, which no list has as a word: die Müllers, and of a word that nobody knows:
// the Okoyes.
func (r *frames) plural(i int, strange bool) bool {
	norm := r.Bare(i)
	stem, ok := strings.CutSuffix(norm, "s")
	if !ok || !r.Word(i).Named() || r.Word(i).Common || lexicon.FrequentAnywhere(norm) {
		return false
	}
	e, known := r.lex.Look(stem, r.Lang)
	if strange && !known && r.unheard(i) {
		written := strings.TrimRight(r.Surface(i), "s'’")
		return strings.ToUpper(written) != written // the PDFs
	}
	return e.Kinds&lexicon.Surname != 0 && e.Kinds&things == 0 && !lexicon.FrequentAnywhere(stem)
}

// things are called by names that people have, too; places among them have an article of many where their names are
// plurals alone: los Montenegro, las Malvinas.
const (
	things = lexicon.Nationality | lexicon.Language | lexicon.Brand | places
	places = lexicon.Country | lexicon.Place
)

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
