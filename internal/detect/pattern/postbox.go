package pattern

import "strings"

// findPostBox reads a box at the post office and military mail: "PO Box 123", "Postfach
// 12 34", "PSC 12, Box 345", "Unit 12 Box 345", "FPO AP 96349".
func findPostBox(sc *scan, r *compiled, _, w int) {
	if sc.military(w) {
		sc.add(r, sc.shipBefore(w), int(sc.words[w+2].end), 0.9, "address-box")
		return
	}
	if !sc.tagged(w, tagBox) || sc.is(w, "apo", "fpo", "dpo") {
		return
	}
	n := w + 1
	for sc.within(n) && n <= w+2 && sc.tagged(n, tagFill|tagPostal) && !sc.numeric(n) {
		n++ // "casella postale 12", "apartado de correos 12", "box no. 12"
	}
	if !sc.within(n) || sc.s[sc.words[n].start] == '0' && sc.size(n) > 4 || !sc.boxNumber(n) {
		return
	}
	if len(sc.between(n-1, n)) > 3 || strings.Trim(sc.between(n-1, n), " .:#°º") != "" {
		return
	}
	start, ok := sc.boxStart(w)
	if !ok {
		return
	}
	end := n
	for sc.blankBehind(end) && sc.figures(end+1) && sc.size(end+1) <= 3 && sc.size(end) <= 3 {
		end++ // German boxes are written in pairs
	}
	sc.add(r, start, int(sc.words[end].end), 0.85, "address-box")
}

// military reports "APO AE 09012": post office, region and code.
func (sc *scan) military(w int) bool {
	if !sc.within(w+2) || !sc.is(w, "apo", "fpo", "dpo") || !sc.shouted(w+1) {
		return false
	}
	return sc.is(w+1, "aa", "ae", "ap") && sc.figures(w+2) && sc.size(w+2) == 5
}

// shipBefore returns where the ship begins that stands before military mail at word w:
// "USS Name\nFPO AP 96349"; the start of w for none.
func (sc *scan) shipBefore(w int) int {
	for v := w - 1; v >= max(0, w-3) && sc.upper(v); v-- {
		if sc.is(v, "uss", "usns", "uscgc", "hms") && touches(sc.s, int(sc.words[w-1].end), int(sc.words[w].start)) {
			return int(sc.words[v].start)
		}
	}
	return int(sc.words[w].start)
}

// boxNumber reports the number of a box: at most six digits, a letter before or behind.
func (sc *scan) boxNumber(n int) bool {
	body := sc.text(n)
	return len(body) <= 7 && strings.ContainsAny(body, "0123456789") && !amountAfter(sc.s, int(sc.words[n].end))
}

// boxStart returns where the box begins whose last word before the number is w. "Box"
// alone is a thing of every day: the post office, a unit or a command stands before it.
func (sc *scan) boxStart(w int) (int, bool) {
	start := int(sc.words[w].start)
	switch {
	case sc.is(w, "box"):
		return sc.boxOf(w)
	case sc.is(w, "bp", "cs"): // in English a pressure: "BP 138/84"
		ratio := sc.within(w+1) && strings.HasPrefix(sc.s[sc.words[w+1].end:], "/")
		return start, sc.shouted(w) && !ratio && (sc.lang != "en" || sc.d.guessed)
	case sc.is(w, "caixa", "casella", "apartado", "skrytka"):
		return start, sc.capital(w) || sc.tagged(w+1, tagPostal) || sc.within(w+2) && sc.tagged(w+2, tagPostal)
	}
	return start, true
}

// boxOf returns where "PO Box", "Unit 12 Box" begins whose word "box" is w; alone it is
// one in Swedish only.
func (sc *scan) boxOf(w int) (int, bool) {
	close := func(v int) bool { return v >= 0 && len(sc.between(v, v+1)) <= 2 }
	switch {
	case close(w-1) && sc.is(w-1, "po"):
		return int(sc.words[w-1].start), true
	case !close(w-1) || !close(w-2):
	case sc.is(w-1, "o") && sc.is(w-2, "p"), sc.figures(w-1) && sc.is(w-2, "unit", "psc", "cmr", "rr", "hc"):
		return int(sc.words[w-2].start), true
	}
	return int(sc.words[w].start), sc.capital(w) && sc.lang == "sv"
}
