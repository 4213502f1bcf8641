package pattern

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bauta/bauta"
)

var phoneRules = []rule{{
	kind: "phone", label: bauta.Phone, on: onDigit | onGroups, find: findPhone,
	yes: []string{
		"appelle moi au ‹0612345678›", "tel ‹06 12 34 56 78› merci", "‹06.12.34.56.78›", "‹06-12-34-56-78›",
		"‹06/12/34/56/78› bises", "‹+33 6 12 34 56 78›", "‹+33612345678›", "‹0033612345678›", "‹+33 (0)6 12 34 56 78›",
		"mon num ‹O6 12 34 56 78›", "‹06 l2 34 56 78›", "‹0 6 1 2 3 4 5 6 7 8›", "‹06 123 456 78›", "‹0612 34 56 78›",
		"‹04 67 00 11 22›, ‹04 67 00 11 23›", "(‹0467001122›)", "call ‹08712460324› now", "‹07781 482 378›",
		"‹(415) 555-0132›", "‹415-555-0132›", "‹+1 415 555 0132›", "tel:‹0612345678›", "‹06_12_34_56_78›",
		"num: ‹061234567› j'ai un trou", "‹+41 79 987 65 43›", "‹079 987 65 43›", "rappelle au ‹33612345678›",
		"‹+49 30 1234567›", "‹0612345678› ou ‹0712345678›", "‹06.12 34.56 78›", "txt STOP to ‹87121›", "‹o612345678›",
		"au ‹06 12 34 56 78› a 17h30", "au ‹06 . 12 . 34 . 56 . 78› stp", "‹06;12;34;56;78›", "‹02•99•31•07•46› merci",
		"📱‹06📱12📱74📱56📱38›", "‹06 ❤️ 12 ❤️ 74 ❤️ 56 ❤️ 38›", "tel ‹01 • 44 • 27 • 90 • 13›", "‹06~12~74~56~38›",
		"mobil ‹0151•234•567•89›", "nr ‹070•555•18•64›", "‹07★12★74★56★38› ok",
		"‹0\u20e36\u20e31\u20e32\u20e33\u20e34\u20e35\u20e36\u20e37\u20e38›\u20e3", "‹06,12,34,56,78› ok",
		"‹(+33)612345678›", "‹415-555-0132› is my number", "‹+1-415-555-0132x1234›", "‹001-415-555-0132›",
		"‹(415)555-0132 ext. 12› ok", "‹415.555.0132x99›",
	},
	no: []string{
		"rdv 17h30", "12 12 2012", "le 06/12/2013 a 14h", "08 12 2012 14h00", "1 234 567 890 euros", "score 3-2",
		"12/20", "2012-12-25 10:30", "1500 euros", "a 2 mains", "2main", "0 1 2 3", "123456", "06 euros", "06 12",
		"01/02/2003 04", "10 20 30 40 50", "0 1 2 3 4 5 6 7 8 9", "01 02 03 04 05 06 07", "12 34 56", "0,1234567890",
		"il y a 1234567890 ans", "2 000 000", "20 ans 30 ans 40", "100 000 000", "14h30-15h30", "de 8 a 10 12 14",
		"15.03.2012 18:00-20:00", "2011 2012 2013", "+2", "+ 3 1",
	},
}, {
	kind: "phone-glued", label: bauta.Phone, on: onMixed, find: findGlued,
	yes: []string{
		"tel‹0612345678›", "Call‹09061104283› now", "au‹0612345678› stp", "num‹0467001122›", "tel‹0612345678›bisous",
		"‹0612345678›merci",
	},
	no: []string{"is415-555-0132", "abc0123456", "x06", "A0B1C2", "mdr0000000000"},
}}

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
		sc.dialled = f.end
		if sc.d.phones == Valid || sc.lenient(s[f.start:f.end]) {
			sc.add(r, f.start, f.end, f.score, f.why)
		}
	}
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

// extension is the length of "x123", " ext. 12", " poste 4" behind a number.
func extension(s string) int {
	rest := strings.TrimLeft(s[:min(len(s), 12)], " ,-")
	for _, word := range []string{"extension", "ext.", "ext", "poste", "durchwahl", "x", "#"} {
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
