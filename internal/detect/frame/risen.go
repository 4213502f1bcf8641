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
// Gioia ieri"; and with a surname behind it that is one, too: "Rosa Costa non viene". In a message of which another
// word has one for nothing, it says nothing.
func risen(r *frames, i int) (bauta.Span, bool) {
	if !risenIn[r.Lang] || !r.capitalised(i) || !r.given(i) {
		return bauta.Span{}, false
	}
	if monthWords()[r.Norm(i)] || pronouns()[r.Norm(i)] || r.risenForNothing() {
		return bauta.Span{}, false
	}
	last := i
	for r.near(last, last+1) && r.capitalised(last+1) {
		last++
	}
	switch {
	case last == i && r.capitalInside(i):
		return r.person(i, i, likely, "a first name with a capital inside of a sentence"), true
	case last == i+1 && r.Compound(last).Is(lexicon.Surname) && !r.Compound(last).Is(lexicon.Country):
		s := r.person(i, last, likely, "a first name and a surname with capitals")
		s.Part = bauta.Full
		return s, true
	}
	return bauta.Span{}, false
}

// capitalInside reports a word with a capital right behind one in small letters.
func (r *frames) capitalInside(i int) bool {
	behind := r.IsWord(i-1) && r.near(i-1, i) && !r.Word(i-1).Capital
	return behind && r.capitalised(i) && !r.Word(i).Opens
}

// ownCapitals are the kinds of words that have a capital for what they are.
const ownCapitals = lexicon.Dictionary | lexicon.City | lexicon.Country | lexicon.Place | lexicon.Nationality |
	lexicon.Language | lexicon.Brand | lexicon.Proper

// risenForNothing reports a message with a word of the language that has a capital inside of a sentence and is in no
// list of names.
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
