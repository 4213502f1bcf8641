package main

import (
	"context"
	"fmt"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/corpus"
	"github.com/bauta/bauta/internal/unread"
)

// copied fails where a name of a column or field, which comes out as it went in,
// holds what the policy hides.
func (o *reading) copied(ctx context.Context, name string, p *bauta.Pipeline, r *corpus.Reader) error {
	at, label, err := unread.First(ctx, p, r.Names(), o.lang)
	if err != nil || at == 0 {
		return err
	}
	return fmt.Errorf("%s: name %d among its columns or fields holds what the policy hides (%s); "+
		"give --no-header when the first row is a message, or the column another name", name, at, label)
}
