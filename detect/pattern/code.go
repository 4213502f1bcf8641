package pattern

import (
	"strings"

	"github.com/bauta/bauta/detect/pattern/checkdigit"
)

var codeRules = []rule{{
	kind: "code", on: onTag, find: findCode,
	yes: []string{
		"digicode ‹12A45›", "le code c'est ‹1234B›", "le code de la porte est ‹4589›", "interphone ‹B1207›",
		"code: ‹A7B9›", "mdp wifi : ‹toto1234›", "le digicode c ‹2580A›", "ton code pin ‹4821›", "code portail ‹7B33›",
		"my password is ‹hunter2›", "wifi password: ‹Tr0ub4dor&3› ok", "il codice del cancello è ‹4589›",
		"code ‹24B68›", "Das Passwort ist ‹Geheim77›", "mot de passe : ‹Azerty-99›", "the door code is ‹5521#›",
		"code porte ‹1789›", "pin: ‹0000›",
	},
	no: []string{
		"le code de la route", "code promo", "j'ai mon code a 14h", "le code c'est demain", "code 12", "pin up",
		"j'ai eu mon code !", "wifi a 20 euros", "le code en 2 fois", "my password is great", "interphone en panne",
		"le code est a 17h30", "passe ton code en juin 2012", "promo, code SOLDES20", "code SAVE15 jusqu'a dimanche",
	},
}, {
	kind: "reference", on: onTag, find: findReference,
	yes: []string{
		"mon colis ‹6A12345678901›", "commande n° ‹784512369›", "dossier ‹2012-45781›", "votre reservation : ‹XK7P9Q›",
		"numéro de client ‹00458712›", "order no ‹1234567›", "tracking number: ‹1Z999AA10123456784›", "ref ‹AB-45871›",
		"suivi colis ‹8R40123456789›", "Your booking ‹QX12345›", "n° de dossier: ‹45821›", "Kundennummer ‹4711081›",
		"dossier ‹QZKRTP›, départ 14h12", "n° de dossier CAF ‹1234567›", "su pedido ‹ES-7731-20448› sale",
		"Bestellung ‹DE-40117-C›", "acc ‹40917263›", "acct ‹20991734›", "dossier caf n° ‹6620417›",
		"contrat edf nº ‹4408127›", "suivi colissimo: ‹6A04512378912›", "policy ‹PX-20931-7›", "invoice #‹20345›",
	},
	no: []string{
		"mon colis arrive demain", "commande 2 pizzas", "2 tickets 40 euros", "dossier de 20 pages", "order 2 beers",
		"facture de 1500 euros", "ticket a 12,50", "commande a 19h30", "ref a 20h", "suivi de 3 mois",
		"reservation pour 4", "le dossier 2012", "facture de 1500 eur", "numero 1", "a no 18 months contract",
		"no 2 tickets", "no 18yrs", "id 25", "le bus n° 12", "n° 1 des ventes", "en n 45871 fois",
	},
}, {
	kind: "number", on: onDigit, find: findNumber,
	yes: []string{
		"le voila ‹784512369012› ok", "‹0870753331018›", "c'est ‹4587123695›.", "carte ‹4532 6677 8552 2111›",
		"(‹982451367›)",
	},
	no: []string{
		"1000000000 euros", "1234567890123 km", "12345678", "0,123456789", "3.141592653589", "9999999999", "1500000000",
		"$123456789", "1234567890 bisous", "12345678910", "£987654321", "12 345 678 901", "2012 2013 2014 2015",
		"1000 2000 3000 4000",
	},
}}

// findNumber finds nine digits and more in a row, which nobody writes for an
// amount: whatever they are, they identify something.
func findNumber(sc *scan, r *compiled, at, w int) {
	x := sc.words[w]
	if sc.fours(r, at) {
		return
	}
	end := int(x.end)
	body := sc.s[at:end]
	if x.has != hasDigit || len(body) < 9 || len(body) > 34 || !before(sc.s, at) {
		return
	}
	if strings.HasSuffix(body, "0000") || checkdigit.Repeated(body) || ascending(body) {
		return
	}
	if sc.decimal(at, end) || amountAfter(sc.s, end) {
		return
	}
	sc.add(r, at, end, 0.5, "number")
}

