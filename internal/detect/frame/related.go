package frame

import (
	"github.com/bauta/bauta"
)

// related reads a first name of the lists, with a capital, behind the word for whom somebody is to somebody, though it is
// a word: "la abuela Consuelo", "mia zia Gioia", "my sister Hope".
func related(r *frames, i int) (bauta.Span, bool) {
	if !r.capitalised(i) || !r.near(i-1, i) || !given(r.Compound(i)) {
		return bauta.Span{}, false
	}
	if before := r.Word(i - 1); !relations()[r.Lang][r.Bare(i-1)] || before.Upper {
		return bauta.Span{}, false
	}
	return r.person(i, i, usual, "behind whom somebody is to them"), true
}
