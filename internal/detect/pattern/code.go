package pattern

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bauta/bauta/internal/detect/pattern/checkdigit"
	"github.com/bauta/bauta/internal/lexicon/data/lists"
)

// findNumber finds nine digits and more in a row, which nobody writes for an
// amount: whatever they are, they identify something.
func findNumber(sc *scan, r *compiled, at, w int) {
	x := sc.words[w]
	if sc.fours(r, at) {
		return
	}
	end := int(x.end)
	body := sc.s[at:end]
	if x.has != hasDigit || len(body) < 9 || len(body) > 34 || !before(sc.s, at) {
		return
	}
	if strings.HasSuffix(body, "0000") || checkdigit.Repeated(body) || ascending(body) {
		return
	}
	if sc.decimal(at, end) || amountAfter(sc.s, end) || sc.counted(at, end) || sc.measured(at, end) {
		return
	}
	sc.add(r, at, end, 0.5, "number")
}

// findCode reads the code that word w announces. A word alone in it must have
// a digit; a code of digits alone has three at least, and is no time or year.
func findCode(sc *scan, r *compiled, _, w int) {
	keyed := sc.networkKey(w)
	if !sc.announcesCode(w, keyed) {
		return
	}
	v, marked := sc.codeWord(w)
	if v < 0 {
		return
	}
	if end := sc.spelledCode(v); end > 0 {
		sc.add(r, int(sc.words[v].start), end, 0.6, "code")
		return
	}
	named := marked && wireless[sc.plain(w)] && !keyed && !sc.tagged(w, tagSecret)
	secret := sc.tagged(w, tagSecret) || keyed || named
	start, end := sc.codeRange(v, secret)
	body := sc.s[start:end]
	whole := sc.groupsBehind(start, end)
	if secret {
		whole = max(whole, sc.keyGroups(start, end))
	}
	switch sure := sc.surely(w, v, body); {
	case amountAfter(sc.s, end) && strings.IndexByte(body, '-') < 0:
		return
	case named && !strange(body): // it may be the name of the network, or what is said of it
		return
	case !sure && !sc.isCodeAt(start, end, whole, marked, secret) && !(marked && sc.plainPassword(w, v)):
		return
	default:
		marked = marked || sure
	}
	score := 0.6
	if marked {
		score = 0.8
	}
	sc.add(r, start, whole, score, "code")
}

// surely reports a code by what word w announces at word v: the three figures of a card, or what
// reads as a year where a door is opened.
func (sc *scan) surely(w, v int, body string) bool {
	if !checkdigit.Digits(body) || len(body) > 4 {
		return false
	}
	return cardCodes[sc.plain(w)] && v == w+1 || year(body) && sc.opens(w, v)
}

// announcesCode reports a word w that announces a code, or a key where one is meant.
func (sc *scan) announcesCode(w int, keyed bool) bool {
	if !sc.tagged(w, tagCode|tagSecret) && !keyed || sc.is(w, "passe") && !sc.motDePasse(w) {
		return false
	}
	return w == 0 || !notCodes[sc.plain(w-1)]
}

// isCodeAt reports that s[start:end] may be a code, or with the groups behind it to whole.
func (sc *scan) isCodeAt(start, end, whole int, marked, secret bool) bool {
	body := sc.s[start:end]
	return secret && marked && strange(body) || isCode(body, marked, secret) ||
		isCode(strings.ReplaceAll(sc.s[start:whole], " ", ""), marked, secret)
}

// codeLinks are the words between what announces a code and the code, and what each is:
// a "link", behind which stands what the code opens, or "is".
var codeLinks = lists.NotesIn("code-links")

// codeWord returns the word with which the code begins that word w announces, -1 for
// none, and whether it is marked as such: right behind it, behind what it opens ("koden
// till skåpet 4471"), or further on in the clause behind a colon or a word for "is".
func (sc *scan) codeWord(w int) (v int, marked bool) {
	v, marked = sc.announced(w, 6)
	if v < 0 || marked || sc.words[v].has&hasDigit != 0 {
		return v, marked
	}
	if sc.tagged(w, tagSecret) && sc.blankBehind(v) && sc.hardWord(v+1) {
		return v + 1, false // "mdp netflix …"
	}
	return sc.codeFurther(w, v)
}

// codeFurther is codeWord where word v, the first that may be the code, is none.
func (sc *scan) codeFurther(w, v int) (code int, marked bool) {
	const most = 8
	linked := v > w+1 || sc.tagged(v, tagLocked)
	for u := v; sc.within(u) && u <= w+most; u++ {
		gap := sc.between(u-1, u)
		telling := strings.ContainsAny(gap, ":=")
		switch {
		case len(gap) > 4 || strings.ContainsAny(gap, ".!?;,\n"):
			return v, false
		case telling && u > v:
			return u, true
		case sc.words[u].has&hasDigit != 0:
			if linked && u <= v+sc.linkReach(u) || u == v+1 && sc.figures(u) && sc.size(u) >= leastBare {
				return u, false
			}
			return v, false
		case sc.means(u):
			if sc.blankBehind(u) && (sc.longer(u+1, 3) || cardCodes[sc.plain(w)] && sc.cardCode(u+1)) {
				return u + 1, true
			}
			return v, false
		case codeLinks[sc.plain(u)] == "link":
			linked = true
		}
	}
	return v, false
}

// leastBare is how many figures a code has at least behind a word that says what it is of: "code
// retrait 684213".
const leastBare = 6

// linkReach is how many words what a code opens may have before word u: more before four
// figures and more, which are hardly anything else.
func (sc *scan) linkReach(u int) int {
	if sc.figures(u) && (sc.size(u) >= 4 || sc.dialledLock(u)) {
		return 4
	}
	return 2
}

