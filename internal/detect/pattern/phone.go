package pattern

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bauta/bauta/internal/lexicon/data/lists"
)

// Leniency says which telephone numbers count, after libphonenumber's matcher.
type Leniency uint8

// The degrees of leniency.
const (
	Valid    Leniency = iota // valid, or beside a word that announces it
	Possible                 // also behind letters, without a blank
	Grouped                  // valid, and no group of its digits is torn
	Exact                    // valid, and grouped as the country does
)

// findPhone reads a number from a digit, "+" or "(" at s[at].
func findPhone(sc *scan, r *compiled, at, w int) {
	s := sc.s
	if digit(s[at]) && sc.inNumber(at) {
		return
	}
	if end := fivePairs(s, at); end > 0 && sc.tenDigits() {
		sc.dialled = end
		sc.add(r, at, end, 0.85, "phone-fr")
		return
	}
	var c dialled
	if c.read(s, at); c.n < 5 {
		return
	}
	if c.g == len(c.groups) && c.n == c.g {
		sc.dialled = c.ends[c.g/2] // a long row of single digits is not dialled
		return
	}
	sc.dial(r, &c, w)
}

// fivePairs returns the end of five pairs of digits from 0 on with the same
// signs between them, whatever they are ("06;12;34;56;78", "06📱12📱…"), 0 for
// none.
func fivePairs(s string, at int) int {
	if at+14 > len(s) || s[at] != '0' || !digit(s[at+1]) || s[at+1] == '0' {
		return 0
	}
	i := at + 2
	for i < len(s) && i < at+2+longestSign && !digit(s[i]) {
		i++
	}
	sign := s[at+2 : i]
	if !isSign(sign) {
		return 0
	}
	for i = at + 2; i < at+2+4*(len(sign)+2); i += len(sign) + 2 {
		if !strings.HasPrefix(s[i:], sign) || len(s) < i+len(sign)+2 || !digit(s[i+len(sign)]) ||
			!digit(s[i+len(sign)+1]) {
			return 0
		}
	}
	if !boundary(s, i) || strings.HasPrefix(s[i:], sign) && i+len(sign) < len(s) && digit(s[i+len(sign)]) {
		return 0
	}
	return i
}

// longestSign is how many bytes may stand between two pairs: an emoji of
// several parts with blanks around it.
const longestSign = 16

// isSign reports signs that are neither letters nor blanks alone.
func isSign(s string) bool {
	seen := false
	for _, r := range s {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || r == utf8.RuneError || r == '\n' {
			return false
		}
		seen = seen || !unicode.IsSpace(r)
	}
	return seen
}

// dial reports the candidate if it is a number.
func (sc *scan) dial(r *compiled, c *dialled, w int) {
	s, at := sc.s, c.start
	if f, ok := c.number(sc, w); ok {
		if s[at] == '(' && strings.IndexByte(s[at:f.end], ')') < 0 {
			return // the bracket is the sentence's
		}
		if n := len(sc.found); n > 0 && sc.found[n-1].rule == r && sc.found[n-1].end >= f.end {
			return
		}
		if f.start > 0 && s[f.start] == '+' && s[f.start-1] == '(' && strings.IndexByte(s[f.start:f.end], ')') > 0 {
			f.start--
		}
		f.end += extension(s[f.end:])
		f.end = digitsBehind(s, f.end)
		sc.dialled = f.end
		if sc.d.phones == Valid || sc.lenient(s[f.start:f.end]) {
			sc.add(r, f.start, f.end, f.score, f.why)
		}
	}
}

// digitsBehind is the end of the single digits behind a number that ends with one: what no
// plan of numbers has belongs to it all the same ("07 58 22 4 0 1 9 6").
func digitsBehind(s string, end int) int {
	if end < 2 || s[end-2] != ' ' {
		return end
	}
	for end+2 <= len(s) && s[end] == ' ' && digit(s[end+1]) && boundary(s, end+2) && !amountAfter(s, end+2) {
		end += 2
	}
	return end
}

// gluedLen is the length of the number among n digits with letters behind them.
// British numbers have eleven digits, and in advertisements the price follows
// without a blank ("08701417012150p").
func (sc *scan) gluedLen(at, n int) int {
	switch {
	case n == 10 && sc.lang != "en" || n == 11 && sc.lang != "fr":
		return n
	case n > 11 && n < 17 && sc.lang == "en":
		return 11
	}
	return 0
}

// extensions are the words and signs before an extension, longest first.
var extensions = append(lists.Longest("extensions"), "#")

