package pattern

import "strings"

// findStreet reads a French street around the word w for the kind
// of street: an optional number before it, the name behind it.
func findStreet(sc *scan, r *compiled, _, w int) {
	if !sc.tagged(w, tagStreet|tagPlace) || !sc.reads("fr") || sc.own(w, "fr") && !sc.frenchBehind(w) {
		return
	}
	first, numbered := sc.houseNumber(w)
	end, named := sc.streetName(w, numbered)
	if end < 0 || strings.HasSuffix(sc.s[:end], " soif") || sc.beforeChrist(w+1) {
		return
	}
	if tail := sc.numberAfter(end); !numbered && tail > 0 && sc.tagged(w, tagStreet) {
		end, numbered = tail, true
	}
	if named == nameCapital && sc.words[w].has&hasLower == 0 && sc.size(w) > 2 {
		named = namePlain // everything is in capitals here
	}
	score := 0.0
	if numbered {
		score = sc.numberedStreet(w, named)
	}
	if score == 0 {
		score = sc.namedStreet(w, named)
	}
	if score > 0 {
		sc.add(r, first, end, score, "address-fr")
	}
}

// beforeChrist reports "JC" or "J.-C." at word v: "12 av" before it is a year.
func (sc *scan) beforeChrist(v int) bool {
	return sc.within(v) && (sc.is(v, "jc") || sc.is(v, "j") && sc.within(v+1) && sc.is(v+1, "c"))
}

// frenchBehind reports a small word of French street names behind word w that is none of
// the message's own language: "place du", "cours de la".
func (sc *scan) frenchBehind(w int) bool {
	return sc.blankBehind(w) && sc.tagged(w+1, tagLink) && !sc.own(w+1, "fr")
}

// numberedStreet scores a kind of street that has a number.
func (sc *scan) numberedStreet(w, named int) float64 {
	switch {
	case sc.tagged(w, tagStreet):
		return 0.9
	case sc.size(w) <= 3 && sc.within(w+1) && strings.HasPrefix(sc.between(w, w+1), "."): // "5 r. carnot"
		return 0.7
	case !sc.plural(w) && sc.within(w+1) && sc.tagged(w+1, tagTitle):
		return 0.6
	case sc.words[w].has&hasLower == 0 && sc.size(w) > 4:
		return 0.6
	case named >= nameLinked && !sc.plural(w) && !(named == nameLinked && sc.partitive(w)):
		return 0.7
	}
	return 0
}

// namedStreet scores a kind of street by its name alone.
func (sc *scan) namedStreet(w, named int) float64 {
	sure := sc.tagged(w, tagStreet)
	switch {
	case sc.is(w, "route"):
		return 0
	case sure && named == nameCapital && !(sc.homely(w) && sc.capitalFar(w)):
		return 0.75
	case sure && named == nameLinked && sc.size(w) > 2 && !sc.homely(w) && sc.ofLink(w+1):
		return 0.55
	case named >= nameLinked && sc.is(w+1, "les") && sc.is(w, "résidence", "residence", "lotissement", "hameau"):
		return 0.55
	case named == nameCapital &&
		(sc.is(w, "résidence", "square", "lotissement") || sc.is(w, "place") && sc.capital(w+1)):
		return 0.55
	}
	return 0
}

// plural reports the plural of a kind of street, which counts things.
func (sc *scan) plural(w int) bool { return sc.s[sc.words[w].end-1]|0x20 == 's' && !sc.is(w, "cours") }

// homely reports kinds of street that are everyday words: without a number or
// a capital they are no address.
func (sc *scan) homely(w int) bool {
	return !sc.is(w, "rue", "avenue", "boulevard", "impasse")
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
	stop := i + n
	switch {
	case i == end, n == 0, n > 3 && (year(s[i:stop]) || sc.doorsBehind(stop) == stop), s[i] == '0':
		return 0
	case !boundary(s, stop), amountAfter(s, stop), stop+1 < len(s) && digit(s[stop+1]):
		return 0
	}
	return stop
}

