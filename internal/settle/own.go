package settle

import (
	"cmp"
	"context"
	"regexp"
	"slices"
	"strings"

	"github.com/bauta/bauta"
)

// OwnOutput takes finds away inside what an earlier run wrote, so that a second run
// changes nothing: the digits of <ENC_…> are no number.
type OwnOutput struct{}

var _ bauta.Settler = OwnOutput{}

// Name is "own output".
func (OwnOutput) Name() string { return "own output" }

// endsBehind compares where a token ends with a byte.
func endsBehind(t bauta.Token, at int) int { return cmp.Compare(t.End, at+1) }

// Settle takes finds away that lie within a masked token; those that begin with the
// number of a person, Person 1 may come, Person 2 lane Road; addresses of e-mail that a
// person of a transcript seems to begin, Person_a@s:fra; and addresses that
// have no digit but a person's number: in "soi Person 1" no house has the number 1. Of
// other numbered types it takes only the first, as people write "Address 12 Mill Road".
func (OwnOutput) Settle(_ context.Context, d *bauta.Doc, found []bauta.Span) ([]bauta.Span, error) {
	masked := func(t bauta.Token) bool { return t.Kind == bauta.Masked }
	if len(found) == 0 || !slices.ContainsFunc(d.Tokens, masked) {
		return found, nil
	}
	return slices.DeleteFunc(found, func(s bauta.Span) bool { return own(d, s) }), nil
}

// numbered is what stands for people who are numbered.
var numbered = regexp.MustCompile(`Person [0-9]+`)

// own reports a find that is made of what an earlier run wrote.
func own(d *bauta.Doc, s bauta.Span) bool {
	i, _ := slices.BinarySearchFunc(d.Tokens, s.Start, endsBehind)
	if i < len(d.Tokens) && d.Tokens[i].Kind == bauta.Masked && d.Tokens[i].Start <= s.Start {
		t := d.Tokens[i]
		with := d.Text[t.Start:t.End]
		tagged := s.Label == bauta.Email && t.Start == s.Start && strings.HasPrefix(with, "Person_")
		if s.End <= t.End || tagged || t.Start < s.Start && strings.HasPrefix(with, "Person ") {
			return true
		}
	}
	if s.Label != bauta.Address {
		return false
	}
	rest := numbered.ReplaceAllString(d.Text[s.Start:s.End], "")
	return len(rest) < s.Len() && !strings.ContainsAny(rest, "0123456789")
}
