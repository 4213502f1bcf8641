package pattern

import (
	"bytes"
	"strings"

	"github.com/bauta/bauta/internal/lexicon/data/lists"
	"github.com/bauta/bauta/internal/reading"
)

// findBirth finds a date beside a word that speaks of birth, or behind the short head of a form.
func findBirth(sc *scan, r *compiled, at, w int) {
	end, score := sc.date(at, w)
	if end < 0 || score < 0.2 {
		end = sc.birthDigits(at, w)
	}
	if end < 0 {
		end = max(sc.wordedDay(w), sc.birthMonth(w))
	}
	if end < 0 {
		return
	}
	if !digit(sc.s[end-1]) || dayMonth(sc.s, at) == end { // "3 avril 87", "3/4 1985"
		end = sc.shortYear(end)
	}
	if sc.born(w, end) || sc.bornElement(at) || sc.bornHead(at, end) {
		sc.add(r, sc.era(at), end, 0.85, "date-birth")
	}
}

// birthMonth returns the end of a month in any letters with its day or its year behind it:
// "june 12, 1982", "may 3rd", "juin '82"; -1 for none.
func (sc *scan) birthMonth(w int) int {
	if !sc.tagged(w, tagMonth) {
		return -1
	}
	month, day := int(sc.words[w].end), sc.dayBehind(w, false)
	end := sc.shortYear(max(day, month))
	if end == month || end == day && digit(sc.s[end-1]) && !sc.birthBefore(w) { // "may 12 people be born"
		return -1
	}
	return end
}

// birthHeads are short for a date of birth, right before it: "FN", "d.n.", "b.", a star in brackets or behind a
// name: "(*3.4.1985)".
var birthHeads = lists.Longest("birth-heads")

// bornHead reports such a head right before the whole date s[at:end].
func (sc *scan) bornHead(at, end int) bool {
	if makeupOf(sc.s[at:end]).digits < leastBirthDigits {
		return false
	}
	head := strings.TrimRight(sc.s[max(0, at-longestBirthHead):at], " :=")
	for _, h := range birthHeads {
		i := len(head) - len(h)
		if i >= 0 && strings.EqualFold(head[i:], h) && (!alnum(h[0]) || before(head, i)) {
			return true
		}
	}
	return false
}

// leastBirthDigits is how many digits a date has at least that has its year, and longestBirthHead
// how far before it its head begins.
const (
	leastBirthDigits = 3
	longestBirthHead = 12
)

// birthDigits returns the end of a date that only the word of birth right before
// it makes one: 850412, 12051987, 24/7, 3.4.'81, S61.3.4; -1 for none.
func (sc *scan) birthDigits(at, w int) int {
	s := sc.s
	if i := at + 1; strings.IndexByte("MTSHR", s[at]) >= 0 && i < len(s) && digit(s[i]) {
		return sc.eraDigits(i)
	}
	if !digit(s[at]) || !before(s, at) || !sc.birthBefore(w) && !sc.bornElement(at) {
		return -1
	}
	x := sc.words[w]
	if n := int(x.end) - at; n == 6 || n == 8 {
		if x.has == hasDigit && solidDate(s[at:x.end]) {
			return int(x.end)
		}
		return -1
	}
	if sc.is(w-1, "en") {
		return -1
	}
	return dayMonth(s, at)
}

// eraDigits returns the end of the date of an era whose letter stands before
// byte i: the year has one or two digits.
func (sc *scan) eraDigits(i int) int {
	if sc.lang == "fr" {
		return -1
	}
	for _, century := range []string{"20", "200"} {
		if end, _ := numericDate(century+sc.s[i:], 0); end > 0 {
			return i + end - len(century)
		}
	}
	return -1
}

// birthBefore reports a word of birth right before word w, or one word off.
func (sc *scan) birthBefore(w int) bool {
	if w == 0 {
		return false
	}
	if sc.tagged(w-1, tagBorn) {
		return true
	}
	between := sc.tagged(w-1, tagFill|tagIs|tagLink) || sc.is(w-1, "am", "on", "dat")
	return between && w > 1 && sc.tagged(w-2, tagBorn)
}

