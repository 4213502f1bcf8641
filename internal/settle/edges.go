package settle

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/interval"
	"github.com/bauta/bauta/internal/reading"
)

// Edges joins what belongs together and was found in parts: a street and the flat
// behind it, a Japanese surname and the first name, a second telephone behind a
// first. It takes no find away, and of those of people the quotes at their ends.
type Edges struct{}

var _ bauta.Settler = Edges{}

// Name is "edges".
func (Edges) Name() string { return "edges" }

// Settle joins finds of addresses, of Japanese names, and reads numbers on.
func (Edges) Settle(_ context.Context, d *bauta.Doc, found []bauta.Span) ([]bauta.Span, error) {
	for i := range found {
		if tagged(found[i]) && person(found[i]) {
			unquote(d, &found[i])
			fromValue(d, &found[i])
		}
	}
	if len(found) < 2 {
		return found, nil
	}
	slices.SortStableFunc(found, func(a, b bauta.Span) int { return cmp.Compare(a.Start, b.Start) })
	return numbersOn(d, japanese(d, addresses(d, found))), nil
}

// unquote takes the quotes from the ends of a find: a value in a record is hidden between its own ('Anna').
func unquote(d *bauta.Doc, s *bauta.Span) {
	first, _ := slices.BinarySearchFunc(d.Tokens, s.Start, endsBehind)
	last, _ := slices.BinarySearchFunc(d.Tokens, s.End, endsBehind)
	for first < last-1 && d.Tokens[first].Start == s.Start && quote(d, first) {
		first++
		s.Start = d.Tokens[first].Start
	}
	opened := first > 0 && quote(d, first-1) && d.Tokens[first-1].End == s.Start // and no genitive: Jules' Rad
	for opened && last-1 > first && d.Tokens[last-1].End == s.End && quote(d, last-1) {
		last--
		s.End = d.Tokens[last-1].End
	}
}

// fromValue lets a find begin at the value that a program is given (insert('Anna', VALUES ("Anna"), where it begins
// at the program's word before.
func fromValue(d *bauta.Doc, s *bauta.Span) {
	said := d.Text[s.Start:s.End]
	open := strings.IndexByte(said, '(')
	if open <= 0 || open+2 >= len(said) || strings.IndexByte(`"'`, said[open+1]) < 0 || strings.Contains(said, ")") {
		return
	}
	before := said[:open]
	word := strings.TrimRight(before, " ")
	if word == before || queryWords[strings.ToLower(word)] {
		s.Start, s.Inner = s.Start+open+2, nil
	}
}

// quote reports a token that is a quote and nothing else.
func quote(d *bauta.Doc, i int) bool {
	t := d.Tokens[i]
	return t.Kind == bauta.Punct && strings.Trim(d.Text[t.Start:t.End], "'\"„“”«»‘’") == ""
}

// addresses makes one of a street and the flat behind it. found is sorted.
func addresses(d *bauta.Doc, found []bauta.Span) []bauta.Span {
	last := -1
	out := found[:0]
	for _, s := range found {
		if s.Label != bauta.Address || s.Doubt != bauta.Sure {
			out = append(out, s)
			continue
		}
		if last >= 0 && out[last].End <= s.Start && reading.Beside(d.Surface(out[last].End, s.Start)) {
			out[last].End = s.End
			continue
		}
		if last < 0 || s.End > out[last].End {
			last = len(out)
		}
		out = append(out, s)
	}
	return out
}

// japanese makes one name of a Japanese surname and the first name behind it, which
// some part with a blank or a dot. found is sorted.
func japanese(d *bauta.Doc, found []bauta.Span) []bauta.Span {
	if d.Lang != "ja" {
		return found
	}
	out := found[:0]
	for _, s := range found {
		last := len(out) - 1
		if last < 0 || !person(s) || !person(out[last]) || s.Doubt != out[last].Doubt || s.Start < out[last].End {
			out = append(out, s)
			continue
		}
		switch d.Surface(out[last].End, s.Start) {
		case " ", "\u3000", "・":
			out[last].End = s.End
		default:
			out = append(out, s)
		}
	}
	return out
}

// RulePhoneBehind is the key (Span.Rule) of a number that is taken for a telephone
// because it stands behind one.
const RulePhoneBehind = "phone-behind"

// How far behind a telephone another number may stand, in bytes, and how long it is.
const (
	nextNumber  = 12
	shortNumber = 9
	longNumber  = 11
)

// numbersOn makes a telephone of a bare number that follows one: "on 07700 900123
// or on 6017329546". found is sorted.
func numbersOn(d *bauta.Doc, found []bauta.Span) []bauta.Span {
	phone := -1
	for i := range found {
		s := &found[i]
		bare := s.Label == bauta.UID && s.By("number") && s.Len() >= shortNumber && s.Len() <= longNumber
		near := phone >= 0 && s.Start >= phone && s.Start-phone <= nextNumber
		if bare && near && !strings.Contains(d.Text[phone:s.Start], "\n") {
			s.Label, s.Rule, s.Why = bauta.Phone, RulePhoneBehind, "a number behind a telephone"
		}
		if s.Label == bauta.Phone {
			phone = s.End
		}
	}
	return found
}

// NamesInside lowers the score of names inside longer finds of a form, so that these
// choose the label; the names stay inside: the street is called after somebody, the
// month is Jun.
type NamesInside struct{}

var _ bauta.Settler = NamesInside{}

// Name is "names inside".
func (NamesInside) Name() string { return "names inside" }

// Settle compares each name with the forms around it.
func (NamesInside) Settle(_ context.Context, _ *bauta.Doc, found []bauta.Span) ([]bauta.Span, error) {
	form := func(t bauta.Span) bool { return !person(t) && ByForm(t) && t.Doubt == bauta.Sure }
	if len(found) < 2 || !slices.ContainsFunc(found, form) {
		return found, nil
	}
	over := interval.Of(found)
	for i := range found {
		s := &found[i]
		if !person(*s) {
			continue
		}
		for n := range over.Over(s.Start, s.End) {
			t := found[n]
			if form(t) && t.Start <= s.Start && s.End <= t.End {
				s.P = below(s.P, t.P)
			}
		}
	}
	return found, nil
}

// below gives a score that is lower than another.
func below(score, than float64) float64 {
	if score >= than {
		return than / 2
	}
	return score
}
