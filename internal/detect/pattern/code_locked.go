package pattern

import (
	"strings"

	"github.com/bauta/bauta/internal/lexicon/data/lists"
)

// lockedThings are what a code opens or turns off.
var lockedThings = lists.In("locked-things")

// doorCodes announce the code of a door, a safe or a card and nothing else, so that four figures
// right behind them are one where they read as a year, too.
var doorCodes = lists.In("door-codes")

// opens reports that word w announces such a code at word v: by itself, behind what it opens
// ("gate code"), or before it ("code porte", "kod till porten").
func (sc *scan) opens(w, v int) bool {
	for u := max(0, w-1); u < v; u++ {
		if doorCodes[sc.plain(u)] && u >= v-2 || sc.tagged(u, tagLocked) {
			return true
		}
	}
	return false
}

// findLocked reads the code of what word w says is locked, behind a word for "is": "the gate
// is 4471", "le portail c'est 2580*". It has four figures and more, no year, or the sign of a
// keypad behind it.
func findLocked(sc *scan, r *compiled, _, w int) {
	if !sc.tagged(w, tagLocked) {
		return
	}
	v := w + 1
	for v <= w+2 && sc.within(v) && sc.blankWithin(v) && sc.means(v) {
		v++
	}
	if v == w+1 || !sc.within(v) || !sc.blankBehind(v-1) || !sc.figures(v) {
		return
	}
	start, end := int(sc.words[v].start), int(sc.words[v].end)
	keyed := end < len(sc.s) && strings.IndexByte("*#", sc.s[end]) >= 0
	if !pressed(sc.text(v), keyed) || amountAfter(sc.s, end) || sc.decimal(start, end) {
		return
	}
	if keyed {
		end++
	}
	sc.add(r, start, end, 0.6, "code")
}

// pressed reports figures that may be a code: four and more, no year; three are enough, and a
// year is none, with the sign of a keypad behind them.
func pressed(figures string, keyed bool) bool {
	if keyed {
		return len(figures) >= 3 && len(figures) <= 8
	}
	return len(figures) >= 4 && len(figures) <= 8 && !year(figures)
}

// means reports a word for "is" at word v, behind what announces a code.
func (sc *scan) means(v int) bool { return sc.tagged(v, tagIs) || codeLinks[sc.plain(v)] == "is" }

// blankWithin reports that a blank or an apostrophe stands before word v.
func (sc *scan) blankWithin(v int) bool {
	gap := sc.between(v-1, v)
	return gap == " " || gap == "'" || gap == "’"
}
