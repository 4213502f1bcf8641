package pattern

import (
	"strings"

	"github.com/bauta/bauta/internal/lexicon/data/lists"
)

// What stands before a day or a month without its year, and behind a day that is a number alone.
var (
	beforeDays    = lists.In("before-days")
	beforeMonths  = lists.In("before-months")
	behindDays    = lists.In("behind-days")
	beforeRatios  = lists.In("before-ratios")
	behindRatios  = lists.In("behind-ratios")
	clauseOpeners = lists.In("clause-openers")
	homographs    = lists.In("month-homographs")
)

// findDatePart finds what tells a day or a month without being a whole date: "5/19", "oct 22nd", "since
// the 14th", "mid-July", "February 2025". All of it is to go where no element of a date but the year may
// stay (45 CFR 164.514(b)(2)(i)(C)); elsewhere half of it is a share, a score or a dose.
func findDatePart(sc *scan, r *compiled, at, w int) {
	if !before(sc.s, at) {
		return
	}
	end := -1
	switch {
	case digit(sc.s[at]):
		if end = sc.slashDay(at, w); end < 0 {
			end = sc.ordinalDay(w)
		}
		if to, score := numericDate(sc.s, at); end < 0 && score == monthAndYear {
			end = to
		}
		if body := sc.text(w); end < 0 && sc.figures(w) && len(body) == 8 && year(body[:4]) && solidDate(body) {
			end = int(sc.words[w].end)
		}
	case sc.tagged(w, tagMonth):
		if end = sc.month(w); end < 0 && !homographs[sc.plain(w)] {
			end = sc.wordedDay(w)
		}
	case sc.tagged(w, tagOrdinal|tagNumber):
		end = sc.ordinalDay(w)
	}
	if end > 0 {
		sc.add(r, at, end, 0.5, "date-part")
	}
}

// slashDay is the end of a day and its month in figures at s[at], which is word w, -1 for none. A share is
// smaller than one and has a small lower number: without a word for it that is no day.
func (sc *scan) slashDay(at, w int) int {
	s, end := sc.s, dayMonth(sc.s, at)
	if end < 0 || sc.goesOnAround(at, w, end) || amountAfter(s, end) || sc.ratio(w, end) {
		return -1
	}
	upper, n := number(s, at, 2)
	lower, m := number(s, at+n+1, 2)
	padded := s[at] == '0' || s[at+n+1] == '0' && m == 2
	share := upper <= lower && lower <= 10 && lower != 7 && lower != 9
	around := upper == 24 && lower == 7
	if (share || around) && !padded && !sc.dated(w, beforeDays) && !sc.clockBehind(end) {
		return -1
	}
	return end
}

// goesOnAround reports that s[at:end], which begins with word w, is a piece of a longer number: 21/4.2, 1-3/5. A day
// before it is none: 5/19-5/22.
func (sc *scan) goesOnAround(at, w, end int) bool {
	s := sc.s
	if end+1 < len(s) && s[end] == '.' && digit(s[end+1]) {
		return true
	}
	ranged := w > 1 && s[at-1] == '-' && sc.between(w-2, w-1) == "/"
	return at > 0 && strings.IndexByte("/-.,$", s[at-1]) >= 0 && !ranged
}

// ratio reports that what stands around two numbers with a stroke between, which begin with word w and end
// at byte end, makes them none of a day.
func (sc *scan) ratio(w, end int) bool {
	if w > 0 && beforeRatios[sc.plain(w-1)] {
		return true
	}
	v := sc.wordAt(end)
	return sc.within(v) && sc.s[end:sc.words[v].start] == " " && behindRatios[sc.plain(v)]
}

// dated reports one of words right before word w, or an article between them, or a day before it ("4/1 and 4/8").
func (sc *scan) dated(w int, words lists.Words) bool {
	if w > 0 && sc.is(w-1, "the") {
		w--
	}
	if w == 0 {
		return false
	}
	gap := sc.between(w-1, w)
	if (gap == " " || gap == "-" || gap == ": ") && words[sc.plain(w-1)] {
		return true
	}
	return gap == " " && w > 2 && clauseOpeners[sc.plain(w-1)] && sc.between(w-3, w-2) == "/" && sc.figures(w-2)
}

// clockBehind reports a time of day right behind byte end: "2100", "10a", "10:20".
func (sc *scan) clockBehind(end int) bool {
	v := sc.wordAt(end)
	if !sc.within(v) || sc.s[end:sc.words[v].start] != " " || !sc.numeric(v) {
		return false
	}
	body, after := sc.text(v), int(sc.words[v].end)
	hour, n := number(body, 0, 4)
	switch rest := strings.ToLower(body[n:]); {
	case n == 4:
		return rest == "" && hour < 2400 && hour%100 < 60
	case rest == "a", rest == "p", rest == "am", rest == "pm":
		return hour <= 12
	}
	return hour < 24 && after < len(sc.s) && sc.s[after] == ':'
}

// ordinalDay is the end of the number of a day alone that begins with word w: "from the 14th", "since the
// twenty-first", where a word before it speaks of time and none behind it is counted by it; -1 for none.
func (sc *scan) ordinalDay(w int) int {
	if w == 0 || !sc.is(w-1, "the") {
		return -1
	}
	last := w
	if !sc.numeric(w) {
		n := sc.dayWords(w)
		if last = w + n - 1; n == 0 || !sc.tagged(last, tagOrdinal) {
			return -1
		}
	} else if day, n := number(sc.s, int(sc.words[w].start), 2); day < 1 || day > 31 ||
		!ordinal[folded(sc.s[int(sc.words[w].start)+n:sc.words[w].end])] {
		return -1
	}
	alone := !sc.blankBehind(last)
	if sc.dated(w, beforeDays) && (alone || behindDays[sc.plain(last+1)]) || alone && sc.numeric(w) {
		return int(sc.words[last].end)
	}
	return -1
}

// month is the end of a month with its day behind it, its year, or a word before it that makes it one.
func (sc *scan) month(w int) int {
	doubtful := homographs[sc.plain(w)] && !sc.capital(w)
	if end := sc.dayBehind(w, doubtful); end > 0 || doubtful {
		return end
	}
	end := sc.yearBehind(w)
	if end == int(sc.words[w].end) && !sc.dated(w, beforeMonths) {
		return -1
	}
	return end
}

// dayBehind is the end of the number of a day behind month w, -1 for none: of one that is in doubt only behind a
// word that speaks of days, or where it is an ordinal.
func (sc *scan) dayBehind(w int, doubtful bool) int {
	if !sc.within(w+1) || !sc.numeric(w+1) || !dateGap(sc.between(w, w+1)) {
		return -1
	}
	x := sc.words[w+1]
	day, n := number(sc.s, int(x.start), 2)
	if day < 1 || day > 31 {
		return -1
	}
	tail := sc.s[int(x.start)+n : x.end]
	bare := tail == "" && !amountAfter(sc.s, int(x.end)) && (!doubtful || sc.dated(w, beforeDays))
	if !bare && !ordinal[folded(tail)] {
		return -1
	}
	return int(x.end)
}
