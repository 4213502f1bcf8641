package frame

import (
	"sync"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/internal/lexicon/data/lists"
)

var monthWords = sync.OnceValue(func() lists.Words { return lists.In("month-words") })

// risenIn are the languages in which that pays on strangers' text (docs/experiments/strangers.md): those whose
// dictionaries are not asked, and whose nouns have no capital.
var risenIn = set("es it")

// risen reads a first name of the lists that is a word of the language, with a capital inside of a sentence: "ho visto
// Gioia ieri". In a message of which another word has one for nothing, it says nothing.
func risen(r *frames, i int) (bauta.Span, bool) {
	if !risenIn[r.Lang] || !r.capitalInside(i) {
		return bauta.Span{}, false
	}
	if !given(r.Compound(i)) || monthWords()[r.Norm(i)] || pronouns()[r.Norm(i)] {
		return bauta.Span{}, false
	}
	if r.near(i, i+1) && r.Word(i+1).Capital || r.risenForNothing() { // the name of something
		return bauta.Span{}, false
	}
	return r.person(i, i, likely, "a first name with a capital inside of a sentence"), true
}

// capitalInside reports a word with a capital right behind one in small letters.
func (r *frames) capitalInside(i int) bool {
	behind := r.IsWord(i-1) && r.near(i-1, i) && !r.Word(i-1).Capital
	return behind && r.capitalised(i) && !r.Word(i).Opens
}

// ownCapitals are the kinds of words that have a capital for what they are.
const ownCapitals = lexicon.Dictionary | lexicon.City | lexicon.Country | lexicon.Place | lexicon.Nationality |
	lexicon.Language | lexicon.Brand | lexicon.Proper

// risenForNothing reports a message with a word of the language that has a capital inside of a sentence and is in no list
// of names.
func (r *frames) risenForNothing() bool {
	if r.risen == nil {
		any := false
		for i := 1; i < r.Len() && !any; i++ {
			w := r.Word(i)
			any = r.IsWord(i) && r.capitalInside(i) && w.Common && !w.Is(ownCapitals)
		}
		r.risen = &any
	}
	return *r.risen
}
