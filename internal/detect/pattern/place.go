package pattern

import (
	"strings"

	"github.com/bauta/bauta/internal/lexicon/data/lists"
)

// placePhrases are what is said before the place where somebody lives or comes from, and
// placeHeads the last words of them.
var (
	placePhrases = lists.In("place-phrases")
	placeHeads   = lastWords(placePhrases)
)

// lastWords are the last words of phrases.
func lastWords(phrases lists.Words) map[string]bool {
	out := map[string]bool{}
	for p := range phrases {
		out[p[strings.LastIndexByte(p, ' ')+1:]] = true
	}
	return out
}

// findPlaces reads places that no list need have behind such a phrase: "originally from
// Karvik", "elle habite à Vallorne". In German, where all nouns have capitals, it reads none.
func findPlaces(sc *scan, r *compiled, _, _ int) {
	if sc.capitalNouns() {
		return
	}
	for w := 1; w < len(sc.words); w++ {
		if !sc.upper(w) || sc.words[w].has&hasDigit != 0 || !sc.dwelt(w) || sc.common(w) {
			continue
		}
		last := sc.town(w, false)
		sc.add(r, int(sc.words[w].start), int(sc.words[last].end), 0.6, r.kind)
		w = last
	}
}

// dwelt reports a phrase of two or three words before word w.
func (sc *scan) dwelt(w int) bool {
	if !sc.blankBehind(w-1) || !placeHeads[sc.plain(w-1)] {
		return false
	}
	said := sc.plain(w - 1)
	for v := w - 2; v >= max(0, w-3) && sc.blankBehind(v); v-- {
		if said = sc.plain(v) + " " + said; placePhrases[said] {
			return true
		}
	}
	return false
}

// common reports a word in capitals that is no place: a month, a word of the language.
func (sc *scan) common(w int) bool {
	return sc.tagged(w, tagStop|tagMonth) || notTowns[sc.plain(w)] || sc.own(w) || sc.size(w) < 3
}
