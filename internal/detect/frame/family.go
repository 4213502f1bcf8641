package frame

import (
	"sync"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/internal/lexicon/data/lists"
)

var families = sync.OnceValue(func() map[string]lists.Words { return lists.ByLang("family-articles") })

// family reads a surname of the lists that is no word behind the article of many: "chez
// les delattre", "el coche de los garcía".
func family(r *frames, i int) (bauta.Span, bool) {
	if !r.IsWord(i-1) || !r.Beside(i-1, i) || !families()[r.Lang][r.Norm(i-1)] {
		return bauta.Span{}, false
	}
	w := r.Word(i)
	if !w.Is(lexicon.Surname) || w.Common || lexicon.Frequent(r.Norm(i), r.Lang) {
		return bauta.Span{}, false
	}
	return r.person(i, i, likely, "a family"), true
}
