package frame

import (
	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/internal/reading"
)

// greeted reads two words with capitals behind a greeting of which the second is in no list and none of the language,
// and the first nothing that people say every day: "hi Hyacinth Boothby". German writes its nouns so.
func greeted(r *frames, i int) (bauta.Span, bool) {
	behind := i > 0 && r.Before(i)&reading.Greeting != 0 && r.Beside(i-1, i)
	if r.Lang == "de" || !behind || !r.near(i, i+1) {
		return bauta.Span{}, false
	}
	first, last := r.Word(i), r.Word(i+1)
	names := first.Named() && last.Named() && !last.Known && r.strange(i+1)
	if !names || r.daily(i) || r.daily(i+1) || !r.ended(i+1) {
		return bauta.Span{}, false
	}
	return r.person(i, i+1, usual, "two words with capitals behind a greeting"), true
}

// daily reports a word that people say every day, in the language or in any.
func (r *frames) daily(i int) bool {
	norm := r.Norm(i)
	return lexicon.FrequentAnywhere(norm) || lexicon.Everyday(norm, r.Lang)
}
