package sqlstore

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/review"
)

// wording is what somebody is called, and the messages of others in which it stands.
type wording struct {
	review.Form
	in []int64
}

// hideAlone masks a wording for good, in later imports too: where it stands by itself, or
// once did. Of what is short that is its spelling: in a group of another one its places are covered.
func (w *withdrawal) hideAlone(ctx context.Context, f *wording) error {
	g, err := scanGroup(w.t.row(ctx, "SELECT "+groupColumns+" FROM word_group WHERE project = ? AND fold = ?",
		w.p.ID, tag(w.v.group, "word", f.Fold)))
	if err == nil {
		err = w.v.reveal(&g)
	}
	switch {
	case err == nil && f.Exact != "" && g.Word != f.Exact:
		return nil
	case err == nil:
		occ, err := w.t.occurrences(ctx, g.ID)
		if err != nil {
			return err
		}
		return w.mask(ctx, review.Decision{
			Group: g.ID, Scope: review.OnWord, Exact: f.Exact != "", Label: hiddenAs(occ),
		})
	case !errors.Is(err, review.ErrNotFound):
		return err
	}
	for _, id := range f.in {
		m, err := w.read(ctx, id)
		if err != nil {
			return err
		}
		var taken []review.Range
		for _, o := range m.Occurrences {
			taken = append(taken, o.Range)
		}
		if at := f.Places(&m.Item, taken); len(at) > 0 {
			return w.mask(ctx, review.Decision{Message: id, Range: at[0], Scope: review.OnWord, Exact: f.Exact != ""})
		}
	}
	return nil
}

// hiddenAs is the label under which a word is masked already, and stays; "" where it is not.
func hiddenAs(occ []review.Occurrence) bauta.Label {
	for i := range occ {
		if o := &occ[i]; o.Now.Effect == review.Mask {
			return cmp.Or(o.Now.Label, o.Span.Label)
		}
	}
	return ""
}

// cover masks what of a mention is not masked yet.
func (w *withdrawal) cover(ctx context.Context, m *review.Stored, at review.Range) error {
	short := review.Spelling(m.Message.Text[at.Start:at.End]).Exact != ""
	for range 2 * (at.End - at.Start) {
		rest, ok := bare(m, at)
		if !ok {
			return w.coverDot(ctx, m, at)
		}
		d := review.Decision{Scope: review.OnOccurrence, Message: m.ID, Range: rest}
		for _, o := range m.Occurrences {
			if o.Start < rest.End && rest.Start < o.End {
				d.Scope, d.Range, d.Group, d.Label = review.OnGold, o.Range, o.Group, o.Span.Label
				if o.Start <= at.Start && at.End <= o.End && !short && !w.gilded[o.Group] {
					d.Message, d.Range = 0, review.Range{} // wherever that stands
					w.gilded[o.Group] = true
				}
				break
			}
		}
		if err := w.mask(ctx, d); err != nil {
			return err
		}
		var err error
		if m, err = w.read(ctx, m.ID); err != nil {
			return err
		}
	}
	return errBare
}

// coverDot has the mask of what was found as "É.T" take the dot along that is of the mention.
func (w *withdrawal) coverDot(ctx context.Context, m *review.Stored, at review.Range) error {
	dot := at.End - 1
	if m.Message.Text[dot] != '.' {
		return nil
	}
	found := -1
	for i, o := range m.Occurrences {
		switch {
		case o.Start <= dot && dot < o.End:
			return nil
		case o.End == dot && masked(m, dot-1):
			found = i
		}
	}
	if found < 0 || masked(m, dot) {
		return nil
	}
	o := m.Occurrences[found]
	return w.mask(ctx, review.Decision{
		Scope: review.OnGold, Message: m.ID, Group: o.Group, Label: o.Now.Label,
		Range: o.Range, As: review.Range{Start: o.Start, End: at.End},
	})
}

// errBare says that a mention cannot be masked; then nothing is taken out.
var errBare = errors.New("a mention of the person cannot be masked; bauta review doctor says whether the store is " +
	"damaged")

// bare gives the first stretch of a mention that is not masked, from a letter or digit to
// the end of its token or to what is masked. The sign before a handle may stay.
func bare(m *review.Stored, at review.Range) (review.Range, bool) {
	for _, token := range m.Tokens {
		out := review.Range{Start: -1}
		for i := max(token.Start, at.Start); i < min(token.End, at.End); {
			r, size := utf8.DecodeRuneInString(m.Message.Text[i:])
			hidden := masked(m, i)
			if hidden && out.Start >= 0 {
				return out, true
			}
			if out.Start < 0 && review.Readable(r) && !hidden && !owned(m, i, token.End) {
				out.Start = i
			}
			i += size
			out.End = i
		}
		if out.Start >= 0 {
			return out, true
		}
	}
	return review.Range{}, false
}

// owned reports whether from i to the end of a token the ending of a genitive alone stands behind what is masked
// ("Zita's"): it is of the sentence.
func owned(m *review.Stored, i, end int) bool {
	said := m.Message.Text
	mark, size := utf8.DecodeLastRuneInString(said[:i])
	return strings.EqualFold(said[i:end], "s") && strings.ContainsRune("'’ʼ", mark) && i > size && masked(m, i-size-1)
}

// shows reports whether a letter or digit of a place is outside of what is hidden.
func shows(m *review.Stored, at review.Range, hidden []review.Range) bool {
	for i, r := range m.Message.Text[at.Start:at.End] {
		in := func(h review.Range) bool { return h.Start <= at.Start+i && at.Start+i < h.End }
		if review.Readable(r) && !slices.ContainsFunc(hidden, in) {
			return true
		}
	}
	return false
}

// masked reports whether a byte of a message is masked.
func masked(m *review.Stored, i int) bool {
	return slices.ContainsFunc(m.Occurrences, func(o review.Occurrence) bool {
		hidden := o.Range
		if o.Now.As != (review.Range{}) {
			hidden = o.Now.As
		}
		return o.Now.Effect == review.Mask && hidden.Start <= i && i < hidden.End
	})
}

// check holds what came out against what was asked for: nothing of the person is left
// in clear, or nothing happens.
func (w *withdrawal) check(ctx context.Context) error {
	for _, id := range w.mentioned {
		m, err := w.read(ctx, id)
		if err != nil {
			return err
		}
		for _, at := range review.Mentions(w.names, &m.Item) {
			if _, ok := bare(m, at); ok {
				return errBare
			}
		}
	}
	return nil
}
