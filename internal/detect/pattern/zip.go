package pattern

import (
	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/lexicon/data/lists"
)

// findZip reads a French postal code from the digit at s[at]: five digits
// beside a town, behind a street, or announced.
func findZip(sc *scan, r *compiled, at, w int) {
	x := sc.words[w]
	s, end, next := sc.s, int(x.end), w+1
	if x.has != hasDigit || sc.decimal(at, end) || x.end-x.start > 5 {
		return
	}
	code := s[at:end]
	if !sc.reads("fr") || len(code) == 4 {
		sc.foreignZip(r, at, w)
		return
	}
	if len(code) == 2 && sc.threeMore(w) {
		end, next = int(sc.words[w+1].end), w+2
		code += sc.text(w + 1)
		if !sc.within(next) || !sc.tagged(next, tagTown) && !sc.behindStreet(at) {
			return
		}
	}
	if !frenchCode(code) {
		return
	}
	start, country := sc.countryBefore(at, w)
	if w > 0 && sc.between(w-1, w) == "-" && sc.is(w-1, "f") {
		start = int(sc.words[w-1].start)
	}
	score := sc.zipScore(start, end, next, w)
	if country && sc.blankBehind(next-1) && sc.capital(next) {
		score = max(score, 0.75)
	}
	if score > 0 {
		sc.add(r, start, end, score, "zip-fr")
	}
}

// frenchCode reports five digits that begin with the number of a department.
func frenchCode(code string) bool {
	return len(code) == 5 && code >= "01000" && code[:2] <= "98"
}

// threeMore reports three digits behind word w, with a blank between.
func (sc *scan) threeMore(w int) bool {
	return sc.blankBehind(w) && sc.figures(w+1) && sc.size(w+1) == 3
}

// foreignZip reads a postal code right behind a street: four or five digits
// before a capital, or three and two.
func (sc *scan) foreignZip(r *compiled, at, w int) {
	next, end := w+1, int(sc.words[w].end)
	n := end - at
	if n == 3 && sc.twoMore(w) {
		end, n, next = int(sc.words[next].end), 5, next+1
	}
	if n < 4 || n > 5 || !sc.blankBehind(next-1) || !sc.capital(next) && !sc.tagged(next, tagTown) {
		return
	}
	start, country := sc.countryBefore(at, w)
	placed := country || sc.behindStreet(at) || n == 5 && sc.tagged(next, tagTown)
	if !placed || notTowns[sc.plain(next)] {
		return
	}
	sc.add(r, start, end, 0.75, "zip")
}

// countryBefore returns where a code begins that the sign of its country and a
// hyphen stand before: A-1010, CH-8001.
func (sc *scan) countryBefore(at, w int) (int, bool) {
	if w == 0 || sc.between(w-1, w) != "-" || !zipCountries[sc.text(w-1)] || !before(sc.s, int(sc.words[w-1].start)) {
		return at, false
	}
	return int(sc.words[w-1].start), true
}

// zipCountries are the signs of countries that people write before postal codes.
var zipCountries = lists.In("postal-countries")

// behindStreet reports an address that ends shortly before byte at.
func (sc *scan) behindStreet(at int) bool {
	for i := len(sc.found) - 1; i >= 0 && i >= len(sc.found)-4; i-- {
		if f := sc.found[i]; f.rule.label == bauta.Address && f.end <= at && at-f.end <= 24 {
			return true
		}
	}
	return false
}

// zipScore says how likely five digits are a postal code, by what stands beside
// them: next is the word behind.
func (sc *scan) zipScore(start, end, next, w int) float64 {
	if amountAfter(sc.s, end) {
		return 0
	}
	town, capital := sc.townBehind(next)
	switch {
	case town, sc.behindStreet(start):
		return 0.85
	case sc.announcedBy(w, start, tagHome) && (capital || !sc.within(next)), zipWord(sc, w):
		return 0.7
	case capital && sc.s[end-3:end] != "000" && !year(sc.s[start:min(end, start+4)]):
		return 0.6
	}
	return 0
}

// townBehind reports that the word behind a code is a town, or may be one for its
// capital.
func (sc *scan) townBehind(next int) (known, capital bool) {
	if !sc.within(next) {
		return false, false
	}
	gap := sc.between(next-1, next)
	if gap != " " && gap != ", " && gap != " - " {
		return false, false
	}
	town := sc.words[next].has&hasDigit == 0 && !sc.tagged(next, tagStop|tagMonth)
	if gap == " " && sc.capital(next) && sc.size(next) > 2 && town {
		cased := sc.words[next].has&hasLower != 0 || sc.lang == "fr"
		capital = cased && !notTowns[sc.plain(next)]
	}
	return sc.tagged(next, tagTown), capital
}

// zipWord reports "code postal" or "CP" before word w.
func zipWord(sc *scan, w int) bool {
	return w > 0 && sc.is(w-1, "postal", "cp", "zip", "plz", "cap")
}

// notTowns are words in capitals behind a number of five digits.
var notTowns = lists.In("not-towns")

// findLabelledZip reads the postal code that word w announces: "ZIP: 8592", "plz 1010".
func findLabelledZip(sc *scan, r *compiled, _, w int) {
	if !sc.tagged(w, tagZip) || sc.is(w, "postal") && !sc.codeBeside(w) {
		return
	}
	v, marked := sc.announced(w, 3)
	if v < 0 || !sc.figures(v) {
		return
	}
	last := max(v, sc.postcode(v))
	body, end := sc.text(v), int(sc.words[last].end)
	plain := last > v || len(body) >= 4 && len(body) <= 6 && !year(body) && !sc.is(w, "cap", "cp", "zip")
	if !marked && !plain || last == v && (len(body) < 3 || len(body) > 7) {
		return
	}
	if amountAfter(sc.s, end) || sc.decimal(int(sc.words[v].start), end) {
		return
	}
	sc.add(r, int(sc.words[v].start), end, 0.8, "zip-labelled")
}

// codeBeside reports "code" before or behind word w.
func (sc *scan) codeBeside(w int) bool {
	return w > 0 && sc.tagged(w-1, tagCode) || sc.within(w+1) && sc.tagged(w+1, tagCode)
}
