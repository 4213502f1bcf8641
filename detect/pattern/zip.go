package pattern

import (
	"github.com/bauta/bauta"
)

var zipRules = []rule{{
	kind: "zip-fr", label: bauta.ZipCode, on: onDigit, find: findZip,
	yes: []string{
		"‹34000› Montpellier", "12 rue de la paix ‹75002› Paris", "habite a ‹69003› lyon", "code postal ‹30900›", "‹34 000› Montpellier", "‹13100› Aix en Provence", "CP ‹59000›",
		"12 rue pasteur, ‹31000›", "‹F-75011› Paris", "‹44100› NANTES stp", "‹A-1010› Wien", "‹CH-8001› Zürich", "aus ‹D-04177› Leipzig",
	},
	no: []string{
		"10000 bisous", "15000 Euros", "12345 Merci", "20000 personnes", "75011", "34000 fans", "il a 12000 km", "10000 Bisous", "00123 Paris", "99999 Paris", "340001 Montpellier",
		"j'ai 34000 sms", "34000, Marie", "dans 10000 ans a Paris", "12 rue pasteur 2000 Bisous", "en 2012 Marie", "A-1010", "BB-1010 Wien", "commande FR-88213-X", "D-04177-Leipzig",
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
	if len(code) == 2 && w+1 < len(sc.words) && sc.between(w, w+1) == " " && sc.words[w+1].has == hasDigit && sc.words[w+1].end-sc.words[w+1].start == 3 {
		end, next = int(sc.words[w+1].end), w+2
		code += s[end-3 : end]
		if next >= len(sc.words) || sc.words[next].tags&tagTown == 0 && !sc.behindStreet(at) {
			return
		}
	}
	if len(code) != 5 || code < "01000" || code[:2] > "98" {
		return
	}
	start, country := sc.countryBefore(at, w)
	if w > 0 && sc.between(w-1, w) == "-" && sc.is(w-1, "f") {
		start = int(sc.words[w-1].start)
	}
	score := sc.zipScore(start, end, next, w)
	if country && next < len(sc.words) && sc.between(next-1, next) == " " && sc.capital(next) {
		score = max(score, 0.75)
	}
	if score > 0 {
		sc.add(r, start, end, score, "zip-fr")
	}
}

// foreignZip reads a postal code right behind a street: four or five digits
// before a capital, or three and two.
func (sc *scan) foreignZip(r *compiled, at, w int) {
	x, next := sc.words[w], w+1
	end := int(x.end)
	n := end - at
	if n == 3 && next < len(sc.words) && sc.between(w, next) == " " && sc.words[next].has == hasDigit && sc.words[next].end-sc.words[next].start == 2 {
		end, n, next = int(sc.words[next].end), 5, next+1
	}
	if n < 4 || n > 5 || next >= len(sc.words) || sc.between(next-1, next) != " " || !sc.capital(next) && sc.words[next].tags&tagTown == 0 {
		return
	}
	start, country := sc.countryBefore(at, w)
	if !country && !sc.behindStreet(at) && (n < 5 || sc.words[next].tags&tagTown == 0) || notTowns[folded(s5(sc, next))] {
		return
	}
	sc.add(r, start, end, 0.75, "zip")
}

// countryBefore returns where a code begins that the sign of its country and a
// hyphen stand before: A-1010, CH-8001.
func (sc *scan) countryBefore(at, w int) (int, bool) {
	if w == 0 || sc.between(w-1, w) != "-" || !zipCountries[s5(sc, w-1)] || !before(sc.s, int(sc.words[w-1].start)) {
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

func (sc *scan) zipScore(start, end, next, w int) float64 {
	town, capital := false, false
	if next < len(sc.words) {
		gap := sc.between(next-1, next)
		if gap == " " || gap == ", " || gap == " - " {
			t := sc.words[next].tags
			town = t&tagTown != 0
			capital = gap == " " && sc.capital(next) && (sc.words[next].has&hasLower != 0 || sc.lang == "fr") && sc.words[next].end-sc.words[next].start > 2 && t&tagStop == 0 && t&tagMonth == 0 &&
				!notTowns[folded(s5(sc, next))]
		}
	}
	if amountAfter(sc.s, end) {
		return 0
	}
	if sc.behindStreet(start) {
		return 0.85
	}
	switch {
	case town:
		return 0.85
	case sc.announcedBy(w, start, tagHome) && (capital || next >= len(sc.words)), zipWord(sc, w):
		return 0.7
	case capital && sc.s[end-3:end] != "000" && !year(sc.s[start:min(end, start+4)]):
		return 0.6
	}
	return 0
}

func s5(sc *scan, w int) string { return sc.s[sc.words[w].start:sc.words[w].end] }

// zipWord reports "code postal" or "CP" before word w.
func zipWord(sc *scan, w int) bool {
	return w > 0 && (sc.is(w-1, "postal") || sc.is(w-1, "cp") || sc.is(w-1, "zip") || sc.is(w-1, "plz") || sc.is(w-1, "cap"))
}

// notTowns are words in capitals behind a number of five digits.
var notTowns = set("euros euro bisous bisoux bises merci salut coucou bonjour sms fois personnes ans jours km points eur francs dollars " +
	"hommes femmes people euros usd gbp pounds cash awarded texts minutes kisses thanks")
