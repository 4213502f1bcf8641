package pattern

import (
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/bauta/bauta/internal/lexicon/data/lists"
)

// findReference reads the number that word w announces: of an order, a parcel,
// a customer.
func findReference(sc *scan, r *compiled, _, w int) {
	if !sc.tagged(w, tagOrder) || sc.is(w, "n") && !numero(sc.s[sc.words[w].end:]) && !sc.serial(w) {
		return
	}
	v, marked := sc.referenceWord(w)
	if v < 0 {
		return
	}
	start, end := sc.referenceRange(v)
	whole := sc.groupsBehind(start, end)
	body := sc.s[start:end]
	has := makeupOf(body)
	if has.digits == 0 && has.upper == 6 && len(body) == 6 && sc.booked(w, v) {
		sc.add(r, start, end, 0.6, "reference")
		return
	}
	joined := strings.ReplaceAll(sc.s[start:whole], " ", "")
	if amount(joined) || sc.amountBehind(start, whole) || sc.decimal(start, end) || sc.measured(start, end) {
		return
	}
	if !isReference(body, marked) && !isReference(joined, marked) {
		return
	}
	sc.add(r, start, whole, sc.referenceScore(w, marked || has.digits >= 7), "reference")
}

// numberEndings end a compound that announces a number: "Zählernummer", "avtalsnr".
var numberEndings = sync.OnceValue(func() []string { return slices.Sorted(maps.Keys(lists.In("number-endings"))) })

// numbered reports such a compound.
func numbered(word string) bool {
	for _, end := range numberEndings() {
		if at := len(word) - len(end); at >= 3 && strings.EqualFold(word[at:], end) {
			return true
		}
	}
	return false
}

// referenceRange is the range of the number of reference that begins with word v: "dossier
// CAF 1234567" without who gave it out, "KH 8830-221947" with its letters, groups with
// strokes between, and a letter behind a blank that ends a long one ("4471902 B").
func (sc *scan) referenceRange(v int) (start, end int) {
	from := int(sc.words[v].start)
	if sc.shouted(v) && sc.size(v) <= 5 && sc.blankBehind(v) && sc.numeric(v+1) {
		switch size := sc.size(v + 1); {
		case sc.size(v) <= 2, size == 3, size == 4 && !year(sc.text(v+1)): // the letters of a plate
			v++
		case sc.figures(v + 1):
			v++
			from = int(sc.words[v].start)
		}
	}
	start, end, _ = sc.loose(v)
	start = min(start, from)
	stroke := sc.strokes(end)
	if body := sc.s[start:stroke]; strings.IndexByte(body, '/') >= 0 && longGroup(body) {
		end = stroke
	}
	return start, end
}

// mostGroups bounds the groups in which a number is written.
const mostGroups = 6

// groupsBehind is the end of a number in groups that is announced and whose first is
// s[start:end]: "3847 2910", "1EMH00 2387 9009", "7 3 0 4", "4471902 B".
func (sc *scan) groupsBehind(start, end int) int {
	if !strings.ContainsAny(sc.s[start:end], "0123456789") {
		return end
	}
	last := start
	for range mostGroups {
		next := sc.groupBehind(start, last, end)
		if next == end {
			break
		}
		last, end = end+1, next
	}
	return end
}

// groupBehind is the end of the group behind the one at s[last:end] of a number that
// begins at start, end for none: figures, with capitals or without, or a capital that ends
// a long number; nothing that is counted, dated or told by the clock.
func (sc *scan) groupBehind(start, last, end int) int {
	s, i := sc.s, end+1
	if i >= len(s) || s[end] != ' ' {
		return end
	}
	for i < len(s) && (alnum(s[i]) || strings.IndexByte("-/.", s[i]) >= 0 && i+1 < len(s) && alnum(s[i+1])) {
		i++
	}
	has, size := makeupOf(s[end+1:i]), i-end-1
	switch {
	case !boundary(s, i), has.lower > 0, size > 12, sc.countedOn(start, i):
		return end
	case size == 1 && has.upper == 1 && (figureBehind(s, i) || makeupOf(s[start:end]).digits >= 5),
		has.digits >= 2, has.digits == 1 && size == 1 && end-last == 1:
		return i
	}
	return end
}

