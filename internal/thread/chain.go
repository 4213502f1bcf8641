package thread

import (
	"context"

	"github.com/bauta/bauta"
)

// Chain runs several linkers, one after the other.
type Chain []bauta.Linker

// Link runs them all.
func (l Chain) Link(ctx context.Context, docs []*bauta.Doc, spans [][]bauta.Span) error {
	for _, one := range l {
		if err := one.Link(ctx, docs, spans); err != nil {
			return err
		}
	}
	return nil
}

// Session gives a session of each that remembers threads.
func (l Chain) Session() bauta.Linker {
	out := make(Chain, len(l))
	for i, one := range l {
		out[i] = one
		if s, ok := one.(bauta.SessionLinker); ok {
			out[i] = s.Session()
		}
	}
	return out
}

// Add gives what was found later to those that take it.
func (l Chain) Add(d *bauta.Doc, spans []bauta.Span) {
	for _, one := range l {
		if to, ok := one.(interface {
			Add(d *bauta.Doc, spans []bauta.Span)
		}); ok {
			to.Add(d, spans)
		}
	}
}
