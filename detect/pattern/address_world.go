package pattern

import (
	"strings"

	"github.com/bauta/bauta"
)

var addressWorldRules = []rule{{
	kind: "address-en", label: bauta.Address, on: onTag, find: findRoad,
	yes: []string{
		"I live at ‹12 Baker Street›", "meet me at ‹221b baker street› ok", "‹1600 Pennsylvania Avenue›, Washington", "‹45 High St.› Leeds", "‹3 Elm Road› at 5", "he lives on ‹Baker Street›", "‹10 downing street›",
		"send it to ‹742 Evergreen Terrace›", "‹5 St Mary's Close›", "‹1234 N Main St›", "‹88 oak lane› tonight", "its ‹221B baker st› nw1", "‹350 5th ave›, new york", "‹14 st johns rd›", "flat 12, ‹34 high street›", "my addr is Flat 3, ‹22 Kings Parade›, Bristol", "Apt 4B, ‹910 Lakeview Court›", "unit 7, ‹31 Harbour Quay›", "Flat 2, ‹5 The Maltings›", "‹9 Castle Steps›, Oban", "‹18 Ferry Approach› is ours", "‹3 Chapel Yard› E8", "flat 9, ‹110 Sefton Broadway›", "‹46 Lower Promenade› then left", "‹7 Albert Embankment›", "‹77 Massachusetts Ave› please",
	},
	no: []string{
		"on the road", "5 minutes drive", "it's a 2 way street", "street food", "the road is long", "2 miles down the road", "the other way", "3 days on the road", "in the street", "10 min walk", "take the high road",
		"close the door", "st paul", "4 hours drive", "the whole place", "come this way", "I have 2 places", "my 2 st", "bus 12 direction st lazare", "20 people at my place", "I DECIDED 2 GO N E WAY", "U SEEMED 2 B GETTIN ON WELL",
	},
}, {
	kind: "address-de", label: bauta.Address, on: onDigit, find: findSuffixStreet,
	yes: []string{
		"wohne in der ‹Hauptstraße 12›", "‹hauptstr. 12a› bitte", "‹Goethestrasse 5›, 10115 Berlin", "‹Berliner Straße 112›", "komm in die ‹schillerstr 7›", "‹Marktplatz 3› ok", "‹Lindenallee 24›", "‹Storgatan 12› i stan", "vi bor på ‹Ekorrstigen 17 B›, 752 63 Uppsala", "‹Storgatan 12 A›, 111 22 Stockholm", "‹Kungsgatan 4 C› imorgon", "‹Ringvägen 98 lgh 1203›", "‹Sveavägen 21, 3 tr›", "‹Bahnhofstr. 12 B› klingeln", "‹Hauptstraße 5/7› hinten", "‹Gartenweg 3-5›", "‹Seestrasse 44 A›, 8002 Zürich", "‹Schulstr. 9/B›",
		"jag bor på ‹storgatan 5b›", "‹Drottningvägen 3›", "‹Kerkstraat 15› Amsterdam", "‹Prinsengracht 263›", "‹Am Alten Weg 4›", "‹Bahnhofstrasse 12›, 8001 Zürich", "‹Konrad-Duden-Gasse 151›", "ich wohne ‹Am Silbersee 21›", "bor på ‹Norra Skogsvägen 37›", "‹Engstenberger Weg 90›", "I live at ‹811 The Laurels›", "Adresse: ‹Alte Ziegelei 10›", "Stimmt ‹Am Mühlbach 3›, 99084 Erfurt?", "‹An der Linde 14a› 50667 Köln", "‹Im Winkel 5›, 8400 Winterthur", "neue adresse ‹Am Damm 8›, 45127 Essen", "‹Norra Hamnen 2›, 392 31 Kalmar",
	},
	no: []string{
		"unterwegs 5 min", "bin weg 10 minuten", "das war 12 uhr", "platz 1 im rennen", "auf dem Weg 2 Stunden", "der ring 3 teil", "Arbeitsplatz 2012 weg", "str 5", "gata", "mittwoch 12", "weg 3", "in der straße 20 leute", "platz 3 A oder B", "Gruppe Blau 3, 20000 Euro", "Im Mai 3, 20 Leute",
	},
}, {
	kind: "address-es-it", label: bauta.Address, on: onTag, find: findVia,
	yes: []string{
		"abito in ‹via Roma 12›", "‹Via G. Garibaldi, 5› Milano", "‹piazza della Repubblica 3›", "vivo en ‹calle Mayor 5›", "‹Calle de Alcalá, 45› Madrid", "‹avenida de la Constitución 12›", "‹corso Vittorio Emanuele 21›", "‹plaza de España 3›",
		"‹viale dei mille 8/b› ok", "mi dirección es ‹calle san juan 14›", "ci vediamo in ‹via dante 4›", "vivo en ‹c/ mayor 12› 3º", "‹avda. de la constitución nº 12›", "‹C.so Garibaldi 15›", "‹p.zza Duomo 1›",
	},
	no: []string{
		"vado via", "via toi", "nel corso della settimana", "a lo largo de 20 km", "largo camino", "via WhatsApp", "ave maria", "calle", "via 2 persone", "nel corso del 2012", "vía París", "camino de 3 horas", "va via alle 5",
	},
}, {
	kind: "zip-us", label: bauta.ZipCode, country: "us", on: onDigit, find: findUSZip,
	yes: []string{
		"Springfield, IL ‹62704›", "NY ‹10001›", "Los Angeles CA ‹90001-1234›", "Austin, TX ‹78701›", "Boston MA ‹02108›", "zip ‹94103›", "zip code ‹60601›", "Miami, FL ‹33101› USA", "Seattle, WA ‹98101›", "ZIP: ‹30301›",
	},
	no: []string{
		"il 62704", "62704", "OK 12345678", "in 10001 years", "XX 62704", "zip it", "zip 123", "I have 90001 friends", "NY 100", "zip file 12345678",
	},
}}

