package pattern

import (
	"strings"

	"github.com/bauta/bauta/detect/pattern/checkdigit"
)

var codeRules = []rule{{
	kind: "code", on: onTag, find: findCode,
	yes: []string{
		"digicode ‹12A45›", "le code c'est ‹1234B›", "le code de la porte est ‹4589›", "interphone ‹B1207›", "code: ‹A7B9›", "mdp wifi : ‹toto1234›",
		"le digicode c ‹2580A›", "ton code pin ‹4821›", "code portail ‹7B33›", "my password is ‹hunter2›", "wifi password: ‹Tr0ub4dor&3› ok", "il codice del cancello è ‹4589›", "code ‹24B68›", "Das Passwort ist ‹Geheim77›",
		"mot de passe : ‹Azerty-99›", "the door code is ‹5521#›", "code porte ‹1789›", "pin: ‹0000›",
	},
	no: []string{
		"le code de la route", "code promo", "j'ai mon code a 14h", "le code c'est demain", "code 12", "pin up", "j'ai eu mon code !", "wifi a 20 euros",
		"le code en 2 fois", "my password is great", "interphone en panne", "le code est a 17h30", "passe ton code en juin 2012", "promo, code SOLDES20", "code SAVE15 jusqu'a dimanche",
	},
}, {
	kind: "reference", on: onTag, find: findReference,
	yes: []string{
		"mon colis ‹6A12345678901›", "commande n° ‹784512369›", "dossier ‹2012-45781›", "votre reservation : ‹XK7P9Q›", "numéro de client ‹00458712›", "order no ‹1234567›",
		"tracking number: ‹1Z999AA10123456784›", "ref ‹AB-45871›", "suivi colis ‹8R40123456789›", "Your booking ‹QX12345›", "n° de dossier: ‹45821›",
		"Kundennummer ‹4711081›", "dossier ‹QZKRTP›, départ 14h12", "n° de dossier CAF ‹1234567›", "su pedido ‹ES-7731-20448› sale", "Bestellung ‹DE-40117-C›", "acc ‹40917263›", "acct ‹20991734›", "dossier caf n° ‹6620417›", "contrat edf nº ‹4408127›", "suivi colissimo: ‹6A04512378912›", "policy ‹PX-20931-7›", "invoice #‹20345›",
	},
	no: []string{
		"mon colis arrive demain", "commande 2 pizzas", "2 tickets 40 euros", "dossier de 20 pages", "order 2 beers", "facture de 1500 euros", "ticket a 12,50", "commande a 19h30",
		"ref a 20h", "suivi de 3 mois", "reservation pour 4", "le dossier 2012", "facture de 1500 eur", "numero 1", "a no 18 months contract", "no 2 tickets",
		"no 18yrs", "id 25", "le bus n° 12", "n° 1 des ventes", "en n 45871 fois",
	},
}, {
	kind: "number", on: onDigit, find: findNumber,
	yes: []string{"le voila ‹784512369012› ok", "‹0870753331018›", "c'est ‹4587123695›.", "carte ‹4532 6677 8552 2111›", "(‹982451367›)"},
	no: []string{
		"1000000000 euros", "1234567890123 km", "12345678", "0,123456789", "3.141592653589", "9999999999", "1500000000", "$123456789", "1234567890 bisous", "12345678910", "£987654321", "12 345 678 901", "2012 2013 2014 2015", "1000 2000 3000 4000",
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
	if x.has != hasDigit || len(body) < 9 || len(body) > 34 || strings.HasSuffix(body, "0000") || checkdigit.Repeated(body) || ascending(body) ||
		!before(sc.s, at) || sc.decimal(at, end) || amountAfter(sc.s, end) {
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
	if v < 0 || w > 0 && notCodes[folded(s5(sc, w-1))] {
		return
	}
	start, end, _ := sc.loose(v)
	if t&tagSecret != 0 && marked {
		for end < len(sc.s) && end-start < 40 && sc.s[end] > ' ' && sc.s[end] < 0x80 {
			end++
		}
		for strings.IndexByte(".,;:!?)\"'", sc.s[end-1]) >= 0 {
			end--
		}
	}
	if end < len(sc.s) && (sc.s[end] == '#' || sc.s[end] == '*') {
		end++
	}
	body := sc.s[start:end]
	digits, lower := 0, 0
	for i := range len(body) {
		switch {
		case digit(body[i]):
			digits++
		case body[i] >= 'a' && body[i] <= 'z':
			lower++
		}
	}
	if digits == 0 || end-start < 3 || end-start > 24 || amount(body) || lower > 0 && digits < 2 && t&tagSecret == 0 {
		return
	}
	if amountAfter(sc.s, end) && strings.IndexByte(body, '-') < 0 {
		return
	}
	plain := digits == len(body)
	if !marked && digits <= 2 && len(body)-digits >= 4 && t&tagSecret == 0 {
		return // the code of a sale
	}
	if plain && !marked && (len(body) < 4 || year(body)) || !marked && lower == len(body)-1 {
		return
	}
	score := 0.6
	if marked {
		score = 0.8
	}
	sc.add(r, start, end, score, "code")
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
	if sc.words[w].tags&tagOrder == 0 || sc.is(w, "n") && !strings.HasPrefix(sc.s[sc.words[w].end:], "°") && !strings.HasPrefix(sc.s[sc.words[w].end:], "º") {
		return
	}
	v, marked := sc.announced(w, 5)
	if v < 0 {
		return
	}
	if v+1 < len(sc.words) && sc.words[v].has == hasUpper && sc.words[v].end-sc.words[v].start <= 5 && sc.between(v, v+1) == " " && sc.words[v+1].has == hasDigit {
		v++ // "dossier CAF 1234567"
	}
	start, end, _ := sc.loose(v)
	body := sc.s[start:end]
	digits, upper, lower := 0, 0, 0
	for i := range len(body) {
		switch {
		case digit(body[i]):
			digits++
		case body[i] >= 'A' && body[i] <= 'Z':
			upper++
		case body[i] >= 'a' && body[i] <= 'z':
			lower++
		}
	}
	if digits == 0 && upper == 6 && len(body) == 6 && sc.booked(w, v) {
		sc.add(r, start, end, 0.6, "reference")
		return
	}
	if digits < 1 || amount(body) || amountAfter(sc.s, end) || sc.decimal(start, end) {
		return
	}
	weight := digits
	if upper > 0 && lower == 0 || marked && upper+lower > 0 {
		weight = digits*2 + upper
	}
	least := 5
	if marked {
		least = 4
	}
	if weight < least || len(body) > 34 || lower > 0 && (lower > digits || digits < 3) || year(body) || marked && strings.HasSuffix(body, "000") && len(body) < 6 {
		return
	}
	score := 0.6
	switch {
	case sc.words[w].tags&tagPhone != 0:
		score = 0.5 // "numéro" announces telephones too
	case sc.is(w, "nr") || sc.is(w, "no"):
		// may be a telephone's
	case marked || digits >= 7:
		score = 0.75
	}
	sc.add(r, start, end, score, "reference")
}

// booked reports that word w announces a booking and the words around word v
// are not in capitals, so that six capitals are the code of one.
func (sc *scan) booked(w, v int) bool {
	switch folded(s5(sc, w)) {
	case "dossier", "reservation", "resa", "booking", "reference", "ref", "pnr", "buchung", "prenotazione", "reserva", "bokning":
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
	return start > 0 && s[start-1] == '$' || strings.HasSuffix(s[:start], "£") || strings.HasSuffix(s[:start], "€") ||
		start > 1 && (s[start-1] == ',' || s[start-1] == ':' || s[start-1] == '.') && digit(s[start-2])
}

// ascending reports counting: "123456789", "0123456789".
func ascending(s string) bool {
	return strings.HasPrefix("01234567891011121314151617181920", s) || strings.HasPrefix("1234567891011121314151617181920", s) ||
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
	if n < 3 || odd < 2 || end > len(s) || !digit(s[end-1]) || at > 1 && digit(s[at-2]) && (s[at-1] == ' ' || s[at-1] == '-') || !before(s, at) || !boundary(s, end) {
		return false
	}
	sc.add(r, at, end, 0.5, "number")
	return true
}
