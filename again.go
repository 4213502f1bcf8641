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
// find is hidden by the first. A message that leaves no doubt is not read again. Of
// what policies keep it adds nothing. found is fused.
func (p *Pipeline) again(ctx context.Context, d *Doc, found []Span, by *trail) ([]Span, error) {
	if p.Stand == nil || len(found) == 0 || d.Field() != "" {
		return found, nil
	}
	if !p.StandAlways && !d.doubt(found, by.given) {
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
		var more []Span
		for _, s := range seen {
			s = s.unmasked(edits)
			if s.Doubt != Sure || p.Keeps(s) || covered(found, s) {
				continue
			}
			s.Why += "; beside what is hidden"
			more = append(more, s)
			if by.changes != nil {
				*by.changes = append(*by.changes, Change{Settler: "read again", Lang: d.Lang, After: s})
			}
		}
		if len(more) == 0 {
			break
		}
		found = Fuse(len(d.Text), append(more, found...))
	}
	return found, nil
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
	found, err := p.find(ctx, other, &trail{})
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
		if s.Doubt != Sure || p.Keeps(s) {
			continue
		}
		with, ok := p.Stand(d, s)
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

// doubt reports what may be found beside a mask where it was not beside the name: what
// a detector gave and nobody hid, and a number beside a find.
func (d *Doc) doubt(found, given []Span) bool {
	if slices.ContainsFunc(given, func(s Span) bool { return s.Len() > 0 && !covered(found, s) }) {
		return true
	}
	hid, number := false, false // of the word before
	for _, t := range d.Tokens {
		if t.Kind == Punct {
			continue
		}
		hidden := covered(found, Span{Start: t.Start, End: t.End})
		digits := !hidden && strings.ContainsAny(t.Norm, "0123456789")
		if hid && digits || hidden && number {
			return true
		}
		hid, number = hidden, digits
	}
	return false
}

// covered reports a span that lies in a find; finds are fused.
func covered(found []Span, s Span) bool {
	i, _ := slices.BinarySearchFunc(found, s.Start+1, func(f Span, at int) int { return cmp.Compare(f.End, at) })
	return i < len(found) && found[i].Doubt == Sure && found[i].Start <= s.Start && s.End <= found[i].End
}
