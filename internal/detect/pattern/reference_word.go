package pattern

import "strings"

// referenceWord is the word with which the number begins that word w announces, as
// [scan.announced] says it, or the next one, behind a word for "was" or for who gave it out:
// "bestellung war …", "polizza auto …".
func (sc *scan) referenceWord(w int) (v int, marked bool) {
	v, marked = sc.announced(w, 5)
	if v < 0 || sc.words[v].has&hasDigit != 0 || !sc.blankBehind(v) {
		return v, marked
	}
	switch {
	case codeLinks[sc.plain(v)] == "is" && sc.words[v+1].has&hasDigit != 0:
		return v + 1, true
	case !(sc.shouted(v) && sc.size(v) <= 5) && sc.hardReference(w, v+1): // letters belong to it
		return v + 1, marked
	}
	return v, marked
}

// hardReference reports a number at word v that is one whatever stands before it: five digits
// in a row, or the code of what word w says was booked.
func (sc *scan) hardReference(w, v int) bool {
	start, end := sc.referenceRange(v)
	body := sc.s[start:end]
	has := makeupOf(body)
	if bookings[sc.plain(w)] && len(body) == 6 && has.digits > 0 && has.upper > 0 && has.lower == 0 {
		return true
	}
	return longGroup(strings.ReplaceAll(sc.s[start:sc.groupsBehind(start, end)], " ", ""))
}
