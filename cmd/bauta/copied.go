package main

import (
	"context"
	"fmt"
	"slices"
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
	names := r.Names()
	for i, n := range names {
		label, err := o.hides(ctx, p, n)
		if err != nil {
			return err
		}
		if label != "" {
			return fmt.Errorf("%s: name %d among its columns or fields holds what the policy hides (%s); "+
				"give --no-header when the first row is a message, or the column another name", name, i+1, label)
		}
	}
	return nil
}

// hides gives what the policy hides in a name, "" for nothing.
func (o *reading) hides(ctx context.Context, p *bauta.Pipeline, name string) (bauta.Label, error) {
	spans, err := o.hidden(ctx, p, name)
	for _, s := range spans {
		if strings.ContainsFunc(name[s.Start:s.End], func(r rune) bool { return !unicode.IsLetter(r) }) {
			return s.Label, nil
		}
	}
	return "", err
}

// hidden gives what the policy is sure to hide in a text that stands alone.
func (o *reading) hidden(ctx context.Context, p *bauta.Pipeline, text string) ([]bauta.Span, error) {
	plain := *p
	plain.Link, plain.Judge = nil, nil
	results, err := plain.Thread(ctx, []bauta.Message{{ID: "1", Text: text, Lang: o.lang}})
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(slices.Clone(results[0].Spans), func(s bauta.Span) bool {
		return s.Doubt != bauta.Sure || p.Keeps(s)
	}), nil
}
