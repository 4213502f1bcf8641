package pattern

import (
	"strings"

	"github.com/bauta/bauta"
)

var addressRules = []rule{{
	kind: "address-fr", label: bauta.Address, on: onTag, find: findStreet,
	yes: []string{
		"j'habite ‹12 rue de la paix›", "‹12 bis av. du gal leclerc›", "‹3, impasse des lilas› 34000 Montpellier", "rdv au ‹45 bd jean jaures›", "‹7 allée Paul Riquet›",
		"‹24 quai de la loire›, digicode", "je suis ‹14 rue victor hugo› et toi", "‹112 avenue du 8 mai 1945›", "‹12 place de la mairie›", "c'est ‹8ter chemin du moulin› a gauche",
		"‹15 rue pasteur› a lyon", "on se voit ‹rue de la gare› demain", "‹5 rue du Faubourg Saint-Antoine›", "‹2 cours Mirabeau› 13100 Aix", "‹avenue Jean Jaurès› ok",
		"‹résidence les Oliviers›", "‹33B rue d'Alésia›", "‹1 av de l'europe› stp", "‹10 RUE DES ECOLES›", "habite ‹6 rue haute› viens", "rdv ‹rue du mistral au 12›, le portail", "‹15 rue du faubourg st jaumes› 34000", "‹rue Haldimand 8› ok", "‹rue de verdun n°12›", "on est au ‹12 de la rue de verdun›", "j'habite ‹résidence les pins›", "‹12 r de la paix›", "‹5 place jean jaures› stp",
	},
	no: []string{
		"la rue est longue", "2 places de ciné", "je suis dans la rue", "3 cours de maths", "il dort dans la rue et moi", "place au concert", "en cours de route",
		"j'ai 2 place pour le concert", "une allée", "mets ca en place", "sur la route", "je passe par la rue", "en avenue", "route de nuit", "dans la rue de chez moi",
		"via toi", "ca va être le cours de 10h", "il y a 2 rue apres", "c'est la rue", "calle toi", "le passage de niveau", "14 allée", "cave", "rue de la soif ce soir?", "av jc 52", "passage du cours 3 au cours 4",
	},
}, {
	kind: "address-inside", label: bauta.Address, on: onTag, find: findInside,
	yes: []string{"j'habite ‹bat B› appt 12", "bat B ‹appt 12›", "‹appartement 304›", "c'est ‹appt 12B› 3e", "j'habite ‹bâtiment C›", "‹apt 14›", "adresse: ‹escalier B›", "chez moi ‹bat. A3›"},
	no:  []string{"il se bat a mort", "l'appart de lea", "un bat mobile", "batiment C", "Bat 5 salle 108", "appartement T2", "escalier a gauche", "2 appart", "porte moi", "bat toi", "appart super"},
}}

// findStreet reads a French street around the word w for the kind
// of street: an optional number before it, the name behind it.
func findStreet(sc *scan, r *compiled, _, w int) {
	x := sc.words[w]
	if x.tags&(tagStreet|tagPlace) == 0 || !sc.reads("fr") {
		return
	}
	first, numbered := sc.houseNumber(w)
	end, named := sc.streetName(w, numbered)
	if end < 0 || strings.HasSuffix(sc.s[:end], " soif") || w+1 < len(sc.words) && sc.is(w+1, "jc") {
		return
	}
	strong := x.tags&tagStreet != 0
	if tail := sc.numberAfter(end); !numbered && tail > 0 && x.tags&tagStreet != 0 {
		end, numbered = tail, true
	}
	score := 0.0
	if named == nameCapital && x.has&hasLower == 0 && x.end-x.start > 2 {
		named = namePlain // everything is in capitals here
	}
	switch {
	case numbered && strong:
		score = 0.9
	case numbered && !strong && !sc.plural(w) && w+1 < len(sc.words) && sc.words[w+1].tags&tagTitle != 0:
		score = 0.6
	case numbered && x.has&hasLower == 0 && x.end-x.start > 4:
		score = 0.6
	case numbered && named >= nameLinked && !sc.plural(w) && !(named == nameLinked && sc.partitive(w)):
		score = 0.7
	case sc.is(w, "route"):
	case strong && named == nameCapital && !(sc.homely(w) && sc.capitalFar(w)):
		score = 0.75
	case strong && named == nameLinked && x.end-x.start > 2 && !sc.homely(w) && sc.ofLink(w+1):
		score = 0.55
	case named >= nameLinked && w+1 < len(sc.words) && sc.is(w+1, "les") && (sc.is(w, "résidence") || sc.is(w, "residence") || sc.is(w, "lotissement") || sc.is(w, "hameau")):
		score = 0.55
	case named == nameCapital && (sc.is(w, "résidence") || sc.is(w, "square") || sc.is(w, "lotissement") || sc.is(w, "place") && sc.capital(w+1)):
		score = 0.55
	}
	if score == 0 {
		return
	}
	sc.add(r, first, end, score, "address-fr")
}

