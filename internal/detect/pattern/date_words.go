package pattern

import (
	"slices"
	"strings"

	"github.com/bauta/bauta/internal/lexicon/data/lists"
)

// wordedDay returns the end of a day and a month whose day is written in words, from word w:
// "douze mai", "siete de abril", "march third"; -1 for none.
func (sc *scan) wordedDay(w int) int {
	if sc.tagged(w, tagMonth) {
		if n := sc.dayWords(w + 1); n > 0 && sc.blankBehind(w) {
			return int(sc.words[w+n].end)
		}
		return -1
	}
	month := w + sc.dayWords(w)
	if month > w && sc.within(month) && sc.tagged(month, tagLink|tagOf) {
		month++
	}
	if month == w || !sc.within(month) || !sc.tagged(month, tagMonth) || !sc.joined(month-1, month) {
		return -1
	}
	return int(sc.words[month].end)
}

// dayWords is how many words from word w on are the number of a day: "douze",
// "twenty first"; 0 for none.
func (sc *scan) dayWords(w int) int {
	if !sc.within(w) {
		return 0
	}
	n, value := 1, int(sc.words[w].val)
	switch {
	case sc.tagged(w, tagOrdinal):
	case sc.tagged(w, tagNumber) && value >= 0:
		if n, value = sc.below100(w); n == 1 && value%10 == 0 && sc.within(w+1) && sc.tagged(w+1, tagOrdinal) {
			n, value = 2, value+int(sc.words[w+1].val)
		}
	default:
		return 0
	}
	if value < 1 || value > 31 {
		return 0
	}
	return n
}

// shortYear is the end of the year behind a day and a month that end at byte end, in two
// figures, four, or words: "87", "'87", "del 91", "mil novecientos ochenta y ocho"; end for none.
func (sc *scan) shortYear(end int) int {
	w := sc.wordAt(end)
	if sc.within(w) && sc.tagged(w, tagLink|tagOf) {
		w++
	}
	if w == 0 || !sc.within(w) || !parted(strings.TrimRight(sc.between(w-1, w), "'’"), " -.,/") {
		return end
	}
	if body := sc.text(w); sc.figures(w) {
		if (len(body) == 2 || year(body)) && !amountAfter(sc.s, int(sc.words[w].end)) {
			return int(sc.words[w].end)
		}
		return end
	}
	if last := sc.wordedYear(w); last >= 0 {
		return int(sc.words[last].end)
	}
	return end
}

// mostYearWords bounds the words of a year: "mille neuf cent quatre vingt dix neuf" has seven.
const mostYearWords = 9

// yearJoints stand between the words of a number: "et", "and", "y".
var yearJoints = lists.In("number-joints")

// wordedYear is the last word of the year in words that begins with word w, -1 for none: a
// number alone has ten at least.
func (sc *scan) wordedYear(w int) int {
	last, n := -1, 0
	for v := w; sc.within(v) && v < w+mostYearWords; v++ {
		if v > w && !parted(sc.between(v-1, v), " -") {
			break
		}
		if sc.tagged(v, tagNumber|tagHundreds|tagBig) || begunYear(sc.plain(v)) {
			last, n = v, n+1
		} else if !yearJoints[sc.plain(v)] {
			break
		}
	}
	if n == 1 && sc.tagged(w, tagNumber|tagBig) && sc.words[w].val < 10 {
		return -1
	}
	return last
}

// yearBeginnings begin the words for years that are written as one: "neunzehnhundert".
var yearBeginnings = lists.Longest("year-beginnings")

// begunYear reports such a word.
func begunYear(word string) bool {
	return slices.ContainsFunc(yearBeginnings, func(b string) bool { return strings.HasPrefix(word, b) })
}
