package pattern

import (
	"strings"

	"github.com/bauta/bauta/internal/detect/pattern/checkdigit"
)

// spelled is a telephone number in words and digits.
type spelled struct {
	digits []byte
	words  int // number words
	parts  int // numbers
	last   int // the number before
	ups    int // how often a number was one more than the one before
	end    int
}

// findSpelledPhone reads number words and short digit groups from word w.
func findSpelledPhone(sc *scan, r *compiled, _, w int) {
	if !sc.numberStart(w) || w > 0 && sc.numberStart(w-1) && sc.joined(w-1, w) {
		return // not the first word of it
	}
	start := w
	if sc.tagged(w, tagPlusWord) {
		w++
	}
	var p spelled
	var room [32]byte
	p.digits = room[:0]
	for w < len(sc.words) && len(p.digits) < 20 && (w == start || sc.joined(w-1, w)) {
		n := sc.numeral(w, &p)
		if n == 0 {
			break
		}
		w += n
		p.end = int(sc.words[w-1].end)
	}
	if w < len(sc.words) && sc.tagged(w, tagBig) && sc.joined(w-1, w) || p.words < 1 {
		return
	}
	score := p.score(start < w && sc.tagged(start, tagPlusWord))
	if score == 0 {
		return
	}
	if score < 0.6 && sc.announcedBy(start, int(sc.words[start].start), tagPhone) {
		score = 0.7
	}
	sc.add(r, int(sc.words[start].start), p.end, score, "phone-spelled")
}

// longestGroup is how many digits a group of a number in words and digits has at most:
// "98450 four four eight two one".
const longestGroup = 5

// numberStart reports whether word w is a number word, a short group of digits,
// or what announces one.
func (sc *scan) numberStart(w int) bool {
	if w >= len(sc.words) {
		return false
	}
	x := sc.words[w]
	if x.tags&tagPlusWord != 0 && sc.within(w+1) && sc.tagged(w+1, tagNumber) {
		return true
	}
	return x.tags&(tagNumber|tagRepeat|tagHundreds) != 0 || x.has == hasDigit && x.end-x.start <= longestGroup
}

// joined reports whether the words are part of one row of numbers.
func (sc *scan) joined(v, w int) bool {
	gap := sc.between(v, w)
	return len(gap) <= 3 && strings.Trim(gap, " -.,/") == "" && gap != ". "
}

// numeral reads one number from word w: digits, "double seven", or a number
// below a hundred in words. It returns how many words it took.
func (sc *scan) numeral(w int, p *spelled) int {
	x := sc.words[w]
	switch {
	case sc.is(w, "hundred") && p.parts > 0: // "seven seven hundred nine"
		p.digits = append(p.digits, '0', '0')
		p.words++
		return 1
	case x.has == hasDigit && x.end-x.start <= longestGroup:
		p.digits = append(p.digits, sc.s[x.start:x.end]...)
		p.count(checkdigit.Mod(sc.s[x.start:x.end], 100000))
		return 1
	case x.tags&tagHundreds != 0: // "seiscientos cuarenta y cuatro"
		if w+1 == len(sc.words) || !sc.tagged(w+1, tagNumber) || !sc.joined(w, w+1) || sc.between(w, w+1) != " " {
			p.digits, p.words = append(p.digits, byte('0'+x.val), '0', '0'), p.words+1
			p.count(int(x.val) * 100)
			return 1
		}
		n, value := sc.below100(w + 1)
		p.digits, p.words = append(p.digits, byte('0'+x.val), byte('0'+value/10), byte('0'+value%10)), p.words+n+1
		p.count(int(x.val)*100 + value)
		return n + 1
	case x.tags&tagRepeat != 0:
		if w+1 < len(sc.words) && sc.tagged(w+1, tagNumber) && sc.words[w+1].val < 10 && sc.joined(w, w+1) {
			c := byte('0' + sc.words[w+1].val)
			p.digits = append(p.digits, c, c)
			p.words += 2
			p.count(-1)
			return 2
		}
		return 0
	case x.tags&tagNumber == 0 || x.val < 0:
		return 0
	}
	n, value := sc.below100(w)
	p.words += n
	p.count(value)
	if value >= 10 {
		p.digits = append(p.digits, byte('0'+value/10))
	}
	p.digits = append(p.digits, byte('0'+value%10))
	return n
}