// plural reports the plural of a kind of street, which counts things.
func (sc *scan) plural(w int) bool { return sc.s[sc.words[w].end-1]|0x20 == 's' && !sc.is(w, "cours") }

// homely reports kinds of street that are everyday words: without a number or
// a capital they are no address.
func (sc *scan) homely(w int) bool {
	return !sc.is(w, "rue") && !sc.is(w, "avenue") && !sc.is(w, "boulevard") && !sc.is(w, "impasse")
}

// numberAfter returns the end of a house number behind the name that ends at
// byte end: "rue du mistral au 12", "rue Haldimand 8"; 0 for none.
func (sc *scan) numberAfter(end int) int {
	s := sc.s
	i := end
	for _, gap := range []string{" au ", " n° ", " n°", " numéro ", ", ", " "} {
		if strings.HasPrefix(s[end:], gap) {
			i = end + len(gap)
			break
		}
	}
	_, n := number(s, i, 4)
	if i == end || n == 0 || n > 3 || s[i] == '0' || !boundary(s, i+n) || amountAfter(s, i+n) || i+n+1 < len(s) && (digit(s[i+n+1]) || strings.IndexByte("-/:.,h", s[i+n]) >= 0 && digit(s[i+n+1])) {
		return 0
	}
	return i + n
}

// ofLink reports that word v is a form of "of": nothing else links the name of
// a street that stands without a number.
func (sc *scan) ofLink(v int) bool {
	switch string(fold(sc.buf[:0], sc.s[sc.words[v].start:sc.words[v].end])) {
	case "de", "du", "des", "d", "aux":
		return true
	}
	return false
}

// capitalFar reports that the word behind w is not the capital: a name of a
// place further on ("allée en Angleterre") is no name of a street.
func (sc *scan) capitalFar(w int) bool {
	for v := w + 1; v < len(sc.words) && v < w+4; v++ {
		if sc.capital(v) {
			return sc.is(v-1, "en") || sc.is(v-1, "au") || sc.is(v-1, "a")
		}
		if sc.words[v].tags&tagLink == 0 {
			return true
		}
	}
	return true
}

// partitive reports a bare "de" behind word w: "2 place de cinéma".
func (sc *scan) partitive(w int) bool {
	return w+2 < len(sc.words) && sc.is(w+1, "de") && sc.words[w+2].tags&tagLink == 0
}

// capital reports a word that begins with a capital letter and is not the
// first of the text.
func (sc *scan) capital(w int) bool {
	x := sc.words[w]
	c := sc.s[x.start]
	return c >= 'A' && c <= 'Z' || c == 0xC3 && int(x.start)+1 < len(sc.s) && sc.s[x.start+1] < 0xA0
}

