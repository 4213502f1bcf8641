package pattern

import "strings"

// findCareOf reads with whom somebody lives, behind "c/o": names in capitals, or one strange
// word in small letters. The word w is the c.
func findCareOf(sc *scan, r *compiled, _, w int) {
	v := w + 2
	if !sc.is(w, "c") || !sc.within(v) || sc.between(w, w+1) != "/" || !sc.is(w+1, "o") {
		return
	}
	if gap := sc.between(w+1, v); len(gap) > 3 || strings.Trim(gap, " .:") != "" || sc.numeric(v) {
		return
	}
	last := v
	if sc.upper(v) {
		last = sc.town(v, false)
	} else if sc.lang == "" || sc.own(v) || sc.tagged(v, tagStop) {
		return
	}
	sc.add(r, int(sc.words[v].start), int(sc.words[last].end), 0.6, "address-part")
}
