package pattern

import (
	"strings"

	"github.com/bauta/bauta/internal/lexicon/data/lists"
)

// keyReach is how many words before the word for a key the network may stand whose key it is.
const keyReach = 12

// networkKeys are words for a key: behind the name of a network a password stands behind
// them ("wlan: Seeblick, schlüssel Moewe-47").
var networkKeys = lists.In("network-keys")

// networkKey reports such a word at w.
func (sc *scan) networkKey(w int) bool {
	if !sc.tagged(w, tagKey) {
		return false
	}
	for v := w - 1; v >= max(0, w-keyReach); v-- {
		if wireless[sc.plain(v)] {
			return true
		}
	}
	return false
}

// hardWord reports a password that is no word at word v: six signs and more, with a digit
// beside letters or a sign inside.
func (sc *scan) hardWord(v int) bool {
	start, end := sc.codeRange(v, true)
	body := sc.s[start:end]
	has := makeupOf(body)
	return len(body) >= 6 && (strange(body) || has.digits > 0 && has.lower+has.upper > 0) && !amount(body)
}

// keyGroups is the end of a key in groups of one size, of which each has a digit, whose first is
// s[start:end]: "aXp9 tR4k Zz81".
func (sc *scan) keyGroups(start, end int) int {
	s, size := sc.s, end-start
	if size < 4 || size > 8 || !strings.ContainsAny(s[start:end], "0123456789") {
		return end
	}
	for range mostGroups {
		next := end + 1 + size
		if next > len(s) || s[end] != ' ' || !boundary(s, next) {
			break
		}
		has := makeupOf(s[end+1 : next])
		if has.digits == 0 || has.digits+has.upper+has.lower < size || sc.countedOn(end+1, next) {
			break
		}
		end = next
	}
	return end
}

// spelledCode is where a code of digits in words ends that begins with word v: "sju fyra
// noll två", "nio fyra 07"; 0 for none. Three numbers at least, of which one is a word.
func (sc *scan) spelledCode(v int) int {
	if !sc.digitWord(v) {
		return 0
	}
	n, end, spelled := 0, 0, false
	for ; sc.digitWord(v) && n < 12 && (n == 0 || sc.joined(v-1, v)); v++ {
		n, end = n+1, int(sc.words[v].end)
		spelled = spelled || !sc.numeric(v)
	}
	if n < 3 || !spelled || amountAfter(sc.s, end) {
		return 0
	}
	return end
}

// digitWord reports a digit in words, or two figures at most.
func (sc *scan) digitWord(v int) bool {
	if !sc.within(v) {
		return false
	}
	x := sc.words[v]
	return x.tags&tagNumber != 0 && x.val >= 0 && x.val < 10 || sc.figures(v) && sc.size(v) <= 2
}

// dialledLock reports the numbers of a lock from word u on: "17-33-05", "7-3-1-9".
func (sc *scan) dialledLock(u int) bool {
	n := 1
	for ; sc.within(u+n) && sc.between(u+n-1, u+n) == "-" && sc.figures(u+n) && sc.size(u+n) <= 2; n++ {
	}
	return n >= 3 && sc.size(u) <= 2
}