// extension is the length of "x123", " ext. 12", " poste 4" behind a number.
func extension(s string) int {
	rest := strings.TrimLeft(s[:min(len(s), 12)], " ,-")
	for _, word := range extensions {
		if len(rest) <= len(word) || !strings.EqualFold(rest[:len(word)], word) {
			continue
		}
		n := len(s[:min(len(s), 12)]) - len(rest) + len(word)
		for n < len(s) && (s[n] == ' ' || s[n] == ':') {
			n++
		}
		d := 0
		for n+d < len(s) && d < 6 && digit(s[n+d]) {
			d++
		}
		if d > 0 && d < 6 && boundary(s, n+d) {
			return n + d
		}
	}
	return 0
}

// findGlued reads a number behind the letters of a word: "tel0612345678".
func findGlued(sc *scan, r *compiled, at, w int) {
	end := int(sc.words[w].end)
	for at < end && !digit(sc.s[at]) {
		at++
	}
	n := 0
	for at+n < end && digit(sc.s[at+n]) {
		n++
	}
	if m := sc.gluedLen(at, n); m > 0 && at+n < end && sc.s[at] == '0' && sc.s[at+1] != '0' {
		sc.add(r, at, at+m, 0.7, "phone-glued") // "0612345678bisous"
		return
	}
	if at == int(sc.words[w].start) || end-at < 3 || sc.words[w].has&hasHigh != 0 {
		return
	}
	var c dialled
	c.read(sc.s, at)
	if c.n < 9 || sc.d.phones != Possible && (c.digits[0] != '0' || c.groups[0] < 9) {
		return
	}
	sc.dial(r, &c, w)
}

// inNumber reports whether the digit at s[at] goes on a number that was begun
// before it, so that a candidate from here would cut it.
func (sc *scan) inNumber(at int) bool {
	s := sc.s
	if at == 0 {
		return false
	}
	if at < sc.dialled {
		return true
	}
	switch c := s[at-1]; {
	case alnum(c):
		return true
	case c == '+', strings.HasSuffix(s[:at], "+("):
		return true // read from the sign
	case at-1 == sc.dialled:
		return false
	case strings.IndexByte(".-/_,'", c) >= 0:
		return at > 1 && digit(s[at-2])
	case c == '$' || c == '#':
		return c == '$'
	}
	return strings.HasSuffix(s[:at], "€") || strings.HasSuffix(s[:at], "£")
}

// number decides whether the candidate, or its first groups, is a telephone
// number, and how sure that is.
func (c *dialled) number(sc *scan, w int) (find, bool) {
	best, groups := find{}, 0
	n := 0
	all := string(c.digits[:c.n])
	for g := range c.g {
		if n += int(c.groups[g]); n < 5 {
			continue
		}
		score, why := c.judge(sc, all[:n], g+1, w)
		if g+1 < c.g && strings.IndexByte("-./_", c.seps[g+1]) >= 0 && why != "" && c.groups[g+1] > 1 && score < 0.9 {
			continue // the number goes on
		}
		if score >= best.score && score > 0 {
			best, groups = find{start: c.start, end: c.ends[g], score: score, why: why}, g+1
		}
	}
	for groups > 1 && groups < c.g && c.seps[groups] != ' ' && c.seps[groups] == c.seps[groups-1] &&
		c.groups[groups] <= 3 {
		best.end = c.ends[groups] // no tail is left behind the same sign
		groups++
	}
	return best, best.score > 0
}

// announcedBy reports whether a word with the tag stands among the six words
// before the candidate that starts at byte start; w is a word at or after it.
func (sc *scan) announcedBy(w, start int, t tag) bool {
	for n := 0; w > 0 && n < 6; {
		w--
		x := sc.words[w]
		if int(x.end) > start {
			continue
		}
		if x.tags&t != 0 {
			return true
		}
		n++
	}
	return false
}

// echoed reports a word with the tag among the four behind byte end: "… is my
// number".
func (sc *scan) echoed(w, end int, t tag) bool {
	for n := 0; w < len(sc.words) && n < 4; w++ {
		if x := sc.words[w]; int(x.start) >= end {
			if x.tags&t != 0 && x.tags&tagMonth == 0 {
				return true
			}
			n++
		}
	}
	return false
}

// shortCode reports whether the word before w sends something somewhere: "to".
func (sc *scan) shortCode(w int) bool {
	if w == 0 || w >= len(sc.words) {
		return false
	}
	switch string(fold(sc.buf[:0], sc.text(w-1))) {
	case "to", "au", "an", "al", "on", "till":
		return true
	}
	return false
}
