package frame

import (
	"sync"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/internal/lexicon/data/lists"
)

// beforeThings are indefinite articles and words for how much there is, behind which hardly anybody is named; in
// English any article.
var beforeThings = sync.OnceValue(func() map[string]lists.Words { return lists.ByLang("before-things") })

// doubtedThing is below what probability a word in small letters behind such a word is no name: there may be a brian
// on the team, but hardly a holly in the garden.
const doubtedThing = 0.8

// aThing reports a doubtful find of word i that is said of a thing: "une charlotte aux fraises". What is a name
// and no word, a word behind it that may be a surname, and somebody named together with it speak for a name.
func (r *frames) aThing(s bauta.Span, i int) bool {
	behind := r.near(i-1, i) && beforeThings()[r.Lang][r.Norm(i-1)]
	if !behind || s.P >= doubtedThing || s.Source == Source || r.Word(i).Capital {
		return false
	}
	if w := r.Word(i); w.Is(lexicon.Dictionary) && !w.Common || r.near(i, i+1) && r.strange(i+1) {
		return false
	}
	return !r.IsWord(i+2) || !r.joined(i+1) || !r.given(i+2)
}
