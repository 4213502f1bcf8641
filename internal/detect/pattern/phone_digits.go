package pattern

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bauta/bauta/internal/detect/pattern/checkdigit"
)

// dialled is a candidate for a telephone number: its digits, and how they are
// grouped.
type dialled struct {
	digits [20]byte
	n      int
	groups [20]uint8 // digits of each group
	ends   [20]int   // where each group ends in the text
	seps   [20]byte  // what stands before each group
	g      int
	plus   bool
	guess  int // letters read as digits
	start  int
}

// read takes digits in groups from s[at]. Between groups stand at most three
// signs. Letters that look like digits count as digits inside a group that has
// one, or where they begin a number ("O6").
func (c *dialled) read(s string, at int) {
	c.start = at
	i := at
	if s[i] == '+' {
		c.plus = true
		i++
	}
	for i < len(s) && c.n < len(c.digits) && c.g < len(c.groups) {
		stop := strings.HasPrefix(s[i:], ". ")
		sep, size, signs := separators(s[i:])
		i += size
		if signs > mostSigns || i >= len(s) || stop && c.g > 0 {
			return
		}
		n, letters := groupLen(s[i:])
		if n == 0 && c.plus {
			n = nameBehind(s[i:])
		}
		if n == 0 || c.n+n > len(c.digits) || c.g > 0 && signs == 0 {
			return
		}
		c.seps[c.g] = sep
		for _, b := range []byte(s[i : i+n]) {
			c.digits[c.n] = asDigit(b)
			c.n++
		}
		c.guess += letters
		i += n
		c.groups[c.g], c.ends[c.g] = uint8(n), i
		c.g++
	}
}

// mostSigns is how many signs may stand between two groups.
const mostSigns = 3

// separators reads the signs before a group, one more than there may be: which it
// is, a blank only where there is no other, their length, and how many.
func separators(s string) (sep byte, size, signs int) {
	for size < len(s) && signs <= mostSigns {
		mark, n := separator(s, size)
		if n == 0 {
			break
		}
		if mark != ' ' || sep == 0 {
			sep = mark
		}
		size, signs = size+n, signs+1
	}
	return sep, size, signs
}

// separator reads a sign that stands between groups: dashes of all kinds count
// as hyphens, and so does the long vowel mark that Japanese keyboards give.
func separator(s string, i int) (mark byte, size int) {
	if c := s[i]; c < 0x80 {
		if c == '\t' {
			return ' ', 1
		}
		if strings.IndexByte(" .-/()_", c) < 0 {
			return 0, 0
		}
		return c, 1
	}
	for _, dash := range [...]string{"‐", "‑", "‒", "–", "—", "−", "ー", "－"} {
		if strings.HasPrefix(s[i:], dash) {
			return '-', len(dash)
		}
	}
	if strings.HasPrefix(s[i:], "\u20e3") { // the frame of a keycap emoji
		return ' ', len("\u20e3")
	}
	for _, dot := range [...]string{"·", "•", "∙", "⋅", "●", "・"} {
		if strings.HasPrefix(s[i:], dot) {
			return '.', len(dot)
		}
	}
	return 0, 0
}

// groupLen is the length of the group of digits at the start of s, and how many
// of them are letters. A group is a whole word.
func groupLen(s string) (n, letters int) {
	for n < len(s) {
		if !digit(s[n]) {
			if asDigit(s[n]) == 0 {
				break
			}
			letters++
		}
		n++
	}
	if letters > 0 && (letters == n || letters > 2) || !boundary(s, n) && !groupGoesOn(s, n) {
		return 0, 0
	}
	return n, letters
}

// nameBehind is the length of the digits at the start of s that a name is glued to, behind a
// plus: "+33612345678Camille", as some telephones write who called. 0 for none.
func nameBehind(s string) int {
	n := 0
	for n < len(s) && digit(s[n]) {
		n++
	}
	if r, _ := utf8.DecodeRuneInString(s[n:]); !unicode.IsUpper(r) {
		return 0
	}
	return n
}

// groupGoesOn reports an underscore or an extension right behind the group of n
// digits at the start of s.
func groupGoesOn(s string, n int) bool {
	return s[n] == '_' || s[n]|0x20 == 'x' && n > 2 && extension(s[n:]) > 0
}

