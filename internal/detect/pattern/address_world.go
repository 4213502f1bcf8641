package pattern

import (
	"strings"

	"github.com/bauta/bauta/internal/lexicon/data/lists"
)

// roadSure are kinds of street that are hardly anything else behind a name.
var roadSure = lists.In("road-kinds-sure")

// longestRoad is how many words the name and number of an English street have.
const longestRoad = 5

// findRoad reads an English street: a number, a name, and the kind of street at
// word w; or a name in capitals and the kind.
func findRoad(sc *scan, r *compiled, _, w int) {
	if w == 0 || !sc.roadKind(w) {
		return
	}
	sure := roadSure[sc.plain(w)]
	capitals := sc.roadCapital(w)
	named := 0
	for v := w - 1; v >= max(0, w-longestRoad) && sc.roadGap(v); v-- {
		if sc.numeric(v) {
			telling := sure || capitals || sc.is(w, "st") || sc.roadTold(v, w)
			if telling && sc.numbersRoad(v, w, named) {
				sc.add(r, int(sc.words[v].start), sc.dotted(w), 0.85, "address-en")
				return
			}
			if !ordinalNumber(sc.text(v)) { // "350 5th Ave"
				return
			}
			named++
			continue
		}
		if sc.genitive(v) {
			continue
		}
		if sc.numberedRoad(v) {
			named++
			continue
		}
		if sc.roadEnds(v) {
			return
		}
		capitals = capitals && sc.capital(v)
		if v == w-1 && sure && capitals && sc.bareRoad(w) {
			sc.add(r, int(sc.words[v].start), sc.dotted(w), 0.55, "address-en")
		}
		named++
	}
}

// roadKind reports the kind of an English street at word w, and no everyday word of another
// language.
func (sc *scan) roadKind(w int) bool {
	return sc.tagged(w, tagRoad) && sc.reads("en") && (roadSure[sc.plain(w)] || !sc.own(w, "en"))
}

// ordinalNumber reports "5th", "2nd".
func ordinalNumber(body string) bool {
	return ordinal[strings.ToLower(strings.TrimLeft(body, "0123456789"))]
}

// numberedRoad reports a word of every day that names a street behind a number.
func (sc *scan) numberedRoad(v int) bool {
	return v > 0 && roadNames[sc.plain(v)] && sc.numeric(v-1)
}

// roadCapital reports a kind of street in capitals that are not those of the
// whole text, or one that is written so in small letters too.
func (sc *scan) roadCapital(w int) bool {
	if body := sc.text(w); body == "st" || body == "rd" {
		return true
	}
	loud := sc.shouted(w) && sc.size(w) > 2 && sc.shouted(w-1)
	return sc.capital(w) && !loud
}

// roadGap reports that what stands behind word v may stand inside a street.
func (sc *scan) roadGap(v int) bool {
	switch sc.between(v, v+1) {
	case " ", "'", ". ", "-":
		return true
	case ", ":
		return sc.numeric(v)
	}
	return false
}

// numbersRoad reports that word v is the number of the house in the street whose
// kind is word w, with as many words for a name between, and no amount.
func (sc *scan) numbersRoad(v, w, named int) bool {
	if named == 0 || named > 3 {
		return false
	}
	x := sc.words[v]
	if !houseWord(sc.text(v)) || sc.between(v, v+1) == ". " || sc.decimal(int(x.start), int(x.end)) {
		return false
	}
	return sc.capital(v+1) || sc.is(v+1, "st") || v+1 < w && sc.numeric(v+1) || !units[sc.plain(v+1)]
}

// roadTold reports that what stands around a number v and the kind of street w says that an
// address is meant: a word of living before it, a flat or a British postal code behind it.
func (sc *scan) roadTold(v, w int) bool {
	end := int(sc.words[w].end)
	return sc.homeBefore(v) || sc.doorsBehind(end) > end || sc.britishCode(w+1)
}

// britishCode reports a postal code of Britain that begins with word w: "SE15 5DE".
func (sc *scan) britishCode(w int) bool {
	if !sc.within(w+1) || sc.between(w, w+1) != " " || len(sc.between(w-1, w)) > 2 {
		return false
	}
	out, in := sc.text(w), sc.text(w+1)
	if len(out) < 2 || len(out) > 4 || len(in) != 3 {
		return false
	}
	return letters(out[:1]) && strings.ContainsAny(out, "0123456789") && digit(in[0]) && letters(in[1:])
}

