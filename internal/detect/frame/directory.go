package frame

import (
	"strings"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/lexicon"
)

// directory reads a name as directories have it, in quotes, in a line of its own, or
// before an address of mail: "Ashdown, Priya". The lists need not have the surname, but
// they may not have it for a word.
func directory(r *frames, i int) (bauta.Span, bool) {
	last := i + 2
	if !r.filedAs(i, last) || !r.given(last) {
		return bauta.Span{}, false
	}
	s := r.person(i, last, likely, "a surname before the first name")
	s.Part = bauta.Full
	return s, true
}

// filedAs reports a surname, a comma and a first name that are such an entry; the lists need not have either, but they
// may not have them for words.
func (r *frames) filedAs(i, last int) bool {
	if !r.capitalised(i) || !r.capitalised(last) || r.Surface(i+1) != "," || !r.entry(i, last, entryCloses) {
		return false
	}
	if strings.Contains(r.Gap(i+1, last), "\n") {
		return false // a list of names
	}
	w := r.Compound(i)
	first := r.given(last) || r.strange(last) && !r.given(i)
	return first && r.strange(i) && (!w.Is(lexicon.City) || w.Is(lexicon.Surname))
}

// What opens and closes an entry of a directory, beside a line.
const (
	entryQuotes = "\"„“”«»" // each opens one in some language
	entryOpens  = entryQuotes + "<;:"
	entryCloses = entryQuotes + "<;[("
)

// entry reports that the words from first to last are a line, or stand in quotes or
// before an address; closes are the signs that may stand behind them.
func (r *frames) entry(first, last int, closes string) bool {
	opens := r.firstOfLine(first) || strings.Contains(entryOpens, r.Surface(first-1))
	next := last + 1
	ends := next == r.Len() || strings.Contains(r.Gap(last, next), "\n") || strings.Contains(closes, r.Surface(next))
	return opens && ends
}