// ofLink reports that word v is a form of "of": nothing else links the name of
// a street that stands without a number.
func (sc *scan) ofLink(v int) bool {
	switch string(fold(sc.buf[:0], sc.text(v))) {
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
			return sc.is(v-1, "en", "au", "a")
		}
		if !sc.tagged(v, tagLink) {
			return true
		}
	}
	return true
}

// partitive reports a bare "de" behind word w: "2 place de cinéma".
func (sc *scan) partitive(w int) bool {
	return w+2 < len(sc.words) && sc.is(w+1, "de") && !sc.tagged(w+2, tagLink)
}

// houseNumber looks for "12", "12 bis", "33B", "8ter" and a comma before word
// w. It returns where the address starts.
func (sc *scan) houseNumber(w int) (start int, ok bool) {
	start = int(sc.words[w].start)
	v := w - 1
	if sc.ofTheStreet(v) {
		v -= 2
	}
	if v < 0 || !sc.beforeStreet(v) {
		return start, false
	}
	if sc.bis(v) {
		if v--; v < 0 || len(sc.between(v, v+1)) > 1 {
			return start, false
		}
	}
	if x := sc.words[v]; !frenchHouse(sc.text(v)) || sc.decimal(int(x.start), int(x.end)) {
		return start, false
	}
	if sc.fromTo(v) {
		v--
	}
	return int(sc.words[v].start), true
}

// ofTheStreet reports "12 de la" that ends with word v before a street.
func (sc *scan) ofTheStreet(v int) bool {
	return v >= 2 && sc.is(v, "la") && sc.is(v-1, "de") && sc.between(v, v+1) == " " && sc.figures(v-2)
}

// bis reports what tells houses of one number apart: "bis", "ter", "B".
func (sc *scan) bis(v int) bool {
	letter := sc.s[sc.words[v].start] | 0x20
	return sc.tagged(v, tagBis) || sc.size(v) == 1 && letter >= 'a' && letter <= 'd'
}

// frenchHouse reports the number of a house, and what may be glued to it.
func frenchHouse(body string) bool {
	n := 0
	for n < len(body) && digit(body[n]) {
		n++
	}
	if n == 0 || n > 4 || body[0] == '0' {
		return false
	}
	switch tail := strings.ToLower(body[n:]); tail {
	case "", "bis", "ter":
		return true
	case "h", "e": // "12h", "2e"
		return false
	default:
		return len(tail) == 1
	}
}

// fromTo reports the second number of "12-14 rue", "12/14 rue".
func (sc *scan) fromTo(v int) bool {
	if v == 0 || !sc.figures(v-1) || sc.size(v-1) > 4 {
		return false
	}
	gap := sc.between(v-1, v)
	return gap == "-" || gap == "/"
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
		case x.tags&tagLink != 0 && content < 4 && (!sc.capital(v) || x.tags&tagTitle == 0) &&
			sc.linkGoesOn(v, content):
			links++
			continue
		case x.has&hasDigit != 0:
			if content == 0 && links == 0 && !numbered || !sc.dateName(v) {
				return end, named
			}
		case x.tags&tagStop != 0 && !sc.namedAll(v, v == w+1):
			return end, named
		case content >= 1 && !sc.nameGoesOn(v, w, links):
			return end, named
		}
		content++
		end = int(x.end)
		named = max(named, sc.naming(v, links))
	}
	return end, named
}

// namedAll reports a word that no name of a street contains and that is one all the same: in
// capitals behind another, or an initial as the first.
func (sc *scan) namedAll(v int, first bool) bool {
	return sc.capital(v) && (!first || sc.initial(v))
}

// initial reports a capital with the dot of an abbreviation: the S of "S. Oronzo".
func (sc *scan) initial(v int) bool {
	return sc.letter(v) && sc.capital(v) && strings.HasPrefix(sc.s[sc.words[v].end:], ".")
}

func (sc *scan) naming(v, links int) int {
	switch {
	case sc.capital(v) && sc.size(v) > 2:
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
		return sc.abbreviated(v, kind)
	}
	return false
}

