package pattern

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bauta/bauta/internal/detect/pattern/checkdigit"
	"github.com/bauta/bauta/internal/lexicon/data/lists"
)

// findHandle reads the name behind "@". The sign itself stays outside.
func findHandle(sc *scan, r *compiled, at, w int) {
	s := sc.s
	if !before(s, at) || at > 0 && strings.IndexByte(".-+%@", s[at-1]) >= 0 {
		return
	}
	end, name := at+1, false
	for end < len(s) && end-at < longestHandle {
		n, letter := inHandle(s[end:])
		if n == 0 {
			break
		}
		name = name || letter
		end += n
	}
	for end > at+1 && (s[end-1] == '.' || s[end-1] == '-') {
		end--
	}
	if utf8.RuneCountInString(s[at:end]) < 3 || !name || !boundary(s, end) || digit(s[at+1]) || sc.saysAt(at, end, w) {
		return
	}
	if ofProgram(s, at, end) {
		return
	}
	sc.add(r, at+1, end, 0.85, "handle")
}

// inHandle gives the length of the sign that s begins with where a name behind "@" may have
// it, 0 for others: letters with accents, too, of scripts that part words with blanks.
func inHandle(s string) (n int, letter bool) {
	if c := s[0]; c < utf8.RuneSelf {
		letter = c|0x20 >= 'a' && c|0x20 <= 'z'
		if letter || digit(c) || strings.IndexByte("_.-", c) >= 0 {
			return 1, letter
		}
		return 0, false
	}
	r, n := utf8.DecodeRuneInString(s)
	if r >= 0x0E00 && (r < 0x1E00 || r >= 0x2000) || !unicode.IsLetter(r) && !unicode.IsMark(r) {
		return 0, false
	}
	return n, true
}

// longestHandle is how many bytes a name behind "@" has.
const longestHandle = 40

// saysAt reports "@" for "à" or "at" before the word w that ends at byte end, as
// in "@plus", "@tte".
func (sc *scan) saysAt(at, end, w int) bool {
	if !sc.within(w) || int(sc.words[w].end) != end {
		return false
	}
	return notHandles[folded(sc.s[at+1:end])] || end-at < 5 && sc.words[w].has == hasLower && sc.reads("fr")
}

// notHandles are words that people write behind "@" for "at".
var notHandles = lists.In("not-handles")

// findAccount reads the name that is announced as one: "mon snap c'est …".
func findAccount(sc *scan, r *compiled, _, w int) {
	if !sc.tagged(w, tagAccount) {
		return
	}
	if next := w + 1; next < len(sc.words) && sc.words[w].end+1 == sc.words[next].start && sc.is(next, "id", "name") {
		w = next // "user id", "account name"
	}
	sc.accountBefore(r, w)
	v, marked := sc.accountWord(w)
	if v < 0 {
		return
	}
	start, end, odd := sc.loose(v)
	if !odd && sc.beforeSecret(w, v) {
		odd, marked = true, true // "login mdupont mdp …"
	}
	if !odd || end-start < 4 || end-start > 32 || amount(sc.s[start:end]) || nobodysLogin(sc.s[start:end]) {
		return
	}
	score := 0.7
	if !marked {
		name := sc.s[start:end]
		network := v == w+1 && networks[sc.plain(w)]
		if sc.s[start-1] != ' ' || !userName(name) && !(network && dotted(name)) {
			return
		}
		score = 0.5
	}
	sc.add(r, start, end, score, "account")
}

// userName reports the shape of a user name: an underscore, or some letters and
// two digits behind them.
func userName(s string) bool {
	letters := 0
	for letters < len(s) && s[letters]|0x20 >= 'a' && s[letters]|0x20 <= 'z' {
		letters++
	}
	return strings.IndexByte(s, '_') >= 0 || letters >= 3 && letters+2 <= len(s) && checkdigit.Digits(s[letters:])
}

// networks are words behind which a name with a dot is a user's.
var networks = lists.In("networks")

// dotted reports a name in small letters with a dot or two inside: lola.rdz, luna.gato.mesa.
func dotted(s string) bool {
	before, after, ok := strings.Cut(s, ".")
	if !ok || len(before) < 3 || !smallLetters(before) {
		return false
	}
	middle, last, two := strings.Cut(after, ".")
	if !two {
		return dottedEnd(after)
	}
	return dottedEnd(middle) && dottedEnd(last)
}