// genitive reports the s of "St Mary's".
func (sc *scan) genitive(v int) bool {
	if v == 0 || !sc.is(v, "s") {
		return false
	}
	gap := sc.between(v-1, v)
	return len(gap) <= 3 && gap != " "
}

// roadEnds reports a word in small letters that no name of a street contains.
func (sc *scan) roadEnds(v int) bool {
	if sc.capital(v) {
		return false
	}
	return sc.tagged(v, tagStop) || notRoads[sc.plain(v)] || units[sc.plain(v)] && !sc.is(v, "st")
}

// bareRoad reports that the word before the kind of street w is a name, and no
// number stands before it, which would make a longer address.
func (sc *scan) bareRoad(w int) bool {
	v := w - 1
	name := sc.words[v].has&hasLower != 0 && !sc.tagged(v, tagStop) && !notRoads[sc.plain(v)]
	return name && sc.capital(w) && !sc.numberBefore(v, w)
}

// numberBefore reports a number among the words before a street's name.
func (sc *scan) numberBefore(v, w int) bool {
	for u := v - 1; u >= 0 && u >= w-longestRoad; u-- {
		if sc.numeric(u) {
			return true
		}
	}
	return false
}

// compass are the directions behind the kind of a street.
var compass = lists.In("compass")

// dotted is the end of word w with the dot of an abbreviation, and of a direction behind
// it ("King St W").
func (sc *scan) dotted(w int) int {
	end := int(sc.words[w].end)
	if sc.within(w+1) && compass[sc.text(w+1)] && (sc.blankBehind(w) || sc.between(w, w+1) == ". ") {
		return int(sc.words[w+1].end)
	}
	if end < len(sc.s) && sc.s[end] == '.' && end-int(sc.words[w].start) <= 4 {
		end++
	}
	return end
}

// houseWord reports a number of a house: at most five digits and a letter.
func houseWord(body string) bool {
	_, n := number(body, 0, 5)
	rest := body[n:]
	return n > 0 && (rest == "" || len(rest) == 1 && letters(rest) && !strings.EqualFold(rest, "h"))
}

// roadNames are words that name a street when a number stands before them, and
// are prose otherwise.
var roadNames = lists.In("road-names")

// notRoads are words that stand before "street" or "road" in prose.
var notRoads = lists.In("not-road-names")

// streetSuffix are the ends of compound names of streets, in folded form, with
// the language: German, Swedish, Dutch. Weak ones are words of their own too.
var streetSuffix = []struct {
	suffix, lang string
	weak         bool
}{
	{"strase", "de", false},
	{"strasse", "de", false},
	{"stross", "de", false},
	{"strooss", "de", false},
	{"strass", "de", false},
	{"str", "de", false},
	{"gasse", "de", false},
	{"weg", "de", true},
	{"platz", "de", true},
	{"allee", "de", false},
	{"damm", "de", true},
	{"ufer", "de", true},
	{"ring", "de", true},
	{"chaussee", "de", false},
	{"brucke", "de", true},
	{"bruecke", "de", false},
	{"gatan", "sv", false},
	{"gata", "sv", false},
	{"vagen", "sv", false},
	{"stigen", "sv", false},
	{"grand", "sv", true},
	{"torget", "sv", false},
	{"backen", "sv", true},
	{"vag", "sv", false},
	{"granden", "sv", false},
	{"straat", "nl", false},
	{"laan", "nl", false},
	{"gracht", "nl", false},
	{"plein", "nl", true},
	{"kade", "nl", false},
	{"singel", "nl", false},
	{"dijk", "nl", true},
}

