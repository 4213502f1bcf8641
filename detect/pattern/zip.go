package pattern

import (
	"github.com/bauta/bauta"
)

var zipRules = []rule{{
	kind: "zip-fr", label: bauta.ZipCode, on: onDigit, find: findZip,
	yes: []string{
		"‹34000› Montpellier", "12 rue de la paix ‹75002› Paris", "habite a ‹69003› lyon", "code postal ‹30900›",
		"‹34 000› Montpellier", "‹13100› Aix en Provence", "CP ‹59000›", "12 rue pasteur, ‹31000›", "‹F-75011› Paris",
		"‹44100› NANTES stp", "‹A-1010› Wien", "‹CH-8001› Zürich", "aus ‹D-04177› Leipzig",
	},
	no: []string{
		"10000 bisous", "15000 Euros", "12345 Merci", "20000 personnes", "75011", "34000 fans", "il a 12000 km",
		"10000 Bisous", "00123 Paris", "99999 Paris", "340001 Montpellier", "j'ai 34000 sms", "34000, Marie",
		"dans 10000 ans a Paris", "12 rue pasteur 2000 Bisous", "en 2012 Marie", "A-1010", "BB-1010 Wien",
		"commande FR-88213-X", "D-04177-Leipzig",
	},
}}

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
var zipCountries = set("A AT B BE CH D DE DK E ES F FL FR I IT L LU N NL NO P PT S SE")

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
func (sc *scan) townBehind(next int) (town, capital bool) {
	if !sc.within(next) {
		return false, false
	}
	gap := sc.between(next-1, next)
	if gap != " " && gap != ", " && gap != " - " {
		return false, false
	}
	if gap == " " && sc.capital(next) && sc.size(next) > 2 && !sc.tagged(next, tagStop|tagMonth) {
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
var notTowns = set("euros euro bisous bisoux bises merci salut coucou bonjour sms fois personnes ans jours km " +
	"points eur francs dollars " +
	"hommes femmes people euros usd gbp pounds cash awarded texts minutes kisses thanks")