// dottedEnd reports what stands behind the dot of a name, and is no new sentence.
func dottedEnd(s string) bool {
	return len(s) >= 2 && smallLetters(s) && strings.Trim(s, "0123456789") != "" && !afterStop[folded(s)]
}

func smallLetters(s string) bool {
	return strings.Trim(s, "abcdefghijklmnopqrstuvwxyz0123456789_") == ""
}

// afterStop are words that follow a full stop without a blank.
var afterStop = lists.In("after-stop")

// announced follows the filler words behind word w ("c'est", "is", ":", "=",
// "le") and returns the first word that is none, -1 when there is none nearby.
// marked tells whether something said that the value follows.
func (sc *scan) announced(w, most int) (v int, marked bool) {
	for v = w + 1; v < len(sc.words) && v <= w+most; v++ {
		gap := sc.between(v-1, v)
		if len(gap) > 4 || sc.partedAt(v, gap) {
			return -1, marked
		}
		if strings.ContainsAny(gap, ":=#°") {
			marked = true
		}
		switch t := sc.words[v].tags; {
		case t&tagIs != 0 && !sc.prefix(v):
			marked = true
		case sc.words[v].has == hasHigh && sc.size(v) <= 6:
			marked = true // a particle of a script without blanks
		case t&tagFill == 0 || sc.prefix(v):
			return v, marked
		}
	}
	return -1, marked
}

// partedAt reports that a clause ends before word v, with gap before it.
func (sc *scan) partedAt(v int, gap string) bool {
	mark := strings.TrimSpace(gap)
	switch {
	case mark == "", !strings.ContainsAny(gap, ".!?;,\n"), strings.ContainsAny(gap, ":="):
		return false
	}
	return mark != "." || !abbreviations[sc.plain(v-1)]
}

// abbreviations are words for a number or what it is of, behind which a dot ends no sentence.
var abbreviations = lists.In("number-abbreviations")

// prefix reports what begins a code or a name, and is no word: in capitals, with a hyphen to
// a number (the ES of ES-2291-77840), or with an underscore behind it.
func (sc *scan) prefix(v int) bool {
	if strings.HasPrefix(sc.s[sc.words[v].end:], "_") {
		return true
	}
	return sc.shouted(v) && sc.within(v+1) && sc.between(v, v+1) == "-" && sc.words[v+1].has&hasDigit != 0
}

// loose returns the range of the name or code that begins with word v, with
// the dots, hyphens and underscores inside; odd says that it holds a digit, a
// mark, or mixed case, which ordinary words do not.
func (sc *scan) loose(v int) (start, end int, odd bool) {
	s := sc.s
	start, end = int(sc.words[v].start), int(sc.words[v].end)
	if start > 0 && s[start-1] == '_' {
		start--
		odd = true
	}
	for end < len(s) && end-start < 64 {
		c := s[end]
		if alnum(c) {
			end++
			continue
		}
		if strings.IndexByte("_.-", c) < 0 || end+1 >= len(s) || !alnum(s[end+1]) && s[end+1] != '_' {
			break
		}
		odd = odd || c != '-'
		end++
	}
	if end < len(s) && s[end] == '_' {
		end++
		odd = true
	}
	return start, end, odd || strings.ContainsAny(s[start:end], "0123456789")
}

// amount reports times, prices and counts: "17h30", "20h", "12e", "2main".
func amount(s string) bool {
	n := 0
	for n < len(s) && digit(s[n]) {
		n++
	}
	if n == 0 || n > 4 {
		return false
	}
	if n == len(s) {
		return n < 3
	}
	rest := strings.TrimLeft(s[n:], ".,:")
	for len(rest) > 0 && digit(rest[0]) {
		rest = rest[1:]
	}
	if rest == "" {
		return true
	}
	if rest[0]|0x20 == 'h' && (len(rest) == 1 || digit(rest[1])) {
		return true
	}
	return units[folded(rest)]
}

// units are what stands behind an amount.
var units = lists.In("units")
