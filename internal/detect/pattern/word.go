package pattern

import "strings"

// What finders ask about a word of the text. A word is named by its number; all
// but within want one that there is.

// within reports whether the text has a word w.
func (sc *scan) within(w int) bool { return w >= 0 && w < len(sc.words) }

// text is word w as it is written.
func (sc *scan) text(w int) string { return sc.s[sc.words[w].start:sc.words[w].end] }

// plain is word w in small letters without accents. It, capital, between and blankBehind stand in
// hundreds of conditions: inlined they take 20 kB of the program.
//
//go:noinline
func (sc *scan) plain(w int) string { return folded(sc.text(w)) }

// size is the length of word w in bytes.
func (sc *scan) size(w int) int { return int(sc.words[w].end - sc.words[w].start) }

// tagged reports whether word w has one of the tags.
func (sc *scan) tagged(w int, t tag) bool { return sc.words[w].tags&t != 0 }

// figures reports a word of digits alone, and shouted one of capitals alone.
func (sc *scan) figures(w int) bool { return sc.words[w].has == hasDigit }
func (sc *scan) shouted(w int) bool { return sc.words[w].has == hasUpper }

// numeric reports a word that begins with a digit.
func (sc *scan) numeric(w int) bool { return digit(sc.s[sc.words[w].start]) }

// is reports whether word w is written as one of forms, in any case.
func (sc *scan) is(w int, forms ...string) bool {
	body := sc.text(w)
	for _, f := range forms {
		if len(body) == len(f) && strings.EqualFold(body, f) {
			return true
		}
	}
	return false
}

// capital reports a word that begins with a capital letter.
//
//go:noinline
func (sc *scan) capital(w int) bool {
	at := int(sc.words[w].start)
	c := sc.s[at]
	return c >= 'A' && c <= 'Z' || c == 0xC3 && at+1 < len(sc.s) && sc.s[at+1] < 0xA0
}

// between is the text between two words.
//
//go:noinline
func (sc *scan) between(v, w int) string {
	return sc.s[sc.words[v].end:sc.words[w].start]
}

// blankBehind reports a word behind word w with one blank between them.
//
//go:noinline
func (sc *scan) blankBehind(w int) bool {
	return w+1 < len(sc.words) && sc.between(w, w+1) == " "
}

// near reports whether two words stand beside each other, with nothing but
// blanks, brackets and hyphens between.
func (sc *scan) near(v, w int) bool {
	gap := sc.between(v, w)
	return len(gap) <= 3 && strings.Trim(gap, " ()[]{}-_") == ""
}

// bracketed reports whether word w stands in brackets.
func (sc *scan) bracketed(w int) bool {
	from, to := int(sc.words[w].start), int(sc.words[w].end)
	if from == 0 || to == len(sc.s) {
		return false
	}
	return strings.IndexByte("([{", sc.s[from-1]) >= 0 && strings.IndexByte(")]}", sc.s[to]) >= 0
}
