package review

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/text"
)

// Form is a word as it is looked for in texts: of Tokens tokens that together fold to
// Fold; where Exact is not empty, written so.
type Form struct {
	Fold, Exact string
	Tokens      int
}

// FormOf gives the form of a word.
func FormOf(word string, exact bool) Form {
	f := Form{Fold: Fold(word), Tokens: len(text.Tokenise(word))}
	if exact {
		f.Exact = word
	}
	return f
}

// Compare orders forms.
func (f Form) Compare(g Form) int {
	return cmp.Or(cmp.Compare(f.Fold, g.Fold), cmp.Compare(f.Exact, g.Exact), f.Tokens-g.Tokens)
}

// Places gives the ranges of an item that are of a form and share no byte with what is
// taken, in order and apart.
func (f Form) Places(it *Item, taken []Range) []Range {
	var out []Range
	for i := 0; f.Tokens > 0 && i+f.Tokens <= len(it.Tokens); i++ {
		r := Range{it.Tokens[i].Start, it.Tokens[i+f.Tokens-1].End}
		written := it.Message.Text[r.Start:r.End]
		if f.Exact != "" && written != f.Exact || Fold(written) != f.Fold || r.meets(taken) {
			continue
		}
		out = append(out, r)
		i += f.Tokens - 1
	}
	return out
}

// meets reports whether one of a list shares a byte with a range.
func (r Range) meets(list []Range) bool {
	return slices.ContainsFunc(list, func(x Range) bool { return x.Start < r.End && r.Start < x.End })
}

// Taken gives the ranges of an item that the pipeline gave, passed ones included.
func (it *Item) Taken() []Range { return append(ranges(it.Spans), ranges(it.Passed)...) }

func ranges(spans []bauta.Span) []Range {
	out := make([]Range, len(spans))
	for i, s := range spans {
		out[i] = Range{s.Start, s.End}
	}
	return out
}

// Readable is a letter or digit, in a circle or square, too.
func Readable(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.Is(enclosed, r)
}

// enclosed are the blocks of letters and digits in circles, squares and brackets.
var enclosed = &unicode.RangeTable{
	R16: []unicode.Range16{{Lo: 0x2460, Hi: 0x24ff, Stride: 1}},
	R32: []unicode.Range32{{Lo: 0x1f100, Hi: 0x1f1ff, Stride: 1}},
}

// Point finds the occurrence of a message that a range points at. With none there,
// ok is false and the range may become one: it holds a letter or digit, begins and
// ends between characters, and shares no byte with another occurrence. An occurrence
// that it shares some bytes with is given with ErrRefused: its edges can be moved.
func Point(m *Stored, at Range) (o Occurrence, ok bool, err error) {
	whole := m.Message.Text
	inside := at.End <= len(whole) && utf8.RuneStart(whole[at.Start])
	if !inside || at.End < len(whole) && !utf8.RuneStart(whole[at.End]) {
		return o, false, fmt.Errorf("%w: the place lies outside the text or inside a character", ErrRefused)
	}
	for _, o := range m.Occurrences {
		switch {
		case o.Range == at:
			return o, true, nil
		case o.Start < at.End && at.Start < o.End:
			return o, true, fmt.Errorf("%w: a part of it was found before; choose that, or mask it here alone",
				ErrRefused)
		}
	}
	if !strings.ContainsFunc(whole[at.Start:at.End], Readable) {
		return o, false, fmt.Errorf("%w: there is no word there", ErrRefused)
	}
	return o, false, nil
}
