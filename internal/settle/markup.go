package settle

import (
	"context"
	"strings"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/text"
)

// Markup cuts finds where the value of an attribute begins or ends, at the tags of blocks, at comments and
// at the ends of lines that are written as escapes:
// <a href="tel:1234">1234</a> has two numbers, <td>Marie</td><td>Paul</td> two people, and what stands
// between them is no part of either. So are the names on two lines, and in two columns.
type Markup struct{}

var _ bauta.Settler = Markup{}

// Name is "markup".
func (Markup) Name() string { return "markup" }

// Settle cuts finds that hold half of a tag, one that parts, or names on two lines or in two columns.
func (Markup) Settle(_ context.Context, d *bauta.Doc, found []bauta.Span) ([]bauta.Span, error) {
	if len(found) == 0 {
		return found, nil
	}
	borders := text.Borders(d.Text)
	if len(borders) == 0 && !strings.ContainsAny(d.Text, "\r\n\t") {
		return found, nil
	}
	out := make([]bauta.Span, 0, len(found))
	for _, s := range found {
		for _, p := range outside(d, s, borders) {
			if person(p) {
				out = append(out, outside(d, p, breaks(d.Text, p))...)
				continue
			}
			out = append(out, p)
		}
	}
	return out, nil
}

// breaks gives the ends of lines in a find, and the tabs, which part the columns of what was copied from a table.
func breaks(said string, s bauta.Span) (out [][2]int) {
	for i := s.Start; i < s.End; i++ {
		if strings.IndexByte("\r\n\t", said[i]) >= 0 {
			out = append(out, [2]int{i, i + 1})
		}
	}
	return out
}

// outside gives what of a find stands outside of these stretches, which are in order; the
// find itself where that is all of it, or nothing.
func outside(d *bauta.Doc, s bauta.Span, halves [][2]int) (out []bauta.Span) {
	piece := func(from, to int) {
		said := d.Text[from:to]
		from += len(said) - len(strings.TrimLeft(said, " \t\r\n"))
		if to = from + len(strings.TrimSpace(said)); from < to {
			p := s
			p.Start, p.End = from, to
			out = append(out, p)
		}
	}
	last := s.Start
	for _, h := range halves {
		if h[1] <= s.Start || h[0] >= s.End {
			continue
		}
		if last < h[0] {
			piece(last, h[0])
		}
		last = max(last, h[1])
	}
	if last == s.Start {
		return []bauta.Span{s}
	}
	if last < s.End {
		piece(last, s.End)
	}
	if len(out) == 0 {
		return []bauta.Span{s}
	}
	return out
}