// longer reports that the code that begins with word v has more than n bytes.
func (sc *scan) longer(v, n int) bool {
	start, end, _ := sc.loose(v)
	return sc.groupsBehind(start, end)-start > n
}

// strange reports a secret without a digit that is no word: signs or a capital inside.
func strange(body string) bool {
	inner := body[min(1, len(body)):]
	return len(body) >= 6 && (strings.ContainsFunc(body, sign) && !strings.HasSuffix(body, "-") ||
		strings.ContainsAny(body, lowerLetters) && strings.ContainsAny(inner, strings.ToUpper(lowerLetters)))
}

const lowerLetters = "abcdefghijklmnopqrstuvwxyz"

// sign reports what is neither a letter nor a digit.
func sign(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) }

// longestSecret is how many bytes of a secret may stand without a blank.
const longestSecret = 40

// codeRange is the range of the code that begins with word v; a secret takes all
// signs up to the next blank, without the punctuation of the sentence.
func (sc *scan) codeRange(v int, secret bool) (start, end int) {
	start, end, _ = sc.loose(v)
	if secret {
		for end < len(sc.s) && end-start < longestSecret {
			c, size := utf8.DecodeRuneInString(sc.s[end:])
			if c <= ' ' || c >= utf8.RuneSelf && !unicode.Is(unicode.Sc, c) {
				break
			}
			end += size
		}
		for strings.IndexByte(".,;:!?)\"'", sc.s[end-1]) >= 0 {
			end--
		}
		for end < len(sc.s) && end-start < longestSecret && sc.s[end] == '!' {
			end++ // it may be the sentence's, or the secret's
		}
	}
	if end < len(sc.s) && (sc.s[end] == '#' || sc.s[end] == '*') {
		end++
	}
	return start, end
}

// isCode reports what may be a code, the less likely an ordinary word, a time or
// a year it is, the more is said to announce it.
func isCode(body string, marked, secret bool) bool {
	has := makeupOf(body)
	if has.digits == 0 || len(body) < 3 || len(body) > 24 || amount(body) {
		return false
	}
	if !secret && has.lower > 0 && has.digits < 2 {
		return false
	}
	if marked {
		return true
	}
	switch {
	case !secret && has.digits <= 2 && len(body)-has.digits >= 4: // the code of a sale
		return false
	case has.digits == len(body):
		return len(body) >= 4 && !year(body)
	}
	return has.lower != len(body)-1
}

// makeup counts the letters and digits of a code.
type makeup struct{ digits, upper, lower int }

func makeupOf(body string) makeup {
	var has makeup
	for i := range len(body) {
		switch c := body[i]; {
		case digit(c):
			has.digits++
		case c >= 'A' && c <= 'Z':
			has.upper++
		case c >= 'a' && c <= 'z':
			has.lower++
		}
	}
	return has
}

// wireless are words behind which, once "is" or a colon is said, a password stands.
var wireless = lists.In("network-words")

// cardCodes announce the code of a card, of three or four digits.
var cardCodes = lists.In("card-codes")

// cardCode reports three figures at word v.
func (sc *scan) cardCode(v int) bool { return sc.figures(v) && sc.size(v) == 3 }

// notCodes are words before "code" that make it a postal, dialling or public one.
var notCodes = lists.In("not-codes")

// motDePasse reports "mot de passe" ending at word w.
func (sc *scan) motDePasse(w int) bool {
	return w >= 2 && sc.is(w, "passe") && sc.is(w-1, "de") && sc.is(w-2, "mot")
}

// year reports a number that reads as a year of this time.
func year(s string) bool { return len(s) == 4 && (s[:2] == "19" || s[:2] == "20") }

// decimal reports that s[start:end] is part of a number with separators, or
// stands behind a currency sign.
func (sc *scan) decimal(start, end int) bool {
	s := sc.s
	if end+1 < len(s) && (s[end] == ',' || s[end] == ':') && digit(s[end+1]) {
		return true
	}
	head := s[:start]
	if strings.HasSuffix(head, "$") || strings.HasSuffix(head, "£") || strings.HasSuffix(head, "€") {
		return true
	}
	return start > 1 && strings.IndexByte(",:.", s[start-1]) >= 0 && digit(s[start-2])
}

// ascending reports counting: "123456789", "0123456789".
func ascending(s string) bool {
	return strings.HasPrefix("01234567891011121314151617181920", s) ||
		strings.HasPrefix("1234567891011121314151617181920", s) ||
		strings.HasPrefix("12345678901234567890", s)
}

// fours finds groups of four digits, as cards and accounts are written: three
// at least, and no list of years or round numbers.
func (sc *scan) fours(r *compiled, at int) bool {
	s, end, n, odd := sc.s, at, 0, 0
	for ; end+4 <= len(s) && checkdigit.Digits(s[end:end+4]) && boundary(s, end+4) && n < 5; n++ {
		if g := s[end : end+4]; !year(g) && g[2:] != "00" {
			odd++
		}
		if end += 4; end+1 < len(s) && (s[end] == ' ' || s[end] == '-') && digit(s[end+1]) {
			end++
		} else {
			n++
			break
		}
	}
	if n < 3 || odd < 2 || !digit(s[end-1]) || !boundary(s, end) || !before(s, at) {
		return false
	}
	if at > 1 && digit(s[at-2]) && (s[at-1] == ' ' || s[at-1] == '-') { // a group before it
		return false
	}
	sc.add(r, at, end, 0.5, "number")
	return true
}