// houseNumber looks for "12", "12 bis", "33B", "8ter" and a comma before word
// w. It returns where the address starts.
func (sc *scan) houseNumber(w int) (start int, ok bool) {
	start = int(sc.words[w].start)
	v := w - 1
	if v >= 2 && sc.is(v, "la") && sc.is(v-1, "de") && sc.between(v, w) == " " && sc.words[v-2].has == hasDigit {
		v -= 2 // "au 12 de la rue"
	}
	if v < 0 || !sc.beforeStreet(v) {
		return start, false
	}
	bis := sc.words[v].tags&tagBis != 0 || sc.words[v].end-sc.words[v].start == 1 && sc.s[sc.words[v].start]|0x20 >= 'a' && sc.s[sc.words[v].start]|0x20 <= 'd'
	if bis {
		if v--; v < 0 || len(sc.between(v, v+1)) > 1 {
			return start, false
		}
	}
	x := sc.words[v]
	body := sc.s[x.start:x.end]
	n := 0
	for n < len(body) && digit(body[n]) {
		n++
	}
	tail := strings.ToLower(body[n:])
	if n == 0 || n > 4 || body[0] == '0' || tail != "" && tail != "bis" && tail != "ter" && len(tail) > 1 || tail == "h" || tail == "e" || sc.decimal(int(x.start), int(x.end)) {
		return start, false
	}
	start = int(x.start)
	// "12-14 rue", "12/14 rue"
	if v > 0 && (sc.between(v-1, v) == "-" || sc.between(v-1, v) == "/") && sc.words[v-1].has == hasDigit && sc.words[v-1].end-sc.words[v-1].start <= 4 {
		start = int(sc.words[v-1].start)
	}
	return start, true
}

// beforeStreet reports that only blanks and one comma stand behind word v.
func (sc *scan) beforeStreet(v int) bool {
	gap := sc.between(v, v+1)
	return len(gap) > 0 && len(gap) <= 2 && strings.Trim(gap, " ,") == ""
}

// How a street is named.
const (
	nameNone    = iota
	namePlain   // a word follows
	nameLinked  // "de la gare"
	nameCapital // "Jean Jaurès"
)

// streetName follows the name behind the kind of street at word w. It returns
// its end, -1 when there is none, and how it is named.
func (sc *scan) streetName(w int, numbered bool) (end, named int) {
	end, named = -1, nameNone
	links, content := 0, 0
	for v := w + 1; v < len(sc.words) && v <= w+9; v++ {
		if !sc.sameName(v-1, v, v == w+1) {
			break
		}
		x := sc.words[v]
		switch {
		case x.tags&tagLink != 0 && content < 4 && (!sc.capital(v) || x.tags&tagTitle == 0) && sc.linkGoesOn(v, content):
			links++
			continue
		case x.has&hasDigit != 0:
			if content == 0 && links == 0 && !numbered || !sc.dateName(v) && content > 0 || !sc.dateName(v) {
				return end, named
			}
		case x.tags&tagStop != 0 && !(sc.capital(v) && v > w+1):
			return end, named
		case content >= 1 && !sc.goesOn(v, w, links):
			return end, named
		}
		content++
		end = int(x.end)
		named = max(named, sc.naming(v, links))
	}
	return end, named
}

func (sc *scan) naming(v, links int) int {
	switch {
	case sc.capital(v) && sc.words[v].end-sc.words[v].start > 2:
		return nameCapital
	case links > 0:
		return nameLinked
	}
	return namePlain
}

// sameName reports whether the gap between two words may stand inside the name
// of a street; abbr allows the dot of "av.".
func (sc *scan) sameName(v, w int, kind bool) bool {
	gap := sc.between(v, w)
	switch gap {
	case " ", "-", "'", "’", "  ":
		return true
	case "/", "/ ":
		return kind && sc.is(v, "c")
	case ". ", ".":
		return kind && sc.words[v].end-sc.words[v].start <= 5 && !sc.is(v, "place") && !sc.is(v, "cours") || sc.words[v].end-sc.words[v].start <= 4 && sc.words[v].tags&tagTitle != 0 || sc.words[v].end-sc.words[v].start == 1 && sc.capital(v)
	}
	return false
}

