// Package ruler converts many offsets of one text between bytes and the unit of an edge:
// one by one each would take as long as the text is.
package ruler

import (
	"sort"
	"unicode/utf8"
)

// Unit is a bauta.Unit, or counts as one does.
type Unit interface {
	From(text string, offset int) int
	Bytes(text string, offset int) int
}

// Ruler converts many offsets of one text between bytes and a unit, each in a bounded
// number of steps.
type Ruler struct {
	unit  Unit
	text  string
	marks []mark // the last character that begins at or before each multiple of step
}

type mark struct{ at, n int } // bytes and units before a character

// step is how many bytes lie between two marks.
const step = 256

// Of measures a text.
func Of(u Unit, text string) *Ruler {
	r := &Ruler{unit: u, text: text}
	for i, n := 0, 0; i < len(text); {
		_, size := utf8.DecodeRuneInString(text[i:])
		if len(r.marks)*step < i+size {
			r.marks = append(r.marks, mark{i, n})
		}
		i, n = i+size, n+u.From(text[i:i+size], size)
	}
	return r
}

// From is what [Unit.From] gives for the text.
func (r *Ruler) From(offset int) int {
	offset = max(0, min(offset, len(r.text)))
	if len(r.marks) == 0 {
		return r.unit.From(r.text, offset)
	}
	m := r.marks[min(offset/step, len(r.marks)-1)]
	return m.n + r.unit.From(r.text[m.at:], offset-m.at)
}

// Bytes is what [Unit.Bytes] gives for the text.
func (r *Ruler) Bytes(offset int) int {
	i := sort.Search(len(r.marks), func(i int) bool { return r.marks[i].n > offset })
	if i == 0 {
		return r.unit.Bytes(r.text, offset)
	}
	m := r.marks[i-1]
	return m.at + r.unit.Bytes(r.text[m.at:], offset-m.n)
}
