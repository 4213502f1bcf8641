package judge

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/lexicon"
)

// The columns whose worst can be shown.
const (
	Leaks  = "leaks"  // persons that did not come out changed to the last character
	Wrong  = "wrong"  // finds of persons that touch no gold
	Hidden = "hidden" // what was hidden in messages without gold
	Second = "second" // what a second run changes
)

// worst is a string that a column counts, with what is known of one occurrence.
type worst struct {
	times          int
	text, set, why string
	message        string
}

// Show writes what a column counts, the most frequent strings first, n of them at
// most, each with its rule and one message. It holds text of messages: it is for the
// terminal.
func Show(w io.Writer, rows []Row, column string, n int) error {
	by := map[string]*worst{}
	for i := range rows {
		r := &rows[i]
		for k := range r.Outcomes {
			o := &r.Outcomes[k]
			found, err := places(o, column)
			if err != nil {
				return err
			}
			for _, s := range found {
				text := o.Gold.Message.Text[s.Start:s.End]
				key := r.Preset + " " + lexicon.Fold(text)
				if by[key] == nil {
					why := strings.TrimSpace(fmt.Sprintf("%s %s %s %.2f", s.Label, s.Source, s.Why, s.P))
					message := o.Gold.Message.Text
					if column == Second {
						message = o.Result.Text + " → " + o.Again
					}
					by[key] = &worst{text: text, set: r.Preset + " " + r.Set, why: why, message: message}
				}
				by[key].times++
			}
		}
	}
	all := make([]*worst, 0, len(by))
	for _, x := range by {
		all = append(all, x)
	}
	slices.SortFunc(all, func(a, b *worst) int {
		return cmp.Or(cmp.Compare(b.times, a.times), cmp.Compare(a.set, b.set), cmp.Compare(a.text, b.text))
	})
	for _, x := range all[:min(n, len(all))] {
		fmt.Fprintf(w, "%4d  %-24q %s (%s)  %.160q\n", x.times, x.text, x.why, x.set, x.message)
	}
	return nil
}

// places gives the places of a message that a column counts.
func places(o *Outcome, column string) ([]bauta.Span, error) {
	var out []bauta.Span
	switch column {
	case Leaks:
		gone := o.gone()
		for _, g := range o.Gold.Spans {
			if g.Label == bauta.Person && !wholly(g, gone) {
				out = append(out, g)
			}
		}
	case Wrong:
		for _, s := range o.Result.Spans {
			if s.Label == bauta.Person && s.Doubt == bauta.Sure && !slices.ContainsFunc(o.Gold.Spans, s.Overlaps) {
				out = append(out, s)
			}
		}
	case Hidden:
		if len(o.Gold.Spans) > 0 {
			return nil, nil
		}
		for _, g := range o.gone() {
			for _, s := range slices.Concat(o.Result.Spans, o.Result.Candidates) {
				if s.Overlaps(g) {
					g.Label, g.Source, g.Why, g.P = s.Label, s.Source, s.Why, s.P
				}
			}
			out = append(out, g)
		}
	case Second:
		if o.Again != "" {
			out = append(out, bauta.Span{End: len(o.Gold.Message.Text)})
		}
	default:
		return nil, fmt.Errorf("no column %q; use %s, %s, %s or %s", column, Leaks, Wrong, Hidden, Second)
	}
	return out, nil
}

// wholly says whether disjoint, sorted ranges cover a span.
func wholly(s bauta.Span, ranges []bauta.Span) bool {
	at := s.Start
	for _, r := range ranges {
		if r.Start <= at && r.End > at {
			at = r.End
		}
	}
	return at >= s.End
}
