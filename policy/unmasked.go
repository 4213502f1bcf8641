package policy

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/bauta/bauta"
)

// unmasked is a detector without its finds inside what an earlier run wrote,
// so that a second run changes nothing: the digits of <ENC_…> are no number.
type unmasked struct{ bauta.Detector }

// Detect drops finds that lie within a masked token, and those that begin with
// the number of a person: Person 1 may come, Person 2 lane Road. Of other
// numbered types only the former, as people write "Address 12 Mill Road".
func (u unmasked) Detect(ctx context.Context, d *bauta.Doc) ([]bauta.Span, error) {
	found, err := u.Detector.Detect(ctx, d)
	if err != nil || len(found) == 0 || !slices.ContainsFunc(d.Tokens, func(t bauta.Token) bool { return t.Kind == bauta.Masked }) {
		return found, err
	}
	return slices.DeleteFunc(found, func(s bauta.Span) bool {
		i, _ := slices.BinarySearchFunc(d.Tokens, s.Start, func(t bauta.Token, at int) int { return cmp.Compare(t.End, at+1) })
		if i == len(d.Tokens) || d.Tokens[i].Kind != bauta.Masked || s.Start < d.Tokens[i].Start {
			return false
		}
		t := d.Tokens[i]
		return s.End <= t.End || t.Start < s.Start && strings.HasPrefix(d.Text[t.Start:t.End], "Person ")
	}), nil
}

// linkers runs several linkers, one after the other.
type linkers []bauta.Linker

// Link runs them all.
func (l linkers) Link(ctx context.Context, docs []*bauta.Doc, spans [][]bauta.Span) error {
	for _, one := range l {
		if err := one.Link(ctx, docs, spans); err != nil {
			return err
		}
	}
	return nil
}

// Session gives a session of each that remembers threads.
func (l linkers) Session() bauta.Linker {
	out := make(linkers, len(l))
	for i, one := range l {
		out[i] = one
		if s, ok := one.(bauta.SessionLinker); ok {
			out[i] = s.Session()
		}
	}
	return out
}
