package pattern

import (
	"strings"

	"github.com/bauta/bauta/internal/lexicon/data/lists"
)

// findDate finds any date.
func findDate(sc *scan, r *compiled, at, w int) {
	switch end, score := sc.date(at, w); {
	case end > 0:
		sc.add(r, sc.era(at), end, score, "date")
	case sc.yearAlone(w):
		sc.add(r, at, int(sc.words[w].end), 0.6, "date-year")
	}
}

// yearWords are the words behind which four digits are a year: "since", "année".
var yearWords = lists.In("year-words")

// yearAlone reports a year without a month, behind a word that says so.
func (sc *scan) yearAlone(w int) bool {
	if w == 0 || !sc.figures(w) || !year(sc.text(w)) || sc.between(w-1, w) != " " {
		return false
	}
	x := sc.words[w]
	counted := amountAfter(sc.s, int(x.end)) || sc.decimal(int(x.start), int(x.end))
	return yearWords[sc.plain(w-1)] && !counted && !(sc.blankBehind(w) && sc.figures(w+1))
}

// date returns the end of the date that starts at s[at] with word w, -1 for
// none, and how likely it is one.
func (sc *scan) date(at, w int) (int, float64) {
	if !before(sc.s, at) || at > 0 && (strings.IndexByte("-/.", sc.s[at-1]) >= 0 && at > 1 && alnum(sc.s[at-2])) {
		return -1, 0
	}
	if !digit(sc.s[at]) {
		if !sc.tagged(w, tagMonth) {
			return -1, 0
		}
		return sc.monthFirst(w)
	}
	if end := kanjiDate(sc.s, at); end > 0 {
		return end, 0.8
	}
	if end, score := numericDate(sc.s, at); end > 0 {
		return end, score
	}
	return sc.dayFirst(w)
}

// number reads up to most digits at s[i].
func number(s string, i, most int) (v, n int) {
	for n < most && i+n < len(s) && digit(s[i+n]) {
		v = v*10 + int(s[i+n]-'0')
		n++
	}
	return v, n
}

// numericDate reads 12/05/2012, 2012-05-12 with a time behind, 12.5.12, 5/2012,
// 5/21.
func numericDate(s string, at int) (int, float64) {
	a, na := number(s, at, 4)
	i := at + na
	if na == 3 || i+1 >= len(s) || strings.IndexByte("/-.", s[i]) < 0 {
		return -1, 0
	}
	mark := s[i]
	b, nb := number(s, i+1, 4)
	j := i + 1 + nb
	if nb == 0 || nb == 3 {
		return -1, 0
	}
	if j < len(s) && s[j] == mark && nb <= 2 {
		if c, nc := number(s, j+1, 4); nc > 0 {
			return threeParts(s, j+1+nc, mark, [3]part{{a, na}, {b, nb}, {c, nc}})
		}
	}
	if mark != '/' || !boundary(s, j) || j+1 < len(s) && s[j] == mark {
		return -1, 0
	}
	if score := monthYear(part{a, na}, part{b, nb}); score > 0 {
		return j, score
	}
	return -1, 0
}

// monthAndYear is how likely 5/2012 is a month and a year.
const monthAndYear = 0.2

// monthYear says how likely 5/2012 and 5/21 are a month and a year.
func monthYear(month, year part) float64 {
	switch {
	case month.digits > 2 || month.value < 1 || month.value > 12:
		return 0
	case year.digits == 4 && year.value >= 1900 && year.value < 2100:
		return monthAndYear
	case year.digits == 2:
		return 0.1
	}
	return 0
}

// part is a number in a date and how many digits it has.
type part struct{ value, digits int }

// threeParts returns the end of a date of three numbers that end at byte end,
// with the time behind it, and how likely it is one.
func threeParts(s string, end int, mark byte, p [3]part) (int, float64) {
	a, b, c := p[0], p[1], p[2]
	if a.digits == 4 {
		if stop := end + timeLen(s[end:]); c.digits <= 2 && civil(b.value, c.value) && boundary(s, stop) {
			return stop, 0.8
		}
		return -1, 0
	}
	if !boundary(s, end) || end+1 < len(s) && s[end] == mark && digit(s[end+1]) {
		return -1, 0
	}
	switch {
	case a.digits == 2 && b.digits == 2 && c.digits == 2 && a.value > 31 && civil(b.value, c.value):
		return end, 0.3 // 93-11-21
	case (c.digits == 4 || c.digits == 2) && (civil(b.value, a.value) || civil(a.value, b.value)):
		return end, 0.6
	}
	return -1, 0
}