// findSuffixStreet reads "Hauptstr. 12a", "storgatan 5" from the number.
func findSuffixStreet(sc *scan, r *compiled, at, w int) {
	if w == 0 || !sc.reads("de", "sv", "nl", "en", "es", "it") || !houseWord(sc.text(w)) ||
		int(sc.words[w].end)-at > 5 {
		return
	}
	switch sc.between(w-1, w) {
	case " ", ". ", ".", ", ":
	default:
		return
	}
	if end := int(sc.words[w].end); amountAfter(sc.s, end) || sc.decimal(at, end) {
		return
	}
	var room [40]byte
	name := string(fold(room[:0], sc.text(w-1)))
	for _, x := range streetSuffix {
		if sc.words[w-1].has == hasDigit {
			break // most numbers stand beside numbers
		}
		if !strings.HasSuffix(name, x.suffix) || !sc.reads(x.lang) || sc.own(w-1, x.lang) {
			continue
		}
		if start, ok := sc.suffixName(w-1, len(name)-len(x.suffix), x.weak && !sc.placed(w-1, w)); ok {
			sc.add(r, start, sc.houseEnd(w), 0.8, "address-"+x.lang)
			return
		}
		break
	}
	sc.homeStreet(r, w)
}

// homeStreet reads any name in capitals before the number at word w (behind it
// in English) that a word of living announces: "wohne Am Silbersee 21".
func (sc *scan) homeStreet(r *compiled, w int) {
	if sc.reads("en") && sc.size(w) > 1 && !sc.capitalNouns() {
		last := sc.lastCapital(w)
		if last > w && sc.homeBefore(w) && !units[sc.plain(w+1)] {
			sc.add(r, int(sc.words[w].start), int(sc.words[last].end), 0.55, "address-en")
			return
		}
	}
	first := sc.capitals(w)
	if first == w || !sc.reads("de", "sv", "nl", "es", "it") || year(sc.text(w)) {
		return
	}
	end := sc.houseEnd(w)
	if sc.codeBehind(end, w) || sc.announcedBy(first, int(sc.words[first].start), tagHome) {
		sc.add(r, int(sc.words[first].start), end, 0.55, "address")
	}
}

// lastCapital returns the last of the words in capitals behind word w, at most
// three; w if there is none.
func (sc *scan) lastCapital(w int) int {
	last := w
	for last < w+3 && sc.blankBehind(last) && sc.capital(last+1) && !sc.tagged(last+1, tagMonth) {
		last++
	}
	return last
}

// homeBefore reports a word of living right before word w, or one word off.
func (sc *scan) homeBefore(w int) bool {
	return w > 0 && sc.tagged(w-1, tagHome) || w > 1 && sc.tagged(w-2, tagHome)
}

// capitals returns the first of the words in capitals before word w, at most
// four: from a preposition on, with the article behind it ("An der Linde").
func (sc *scan) capitals(w int) int {
	first := w
	for first > 0 && first > w-4 && sc.blankBehind(first-1) && !sc.tagged(first-1, tagHome|tagMonth) {
		if !sc.capital(first-1) && (first == w || !sc.articleBefore(first)) {
			break
		}
		if first--; first < w-1 && streetPrepositions[sc.plain(first)] {
			break
		}
	}
	return first
}

// articleBefore reports a preposition in capitals and an article before word v.
func (sc *scan) articleBefore(v int) bool {
	return v >= 2 && streetArticles[sc.plain(v-1)] && sc.capital(v-2) && streetPrepositions[sc.plain(v-2)]
}

// streetPrepositions begin German names of streets, and streetArticles may follow.
var (
	streetPrepositions = lists.In("street-prepositions")
	streetArticles     = lists.In("street-articles")
)

// codeBehind reports a postal code and a name in capitals right behind the
// number of a house, which ends at byte end: ", 99084 Erfurt".
func (sc *scan) codeBehind(end, w int) bool {
	v := w + 1
	for v < len(sc.words) && int(sc.words[v].start) < end {
		v++
	}
	if v >= len(sc.words) || !sc.figures(v) {
		return false
	}
	gap, n := sc.s[end:sc.words[v].start], sc.size(v)
	switch gap {
	case ", ", " ", "\n", ",":
	default:
		return false
	}
	if n == 3 && sc.twoMore(v) { // Swedish: 111 22
		v, n = v+1, 5
	}
	code := n == 5 || n == 4 && gap == ", "
	return code && sc.blankBehind(v) && sc.capital(v+1) && !notTowns[sc.plain(v+1)]
}