// figureBehind reports a capital that ends at s[i], a blank and a digit: "12 C 448/23". An X
// stands between lengths.
func figureBehind(s string, i int) bool {
	return s[i-1] != 'X' && i+1 < len(s) && s[i] == ' ' && digit(s[i+1])
}

// amountBehind reports a unit behind the number s[start:end] that is announced: a letter
// alone counts no long one, a capital none of five digits.
func (sc *scan) amountBehind(start, end int) bool {
	if !amountAfter(sc.s, end) {
		return false
	}
	rest := strings.TrimPrefix(sc.s[end:], " ")
	if rest == "" || !letters(rest[:1]) || !boundary(rest, 1) {
		return true
	}
	least := 7
	if rest[0] >= 'A' && rest[0] <= 'Z' {
		least = 5
	}
	return makeupOf(sc.s[start:end]).digits < least
}

// countedOn reports that the figures that end at s[at], of a number that begins at start, are
// an amount, a time or a day.
func (sc *scan) countedOn(start, at int) bool {
	if sc.amountBehind(start, at) || at+1 < len(sc.s) && strings.IndexByte(":,", sc.s[at]) >= 0 && digit(sc.s[at+1]) {
		return true
	}
	w := sc.wordAt(at)
	return sc.within(w) && sc.tagged(w, tagMonth)
}

// strokes is the end of the groups of letters and digits that go on behind end with
// strokes between: "MTR/4482173/02".
func (sc *scan) strokes(end int) int {
	s := sc.s
	for end+1 < len(s) && s[end] == '/' && alnum(s[end+1]) {
		for end++; end < len(s) && (alnum(s[end]) || inGroup(s, end)); end++ {
		}
	}
	return end
}

// inGroup reports a hyphen or a dot inside a group at s[i].
func inGroup(s string, i int) bool {
	return (s[i] == '-' || s[i] == '.') && i+1 < len(s) && alnum(s[i+1])
}

// longGroup reports five digits in a row, which no date and no share has.
func longGroup(body string) bool {
	row := 0
	for i := range len(body) {
		if row++; !digit(body[i]) {
			row = 0
		}
		if row == 5 {
			return true
		}
	}
	return false
}

// referenceScore scores a number by the word w that announces it.
func (sc *scan) referenceScore(w int, sure bool) float64 {
	switch {
	case sc.tagged(w, tagPhone):
		return 0.5 // "numéro" announces telephones too
	case sure && !sc.is(w, "nr", "no"): // they may be a telephone's
		return 0.75
	}
	return 0.6
}

// numero reports the sign behind the n of "n°".
func numero(s string) bool { return strings.HasPrefix(s, "°") || strings.HasPrefix(s, "º") }

// serial reports the n of "s/n".
func (sc *scan) serial(w int) bool { return w > 0 && sc.is(w-1, "s") && sc.between(w-1, w) == "/" }

// isReference reports enough digits for a number of reference; fewer are enough
// beside letters, and where something said that it follows.
func isReference(body string, marked bool) bool {
	has := makeupOf(body)
	weight, least := has.digits, 5
	if has.upper > 0 && has.lower == 0 || marked && has.upper+has.lower > 0 {
		weight = 2*has.digits + has.upper
	}
	if marked {
		least = 4
	}
	switch {
	case has.digits == 0, weight < least, len(body) > 34, year(body):
		return false
	case has.lower > 0 && (has.lower > has.digits || has.digits < 3): // a word
		return false
	}
	return !(marked && len(body) < 6 && strings.HasSuffix(body, "000"))
}

// bookings announce a booking, whose code is six capitals.
var bookings = lists.In("bookings")

// booked reports that word w announces a booking and the words around word v
// are not in capitals, so that six capitals are the code of one.
func (sc *scan) booked(w, v int) bool {
	shouted := v+1 < len(sc.words) && sc.words[v+1].has == hasUpper
	return bookings[sc.plain(w)] && sc.words[w].has&hasLower != 0 && !shouted
}
