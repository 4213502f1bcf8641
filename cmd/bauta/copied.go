package main

import (
	"context"
	"fmt"
	"strings"
	"unicode"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/corpus"
)

// copied fails where a name of a column or field, which comes out as it went in,
// holds what the policy hides: a first row that is a message and not a header,
// or a field that is named after somebody. A single word is not enough: columns
// are named "will", "max" and "geo".
func (o *reading) copied(ctx context.Context, name string, p *bauta.Pipeline, r *corpus.Reader) error {
	plain := *p
	plain.Link, plain.Judge = nil, nil
	names := r.Names()
	messages := func(yield func(bauta.Message, error) bool) {
		for i, n := range names {
			if !yield(bauta.Message{ID: fmt.Sprint(i + 1), Text: n, Lang: o.lang}, nil) {
				return
			}
		}
	}
	for res, err := range plain.Run(ctx, messages, 1) {
		if err != nil {
			return err
		}
		for _, s := range res.Spans {
			found := res.Message.Text[s.Start:s.End]
			words := strings.ContainsFunc(found, func(r rune) bool { return !unicode.IsLetter(r) })
			if words && s.Doubt == bauta.Sure && !p.Keeps(s) {
				return fmt.Errorf("%s: name %s among its columns or fields holds what the policy hides (%s); "+
					"give --no-header when the first row is a message, or the column another name",
					name, res.Message.ID, s.Label)
			}
		}
	}
	return nil
}