// twoMore reports two digits behind word v, with a blank between.
func (sc *scan) twoMore(v int) bool {
	return sc.blankBehind(v) && sc.figures(v+1) && sc.size(v+1) == 2
}

// houseEnd is the end of the number of a house at word w with what belongs to it:
// a letter behind a blank ("17 B") and a second number ("12-14", "12/3").
func (sc *scan) houseEnd(w int) int {
	if sc.within(w+1) && (sc.letterOf(w) || sc.secondOf(w)) {
		w++
		if sc.within(w+1) && sc.between(w, w+1) == "/" && sc.secondOf(w) {
			w++ // Vienna: house, staircase, door
		}
	}
	return int(sc.words[w].end)
}

// letterOf reports a letter behind the number w of a house: "17 B", "9/b".
func (sc *scan) letterOf(w int) bool {
	v := w + 1
	has := sc.words[v].has
	if sc.size(v) != 1 || has&(hasUpper|hasLower) == 0 || sc.within(v+1) && sc.between(v, v+1) == "'" {
		return false
	}
	switch sc.between(w, v) {
	case " ":
		return has == hasUpper && sc.text(v) != "I"
	case "/", "-":
		return true
	}
	return false
}

// secondOf reports a second number behind that of a house: "12-14", "5/7".
func (sc *scan) secondOf(w int) bool {
	switch sc.between(w, w+1) {
	case "-", "/", " - ":
		return sc.figures(w+1) && sc.size(w+1) <= 4
	}
	return false
}

// suffixName returns where the name starts whose last word is v, with stem
// letters before the suffix. Without a stem the words before it are the name
// ("Berliner Straße", "Am Alten Weg").
func (sc *scan) suffixName(v, stem int, weak bool) (int, bool) {
	if stem > 0 {
		first := v
		if sc.capital(v) && sc.sided(v) {
			first--
		}
		return int(sc.words[first].start), stem >= 3 && (!weak || sc.capital(v)) && !notStreets[sc.plain(v)]
	}
	first := sc.hyphenated(v)
	if first < v {
		return int(sc.words[first].start), true
	}
	if sc.sided(v) || !weak && sc.smallAdjective(v-1) {
		return int(sc.words[v-1].start), true // "gamla vägen 3", "berliner straße 3"
	}
	for first > 0 && first > v-3 && sc.between(first-1, first) == " " && sc.capital(first-1) && sc.capital(v) {
		first--
	}
	return int(sc.words[first].start), first < v && (!weak || first < v-1 || adjective(sc.text(v-1)))
}

// hyphenated returns the first of at most five words that hyphens join to word v:
// "Konrad-Duden-Gasse".
func (sc *scan) hyphenated(v int) int {
	first := v
	for first > 0 && first > v-4 && sc.between(first-1, first) == "-" {
		first--
	}
	return first
}

// smallAdjective reports an adjective of a town in small letters at word v, with a blank behind it:
// no everyday word of the message's language.
func (sc *scan) smallAdjective(v int) bool {
	if v < 0 || sc.lang == "" || !sc.blankBehind(v) || sc.size(v) < 6 {
		return false
	}
	return sc.words[v].has&(hasDigit|hasUpper) == 0 && adjective(sc.text(v)) && sc.words[v].tags == 0 && !sc.own(v)
}

// adjective reports the end of one: "Berliner Weg", "Stadens Torg".
func adjective(s string) bool { return strings.HasSuffix(s, "er") || strings.HasSuffix(s, "s") }

// sided reports such an adjective before word v.
func (sc *scan) sided(v int) bool {
	return v > 0 && sc.between(v-1, v) == " " && sideWords[sc.plain(v-1)]
}

// sideWords are adjectives before a compound name of a street.
var sideWords = lists.In("street-sides")

// notStreets are words that end like streets.
var notStreets = lists.In("not-streets")

