package frame

import (
	"slices"
	"strings"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/lexicon"
)

// family reads a surname in the plural of those who bear it: "bei Wiesners", "zu
// müllners", "the Hendersons are coming".
func family(r *reading, i int) (bauta.Span, bool) {
	stem, plural := strings.CutSuffix(r.norm(i), "s")
	if !plural || i == 0 || len(stem) < leastSurname || !r.beside(i-1, i) {
		return bauta.Span{}, false
	}
	switch before := r.norm(i - 1); {
	case r.lang == "de" && visits[before] && r.bears(i, stem):
	case r.lang == "en" && before == "the" && r.capital(i) && !r.word(i).known && !shows[r.norm(i)] && r.surnameAlone(stem):
	default:
		return bauta.Span{}, false
	}
	return r.span(i, i, bauta.Person, byFrame, "a family"), true
}

// leastSurname is how many bytes a surname has here at least.
const leastSurname = 5

// visits stand before those whom one visits. Behind them German nouns have no plural
// in s, but for foreign ones.
var visits = set("bei bi zu von mit für wegen")

// shows are families of films, bands and clubs.
var shows = set("simpsons flintstones jetsons kardashians sopranos osbournes ramones carpenters jacksons waltons addams incredibles windsors tudors stuarts kennedys oscars grammys emmys")

// bears reports German word i, a plural of stem, of which the lists or its ending say
// that it is a surname.
func (r *reading) bears(i int, stem string) bool {
	w, norm := r.word(i), r.norm(i)
	if w.common || w.known || lexicon.Everyday(stem, r.lang) || r.inflected(norm) || r.compound(i) || r.borrowed(norm) {
		return false
	}
	return r.surnameAlone(stem) && (r.capital(i) || !r.look(stem).first()) || slices.ContainsFunc(trades, func(end string) bool { return len(stem) > len(end)+1 && strings.HasSuffix(stem, end) })
}

// trades end German surnames.
var trades = strings.Fields("ner mann meier maier mayer meyer mair müller huber bauer berger hofer inger eder schmid schmidt")

// surnameAlone reports a surname that is no word: of the lists, a proper
// noun that is nothing else, or an English one in -son.
func (r *reading) surnameAlone(norm string) bool {
	w := r.look(norm)
	return !w.common && (w.is(lexicon.Surname) || w.kinds == lexicon.Proper || r.lang == "en" && strings.HasSuffix(norm, "son"))
}

// households are the words for a family, behind which any proper noun is its surname.
var households = set("famille famiglia familia familjen")
