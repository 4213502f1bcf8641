package bauta

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
)

// Settler weighs what was found in a document, before finds are fused: it may add
// finds, change them and take them away, and alone may do so. It owns the slice it
// is given, must be safe for concurrent use, and gives ranges inside the text, in
// any order. An error withholds the whole thread.
type Settler interface {
	// Name says in [Result.Changes] and to people who changed a find: a word or
	// two, in small letters.
	Name() string
	Settle(ctx context.Context, d *Doc, found []Span) ([]Span, error)
}

// Reader says how a document is read: in windows where it is long, once in each
// language that it may be in.
type Reader interface {
	// Windows gives a document as it is, or its windows, each analysed as a message of
	// its own. Together they are the document.
	Windows(ctx context.Context, d *Doc) iter.Seq2[Reading, error]
	// Read gives the readings of all windows.
	Read(ctx context.Context, d *Doc) iter.Seq2[Reading, error]
}

// Reading is a document, or a stretch of one with some of the text around it, in
// one language. Detectors and settlers see one reading at a time.
type Reading struct {
	Doc *Doc
	// At is the byte of the whole text at which Doc.Text begins.
	At int
	// Start and End bound the stretch, in bytes of the whole text. Finds that lie
	// outside of it belong to another reading.
	Start, End int
}

// Change is what a settler did to a find. The zero Before says that it was added,
// the zero After that it was taken away.
type Change struct {
	Settler       string
	Lang          string // of the reading
	Before, After Span
}

// Given is a pipeline that takes what a detector gives as it stands: finds that were
// stored are neither read nor settled, linked or judged again.
func (p *Pipeline) Given(stored Detector) *Pipeline {
	q := *p
	q.Read, q.Detectors, q.Settlers, q.Across, q.Stand = nil, []Detector{stored}, nil, nil, nil
	q.Otherwise, q.Link, q.Judge = nil, nil, nil
	return &q
}

// Find gives what detectors and settlers find in a document, not yet fused. It is what
// Thread does with each message before it links them.
func (p *Pipeline) Find(ctx context.Context, d *Doc) ([]Span, error) { return p.find(ctx, d, nil) }

// find reads a document in all its readings, and notes what settlers did where somebody
// asks. Of several readings each is fused before it meets the others.
func (p *Pipeline) find(ctx context.Context, d *Doc, changes *[]Change) ([]Span, error) {
	known, err := d.known()
	if err != nil || d.Field() != "" {
		return known, err
	}
	found, err := p.detect(ctx, d, changes)
	return append(found, known...), err
}

// known gives the finds of the corpus, but for what an earlier run wrote.
func (d *Doc) known() (out []Span, err error) {
	for _, s := range d.Known {
		if s.Start < 0 || s.End > len(d.Text) || s.Start > s.End {
			return nil, errors.New("the corpus knows something outside of the text, which is a bug in it")
		}
		if s.Len() > 0 && !d.written(s) {
			out = append(out, d.whole(s))
		}
	}
	return out, nil
}

// written reports a stretch that holds what an earlier run wrote and nothing else but signs,
// as the field of a mail does: Person 1 <EMAIL.
func (d *Doc) written(s Span) bool {
	masked := false
	for _, t := range d.Tokens {
		switch {
		case t.End <= s.Start || t.Start >= s.End:
		case t.Kind == Masked:
			masked = true
		case t.Kind != Punct:
			return false
		}
	}
	return masked
}

// Field is the label of a message that is a field as a whole, of which the corpus
// knows what it holds: the name of who wrote; "" for a text, though it be nothing but the
// mention of somebody whom a field names.
func (m Message) Field() Label {
	if len(m.Known) == 1 && m.Known[0].Len() == len(m.Text) && !m.Known[0].By("mention") {
		return m.Known[0].Label
	}
	return ""
}

// detect is what detectors and settlers find.
func (p *Pipeline) detect(ctx context.Context, d *Doc, changes *[]Change) ([]Span, error) {
	whole := Reading{d, 0, 0, len(d.Text)}
	if p.Read == nil {
		return p.reading(ctx, whole, changes)
	}
	return p.over(ctx, whole, p.Read.Read(ctx, d), changes, func(r Reading) ([]Span, error) {
		return p.reading(ctx, r, changes)
	})
}