// asDigit reads letters that are typed for digits; 0 for no digit at all.
func asDigit(b byte) byte {
	switch {
	case digit(b):
		return b
	case b == 'O' || b == 'o':
		return '0'
	case b == 'l' || b == 'I':
		return '1'
	}
	return 0
}

// judge scores the first g groups, whose digits are d.
func (c *dialled) judge(sc *scan, d string, g, w int) (float64, string) {
	switch {
	case c.plus:
		return international(d, g, false)
	case strings.HasPrefix(d, "00") && len(d) >= 10 && c.groups[0] != 1 && !sc.crowded(c.start):
		return international(d[2:], g, true)
	}
	announced := sc.announcedBy(w, c.start, tagPhone) || sc.echoed(w, c.ends[g-1], tagPhone)
	if !c.plain(sc, g) {
		return 0, ""
	}
	if !announced && (sc.crowded(c.start) && !c.pairs(g) || c.counting(g)) {
		return 0, ""
	}
	if score, why := c.frenchLike(sc, d, g, announced); score > 0 {
		return score, why
	}
	if score, why := sc.national(c, d, g, announced); score > 0 {
		return score, why
	}
	if score := c.anywhere(sc, d, g, announced); score > 0 {
		return score, "phone"
	}
	if len(d) == 11 && c.even(g) && (strings.HasPrefix(d, "336") || strings.HasPrefix(d, "337")) {
		return 0.7, "phone-fr"
	}
	return c.announcedOnly(sc, len(d), g, w, announced)
}

// announcedOnly scores n digits that are no number known, but announced as one, be it by
// a word that says other things too ("office").
func (c *dialled) announcedOnly(sc *scan, n, g, w int, announced bool) (float64, string) {
	switch {
	case !announced && !sc.announcedBy(w, c.start, tagAnswers):
		return 0, ""
	case c.regular(g) && c.likely(g, n) && !amountAfter(sc.s, c.ends[g-1]):
		return 0.55, "phone"
	case n == 5 && g == 1 && sc.shortCode(w):
		return 0.5, "phone-short"
	}
	return 0, ""
}

// frenchLike scores ten digits that begin with one 0.
func (c *dialled) frenchLike(sc *scan, d string, g int, announced bool) (float64, string) {
	if len(d) != 10 || d[0] != '0' || d[1] == '0' || !sc.tenDigits() {
		return 0, ""
	}
	switch {
	case c.french(g):
		return 0.9, sc.region10(d)
	case c.g == g && c.even(g) || announced:
		return 0.7, sc.region10(d)
	}
	return 0, ""
}

// anywhere scores nine to twelve digits that begin with one 0, where no country
// is configured.
func (c *dialled) anywhere(sc *scan, d string, g int, announced bool) float64 {
	if len(sc.d.regions) > 0 || len(d) < 9 || len(d) > 12 || d[0] != '0' || d[1] == '0' {
		return 0
	}
	switch {
	case g > 5 || !c.regular(g):
		return 0
	case g == 1 || announced:
		return 0.6
	}
	return 0.5
}

// crowded reports another group of digits right before byte at: the candidate
// may be the tail of a longer number.
func (sc *scan) crowded(at int) bool {
	return at > 1 && sc.s[at-1] == ' ' && digit(sc.s[at-2])
}

// pairs reports groups of two, or one piece.
func (c *dialled) pairs(g int) bool {
	for i := range g {
		if c.groups[i] != 2 {
			return g == 1
		}
	}
	return true
}

// counting reports groups that go up by one: 01 02 03 04 05.
func (c *dialled) counting(g int) bool {
	last, at := 0, 0
	for i := range g {
		v := checkdigit.Mod(string(c.digits[at:at+int(c.groups[i])]), 1_000_000)
		if i > 0 && v != last+1 {
			return false
		}
		last, at = v, at+int(c.groups[i])
	}
	return g >= 4
}

