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
	if !r.capitalised(i) || !r.capitalised(last) || r.Surface(i+1) != "," || !r.entry(i, last) {
		return bauta.Span{}, false
	}
	if strings.Contains(r.Gap(i+1, last), "\n") {
		return bauta.Span{}, false // a list of names
	}
	w := r.Compound(i)
	if !r.given(last) || !r.strange(i) || w.Is(lexicon.City) && !w.Is(lexicon.Surname) {
		return bauta.Span{}, false
	}
	s := r.person(i, last, likely, "a surname before the first name")
	s.Part = bauta.Full
	return s, true
}

// What opens and closes an entry of a directory, beside a line.
const (
	entryOpens  = "\"“„«<;:"
	entryCloses = "\"”“»<;[("
)

// entry reports that the words from first to last are a line, or stand in quotes or
// before an address.
func (r *frames) entry(first, last int) bool {
	opens := r.firstOfLine(first) || strings.Contains(entryOpens, r.Surface(first-1))
	next := last + 1
	closes := next == r.Len() || strings.Contains(r.Gap(last, next), "\n") ||
		strings.Contains(entryCloses, r.Surface(next))
	return opens && closes
}