// findCode reads the code that word w announces. A word alone in it must have
// a digit; a code of digits alone has three at least, and is no time or year.
func findCode(sc *scan, r *compiled, _, w int) {
	t := sc.words[w].tags
	if t&(tagCode|tagSecret) == 0 || sc.is(w, "passe") && !sc.motDePasse(w) {
		return
	}
	v, marked := sc.announced(w, 6)
	if v < 0 || w > 0 && notCodes[sc.plain(w-1)] {
		return
	}
	start, end := sc.codeRange(v, t&tagSecret != 0 && marked)
	body := sc.s[start:end]
	if amountAfter(sc.s, end) && strings.IndexByte(body, '-') < 0 || !isCode(body, marked, t&tagSecret != 0) {
		return
	}
	score := 0.6
	if marked {
		score = 0.8
	}
	sc.add(r, start, end, score, "code")
}

// longestSecret is how many bytes of a secret may stand without a blank.
const longestSecret = 40

// codeRange is the range of the code that begins with word v; a secret takes all
// signs up to the next blank, without the punctuation of the sentence.
func (sc *scan) codeRange(v int, secret bool) (start, end int) {
	start, end, _ = sc.loose(v)
	if secret {
		for end < len(sc.s) && end-start < longestSecret && sc.s[end] > ' ' && sc.s[end] < 0x80 {
			end++
		}
		for strings.IndexByte(".,;:!?)\"'", sc.s[end-1]) >= 0 {
			end--
		}
	}
	if end < len(sc.s) && (sc.s[end] == '#' || sc.s[end] == '*') {
		end++
	}
	return start, end
}

// isCode reports what may be a code, the less likely an ordinary word, a time or
// a year it is, the more is said to announce it.
func isCode(body string, marked, secret bool) bool {
	has := makeupOf(body)
	if has.digits == 0 || len(body) < 3 || len(body) > 24 || amount(body) {
		return false
	}
	if !secret && has.lower > 0 && has.digits < 2 {
		return false
	}
	if marked {
		return true
	}
	switch {
	case !secret && has.digits <= 2 && len(body)-has.digits >= 4: // the code of a sale
		return false
	case has.digits == len(body):
		return len(body) >= 4 && !year(body)
	}
	return has.lower != len(body)-1
}

// makeup counts the letters and digits of a code.
type makeup struct{ digits, upper, lower int }

func makeupOf(body string) makeup {
	var has makeup
	for i := range len(body) {
		switch c := body[i]; {
		case digit(c):
			has.digits++
		case c >= 'A' && c <= 'Z':
			has.upper++
		case c >= 'a' && c <= 'z':
			has.lower++
		}
	}
	return has
}

// notCodes are words before "code" that make it a postal, dialling or public one.
var notCodes = set("zip postal post area country dress promo discount source qr bar")

// motDePasse reports "mot de passe" ending at word w.
func (sc *scan) motDePasse(w int) bool {
	return w >= 2 && sc.is(w, "passe") && sc.is(w-1, "de") && sc.is(w-2, "mot")
}

// year reports a number that reads as a year of this time.
func year(s string) bool { return len(s) == 4 && (s[:2] == "19" || s[:2] == "20") }

// findReference reads the number that word w announces: of an order, a parcel,
// a customer.
func findReference(sc *scan, r *compiled, _, w int) {
	if !sc.tagged(w, tagOrder) || sc.is(w, "n") && !numero(sc.s[sc.words[w].end:]) {
		return
	}
	v, marked := sc.announced(w, 5)
	if v < 0 {
		return
	}
	if sc.shouted(v) && sc.size(v) <= 5 && sc.blankBehind(v) && sc.figures(v+1) {
		v++ // "dossier CAF 1234567"
	}
	start, end, _ := sc.loose(v)
	body := sc.s[start:end]
	has := makeupOf(body)
	if has.digits == 0 && has.upper == 6 && len(body) == 6 && sc.booked(w, v) {
		sc.add(r, start, end, 0.6, "reference")
		return
	}
	if amount(body) || amountAfter(sc.s, end) || sc.decimal(start, end) || !isReference(body, marked) {
		return
	}
	sc.add(r, start, end, sc.referenceScore(w, marked || has.digits >= 7), "reference")
}