// below100 reads "soixante et onze", "quatre vingt dix huit", "twenty one" from
// word w.
func (sc *scan) below100(w int) (n, value int) {
	value, n = int(sc.words[w].val), 1
	if value == 4 && sc.goesOnBy(w+1) == 20 {
		value, n = 80, 2
	}
	switch {
	case value < 20:
		if unit := sc.goesOnBy(w + 1); value == 10 && unit >= 7 && unit <= 9 { // dix-sept
			return 2, 10 + unit
		}
		return n, value
	case value%10 != 0: // written in one word
		return n, value
	}
	next := w + n
	unit := sc.goesOnBy(next)
	if sc.and(next) {
		next++
		unit = int(sc.words[next].val)
	}
	twenties := value == 60 || value == 80 // counted on in French beyond the tens
	switch {
	case unit >= 1 && unit <= 9, twenties && unit >= 11 && unit <= 16:
		return next - w + 1, value + unit
	case twenties && unit == 10:
		if tail := sc.goesOnBy(next + 1); tail >= 7 && tail <= 9 {
			return next - w + 2, value + 10 + tail
		}
		return next - w + 1, value + 10
	}
	return n, value
}

// goesOnBy is the value of the number word w that goes on the number before it,
// -1 if there is none.
func (sc *scan) goesOnBy(w int) int {
	if !sc.within(w) || !sc.tagged(w, tagNumber) || !sc.joined(w-1, w) {
		return -1
	}
	return int(sc.words[w].val)
}

// and reports that word w joins a unit to tens: "et" before one and eleven, "y".
func (sc *scan) and(w int) bool {
	if !sc.within(w) {
		return false
	}
	return sc.is(w, "et") && val0(sc, w+1) || sc.is(w, "y") && sc.within(w+1) && sc.unit(w+1)
}

// val0 reports whether word w is a number word that may stand behind "et".
func val0(sc *scan, w int) bool {
	return w < len(sc.words) && sc.tagged(w, tagNumber) && (sc.words[w].val == 1 || sc.words[w].val == 11)
}

// unit reports a number word from 1 to 9, as it may stand behind "y".
func (sc *scan) unit(w int) bool {
	x := sc.words[w]
	return x.tags&tagNumber != 0 && x.val >= 1 && x.val <= 9
}

// score says how likely the row of numbers is a telephone number.
func (p *spelled) score(plus bool) float64 {
	n := len(p.digits)
	if n < 7 || n > 15 || p.ups >= p.parts-1 {
		return 0
	}
	if !plus && p.digits[0] != '0' && p.mixed(n) {
		return max(0.5, p.long(n))
	}
	switch {
	case plus && n >= 9:
		return 0.9
	case p.digits[0] == '0' && n == 10:
		return 0.9
	case p.digits[0] == '0' && (n == 11 || p.words >= 2 && (n == 9 || n == 12)):
		return 0.7
	}
	return p.long(n)
}

// mixed reports a number of ten digits and more in words and figures.
func (p *spelled) mixed(n int) bool { return n >= 10 && n <= 13 && p.words >= 3 && p.words < n }

// long scores a row of n digits by its length and how many words are in it.
func (p *spelled) long(n int) float64 {
	switch {
	case n >= 8 && p.words >= 6:
		return 0.55
	case n >= 7 && p.words >= 7, n >= 9 && p.words >= 2: // where it is announced
		return 0.45
	}
	return 0
}

// count keeps how much of the row is counting: one two three.
func (p *spelled) count(value int) {
	if p.parts > 0 && value == p.last+1 {
		p.ups++
	}
	p.parts++
	p.last = value
}
