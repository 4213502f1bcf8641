package page

import (
	"context"
	"fmt"
	"strings"
	"unicode"

	"github.com/bauta/bauta"
)

// copied fails where a name of a column or field, which comes out as it went in, holds
// what the policy hides, as bauta anonymise does: a first row that is a message and no
// header. A single word is not enough: columns are named "will", "max" and "geo".
func (p *Page) copied(ctx context.Context, names []string) error {
	plain := *p.built.Pipeline
	plain.Link, plain.Judge = nil, nil
	for i, n := range names {
		if !strings.ContainsFunc(n, func(r rune) bool { return !unicode.IsLetter(r) }) {
			continue
		}
		results, err := plain.Thread(ctx, []bauta.Message{{ID: "1", Text: n}})
		if err != nil {
			return err
		}
		for _, s := range results[0].Spans {
			words := strings.ContainsFunc(n[s.Start:s.End], func(r rune) bool { return !unicode.IsLetter(r) })
			if words && s.Doubt == bauta.Sure && !plain.Keeps(s) {
				return fmt.Errorf("name %d among the columns or fields holds what the policy hides (%s); "+
					"give the file a header, or the column another name", i+1, s.Label)
			}
		}
	}
	return nil
}