// roadSure are kinds of street that are hardly anything else behind a name.
var roadSure = set("parade street road avenue lane ave rd blvd boulevard terrace crescent parkway pkwy mews highway")

// findRoad reads an English street: a number, a name, and the kind of street at
// word w; or a name in capitals and the kind.
func findRoad(sc *scan, r *compiled, _, w int) {
	if sc.words[w].tags&tagRoad == 0 || !sc.reads("en") || w == 0 {
		return
	}
	sure := roadSure[folded(s5(sc, w))]
	shouted := sc.words[w].has == hasUpper && w > 0 && sc.words[w].end-sc.words[w].start > 2 && sc.words[w-1].has == hasUpper
	capitals := sc.capital(w) && !shouted || s5(sc, w) == "st" || s5(sc, w) == "rd"
	named := 0
	for v := w - 1; v >= 0 && v >= w-5; v-- {
		gap := sc.between(v, v+1)
		if gap != " " && !(gap == ", " && digit(sc.s[sc.words[v].start])) && gap != "'" && gap != ". " && gap != "-" {
			break
		}
		x := sc.words[v]
		if body := s5(sc, v); digit(body[0]) {
			if named > 0 && named <= 3 && houseWord(body) && gap != ". " && (sc.capital(v+1) || sc.is(v+1, "st") || v+1 < w && digit(sc.s[sc.words[v+1].start]) || !units[folded(s5(sc, v+1))]) && (sure || capitals || sc.is(w, "st")) && !sc.decimal(int(x.start), int(x.end)) {
				sc.add(r, int(x.start), sc.dotted(w), 0.85, "address-en")
				return
			}
			if ordinal[strings.ToLower(strings.TrimLeft(body, "0123456789"))] { // "350 5th Ave"
				named++
				continue
			}
			break
		}
		if sc.is(v, "s") && v > 0 && len(sc.between(v-1, v)) <= 3 && sc.between(v-1, v) != " " {
			continue // the genitive
		}
		if v > 0 && roadNames[folded(s5(sc, v))] && digit(sc.s[sc.words[v-1].start]) {
			named++
			continue
		}
		if x.tags&tagStop != 0 && !sc.capital(v) || !sc.capital(v) && (notRoads[folded(s5(sc, v))] || units[folded(s5(sc, v))] && !sc.is(v, "st")) {
			break
		}
		if capitals = capitals && sc.capital(v); capitals && sure && v == w-1 && x.has&hasLower != 0 && sc.capital(w) && x.tags&tagStop == 0 && !notRoads[folded(s5(sc, v))] && (w < 2 || !digit(sc.s[sc.words[w-2].start])) && !sc.numberBefore(v, w) {
			sc.add(r, int(x.start), sc.dotted(w), 0.55, "address-en")
		}
		named++
	}
}

