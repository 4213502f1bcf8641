package pattern

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/lexicon/data/lists"
)

// streetEnding says how sure the ending of a word is that it names a street.
type streetEnding uint8

const (
	endingWeak streetEnding = iota + 1 // ordinary words end so, too
	endingSure
)

// streetEndings are the endings of names of streets in all languages that have them,
// and the length in bytes of the shortest and the longest.
var streetEndings, shortestEnding, longestEnding = readEndings()

func readEndings() (endings map[string]streetEnding, shortest, longest int) {
	endings, shortest = map[string]streetEnding{}, longestWord
	for _, words := range lists.NotesByLang("street-kinds") {
		for w, note := range words {
			for kind := range strings.FieldsSeq(note) {
				switch kind {
				case "ending":
					endings[w] = endingSure
				case "ending-weak":
					endings[w] = max(endings[w], endingWeak)
				default:
					continue
				}
				shortest, longest = min(shortest, len(w)), max(longest, len(w))
			}
		}
	}
	return endings, shortest, longest
}

// findWorldStreet reads a street of any language by its kind: "ul. Chrzanowska 61",
// "Erzsébet tér 19", "Søndergade 52". A name in capitals and a number belong to it,
// since nothing says that the text is in the language of the street.
func findWorldStreet(sc *scan, r *compiled, at, w int) {
	switch {
	case sc.numeric(w):
		sc.endingStreet(r, w)
	case sc.tagged(w, tagKindBefore) && !sc.bareShort(w):
		sc.kindBefore(r, w)
	}
}

// kindBefore reads the name and the number behind the kind of street at word w, or the
// number before it.
func (sc *scan) kindBefore(r *compiled, w int) {
	last := sc.nameBehind(w)
	number := last + 1
	if sc.within(number) && sc.tagged(number, tagHouse) {
		number++
	}
	switch {
	case last == w:
	case sc.houseAt(number):
		sc.add(r, int(sc.words[w].start), sc.houseEnd(number), 0.8, "address")
	case sc.upper(last) && w > 0 && sc.figures(w-1) && sc.houseAt(w-1) && sc.between(w-1, w) == " ":
		sc.add(r, int(sc.words[w-1].start), int(sc.words[last].end), 0.7, "address")
	}
}

// nameBehind returns the last word of the name behind the kind of street at word w: in
// capitals, with small words inside, or one in small letters; w for none.
func (sc *scan) nameBehind(w int) int {
	last := w
	for v := w + 1; sc.within(v) && v <= w+6 && sc.roadGapOf(v-1, v) && !sc.numeric(v); v++ {
		if last > w && sc.tagged(v, tagHouse) || !sc.upper(v) && !sc.tagged(v, tagLink) && sc.size(v) > 2 {
			break
		}
		if sc.upper(v) {
			last = v
		}
	}
	if last == w && sc.smallKind(w) { // "ul. lipowa 14"
		return w + 1
	}
	return last
}

// smallKind reports a kind of street at word w whose name is written small: the dot of an
// abbreviation tells, or a word of living before it.
func (sc *scan) smallKind(w int) bool {
	if !sc.within(w+2) || sc.words[w+1].tags&^tagLink != 0 || sc.size(w+1) < 4 || !sc.roadGapOf(w, w+1) {
		return false
	}
	return strings.HasPrefix(sc.between(w, w+1), ".") || sc.announcedBy(w, int(sc.words[w].start), tagHome)
}

// endingStreet reads the street before the number of a house at word w: its last word
// is a kind of street, or ends like one.
func (sc *scan) endingStreet(r *compiled, w int) {
	if w == 0 || !sc.houseAt(w) {
		return
	}
	v := w - 1
	if v > 0 && sc.tagged(v, tagHouse) {
		v-- // "Caddesi No: 45"
	}
	first, score := sc.streetBefore(v, w)
	if score > 0 {
		sc.add(r, int(sc.words[first].start), sc.houseEnd(w), score, "address")
	}
}

// streetBefore returns the first word of the street whose last is v, before the number of
// a house at word w, and how sure it is; 0 for none.
func (sc *scan) streetBefore(v, w int) (first int, score float64) {
	ending := sc.ending(v)
	switch {
	case sc.tagged(v, tagStop) && !sc.upper(v): // a small word of the message's language
	case sc.tagged(v, tagKindBehind) && !sc.bareShort(v):
		if first = sc.namedBefore(v); first < v {
			return first, 0.75
		}
	case ending == endingSure && sc.upper(v):
		for first = v; first > 0 && first > v-3 && sc.between(first-1, first) == " " && sideWords[sc.plain(first-1)]; {
			first--
		}
		return first, 0.8
	case ending == endingSure && sc.placed(v, w):
		return v, 0.55
	case sc.words[v].has == sc.words[v].has&(hasLower|hasHigh) && sc.smallCoded(w):
		return sc.smallFrom(v), 0.55
	case sc.upper(v) && (ending == endingWeak && sc.placed(v, w) || sc.coded(w)):
		return sc.capitalsFrom(v), 0.55
	}
	return v, 0
}

// capitalsFrom returns the first of at most three words in capitals that end with word v,
// from a preposition on.
func (sc *scan) capitalsFrom(v int) int {
	first := v
	for first > 0 && first > v-3 && sc.roadGapOf(first-1, first) && sc.upper(first-1) {
		if first--; streetPrepositions[sc.plain(first)] {
			break
		}
	}
	return first
}