// abbreviated reports a word that a dot may stand behind: a short kind of street,
// a title, an initial.
func (sc *scan) abbreviated(v int, kind bool) bool {
	n := sc.size(v)
	switch {
	case kind && n <= 5 && !sc.is(v, "place", "cours"):
		return true
	case n <= 4 && sc.tagged(v, tagTitle):
		return true
	}
	return n == 1 && sc.capital(v)
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
	if sc.capital(v-1) && !sc.tagged(v-1, tagTitle) && (content > 1 || !sc.capital(v+1)) {
		return false
	}
	switch {
	case sc.tagged(v, tagOf):
		return next.has&hasDigit == 0
	case sc.tagged(v, tagOfCapital):
		return sc.capital(v+1) || sc.tagged(v-1, tagLink)
	}
	return false
}

// nameGoesOn is [scan.goesOn] for what is no way to a door.
func (sc *scan) nameGoesOn(v, w, links int) bool {
	return sc.goesOn(v, w, links) && sc.doorPart(v-1, false) < 0
}

// goesOn reports whether word v goes on a name that has begun: a capital, a
// part joined by a hyphen, what follows a title or first name, or a second word
// of a name without links ("victor hugo").
func (sc *scan) goesOn(v, w, links int) bool {
	x := sc.words[v]
	switch {
	case sc.capital(v), sc.between(v-1, v) != " ", sc.tagged(v-1, tagTitle|tagLink),
		v > w+2 && sc.tagged(v-1, tagStreet):
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
	if len(body) <= 2 && v+1 < len(sc.words) && sc.tagged(v+1, tagMonth) {
		return true
	}
	return len(body) == 4 && year(body) && sc.tagged(v-1, tagMonth)
}

// findInside reads "bat B", "appt 12".
func findInside(sc *scan, r *compiled, _, w int) {
	if !sc.reads("fr", "en") || !sc.tagged(w, tagInside) || w+1 >= len(sc.words) {
		return
	}
	switch sc.between(w, w+1) {
	case " ", ". ", ".", " n°", " n° ", " : ", ": ", "-", " numéro ":
	default:
		return
	}
	kind := sc.plain(w)
	start, end := int(sc.words[w].start), int(sc.words[w+1].end)
	shared := kind[0] == 'b' || kind[0] == 'e' || kind == "hall"
	if shared && !sc.behindStreet(start) && !sc.announcedBy(w, start, tagHome) {
		return // a building, but nobody's
	}
	if score := insideScore(kind, sc.doorNumber(w+1), sc.doorLetter(w+1, kind)); score > 0 {
		sc.add(r, start, end, score, "address-inside")
	}
}

// doorNumber reports the number of a flat: "12", "304", "12B", no time or amount.
func (sc *scan) doorNumber(v int) bool {
	body := sc.text(v)
	if len(body) > 4 || !digit(body[0]) || amountAfter(sc.s, int(sc.words[v].end)) || amount2(body) {
		return false
	}
	return len(body) < 2 || body[len(body)-1]|0x20 != 'h'
}

// doorLetter reports the letter of a building or staircase: "B", "A3", and "bat b".
func (sc *scan) doorLetter(v int, kind string) bool {
	body, has := sc.text(v), sc.words[v].has
	switch {
	case len(body) == 1 && has == hasUpper:
		return body != "I"
	case len(body) == 1 && has == hasLower:
		return body >= "b" && body <= "h" && kind[0] == 'b'
	case len(body) == 2 && has == hasUpper|hasDigit:
		return body[0] != 'T' && body[0] != 'F' // how many rooms it has
	}
	return false
}

// insideScore scores a part of a building by what names it.
func insideScore(kind string, number, letter bool) float64 {
	flat := kind[0] == 'a' || kind == "flat" || kind == "suite"
	if kind == "appart" { // a word of every day
		flat = number
	}
	switch {
	case number && flat, letter && (flat || lettered(kind)):
		return 0.6
	case number && kind[0] == 'b':
		return 0.55
	}
	return 0
}

// lettered reports parts of a building that have letters.
func lettered(kind string) bool {
	switch kind {
	case "escalier", "esc", "hall", "entree":
		return true
	}
	return kind[0] == 'b'
}

// amount2 is amount for numbers that may be of one or two digits.
func amount2(s string) bool { return !letters(s) && len(s) > 2 && amount(s) }