// numberBefore reports a number among the words before a street's name, which
// makes a longer address than the name alone.
func (sc *scan) numberBefore(v, w int) bool {
	for u := v - 1; u >= 0 && u >= w-5; u-- {
		if digit(sc.s[sc.words[u].start]) {
			return true
		}
	}
	return false
}

// dotted is the end of word w with the dot of an abbreviation.
func (sc *scan) dotted(w int) int {
	end := int(sc.words[w].end)
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
var roadNames = set("high main old new back long first second third")

// notRoads are words that stand before "street" or "road" in prose.
var notRoads = set("direction directions arret stop gare ligne bus tram the a this that my your our his her their same other main long way one two down up across high low every each any which what wrong right whole " +
	"first next last front back side of and minutes min mins hours hour days day miles mile more people times years weeks km new old in on at to food no " +
	"mr mrs ms mister")

// streetSuffix are the ends of compound names of streets, in folded form, with
// the language: German, Swedish, Dutch.
var streetSuffix = []struct{ suffix, lang string }{
	{"strase", "de"},
	{"strasse", "de"},
	{"stross", "de"},
	{"strooss", "de"},
	{"strass", "de"},
	{"str", "de"},
	{"gasse", "de"},
	{"weg", "de"},
	{"platz", "de"},
	{"allee", "de"},
	{"damm", "de"},
	{"ufer", "de"},
	{"ring", "de"},
	{"chaussee", "de"},
	{"brucke", "de"},
	{"bruecke", "de"},
	{"gatan", "sv"},
	{"gata", "sv"},
	{"vagen", "sv"},
	{"stigen", "sv"},
	{"grand", "sv"},
	{"torget", "sv"},
	{"backen", "sv"},
	{"vag", "sv"},
	{"granden", "sv"},
	{"straat", "nl"},
	{"laan", "nl"},
	{"gracht", "nl"},
	{"plein", "nl"},
	{"kade", "nl"},
	{"singel", "nl"},
	{"dijk", "nl"},
}

// findSuffixStreet reads "Hauptstr. 12a", "storgatan 5" from the number.
func findSuffixStreet(sc *scan, r *compiled, at, w int) {
	if w == 0 || !sc.reads("de", "sv", "nl", "en", "es", "it") || !houseWord(s5(sc, w)) || int(sc.words[w].end)-at > 5 {
		return
	}
	if gap := sc.between(w-1, w); gap != " " && gap != ". " && gap != "." && gap != ", " || amountAfter(sc.s, int(sc.words[w].end)) || sc.decimal(at, int(sc.words[w].end)) {
		return
	}
	var room [40]byte
	name := string(fold(room[:0], s5(sc, w-1)))
	for _, x := range streetSuffix {
		if !strings.HasSuffix(name, x.suffix) || !sc.reads(x.lang) {
			continue
		}
		if start, ok := sc.suffixName(w-1, len(name)-len(x.suffix), x.suffix); ok {
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
	if sc.reads("en") && sc.words[w].end-sc.words[w].start > 1 {
		last := w
		for last+1 < len(sc.words) && last < w+3 && sc.between(last, last+1) == " " && sc.capital(last+1) && sc.words[last+1].tags&tagMonth == 0 {
			last++
		}
		if last > w && w > 0 && (sc.words[w-1].tags&tagHome != 0 || w > 1 && sc.words[w-2].tags&tagHome != 0) && !units[folded(s5(sc, w+1))] {
			sc.add(r, int(sc.words[w].start), int(sc.words[last].end), 0.55, "address-en")
			return
		}
	}
	first := sc.capitals(w)
	if first == w || !sc.reads("de", "sv", "nl", "es", "it") || year(s5(sc, w)) {
		return
	}
	end := sc.houseEnd(w)
	if sc.codeBehind(end, w) || sc.announcedBy(first, int(sc.words[first].start), tagHome) {
		sc.add(r, int(sc.words[first].start), end, 0.55, "address")
	}
}

// capitals returns the first of the words in capitals before word w, at most
// four: from a preposition on, with the article behind it ("An der Linde").
func (sc *scan) capitals(w int) int {
	first := w
	for first > 0 && first > w-4 && sc.between(first-1, first) == " " && sc.words[first-1].tags&(tagHome|tagMonth) == 0 {
		if !sc.capital(first-1) && (first == w || first < 2 || !streetArticles[folded(s5(sc, first-1))] || !sc.capital(first-2) || !streetPrepositions[folded(s5(sc, first-2))]) {
			break
		}
		if first--; first < w-1 && streetPrepositions[folded(s5(sc, first))] {
			break
		}
	}
	return first
}

// streetPrepositions begin German names of streets, and streetArticles may follow.
var (
	streetPrepositions = set("am an auf bei beim hinter im in ob unter unterm vor vorm zu zum zur zwischen")
	streetArticles     = set("der den dem die das")
)

// codeBehind reports a postal code and a name in capitals right behind the
// number of a house, which ends at byte end: ", 99084 Erfurt".
func (sc *scan) codeBehind(end, w int) bool {
	v := w + 1
	for v < len(sc.words) && int(sc.words[v].start) < end {
		v++
	}
	if v >= len(sc.words) || sc.words[v].has != hasDigit {
		return false
	}
	gap, n := sc.s[end:sc.words[v].start], sc.words[v].end-sc.words[v].start
	if gap != ", " && gap != " " && gap != "\n" && gap != "," {
		return false
	}
	if next := v + 1; n == 3 && next < len(sc.words) && sc.between(v, next) == " " && sc.words[next].has == hasDigit && sc.words[next].end-sc.words[next].start == 2 {
		v, n = next, 5
	}
	return (n == 4 && gap == ", " || n == 5) && v+1 < len(sc.words) && sc.between(v, v+1) == " " && sc.capital(v+1) && !notTowns[folded(s5(sc, v+1))]
}

// houseEnd is the end of the number of a house at word w with what belongs to it:
// a letter behind a blank ("17 B"), a second number ("12-14", "12/3"), and the
// Swedish door ("lgh 1102", "2 tr").
func (sc *scan) houseEnd(w int) int {
	if v := w + 1; v < len(sc.words) {
		x, gap := sc.words[v], sc.between(w, v)
		single := x.end-x.start == 1 && x.has&(hasUpper|hasLower) != 0 && x.has&hasHigh == 0
		letter := single && (gap == " " && x.has == hasUpper && s5(sc, v) != "I" || gap == "/" || gap == "-")
		if letter && (v+1 == len(sc.words) || sc.between(v, v+1) != "'") || (gap == "-" || gap == "/" || gap == " - ") && x.has == hasDigit && x.end-x.start <= 4 {
			w = v
		}
	}
	if v := w + 2; v < len(sc.words) && len(sc.between(w, w+1)) <= 2 && strings.Trim(sc.between(w, w+1), " ,") == "" && sc.between(w+1, v) == " " {
		if sc.is(w+1, "lgh") && sc.words[v].has == hasDigit || sc.is(v, "tr") && sc.words[w+1].has == hasDigit {
			w = v
		}
	}
	return int(sc.words[w].end)
}

// suffixName returns where the name starts whose last word is v, with stem
// letters before the suffix. Without a stem the words before it are the name
// ("Berliner Straße", "Am Alten Weg").
func (sc *scan) suffixName(v, stem int, suffix string) (int, bool) {
	start := int(sc.words[v].start)
	weak := suffix == "weg" || suffix == "brucke" || suffix == "ring" || suffix == "damm" || suffix == "ufer" || suffix == "platz" || suffix == "grand" || suffix == "backen" || suffix == "dijk" || suffix == "plein"
	if stem > 0 {
		if v > 0 && sc.capital(v) && sc.between(v-1, v) == " " && sideWords[folded(s5(sc, v-1))] {
			start = int(sc.words[v-1].start)
		}
		return start, stem >= 3 && (!weak || sc.capital(v)) && !notStreets[folded(s5(sc, v))]
	}
	first := v
	for first > 0 && first > v-4 && sc.between(first-1, first) == "-" {
		first-- // "Konrad-Duden-Gasse"
	}
	if first < v {
		return int(sc.words[first].start), true
	}
	for first > 0 && first > v-3 && sc.between(first-1, first) == " " && sc.capital(first-1) && sc.capital(v) {
		first--
	}
	adjective := first < v && (strings.HasSuffix(s5(sc, v-1), "er") || strings.HasSuffix(s5(sc, v-1), "s"))
	return int(sc.words[first].start), first < v && (!weak || adjective || first < v-1)
}

// sideWords are adjectives before a compound name of a street.
var sideWords = set("norra sodra ostra vastra gamla nya stora lilla ovre nedre alte neue grose kleine obere untere hintere vordere oude nieuwe grote kleine")

// notStreets are words that end like streets.
var notStreets = set("bundesstrase landstrase landesstrase kreisstrase staatsstrase fernstrase bundesstrasse landstrasse landesstrasse arbeitsplatz parkplatz sitzplatz spielplatz stellplatz tabellenplatz stehplatz studienplatz unterweg autobahnring hering vertring einweg umweg heimweg mehrweg feldweg " +
	"bildungsweg rueckweg ruckweg hinweg durchweg")

// findVia reads an Italian or Spanish street: the kind at word w, the name, and
// the number behind it.
func findVia(sc *scan, r *compiled, _, w int) {
	if sc.words[w].tags&tagVia == 0 || !sc.reads("it", "es") {
		return
	}
	if sc.is(w, "c") && (w+1 >= len(sc.words) || !strings.HasPrefix(sc.s[sc.words[w].end:], "/")) {
		return
	}
	start := int(sc.words[w].start)
	if sc.is(w, "so") || sc.is(w, "zza") { // "C.so", "p.zza"
		if w == 0 || sc.between(w-1, w) != "." || sc.words[w-1].end-sc.words[w-1].start != 1 {
			return
		}
		start = int(sc.words[w-1].start)
	}
	end, named := sc.streetName(w, true)
	if end < 0 {
		return
	}
	last := w
	for last+1 < len(sc.words) && int(sc.words[last+1].end) <= end {
		last++
	}
	n := last + 1
	if n < len(sc.words) && (sc.is(n, "n") || sc.is(n, "nº") || sc.is(n, "num") || sc.is(n, "núm") || sc.is(n, "numero")) && n+1 < len(sc.words) {
		n++
	}
	if n < len(sc.words) && houseWord(s5(sc, n)) && n-last <= 2 && !amountAfter(sc.s, int(sc.words[n].end)) && !year(s5(sc, n)) {
		if gap := sc.s[sc.words[n-1].end:sc.words[n].start]; gap == " " || gap == ", " || gap == "," || gap == ". " || gap == "º " || gap == "° " {
			if named == nameCapital || viaSure[folded(s5(sc, w))] && !(sc.lang == "es" && sc.is(w, "vía")) {
				sc.add(r, start, sc.houseTail(n), 0.8, "address-es-it")
			}
			return
		}
	}
	if named == nameCapital && sc.announcedBy(w, start, tagHome) && last-w <= 4 {
		sc.add(r, start, end, 0.55, "address-es-it")
	}
}

// viaSure are the kinds of street that are so in lower case too.
var viaSure = set("c via viale calle avenida avda piazza piazzale vicolo corso plaza")

// houseTail is the end of the number at word n with "/b" behind it.
func (sc *scan) houseTail(n int) int {
	end := int(sc.words[n].end)
	if n+1 < len(sc.words) && sc.between(n, n+1) == "/" && sc.words[n+1].end-sc.words[n+1].start == 1 {
		end = int(sc.words[n+1].end)
	}
	return end
}

// states are the codes of the states of the Union.
var states = set("AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY DC PR")

// stateWords are codes of states that are words in small letters.
var stateWords = set("in or me ok hi oh pa ma la id de co al ar mo")

// findUSZip reads a ZIP code behind a state or the word "zip".
func findUSZip(sc *scan, r *compiled, at, w int) {
	x := sc.words[w]
	if w == 0 || x.has != hasDigit || x.end-x.start != 5 {
		return
	}
	gap := sc.between(w-1, w)
	code := s5(sc, w-1)
	state := (gap == " " || gap == ", ") && (states[code] || sc.lang == "en" && states[strings.ToUpper(code)] && !stateWords[code])
	announced := sc.is(w-1, "zip") || w > 1 && sc.is(w-1, "code") && sc.is(w-2, "zip")
	if !state && !(announced && len(gap) <= 2) {
		return
	}
	end := int(x.end)
	if w+1 < len(sc.words) && sc.between(w, w+1) == "-" && sc.words[w+1].has == hasDigit && sc.words[w+1].end-sc.words[w+1].start == 4 {
		end = int(sc.words[w+1].end)
	}
	if amountAfter(sc.s, end) {
		return
	}
	sc.add(r, at, end, 0.75, "zip-us")
}