// over gives what is found in the readings of a whole, in its bytes. Of several readings
// each is fused, and what they found is settled across them.
func (p *Pipeline) over(ctx context.Context, whole Reading, readings iter.Seq2[Reading, error], changes *[]Change,
	find func(Reading) ([]Span, error),
) ([]Span, error) {
	var all []Span
	n := 0
	for r, err := range readings {
		if err != nil {
			return nil, err
		}
		found, err := find(r)
		if err != nil {
			return nil, err
		}
		if n++; n == 2 {
			all = Fuse(len(whole.Doc.Text), all)
		}
		if n > 1 {
			found = Fuse(len(r.Doc.Text), found)
		}
		for _, s := range found {
			if s = s.moved(r.At); s.Start < r.End && s.End > r.Start {
				all = append(all, s)
			}
		}
	}
	if n < 2 {
		return all, nil
	}
	return settleBy(ctx, p.Across, whole, all, changes)
}

// reading gives what is found in one reading, settled, in bytes of its own text.
func (p *Pipeline) reading(ctx context.Context, r Reading, changes *[]Change) ([]Span, error) {
	r.Doc = r.Doc.noted()
	var found []Span
	for _, det := range p.Detectors {
		s, err := det.Detect(ctx, r.Doc)
		if err != nil {
			return nil, err
		}
		found = append(found, s...)
	}
	for i := range found {
		found[i] = r.Doc.whole(found[i])
	}
	return settleBy(ctx, p.Settlers, r, found, changes)
}

// settleBy takes finds through settlers.
func settleBy(ctx context.Context, by []Settler, r Reading, found []Span, changes *[]Change) ([]Span, error) {
	for _, settler := range by {
		var before []Span
		if changes != nil {
			before = slices.Clone(found)
		}
		var err error
		if found, err = settler.Settle(ctx, r.Doc, found); err != nil {
			return nil, err
		}
		for i := range found {
			found[i] = r.Doc.whole(found[i])
		}
		if changes != nil {
			*changes = append(*changes, r.changes(settler.Name(), before, found)...)
		}
	}
	return found, nil
}

// changes pairs what stood before a settler with what stands behind it, in bytes of
// the whole text: of finds that are not the same, those of one source that overlap.
func (r Reading) changes(name string, before, after []Span) []Change {
	gone := without(before, after)
	var out []Change
	for _, s := range without(after, before) {
		c := Change{Settler: name, Lang: r.Doc.Lang, After: s.moved(r.At)}
		if i := slices.IndexFunc(gone, func(g Span) bool { return g.Source == s.Source && g.Overlaps(s) }); i >= 0 {
			c.Before = gone[i].moved(r.At)
			gone = slices.Delete(gone, i, i+1)
		}
		out = append(out, c)
	}
	for _, g := range gone {
		out = append(out, Change{Settler: name, Lang: r.Doc.Lang, Before: g.moved(r.At)})
	}
	return out
}

// without gives the spans of a that are not in b as they are.
func without(a, b []Span) []Span {
	in := map[string]int{}
	for _, s := range b {
		in[s.key()]++
	}
	var out []Span
	for _, s := range a {
		if k := s.key(); in[k] > 0 {
			in[k]--
		} else {
			out = append(out, s)
		}
	}
	return out
}

// key tells spans apart that differ in anything.
func (s Span) key() string {
	return fmt.Sprintln(s.Start, s.End, s.Label, s.Part, s.Doubt, s.P, s.Source, s.Rule, s.Why, len(s.Inner))
}

// moved gives a span with its parts so many bytes further on.
func (s Span) moved(by int) Span {
	if by == 0 {
		return s
	}
	s.Start, s.End = s.Start+by, s.End+by
	inner := s.Inner
	s.Inner = nil
	for _, part := range inner {
		s.Inner = append(s.Inner, part.moved(by))
	}
	return s
}
