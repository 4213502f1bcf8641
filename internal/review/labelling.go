package review

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/rivo/uniseg"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/eval"
)

// Units cuts an item's text into the pieces that carry a tag: its tokens, cut
// further at the edges of the spans given. Each span is a row of whole units. A
// token that begins inside what is seen as one character, as in families of
// emoji, begins no unit.
func Units(it *Item, annotations ...[]bauta.Span) []Range {
	doc := &bauta.Doc{Message: it.Message, Tokens: make([]bauta.Token, 0, len(it.Tokens))}
	whole := characters(it.Message.Text)
	for _, t := range it.Tokens {
		if whole(t.Start) {
			doc.Tokens = append(doc.Tokens, bauta.Token{Start: t.Start, End: t.End})
		}
	}
	pieces := eval.Pieces(doc, annotations...)
	out := make([]Range, len(pieces))
	for i, p := range pieces {
		out[i] = Range(p)
	}
	return out
}

// IOB2 gives the tag of each unit. Spans that overlap, or cover no unit, are an
// error.
func IOB2(units []Range, spans []bauta.Span) ([]string, error) {
	pieces := make([]eval.Piece, len(units))
	for i, u := range units {
		pieces[i] = eval.Piece(u)
	}
	return eval.Tags(pieces, spans)
}

// Marked makes spans of one mark a unit: a label, "" or "O" for none, and "B-"
// before the label where a new entity begins although the unit before has the
// same label. There is no way to write an I after an O.
func Marked(units []Range, marks []string) ([]bauta.Span, error) {
	if len(units) != len(marks) {
		return nil, fmt.Errorf("%w: %d units and %d marks", ErrRefused, len(units), len(marks))
	}
	var out []bauta.Span
	last := ""
	for i, u := range units {
		label, begins := strings.CutPrefix(marks[i], "B-")
		switch {
		case label == "" || label == "O":
			label = ""
		case label == last && !begins:
			out[len(out)-1].End = u.End
		default:
			out = append(out, bauta.Span{Start: u.Start, End: u.End, Label: bauta.Label(label), P: 1})
		}
		last = label
	}
	return out, nil
}

// Cut splits units at bytes of the text. A cut outside a unit, or inside what is
// seen as one character, is refused.
func Cut(text string, units []Range, cuts []int) ([]Range, error) {
	out := slices.Clone(units)
	for _, at := range cuts {
		i, found := slices.BinarySearchFunc(out, at, func(u Range, at int) int { return cmp.Compare(u.End, at) })
		switch {
		case found || i == len(out) || at <= out[i].Start || !between(text[out[i].Start:out[i].End], at-out[i].Start):
			return nil, fmt.Errorf("%w: a word cannot be split at byte %d", ErrRefused, at)
		}
		right := Range{at, out[i].End}
		out[i].End = at
		out = slices.Insert(out, i+1, right)
	}
	return out, nil
}

// between reports whether a byte lies between two characters.
func between(word string, at int) bool { return characters(word)(at) }

// characters gives a test of whether a character begins at a byte, asked in
// rising order: characters as people see them (extended grapheme clusters, UAX
// #29).
func characters(text string) func(at int) bool {
	begins, state := 0, -1
	return func(at int) bool {
		for begins < at && text != "" {
			var cluster string
			cluster, text, _, state = uniseg.FirstGraphemeClusterInString(text, state)
			begins += len(cluster)
		}
		return begins == at
	}
}

// CheckSpans says what is wrong with spans as an annotation of an item: they
// must be in order, apart, of the project's labels, on something that is not
// blank, and begin and end between characters.
func CheckSpans(it *Item, labels []bauta.Label, spans []bauta.Span) error {
	units := Units(it)
	at := 0
	for _, s := range spans {
		switch {
		case s.Start < at || s.End <= s.Start || s.End > len(it.Message.Text):
			return fmt.Errorf("%w: spans overlap or lie outside the text", ErrRefused)
		case !slices.Contains(labels, s.Label):
			return fmt.Errorf("%w: the project has no label %q", ErrRefused, s.Label)
		}
		for _, edge := range []int{s.Start, s.End} {
			i, _ := slices.BinarySearchFunc(units, edge, func(u Range, at int) int { return cmp.Compare(u.End, at) })
			if i < len(units) && units[i].Start < edge && edge < units[i].End {
				if _, err := Cut(it.Message.Text, units[i:i+1], []int{edge}); err != nil {
					return err
				}
			}
		}
		at = s.End
	}
	_, err := IOB2(Units(it, spans), spans)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrRefused, err)
	}
	return nil
}

// Same reports whether two annotations of a message say the same.
func Same(a, b []bauta.Span) bool {
	return slices.EqualFunc(a, b,
		func(x, y bauta.Span) bool { return x.Start == y.Start && x.End == y.End && x.Label == y.Label })
}

// Tagged gives the tags of what each annotator said, over the same units, and
// what those who were silently asked again said then, nil for others.
func Tagged(a *Annotated) (units []Range, said, again [][]string, err error) {
	var all [][]bauta.Span
	for _, s := range a.Said {
		all = append(all, s.Spans, s.Again)
	}
	units = Units(&a.Item, append(all, a.Gold)...)
	said, again = make([][]string, len(a.Said)), make([][]string, len(a.Said))
	for i, s := range a.Said {
		if said[i], err = IOB2(units, s.Spans); err != nil {
			return nil, nil, nil, err
		}
		if s.Repeated {
			if again[i], err = IOB2(units, s.Again); err != nil {
				return nil, nil, nil, err
			}
		}
	}
	return units, said, again, nil
}
