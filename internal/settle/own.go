package settle

import (
	"cmp"
	"context"
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

// Settle takes finds away that lie within a masked token, and those that begin with
// the number of a person: Person 1 may come, Person 2 lane Road. Of other numbered
// types only the former, as people write "Address 12 Mill Road".
func (OwnOutput) Settle(_ context.Context, d *bauta.Doc, found []bauta.Span) ([]bauta.Span, error) {
	masked := func(t bauta.Token) bool { return t.Kind == bauta.Masked }
	if len(found) == 0 || !slices.ContainsFunc(d.Tokens, masked) {
		return found, nil
	}
	return slices.DeleteFunc(found, func(s bauta.Span) bool {
		i, _ := slices.BinarySearchFunc(d.Tokens, s.Start, endsBehind)
		if i == len(d.Tokens) || !masked(d.Tokens[i]) || s.Start < d.Tokens[i].Start {
			return false
		}
		t := d.Tokens[i]
		return s.End <= t.End || t.Start < s.Start && strings.HasPrefix(d.Text[t.Start:t.End], "Person ")
	}), nil
}