// french reports the ways in which ten digits are written in France.
func (c *dialled) french(g int) bool {
	pairs, ones := true, true
	for i := range g {
		pairs = pairs && c.groups[i] == 2
		ones = ones && c.groups[i] == 1
	}
	if pairs || ones || g == 1 {
		return true
	}
	if !c.even(g) {
		return false
	}
	year := false
	for i := range g {
		year = year || c.groups[i] == 4 && i > 0 && i+1 < g
	}
	return !year && c.groups[0] != 1
}

// even reports that the same sign stands between all groups.
func (c *dialled) even(g int) bool {
	for i := 2; i < g; i++ {
		if c.seps[i] != c.seps[1] {
			return false
		}
	}
	return true
}

// likely refuses, among announced digits, short codes with a price or an age
// behind them, and brackets that the sentence opens.
func (c *dialled) likely(g, n int) bool {
	open := false
	for i := range g {
		open = c.seps[i] == '(' || open && c.seps[i] != ')'
	}
	switch {
	case open && c.seps[0] != '(' || n > 13:
		return false
	case g == 2 && c.years(n):
		return false
	case g == 2 && (c.groups[0] == 1 || c.groups[0] > 4):
		return n >= 9
	}
	return n >= 7 || n == 6 && g > 1
}

// years reports two years, or the month of one: 2011 2012, 05 2012.
func (c *dialled) years(n int) bool {
	first := c.groups[0]
	if c.groups[1] != 4 || first == 3 || !year(string(c.digits[first:n])) {
		return false
	}
	return first < 3 || year(string(c.digits[:4]))
}

// regular is even, but what follows the first group may be another sign:
// "0151-234 567 89".
func (c *dialled) regular(g int) bool {
	for i := 3; i < g; i++ {
		if c.seps[i] != c.seps[2] {
			return false
		}
	}
	if g > 2 && c.seps[1] == '.' && c.seps[2] == '.' && c.groups[0] <= 3 && c.thousands(g) {
		return false
	}
	return g < 3 || c.seps[1] != '/' || c.seps[2] != '/' || c.even(g)
}

// thousands reports groups of three behind the first, as in amounts.
func (c *dialled) thousands(g int) bool {
	for i := 1; i < g; i++ {
		if c.groups[i] != 3 {
			return false
		}
	}
	return true
}

// plain refuses what is an amount or part of another number.
func (c *dialled) plain(sc *scan, g int) bool {
	s, end := sc.s, c.ends[g-1]
	decimal := end+1 < len(s) && (s[end] == ',' || s[end] == '.') && digit(s[end+1])
	if decimal && g == c.g {
		return false
	}
	if c.date(g) {
		return false
	}
	if c.start > 1 && s[c.start-1] == '(' && s[c.start-2] == '+' {
		return false
	}
	return !amountAfter(s, end) || c.digits[0] == '0' && c.groups[0] > 1
}

// date reports the first groups of a date: 12 05 2012, 12-05-12, 2012 05 12.
func (c *dialled) date(g int) bool {
	if g < 3 || g > 4 || c.groups[1] > 2 {
		return g > 4 && c.groups[0] == 4 && c.groups[1] == 2 && c.groups[2] == 2 && year(string(c.digits[:4]))
	}
	a, b := int(c.groups[0]), int(c.groups[0]+c.groups[1])
	switch {
	case a == 4:
		return c.groups[2] <= 2 && year(string(c.digits[:4]))
	case a > 2 || checkdigit.Mod(string(c.digits[:a]), 100) > 31 || checkdigit.Mod(string(c.digits[a:b]), 100) > 31:
		return false
	case c.groups[2] == 4:
		return year(string(c.digits[b : b+4]))
	}
	return c.groups[2] == 2 && c.seps[1] != ' ' && g == 3
}

// amountAfter reports a unit or currency behind a number.
func amountAfter(s string, end int) bool {
	rest := s[end:]
	rest = strings.TrimPrefix(rest, " ")
	if sign, _ := utf8.DecodeRuneInString(rest); strings.ContainsRune("€$£%°", sign) {
		return true
	}
	n := 0
	for n < len(rest) && n < 12 && (rest[n]|0x20 >= 'a' && rest[n]|0x20 <= 'z') {
		n++
	}
	return n > 0 && units[strings.ToLower(rest[:n])] && boundary(rest, n)
}
