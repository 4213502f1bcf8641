package policy

import (
	"cmp"
	"context"
	"slices"

	"github.com/bauta/bauta"
)

// unmasked is a detector without its finds inside what an earlier run wrote,
// so that a second run changes nothing: the digits of <ENC_…> are no number.
type unmasked struct{ bauta.Detector }

// Detect drops finds that lie within a masked token.
func (u unmasked) Detect(ctx context.Context, d *bauta.Doc) ([]bauta.Span, error) {
	found, err := u.Detector.Detect(ctx, d)
	if err != nil || len(found) == 0 || !slices.ContainsFunc(d.Tokens, func(t bauta.Token) bool { return t.Kind == bauta.Masked }) {
		return found, err
	}
	return slices.DeleteFunc(found, func(s bauta.Span) bool {
		i, _ := slices.BinarySearchFunc(d.Tokens, s.Start, func(t bauta.Token, at int) int { return cmp.Compare(t.End, at+1) })
		return i < len(d.Tokens) && d.Tokens[i].Kind == bauta.Masked && d.Tokens[i].Start <= s.Start && s.End <= d.Tokens[i].End
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
