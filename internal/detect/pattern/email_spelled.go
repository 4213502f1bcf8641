package pattern

import "github.com/bauta/bauta/internal/lexicon/data/lists"

// findSpelledEmail reads "marie point durand arobase gmail point com" from the
// word for "@" at word w outwards.
func findSpelledEmail(sc *scan, r *compiled, _, w int) {
	if w == 0 || !sc.tagged(w, tagAt) || !sc.spellsAt(w) {
		return
	}
	first := sc.spelledLocal(w)
	if first < 0 {
		return
	}
	sure := sc.tagged(w, tagAtSure) || sc.bracketed(w)
	if sc.tagged(w, tagAtTail) && sc.within(w+1) && sc.is(w+1, "a") {
		w++ // "snabel-a"
	}
	last, dots := sc.spelledHost(w + 1)
	if last <= w || dots == 0 {
		return
	}
	host := sc.plain(last)
	if !knownTop(host) {
		return
	}
	if !sure && !sc.signed(w, first, last) && (!sc.saysDot(last-1) || wordTops[host]) {
		return // "at" alone is a word
	}
	sc.add(r, int(sc.words[first].start), int(sc.words[last].end), 0.9, "email-spelled")
}

// signed reports that the words from first to last, of which w stands for "@", are no sentence's: a name with signs in
// it is none, and neither is a word for a sign in capitals.
func (sc *scan) signed(w, first, last int) bool {
	marks, dot := first < w-1, sc.between(last-1, last) != "."
	if sc.loud(w, first) {
		return marks || dot
	}
	return marks && (dot || mailHost(sc.text(w+1)))
}

// loud reports a word in capitals between others: it stands for a sign (torsson AT posteo DOT de).
func (sc *scan) loud(w, first int) bool {
	return sc.shouted(w) && !sc.shouted(w-1) && !sc.shouted(first)
}

// spellsAt refuses words of every day for "@": "a" without brackets, and "en"
// where no host of mail follows.
func (sc *scan) spellsAt(w int) bool {
	switch {
	case sc.is(w, "a"):
		return sc.bracketed(w)
	case sc.is(w, "en"):
		return sc.within(w+1) && mailHost(sc.text(w+1))
	}
	return true
}

// saysDot reports a word for a dot that is hardly anything else.
func (sc *scan) saysDot(w int) bool {
	return sc.is(w, "dot", "punkt", "punto") || sc.lang == "fr" && sc.is(w, "point")
}

// longestSpelled bounds the words of the part before the "@".
const longestSpelled = 10

// spelledLocal returns the first word of the part before the "@" word w, -1
// when there is none: names and numbers with words or signs for dots and
// hyphens between. A number that ends it may stand behind a blank.
func (sc *scan) spelledLocal(w int) int {
	first := w - 1
	if first < 0 || !sc.near(first, w) {
		return -1
	}
	for n := 0; first > 0 && n < longestSpelled; n++ {
		joint := sc.between(first-1, first)
		if joint == "." || joint == "-" || joint == "_" {
			first--
			continue
		}
		if !sc.near(first-1, first) {
			return first
		}
		if k := sc.jointBefore(first - 1); k > 0 && first > k && sc.near(first-k-1, first-k) {
			first -= k + 1
			continue
		}
		if x := sc.words[first]; n > 3 || x.has != hasDigit && x.tags&tagNumber == 0 && !sc.is(first, "y") {
			return first
		}
		first-- // "raghunathan 88", "ruiz ochenta y cinco"
	}
	return first
}

// jointBefore tells how many words, of which v is the last, stand for a hyphen
// or underscore: "underscore", "guion bajo", "tiret du 8", which is the key it is on.
func (sc *scan) jointBefore(v int) int {
	joint := func(k int) bool {
		return k >= 0 && sc.tagged(k, tagJoint) && (k == v || sc.near(k, k+1))
	}
	switch {
	case joint(v):
		return 1
	case joint(v-1) && lowWords[sc.plain(v)]:
		return 2
	case joint(v-2) && sc.is(v-1, "du") && (sc.is(v, "8", "huit") || lowWords[sc.plain(v)]):
		return 3
	}
	return 0
}

// lowWords make an underscore of a hyphen.
var lowWords = lists.In("low-words")

// spelledHost follows "gmail point com" from word w. It returns the last word
// and how many dots were passed.
func (sc *scan) spelledHost(w int) (last, dots int) {
	if w >= len(sc.words) || !sc.near(w-1, w) {
		return -1, 0
	}
	last = w
	for n := 0; n < 8 && dots < 5 && last+1 < len(sc.words); n++ {
		joint := sc.between(last, last+1)
		switch {
		case joint == ".":
			last++
		case joint == "-":
			last++
			continue
		case last+2 < len(sc.words) && sc.near(last, last+1) && sc.tagged(last+1, tagDot|tagJoint) &&
			sc.near(last+1, last+2):
			last += 2
		default:
			return last, dots
		}
		dots++
	}
	return last, dots
}
