package bauta

import (
	"context"
	"slices"
	"strings"
)

// otherwise reads a message once more with what parts of it may be meant for. What is found there in such a part or
// beside it is found; all else is as the first reading has it. found is fused.
func (p *Pipeline) otherwise(ctx context.Context, d *Doc, found []Span, changes *[]Change) ([]Span, error) {
	if p.Otherwise == nil || d.Field() != "" {
		return found, nil
	}
	meant, edits := d.edited(p.Otherwise(d))
	if len(edits) == 0 {
		return found, nil
	}
	seen, err := p.seen(ctx, d, meant)
	if err != nil {
		return nil, err
	}
	seen = slices.DeleteFunc(seen, func(s Span) bool { return !touches(edits, s) })
	more := p.more(found, seen, edits, "read otherwise")
	if len(more) == 0 {
		return found, nil
	}
	return p.join(ctx, d, found, more, "read otherwise", changes)
}

// edited writes a text with edits, and says where they stand.
func (d *Doc) edited(edits []Edit) (string, []standIn) {
	var b strings.Builder
	var out []standIn
	last := 0
	for _, e := range edits {
		b.WriteString(d.Text[last:e.Start])
		at := b.Len()
		b.WriteString(e.With)
		out = append(out, standIn{e.Start, e.End, at, b.Len()})
		last = e.End
	}
	b.WriteString(d.Text[last:])
	return b.String(), out
}

// touches reports a span of an edited text that has some of an edit in it, or stands beside one.
func touches(edits []standIn, s Span) bool {
	i, _ := slices.BinarySearchFunc(edits, s.Start, func(e standIn, at int) int { return e.to - at })
	return i < len(edits) && edits[i].at <= s.End
}
