package pattern

import (
	"strings"

	"github.com/bauta/bauta/internal/lexicon/data/lists"
)

// doorParts are the words for a part of a building by where its number or letter stands:
// "behind" the word ("escalier B", "lgh 1203"), "before" it ("3e étage", "2. OG"); a word
// that is a part by itself ("Hinterhaus"); one that is so behind another ("links").
var doorParts = lists.NotesIn("door-parts")

// mostDoorParts bounds the parts of a building behind the number of a house.
const mostDoorParts = 6

// doorsBehind is where the way to a door ends that stands behind a street and its number:
// "12, bât C, 3e étage gauche", "27a Hinterhaus 2. OG links", "14 scala B int 6". Where
// there is none it is end.
func (sc *scan) doorsBehind(end int) int {
	w := sc.wordAt(end) - 1
	if !sc.within(w) || int(sc.words[w].end) != end {
		return end
	}
	for part := range mostDoorParts {
		next := sc.doorPart(w, part > 0)
		if next < 0 {
			break
		}
		w = next
	}
	return int(sc.words[w].end)
}

// doorPart is the last word of the part of a building that begins behind word w, -1 for
// none; further says that one stands before it.
func (sc *scan) doorPart(w int, further bool) int {
	v := w + 1
	if !sc.within(v) || !parted(sc.between(w, v), " ,-/") {
		return -1
	}
	if sc.numeric(v) || sc.letter(v) {
		if last := sc.doorNumbered(v); last >= 0 {
			return last
		}
	}
	kind := sc.doorKind(v)
	switch {
	case strings.Contains(kind, "behind") && sc.doorBehind(v):
		return v + 1
	case strings.Contains(kind, "alone"), further && strings.Contains(kind, "further"):
		return v
	case further && sc.tagged(v, tagLink|tagAt) && sc.blankBehind(v) && strings.Contains(sc.doorKind(v+1), "further"):
		return v + 1 // "a destra"
	case floorOrdinals[sc.plain(v)] && sc.blankBehind(v) && strings.Contains(sc.doorKind(v+1), "before"):
		return v + 1 // "terzo piano"
	}
	return -1
}

// floorOrdinals are the numbers of floors in words.
var floorOrdinals = lists.In("floor-ordinals")

// doorNumbered is doorPart for a part that begins with the number or letter v: "3e étage",
// "4tr", the c of "14 c lgh 1203".
func (sc *scan) doorNumbered(v int) int {
	switch {
	case sc.within(v+1) && sc.ordinal(v) && parted(sc.between(v, v+1), " .°ºª") && sc.doorBefore(v+1):
		return v + 1
	case sc.numeric(v) && strings.Contains(doorParts[strings.TrimLeft(sc.plain(v), "0123456789")], "before"):
		return v
	case sc.letter(v) && sc.within(v+1) && parted(sc.between(v, v+1), " ,") &&
		strings.Contains(sc.doorKind(v+1), "behind"):
		return v
	}
	return -1
}

// doorKind is what the list says of word v.
func (sc *scan) doorKind(v int) string { return doorParts[sc.plain(v)] }

// doorBehind reports the number or letter of a part behind word v.
func (sc *scan) doorBehind(v int) bool {
	return sc.within(v+1) && parted(sc.between(v, v+1), " .:°º#n") && sc.doorSign(v+1)
}

// doorBefore reports a part behind its number, or the letter of a door behind an ordinal
// with its sign: "3º B".
func (sc *scan) doorBefore(v int) bool {
	if strings.Contains(sc.doorKind(v), "before") {
		return true
	}
	signed := strings.ContainsAny(sc.text(v-1)+sc.between(v-1, v), "ºª°")
	if strings.Contains(sc.doorKind(v), "further") { // "4eme droite"
		return signed || !sc.figures(v-1)
	}
	return signed && sc.letter(v)
}

// doorSign reports the number or letter of a part: "12", "12B", "1203", "B", "A3".
func (sc *scan) doorSign(v int) bool {
	if sc.letter(v) {
		return true
	}
	body := sc.text(v)
	return len(body) <= 4 && strings.ContainsAny(body, "0123456789") && sc.words[v].has&hasHigh == 0 &&
		!amountAfter(sc.s, int(sc.words[v].end))
}

// letter reports a word of one ASCII letter.
func (sc *scan) letter(v int) bool {
	return sc.size(v) == 1 && sc.words[v].has&(hasUpper|hasLower) != 0
}

// ordinal reports a number of a floor: "2", "2nd", "3e".
func (sc *scan) ordinal(v int) bool {
	body := sc.text(v)
	figures := len(body) - len(strings.TrimLeft(body, "0123456789"))
	return figures > 0 && figures <= 2 && len(body) <= figures+3
}

// parted reports a gap of nothing but some signs, short and on one line.
func parted(gap, signs string) bool { return len(gap) <= 4 && strings.Trim(gap, signs) == "" }
