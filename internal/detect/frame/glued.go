package frame

import (
	"strings"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/lexicon"
)

// shortestInitialled is how many letters an initial and a surname in one word have at least.
const shortestInitialled = 7

// initialGlued reads an initial and a surname in one word, as users of machines are called: "ssh mlefebvre@web-1". The
// word is in no list, and its rest in those of surnames, and of no words and first names.
func initialGlued(r *frames, i int) (bauta.Span, bool) {
	norm := r.Norm(i)
	if len(norm) < shortestInitialled || r.Word(i).Capital || strings.Trim(norm, "abcdefghijklmnopqrstuvwxyz") != "" {
		return bauta.Span{}, false
	}
	const others = lexicon.FirstName | lexicon.AntiDictionary&^lexicon.City&^lexicon.Proper
	e, _ := r.lex.Look(norm[1:], r.Lang)
	surname := e.Kinds&lexicon.Surname != 0 && e.Kinds&others == 0
	if !surname || !r.strange(i) || r.Compound(i).Known {
		return bauta.Span{}, false
	}
	return r.person(i, i, likely, "an initial and a surname in one word"), true
}