// kanjiDate returns the end of 1987年4月3日 or 4月3日 at s[at], -1 for none.
func kanjiDate(s string, at int) int {
	i, parts := at, 0
	_, n := number(s, i, 4)
	for _, sign := range []string{"年", "月", "日"} {
		if n == 0 || !strings.HasPrefix(s[i+n:], sign) {
			continue
		}
		i += n + len(sign)
		parts++
		_, n = number(s, i, 4)
	}
	if parts < 2 {
		return -1
	}
	return i
}

// civil reports whether the month has the day.
func civil(month, day int) bool { return dayOf(day, month) }

// timeLen is the length of "T09:15:30.500-07:00" or " 09:15:30" at the start of s.
func timeLen(s string) int {
	if len(s) < 6 || s[0] != 'T' && !(s[0] == ' ' && s[3] == ':') || !digit(s[1]) {
		return 0
	}
	n := 1
	for n < len(s) && (digit(s[n]) || strings.IndexByte(":.+-", s[n]) >= 0) {
		n++
	}
	for n > 1 && !digit(s[n-1]) {
		n--
	}
	if n < len(s) && s[n] == 'Z' {
		n++
	}
	return n
}

// ordinal is what may stand behind the day.
var ordinal = lists.In("day-endings")

// dayFirst reads "12 mai 1987", "3. Oktober", "12th of June 1990", "12 de mayo de
// 1987", "5-MAY-2021" from the word of the day.
func (sc *scan) dayFirst(w int) (int, float64) {
	x := sc.words[w]
	day, n := number(sc.s, int(x.start), 2)
	if n == 0 || day < 1 || day > 31 || n < int(x.end-x.start) && !ordinal[folded(sc.s[int(x.start)+n:x.end])] {
		return -1, 0
	}
	v := w + 1
	if v < len(sc.words) && (sc.is(v, "of", "de") || sc.is(v, "e") && sc.between(w, v) == ":") {
		v++
	}
	if v >= len(sc.words) || !sc.tagged(v, tagMonth) || !dateGap(sc.between(v-1, v)) {
		return -1, 0
	}
	return sc.yearBehind(v), 0.6
}

// monthFirst reads "May 12, 1987", "May-21", "May-2021".
func (sc *scan) monthFirst(w int) (int, float64) {
	if w+1 >= len(sc.words) {
		return -1, 0
	}
	x := sc.words[w+1]
	gap := sc.between(w, w+1)
	v, n := number(sc.s, int(x.start), 4)
	tail := sc.s[int(x.start)+n : x.end]
	if w > 0 && sc.figures(w-1) && dateGap(sc.between(w-1, w)) {
		return -1, 0 // the day stands before it
	}
	if n == 0 || n == 3 || tail != "" && !ordinal[folded(tail)] {
		return -1, 0
	}
	day := n <= 2 && v >= 1 && v <= 31
	switch {
	case gap == "-" && (n == 2 || n == 4):
		return int(x.end), 0.6
	case day && (gap == " " || gap == ". ") && sc.capital(w):
		if end := sc.yearBehind(w + 1); end > int(x.end) || !sc.is(w, "may", "mars", "mar") {
			return end, 0.6
		}
	}
	return -1, 0
}

// yearBehind returns the end of the year behind word v, or of the word itself.
func (sc *scan) yearBehind(v int) int {
	end := int(sc.words[v].end)
	y := v + 1
	if y < len(sc.words) && sc.is(y, "de") {
		y++
	}
	if y >= len(sc.words) || !sc.figures(y) {
		return end
	}
	body := sc.text(y)
	gap := sc.between(y-1, y)
	if (dateGap(gap) || gap == ", ") && (yearOld(body) || len(body) == 2 && gap == "-") {
		return int(sc.words[y].end)
	}
	return end
}

// yearOld reports a number that reads as a year of the last five centuries.
func yearOld(s string) bool { return len(s) == 4 && s >= "1500" && s < "2100" }

func dateGap(gap string) bool {
	switch gap {
	case " ", ". ", "-", ".", "/", " - ":
		return true
	}
	return false
}
