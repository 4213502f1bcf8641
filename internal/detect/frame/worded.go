package frame

import (
	"strings"
	"sync"

	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/internal/lexicon/data/lists"
	"github.com/bauta/bauta/internal/reading"
)

// nounEndings are those of nouns that are made of other words, and nounPrefixes what others of them begin with.
var (
	nounEndings  = sync.OnceValue(func() []string { return lists.Longest("noun-endings") })
	nounPrefixes = sync.OnceValue(func() []string { return lists.Longest("noun-prefixes") })
)

// calls are the kinds of words by which somebody or something is called.
const calls = lexicon.Dictionary | lexicon.Hypocoristic | lexicon.Hide | lexicon.Kinship | lexicon.City |
	lexicon.Country | lexicon.Place | lexicon.Brand

// worded reports a word of the language that no list holds for a name, with a capital that it would have as such: that
// of a noun in German, or at the beginning of a sentence.
func (r *frames) worded(i int) bool {
	w := r.Word(i)
	titled := (w.Role|r.Before(i))&reading.Title != 0
	if w.Is(calls) || titled || !w.Named() || r.Lang != "de" && !w.Opens {
		return false
	}
	word := w.Is(lexicon.Form|lexicon.Greeting) || w.Everyday.Has(r.Lang)
	if word || r.Lang == "de" && r.derived(r.Norm(i)) {
		return true
	}
	e, ok := r.Resolve(i)
	return ok && e.Kinds&lexicon.Greeting != 0 // Grüß
}

// derived reports a German noun by its ending, or by what stands before an everyday word in it: Krankmeldung, Rückruf.
func (r *frames) derived(norm string) bool {
	for _, ending := range nounEndings() {
		if stem, ok := strings.CutSuffix(norm, ending); ok && len(stem) >= leastStem {
			return true // Hartung is a surname
		}
	}
	for _, prefix := range nounPrefixes() {
		if rest, ok := strings.CutPrefix(norm, prefix); ok && len(rest) >= leastRest {
			return lexicon.Everyday(rest, r.Lang)
		}
	}
	return false
}

// leastStem is how many letters a noun has at least before such an ending, and leastRest one behind such a beginning.
const (
	leastStem = 5
	leastRest = 3
)
