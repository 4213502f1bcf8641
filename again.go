package bauta

import (
	"cmp"
	"context"
	"slices"
	"strings"
)

// mostAgain bounds how often a message is read behind its finds.
const mostAgain = 3

// again reads a message once more as it will come out, with what stands in the place
// of its finds, until nothing new is found: what a second run over the output would
// find is hidden by the first. Of what policies keep it adds nothing. found is fused.
func (p *Pipeline) again(ctx context.Context, d *Doc, found []Span, changes *[]Change) ([]Span, error) {
	if p.Stand == nil || len(found) == 0 || d.Field() != "" {
		return found, nil
	}
	for range mostAgain {
		masked, edits := p.standing(d, found)
		if len(edits) == 0 {
			break
		}
		seen, err := p.seen(ctx, d, masked)
		if err != nil {
			return nil, err
		}
		more := p.more(found, seen, edits, "beside what is hidden")
		if len(more) == 0 {
			break
		}
		if found, err = p.join(ctx, d, found, more, "read again", changes); err != nil {
			return nil, err
		}
	}
	return found, nil
}

// more gives what of the finds of a changed text is hidden nowhere yet, in bytes of the text.
func (p *Pipeline) more(found, seen []Span, edits []standIn, why string) (more []Span) {
	gone := p.gone(found)
	for _, s := range seen {
		s = s.unmasked(edits)
		if !p.hides(s) && !p.asks(s) || covered(gone, s) {
			continue
		}
		s.Why += "; " + why
		more = append(more, s)
	}
	return more
}

// join puts the finds of a further reading to those before, fused: nothing kept carries them out.
func (p *Pipeline) join(
	ctx context.Context, d *Doc, found, more []Span, by string, changes *[]Change,
) ([]Span, error) {
	for _, s := range more {
		if changes != nil {
			*changes = append(*changes, Change{Settler: by, Lang: d.Lang, After: s})
		}
	}
	found, err := settleBy(ctx, p.Across, Reading{d, 0, 0, len(d.Text)}, append(more, found...), changes)
	return Fuse(len(d.Text), found), err
}

// seen gives what is found in the text as it will come out, in the languages in which
// the message was read.
func (p *Pipeline) seen(ctx context.Context, d *Doc, masked string) ([]Span, error) {
	m := d.Message
	m.Known = nil
	m.Text, m.Lang = masked, strings.Join(append([]string{d.Lang}, d.Also...), ",")
	other, err := p.analyse(ctx, m)
	if err != nil {
		return nil, err
	}
	found, err := p.find(ctx, other, nil)
	return Fuse(len(masked), found), err
}

// standIn is a stretch of a text and what stands for it.
type standIn struct{ start, end, at, to int } // bytes of the text; bytes of what comes out

// standing writes a text with what stands in the place of its finds.
func (p *Pipeline) standing(d *Doc, found []Span) (string, []standIn) {
	var b strings.Builder
	var edits []standIn
	last := 0
	for _, s := range found {
		with, ok := p.stands(d, s)
		if !ok {
			continue
		}
		b.WriteString(d.Text[last:s.Start])
		at := b.Len()
		b.WriteString(with)
		edits = append(edits, standIn{s.Start, s.End, at, b.Len()})
		last = s.End
	}
	b.WriteString(d.Text[last:])
	return b.String(), edits
}

// stands gives what will stand for a find that is hidden, or for a question where those
// that nobody has answered are masked.
func (p *Pipeline) stands(d *Doc, s Span) (string, bool) {
	switch {
	case p.hides(s):
		return p.Stand(d, s)
	case p.asks(s):
		return asked(d, s), true
	}
	return "", false
}

// unmasked gives a span of what comes out in bytes of the text; where it cuts into what
// stands for a find it reaches over the whole find.
func (s Span) unmasked(edits []standIn) Span {
	back := func(at int, end bool) int {
		i, _ := slices.BinarySearchFunc(edits, at, func(e standIn, at int) int { return cmp.Compare(e.at, at) })
		for !end && i < len(edits) && edits[i].at == at {
			i++
		}
		if i == 0 {
			return at
		}
		e := edits[i-1] // the last that begins before
		switch {
		case at > e.to, at == e.to && !end:
			return at - e.to + e.end
		case end:
			return e.end
		}
		return e.start
	}
	s.Start, s.End, s.Inner = back(s.Start, false), back(s.End, true), nil
	return s
}

// hides reports a find that does not stay in the text.
func (p *Pipeline) hides(s Span) bool { return s.Doubt == Sure && !p.Keeps(s) }

// asks reports a question that does not stay in the text.
func (p *Pipeline) asks(s Span) bool { return s.Doubt != Sure && p.Pending == MaskPending }

// gone gives what does not stay in the text.
func (p *Pipeline) gone(found []Span) []Span {
	var out []Span
	for _, s := range found {
		if p.hides(s) || p.asks(s) {
			out = append(out, s)
		}
	}
	return out
}

// covered reports a span that lies in a find; finds are fused.
func covered(found []Span, s Span) bool {
	i, _ := slices.BinarySearchFunc(found, s.Start+1, func(f Span, at int) int { return cmp.Compare(f.End, at) })
	return i < len(found) && found[i].Start <= s.Start && s.End <= found[i].End
}
