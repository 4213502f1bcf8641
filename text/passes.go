package text

import "github.com/bauta/bauta"

// maxPasses bounds how often a text is read: each pass takes one escaping away.
const maxPasses = 8

// through gives the map from a second copy to the text, of the map of the first copy
// to the text and of that of the second to the first.
func through(text, first, second string, to, again []bauta.Shift) []bauta.Shift {
	inner := &bauta.Doc{Message: bauta.Message{Text: text}, Shadow: first, Shifts: to}
	outer := &bauta.Doc{Message: bauta.Message{Text: first}, Shadow: second, Shifts: again}
	var out []bauta.Shift
	from, end, fold := 0, 0, false // what the last byte stands for
	for i := range len(second) {
		a, b := inner.Origin(outer.Origin(i, i+1))
		single := b == a+1
		switch {
		case fold && a == from && b == end, !fold && single && a == end:
			// goes on as it did
		default:
			if a > end {
				out = append(out, bauta.Shift{Shadow: i, Text: end, Fold: true}) // left out
			}
			fold = !single
			out = append(out, bauta.Shift{Shadow: i, Text: a, Fold: fold})
		}
		from, end = a, b
	}
	if end < len(text) {
		out = append(out, bauta.Shift{Shadow: len(second), Text: end, Fold: true})
	}
	return out
}
