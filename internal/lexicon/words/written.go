package words

import (
	"slices"

	"github.com/bauta/bauta"
)

// Written returns what the byte range [start, end) of a document's text reads as: of names in entities and other
// escapes the letters that they stand for. It is the part of the shadow copy that stands for the range.
func Written(d *bauta.Doc, start, end int) string {
	if len(d.Shifts) == 0 {
		return d.Surface(start, end)
	}
	start, end = shown(d, start), shown(d, end)
	return d.Shadow[min(start, end):end]
}

// shown returns where in the shadow copy byte i of the text is read; within a stretch that stands for another, and in
// what is left out, its end.
func shown(d *bauta.Doc, i int) int {
	at, _ := slices.BinarySearchFunc(d.Shifts, i+1, func(s bauta.Shift, i int) int { return s.Text - i })
	end := len(d.Shadow)
	if at < len(d.Shifts) {
		end = d.Shifts[at].Shadow
	}
	switch {
	case at == 0:
		return min(max(i, 0), end)
	case d.Shifts[at-1].Text == i || !d.Shifts[at-1].Fold:
		return min(d.Shifts[at-1].Shadow+i-d.Shifts[at-1].Text, end)
	}
	return end
}