// referenceScore scores a number by the word w that announces it.
func (sc *scan) referenceScore(w int, sure bool) float64 {
	switch {
	case sc.tagged(w, tagPhone):
		return 0.5 // "numéro" announces telephones too
	case sure && !sc.is(w, "nr", "no"): // they may be a telephone's
		return 0.75
	}
	return 0.6
}

// numero reports the sign behind the n of "n°".
func numero(s string) bool { return strings.HasPrefix(s, "°") || strings.HasPrefix(s, "º") }

// isReference reports enough digits for a number of reference; fewer are enough
// beside letters, and where something said that it follows.
func isReference(body string, marked bool) bool {
	has := makeupOf(body)
	weight, least := has.digits, 5
	if has.upper > 0 && has.lower == 0 || marked && has.upper+has.lower > 0 {
		weight = 2*has.digits + has.upper
	}
	if marked {
		least = 4
	}
	switch {
	case has.digits == 0, weight < least, len(body) > 34, year(body):
		return false
	case has.lower > 0 && (has.lower > has.digits || has.digits < 3): // a word
		return false
	}
	return !(marked && len(body) < 6 && strings.HasSuffix(body, "000"))
}

// booked reports that word w announces a booking and the words around word v
// are not in capitals, so that six capitals are the code of one.
func (sc *scan) booked(w, v int) bool {
	switch sc.plain(w) {
	case "dossier", "reservation", "resa", "booking", "reference", "ref", "pnr", "buchung", "prenotazione", "reserva",
		"bokning":
	default:
		return false
	}
	return sc.words[w].has&hasLower != 0 && (v+1 >= len(sc.words) || sc.words[v+1].has != hasUpper)
}

// decimal reports that s[start:end] is part of a number with separators, or
// stands behind a currency sign.
func (sc *scan) decimal(start, end int) bool {
	s := sc.s
	if end+1 < len(s) && (s[end] == ',' || s[end] == ':') && digit(s[end+1]) {
		return true
	}
	head := s[:start]
	if strings.HasSuffix(head, "$") || strings.HasSuffix(head, "£") || strings.HasSuffix(head, "€") {
		return true
	}
	return start > 1 && strings.IndexByte(",:.", s[start-1]) >= 0 && digit(s[start-2])
}

// ascending reports counting: "123456789", "0123456789".
func ascending(s string) bool {
	return strings.HasPrefix("01234567891011121314151617181920", s) ||
		strings.HasPrefix("1234567891011121314151617181920", s) ||
		strings.HasPrefix("12345678901234567890", s)
}

// fours finds groups of four digits, as cards and accounts are written: three
// at least, and no list of years or round numbers.
func (sc *scan) fours(r *compiled, at int) bool {
	s, end, n, odd := sc.s, at, 0, 0
	for ; end+4 <= len(s) && checkdigit.Digits(s[end:end+4]) && boundary(s, end+4) && n < 5; n++ {
		if g := s[end : end+4]; !year(g) && g[2:] != "00" {
			odd++
		}
		if end += 4; end+1 < len(s) && (s[end] == ' ' || s[end] == '-') && digit(s[end+1]) {
			end++
		} else {
			n++
			break
		}
	}
	if n < 3 || odd < 2 || !digit(s[end-1]) || !boundary(s, end) || !before(s, at) {
		return false
	}
	if at > 1 && digit(s[at-2]) && (s[at-1] == ' ' || s[at-1] == '-') { // a group before it
		return false
	}
	sc.add(r, at, end, 0.5, "number")
	return true
}
