// Package unread looks at what stands beside the texts of a file and comes out as it
// went in: names of columns and fields. A first row that is a message and no header, or
// a field that is named after somebody, would go out in clear.
package unread

import (
	"context"
	"slices"
	"strings"
	"unicode"

	"github.com/bauta/bauta"
)

// Hidden gives what a pipeline is sure to hide in a text that stands alone.
func Hidden(ctx context.Context, p *bauta.Pipeline, text, lang string) ([]bauta.Span, error) {
	plain := *p
	plain.Link, plain.Judge = nil, nil
	results, err := plain.Thread(ctx, []bauta.Message{{ID: "1", Text: text, Lang: lang}})
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(slices.Clone(results[0].Spans), func(s bauta.Span) bool {
		return s.Doubt != bauta.Sure || p.Keeps(s)
	}), nil
}

// Name gives what a pipeline hides in the name of a column or field, "" for nothing. A
// single word is not enough: columns are named "will", "max" and "geo".
func Name(ctx context.Context, p *bauta.Pipeline, name, lang string) (bauta.Label, error) {
	if !several(name) {
		return "", nil
	}
	spans, err := Hidden(ctx, p, name, lang)
	for _, s := range spans {
		if several(name[s.Start:s.End]) {
			return s.Label, nil
		}
	}
	return "", err
}

// Hides gives what reports a name of a field that a pipeline hides. It comes out as it
// went in, so what cannot be read counts as hidden.
func Hides(ctx context.Context, p *bauta.Pipeline, lang string) func(name string) bool {
	return func(name string) bool {
		label, err := Name(ctx, p, name, lang)
		return label != "" || err != nil
	}
}

// several reports more than one word.
func several(name string) bool {
	return strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsLetter(r) })
}

// First gives the place of the first name in which a pipeline hides something, counted
// from 1, and what; 0 for none.
func First(ctx context.Context, p *bauta.Pipeline, names []string, lang string) (int, bauta.Label, error) {
	for i, name := range names {
		if label, err := Name(ctx, p, name, lang); err != nil || label != "" {
			return i + 1, label, err
		}
	}
	return 0, "", nil
}