// findVia reads an Italian or Spanish street: the kind at word w, the name, and
// the number behind it.
func findVia(sc *scan, r *compiled, _, w int) {
	if !sc.tagged(w, tagVia) || !sc.reads("it", "es") {
		return
	}
	start, ok := sc.viaStart(w)
	if !ok {
		return
	}
	end, named := sc.streetName(w, true)
	if end < 0 {
		return
	}
	last := w
	for last+1 < len(sc.words) && int(sc.words[last+1].end) <= end {
		last++
	}
	if n := sc.viaNumber(last); n > 0 {
		if named == nameCapital || sc.dottedVia(w) || viaSure[sc.plain(w)] && !(sc.lang == "es" && sc.is(w, "vía")) {
			sc.add(r, start, sc.houseTail(n), 0.8, "address-es-it")
		}
		return
	}
	if named == nameCapital && last-w <= 4 && sc.announcedBy(w, start, tagHome) {
		sc.add(r, start, end, 0.55, "address-es-it")
	}
}

// viaStart returns where the kind of street begins whose last word is w; ok says
// whether it is whole: "C/", "C.so", "p.zza".
func (sc *scan) viaStart(w int) (start int, ok bool) {
	start = int(sc.words[w].start)
	switch {
	case sc.is(w, "c"):
		return start, sc.within(w+1) && sc.s[sc.words[w].end] == '/'
	case viaEndings[sc.plain(w)]:
		if !sc.dottedVia(w) {
			return start, false
		}
		return int(sc.words[w-1].start), true
	}
	return start, true
}

// viaEndings are the ends of kinds of street that are written with their first letter and a
// dot, and unnumbered what stands for the number of a house that has none.
var (
	viaEndings = lists.In("via-endings")
	unnumbered = lists.In("unnumbered")
)

// dottedVia reports a kind of street so written whose end is word w: "v.le", "p.zza".
func (sc *scan) dottedVia(w int) bool {
	return w > 0 && viaEndings[sc.plain(w)] && sc.size(w-1) == 1 && sc.between(w-1, w) == "."
}

// viaNumber returns the word of the number behind the name that ends with word
// last: "12", "nº 12"; 0 for none.
func (sc *scan) viaNumber(last int) int {
	n := last + 1
	if sc.within(n+1) && sc.is(n, "n", "nº", "num", "núm", "numero") {
		n++
	}
	if sc.within(n) && unnumbered[sc.plain(n)] && len(sc.between(n-1, n)) <= 2 {
		return n
	}
	if !sc.within(n) || !houseWord(sc.text(n)) || year(sc.text(n)) || amountAfter(sc.s, int(sc.words[n].end)) {
		return 0
	}
	switch sc.between(n-1, n) {
	case " ", ", ", ",", ". ", "º ", "° ":
		return n
	}
	return 0
}

// viaSure are the kinds of street that are so in lower case too.
var viaSure = lists.In("via-kinds-sure")

// houseTail is the end of the number at word n with "/b" behind it.
func (sc *scan) houseTail(n int) int {
	end := int(sc.words[n].end)
	if n+1 < len(sc.words) && sc.between(n, n+1) == "/" && sc.size(n+1) == 1 {
		end = int(sc.words[n+1].end)
	}
	return end
}

// states are the codes of the states of the Union.
var states = lists.In("state-codes")

// stateWords are codes of states that are words in small letters.
var stateWords = lists.In("state-code-words")

// findUSZip reads a ZIP code behind a state or the word "zip".
func findUSZip(sc *scan, r *compiled, at, w int) {
	x := sc.words[w]
	if w == 0 || x.has != hasDigit || x.end-x.start != 5 {
		return
	}
	gap := sc.between(w-1, w)
	state := (gap == " " || gap == ", ") && sc.state(w-1)
	announced := sc.is(w-1, "zip") || w > 1 && sc.is(w-1, "code") && sc.is(w-2, "zip")
	if !state && !(announced && len(gap) <= 2) {
		return
	}
	end := int(x.end)
	if sc.within(w+1) && sc.between(w, w+1) == "-" && sc.figures(w+1) && sc.size(w+1) == 4 {
		end = int(sc.words[w+1].end)
	}
	if amountAfter(sc.s, end) {
		return
	}
	sc.add(r, at, end, 0.75, "zip-us")
}

// state reports the code of a state; in small letters in English alone.
func (sc *scan) state(w int) bool {
	code := sc.text(w)
	return states[code] || sc.lang == "en" && states[strings.ToUpper(code)] && !stateWords[code]
}
