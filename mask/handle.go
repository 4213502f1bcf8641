package mask

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bauta/bauta"
)

// isHandle says whether a find is the name behind an "@".
func isHandle(s bauta.Span) bool { return s.By("handle") }

// runs yields the parts of a handle: letters, and what stands between them.
func runs(handle string) func(yield func(start, end int) bool) {
	return func(yield func(int, int) bool) {
		start, in := 0, false
		for i, r := range handle {
			letter := unicode.IsLetter(r)
			if i > start && letter != in {
				if !yield(start, i) {
					return
				}
				start = i
			}
			in = letter
		}
		if start < len(handle) {
			yield(start, len(handle))
		}
	}
}

// handle writes a handle in which names are others, x stands for every other letter
// and N for every digit: @patrice_m92 becomes @yannick_xNN.
func (o *Rotate) handle(d *bauta.Doc, s bauta.Span) string {
	t, word := o.table(d.Lang), d.Surface(s.Start, s.End)
	var b strings.Builder
	for start, end := range runs(word) {
		part := word[start:end]
		r, ok := t.read(part)
		to, known := "", false
		if ok {
			if to, known = notedAt(s, s.Start+start, s.Start+end); !known {
				to = t.surrogate(r.word, o.alone(d))
			}
		}
		if to != "" && to != r.word {
			b.WriteString(dress(to, part, r))
			continue
		}
		for _, c := range part {
			b.WriteRune(masked(c))
		}
	}
	return b.String()
}

// masked is what stands for a character of a handle that is no name.
func masked(c rune) rune {
	switch {
	case isDigit(c):
		return 'N'
	case unicode.IsUpper(c):
		return 'X'
	case unicode.IsLetter(c), c >= utf8.RuneSelf:
		return 'x'
	}
	return c
}
