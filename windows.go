package bauta

import "context"

// windows gives what is found in a message, fused. Each window of a long one is read as
// a message of its own, and once more behind its own finds: in the languages in which it
// was read itself, and at a price that hangs on nothing which stands elsewhere.
func (p *Pipeline) windows(ctx context.Context, d *Doc, changes *[]Change) ([]Span, error) {
	known, err := d.known()
	if err != nil || d.Field() != "" || p.Read == nil {
		return p.behind(ctx, Reading{d, 0, 0, len(d.Text)}, changes)
	}
	n := 0
	var all []Span
	for r, err := range p.Read.Windows(ctx, d) {
		if err != nil {
			return nil, err
		}
		found, err := p.behind(ctx, r.withKnown(known), changes)
		if err != nil {
			return nil, err
		}
		all = append(all, r.own(found)...)
		n++
	}
	if n < 2 {
		return all, nil
	}
	all, err = settleBy(ctx, p.Across, Reading{d, 0, 0, len(d.Text)}, all, changes)
	return Fuse(len(d.Text), append(all, known...)), err
}

// withKnown gives a window the finds of the corpus that lie in it as a whole.
func (r Reading) withKnown(known []Span) Reading {
	if r.At == 0 && r.End == r.Start+len(r.Doc.Text) {
		return r
	}
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

// behind gives what is found in a window and behind its finds, fused, in its own bytes.
func (p *Pipeline) behind(ctx context.Context, r Reading, changes *[]Change) ([]Span, error) {
	by := &trail{}
	if changes != nil {
		by.changes = &[]Change{}
		defer func() {
			for _, c := range *by.changes {
				*changes = append(*changes, c.moved(r.At))
			}
		}()
	}
	found, err := p.find(ctx, r.Doc, by)
	if err != nil {
		return nil, err
	}
	return p.again(ctx, r.Doc, Fuse(len(r.Doc.Text), found), by)
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