// bornElement reports the text of an element whose name speaks of birth: <dataNascita>3/9/1964</dataNascita>.
func (sc *scan) bornElement(at int) bool {
	if sc.doc == nil {
		return false
	}
	said := sc.doc.Text
	if sc.doc.Shadow != "" {
		at, _ = sc.doc.Origin(at, at+1)
	}
	name, _ := reading.Element(said, at)
	for _, word := range reading.KeyWords(name) {
		if vocabulary()[folded(word)].tags&tagBorn != 0 {
			return true
		}
	}
	return false
}

// dayMonth returns the end of 24/7 or 3.4.'81 at s[at], -1 for none.
func dayMonth(s string, at int) int {
	a, na := number(s, at, 2)
	i := at + na
	if na == 0 || i+1 >= len(s) || strings.IndexByte("/.", s[i]) < 0 {
		return -1
	}
	mark := s[i]
	b, nb := number(s, i+1, 2)
	j := i + 1 + nb
	if nb == 0 || !civil(b, a) && !civil(a, b) {
		return -1
	}
	if strings.HasPrefix(s[j:], string(mark)+"'") {
		if _, n := number(s, j+2, 2); n == 2 && boundary(s, j+4) {
			return j + 4
		}
	}
	goesOn := j+1 < len(s) && s[j] == mark && digit(s[j+1])
	if mark == '/' && boundary(s, j) && !goesOn {
		return j
	}
	return -1
}

// solidDate reports six or eight digits that are a day, a month and a year in
// some order.
func solidDate(d string) bool {
	two := func(i int) int { v, _ := number(d, i, 2); return v }
	if len(d) == 6 {
		return civil(two(2), two(0)) || civil(two(2), two(4))
	}
	return year(d[4:]) && civil(two(2), two(0)) || year(d[:4]) && civil(two(4), two(6))
}

// eras are the names of the reigns by which Japanese years are counted.
var eras = []string{"明治", "大正", "昭和", "平成", "令和"}

// era returns where a Japanese date begins whose digits begin at byte at: before
// the name of the era, and the word for its first year.
func (sc *scan) era(at int) int {
	head := strings.TrimSuffix(sc.s[:at], "元年")
	for _, e := range eras {
		if strings.HasSuffix(head, e) {
			return len(head) - len(e)
		}
	}
	return at
}

// born reports a word of birth among the six before word w, or right behind
// the date that ends at byte end.
func (sc *scan) born(w, end int) bool {
	from, to := sc.window(int(sc.words[w].start), end)
	for _, sign := range []string{"誕生", "生まれ", "生年月日", "出生", "生日"} {
		if sc.lang != "fr" &&
			(strings.Contains(sc.s[from:sc.words[w].start], sign) || strings.Contains(sc.s[end:to], sign)) {
			return true
		}
	}
	if sc.cameIntoTheWorld(from, to) {
		return true
	}
	for v := w - 1; v >= 0 && v >= w-6; v-- {
		if gap := sc.between(v, v+1); strings.ContainsAny(gap, "!?\n»") ||
			strings.Contains(gap, ". ") && sc.size(v) > 4 {
			return false
		}
		if sc.tagged(v, tagBorn) && (!sc.is(v, "ne") || v+1 == w || sc.is(v+1, "le")) {
			return true // "ne" without its accent is a word of every sentence
		}
	}
	for v := w + 1; v < len(sc.words) && int(sc.words[v].start) <= end+24; v++ {
		if int(sc.words[v].start) >= end && sc.tagged(v, tagBorn) {
			return true
		}
	}
	return false
}

// births say in two words and more that somebody was born, folded.
var births = lists.Longest("birth-phrases")

// cameIntoTheWorld reports one of them near the date.
func (sc *scan) cameIntoTheWorld(from, to int) bool {
	text := fold(sc.buf[:0:windowBefore+windowAfter+16], sc.s[from:to])
	for _, b := range births {
		if bytes.Contains(text, []byte(b)) {
			return true
		}
	}
	return false
}
