package pattern

import "strings"

// smallCoded reports a postal code of five digits, or of four behind what announces an address
// or a preposition of streets, and a strange word in small letters behind the number at word w:
// what stands before the number, then, is an address in small letters ("norra byn 17, 844 96
// gällö").
func (sc *scan) smallCoded(w int) bool {
	end := sc.houseEnd(w)
	v := sc.wordAt(end)
	if !sc.within(v + 1) {
		return false
	}
	if from := int(sc.words[v].start); !touches(sc.s, end, from) || !strings.ContainsAny(sc.s[end:from], ",\n") {
		return false
	}
	last := sc.postcode(v)
	if last < 0 || !sc.blankBehind(last) || !sc.smallTown(last+1) {
		return false
	}
	first := sc.smallFrom(w - 1)
	return sc.size(v) != 4 || streetPrepositions[sc.plain(first)] ||
		sc.announcedBy(first, int(sc.words[first].start), tagHome)
}

// smallTown reports a word that may be the name of a town in small letters: no everyday word
// of the message's language.
func (sc *scan) smallTown(v int) bool {
	if !sc.within(v) || sc.size(v) < 3 || sc.words[v].has&(hasDigit|hasUpper) != 0 {
		return false
	}
	if sc.lang == "" {
		return sc.tagged(v, tagTown)
	}
	return !sc.tagged(v, tagStop|tagMonth) && !units[sc.plain(v)] && !sc.own(v)
}

// smallFrom is the first of at most three words in small letters that end with word v and may
// name a street: from a preposition of streets on.
func (sc *scan) smallFrom(v int) int {
	first := v
	for first > 0 && first > v-2 && sc.between(first-1, first) == " " && !sc.numeric(first-1) {
		prior := first - 1
		if streetPrepositions[sc.plain(prior)] {
			return prior
		}
		if sc.tagged(prior, tagStop|tagFill|tagIs|tagHome) {
			break
		}
		first = prior
	}
	return first
}
