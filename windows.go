package bauta

import (
	"context"
	"slices"
	"strings"
)

// windows gives what is found in a message, fused. Each window of a long one is read as
// a message of its own, and once more behind its own finds: in the languages in which it
// was read itself, and at a price that hangs on nothing which stands elsewhere.
func (p *Pipeline) windows(ctx context.Context, d *Doc, changes *[]Change) ([]Span, error) {
	whole := Reading{d, 0, 0, len(d.Text)}
	if p.Read == nil || d.Field() != "" {
		return p.behind(ctx, whole, changes)
	}
	known, err := d.known()
	if err != nil {
		return nil, err
	}
	cut := false
	seen := map[string][]Span{} // by text and languages: whoever repeats a text has it read once
	found, err := p.over(ctx, whole, p.Read.Windows(ctx, d), changes, func(r Reading) ([]Span, error) {
		if r.Doc != d {
			r, cut = r.withKnown(known), true
		}
		if !cut || len(r.Doc.Known) > 0 || changes != nil {
			return p.behind(ctx, r, changes)
		}
		like := r.Doc.Lang + "," + strings.Join(r.Doc.Also, ",") + "\n" + r.Doc.Text
		if found, ok := seen[like]; ok {
			return slices.Clone(found), nil
		}
		found, err := p.behind(ctx, r, nil)
		seen[like] = slices.Clone(found)
		return found, err
	})
	if err != nil || !cut {
		return found, err
	}
	return Fuse(len(d.Text), append(found, known...)), nil
}

// withKnown gives a window the finds of the corpus that lie in it as a whole.
func (r Reading) withKnown(known []Span) Reading {
	part := *r.Doc
	part.Known = nil
	for _, s := range known {
		if s = s.moved(-r.At); s.Start >= 0 && s.End <= len(part.Text) {
			part.Known = append(part.Known, s)
		}
	}
	r.Doc = &part
	return r
}

// behind gives what is found in a window and behind its finds, fused, in its own bytes;
// changes are noted in those of the whole text.
func (p *Pipeline) behind(ctx context.Context, r Reading, changes *[]Change) ([]Span, error) {
	var own []Change
	var note *[]Change
	if changes != nil {
		note = &own
	}
	found, err := p.find(ctx, r.Doc, note)
	if err != nil {
		return nil, err
	}
	found, err = p.otherwise(ctx, r.Doc, Fuse(len(r.Doc.Text), found), note)
	if err == nil {
		found, err = p.again(ctx, r.Doc, found, note)
	}
	for _, c := range own {
		*changes = append(*changes, c.moved(r.At))
	}
	return found, err
}

// moved gives a change so many bytes further on; what is no span stays none.
func (c Change) moved(by int) Change {
	if c.Before.Len() > 0 {
		c.Before = c.Before.moved(by)
	}
	if c.After.Len() > 0 {
		c.After = c.After.moved(by)
	}
	return c
}