// placed reports that an address is told, or goes on behind the number at word w: with a
// postal code, or the way to a door.
func (sc *scan) placed(first, w int) bool {
	end := sc.houseEnd(w)
	return sc.codeBehind(end, w) || sc.doorsBehind(end) > end ||
		sc.announcedBy(first, int(sc.words[first].start), tagHome)
}

// coded reports a town or a country with its postal code behind the number at word w: what
// a name in capitals and a number are, then, is an address.
func (sc *scan) coded(w int) bool {
	var has [2]bool
	for _, p := range sc.partsBehind(sc.houseEnd(w), nil) {
		if p.label == bauta.ZipCode {
			has[0] = true
		} else if !p.small {
			has[1] = true
		}
	}
	return has[0] && has[1]
}

// namedBefore returns the first word of the name before the kind of street at word v:
// one to three in capitals, of which the last may be written small; v for none.
func (sc *scan) namedBefore(v int) int {
	first := v
	for first > 0 && first > v-3 && sc.roadGapOf(first-1, first) && sc.upper(first-1) {
		first--
	}
	if first == v && v > 1 && sc.roadGapOf(v-1, v) && sc.smallName(v-1) {
		first = v - 2
	}
	return first
}

// smallName reports a longer word in small letters that means nothing here, behind one in
// capitals: "Árpád fejedelem".
func (sc *scan) smallName(v int) bool {
	return sc.size(v) > 4 && sc.words[v].tags == 0 && sc.upper(v-1) && sc.roadGapOf(v-1, v)
}

// houseAt reports the number of a house at word w, a blank or a comma behind the word
// before it, and no amount or year.
func (sc *scan) houseAt(w int) bool {
	if !sc.within(w) || w == 0 || !houseWord(sc.text(w)) || year(sc.text(w)) || sc.s[sc.words[w].start] == '0' {
		return false
	}
	x := sc.words[w]
	road := sc.within(w+1) && sc.tagged(w+1, tagRoad) && sc.capital(w+1) // "St" is no unit
	if sc.decimal(int(x.start), int(x.end)) || amountAfter(sc.s, int(x.end)) && !road || int(x.end-x.start) > 5 {
		return false
	}
	switch sc.between(w-1, w) {
	case " ", ". ", ".", ", ":
		return true
	}
	return sc.between(w-1, w) == ": " && sc.tagged(w-1, tagHouse)
}

// ending reports how word v ends, behind a stem of three letters and more.
func (sc *scan) ending(v int) streetEnding {
	if sc.size(v) < shortestEnding+3 || sc.size(v) > longestWord {
		return 0
	}
	var room [longestWord]byte
	name := fold(room[:0], sc.text(v))
	for n := min(longestEnding, len(name)-3); n >= shortestEnding; n-- {
		if e := streetEndings[string(name[len(name)-n:])]; e != 0 {
			if notStreets[string(name)] {
				return 0
			}
			return e
		}
	}
	return 0
}

// bareShort reports a kind of street of one or two letters without the dot of an
// abbreviation or an accent, which is a word of some language: "u", "ut", "sk".
func (sc *scan) bareShort(w int) bool {
	x := sc.words[w]
	letters := utf8.RuneCountInString(sc.text(w))
	return letters <= 2 && x.has&hasHigh == 0 && !strings.HasPrefix(sc.s[x.end:], ".")
}

// roadGapOf reports that the words v and w are of one name: a blank, a hyphen, or the
// dot of an abbreviation between.
func (sc *scan) roadGapOf(v, w int) bool {
	switch sc.between(v, w) {
	case " ", "-", "'", "’":
		return true
	case ". ", ".":
		return sc.size(v) <= 8
	}
	return false
}

// upper reports a word that begins with a capital of any script.
func (sc *scan) upper(w int) bool {
	r, _ := utf8.DecodeRuneInString(sc.text(w))
	return unicode.IsUpper(r)
}

// findCorner reads the streets that meet at a corner: "the corner of Mill Lane and 7
// Alder". Their names are in capitals.
func findCorner(sc *scan, r *compiled, _, w int) {
	if !sc.tagged(w, tagCorner) {
		return
	}
	first := sc.linksFrom(w + 1)
	end := sc.cornerName(first)
	if end <= first || !sc.within(end) || !sc.is(end, "and", "und", "et", "y", "e", "och") {
		return
	}
	second := sc.linksFrom(end + 1)
	last := sc.cornerName(second)
	if last <= second {
		return
	}
	sc.add(r, int(sc.words[first].start), int(sc.words[last-1].end), 0.7, "address-corner")
}

// linksFrom skips the small words before a name: "of the", "de la".
func (sc *scan) linksFrom(w int) int {
	for sc.within(w) && !sc.upper(w) && (sc.tagged(w, tagLink) || sc.size(w) <= 3 && !sc.numeric(w)) {
		w++
	}
	return w
}

// cornerName returns the word behind the name of a street that begins at word w: a number
// and at most four words in capitals, in either order; w for none.
func (sc *scan) cornerName(w int) int {
	v, names := w, 0
	for ; sc.within(v) && v <= w+longestTown; v++ {
		if v > w && !sc.roadGapOf(v-1, v) || !sc.upper(v) && !sc.figures(v) {
			break
		}
		if sc.upper(v) {
			names++
		}
	}
	if names == 0 {
		return w
	}
	return v
}