// linkGoesOn reports whether a link word at v leads to more of the name: behind
// the first word only "de la", "du", "des", "d'".
func (sc *scan) linkGoesOn(v, content int) bool {
	if v+1 >= len(sc.words) || !sc.sameName(v, v+1, false) {
		return false
	}
	next := sc.words[v+1]
	if next.tags&tagStop != 0 && !sc.capital(v+1) {
		return false
	}
	if content == 0 {
		return true
	}
	if sc.is(v, "y") {
		return sc.capital(v + 1)
	}
	if sc.capital(v-1) && sc.words[v-1].tags&tagTitle == 0 && (content > 1 || !sc.capital(v+1)) {
		return false
	}
	switch string(fold(sc.buf[:0], sc.s[sc.words[v].start:sc.words[v].end])) {
	case "du", "des", "d", "della", "del", "von", "the", "de", "l":
		return next.has&hasDigit == 0
	case "la", "le", "les", "en", "sous", "sur":
		return sc.capital(v+1) || sc.words[v-1].tags&tagLink != 0
	}
	return false
}

// goesOn reports whether word v goes on a name that has begun: a capital, a
// part joined by a hyphen, what follows a title or first name, or a second word
// of a name without links ("victor hugo").
func (sc *scan) goesOn(v, w, links int) bool {
	x := sc.words[v]
	switch {
	case sc.capital(v), sc.between(v-1, v) != " ", sc.words[v-1].tags&(tagTitle|tagLink) != 0, v > w+2 && sc.words[v-1].tags&tagStreet != 0:
		return true
	case x.tags&(tagTown|tagMonth) != 0:
		return x.tags&tagMonth != 0 && sc.words[v-1].has&hasDigit != 0
	case links == 0 && v == w+2 && x.end-x.start > 2 && x.has&hasDigit == 0:
		return !sc.capital(v - 1)
	}
	return false
}

// dateName reports numbers in names: "8 mai 1945", "11 novembre".
func (sc *scan) dateName(v int) bool {
	x := sc.words[v]
	body := sc.s[x.start:x.end]
	if len(body) <= 2 && v+1 < len(sc.words) && sc.words[v+1].tags&tagMonth != 0 {
		return true
	}
	return len(body) == 4 && year(body) && sc.words[v-1].tags&tagMonth != 0
}

// findInside reads "bat B", "appt 12".
func findInside(sc *scan, r *compiled, _, w int) {
	if !sc.reads("fr", "en") || sc.words[w].tags&tagInside == 0 || w+1 >= len(sc.words) {
		return
	}
	switch sc.between(w, w+1) {
	case " ", ". ", ".", " n°", " n° ", " : ", ": ", "-", " numéro ":
	default:
		return
	}
	x := sc.words[w+1]
	body := sc.s[x.start:x.end]
	letter := len(body) == 1 && x.has == hasUpper && body != "I" || len(body) == 2 && x.has == hasUpper|hasDigit && body[0] != 'T' && body[0] != 'F'
	number := x.has&hasDigit != 0 && len(body) <= 4 && digit(body[0]) && !amountAfter(sc.s, int(x.end)) && (len(body) < 2 || body[len(body)-1]|0x20 != 'h') && !amount2(body)
	kind := folded(sc.s[sc.words[w].start:sc.words[w].end])
	letter = letter || len(body) == 1 && x.has == hasLower && body >= "b" && body <= "h" && kind[0] == 'b'
	if (kind[0] == 'b' || kind == "hall" || kind[0] == 'e') && !sc.behindStreet(int(sc.words[w].start)) && !sc.announcedBy(w, int(sc.words[w].start), tagHome) {
		return // a building, but nobody's
	}
	home := (kind[0] == 'a' || kind == "flat" || kind == "suite") && kind != "appart" || kind == "appart" && number
	score := 0.0
	switch {
	case number && home, letter && (home || kind[0] == 'b' || kind == "escalier" || kind == "esc" || kind == "hall" || kind == "entree"):
		score = 0.6
	case number && kind[0] == 'b':
		score = 0.55
	}
	if score > 0 {
		sc.add(r, int(sc.words[w].start), int(x.end), score, "address-inside")
	}
}

// amount2 is amount for numbers that may be of one or two digits.
func amount2(s string) bool { return !letters(s) && len(s) > 2 && amount(s) }
