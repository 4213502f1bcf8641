package review

import (
	"slices"

	"github.com/bauta/bauta"
)

// Touching gives the changes that touch a range.
func Touching(changes []bauta.Change, r Range) []bauta.Change {
	var out []bauta.Change
	for _, c := range changes {
		if touches(c.Before, r) || touches(c.After, r) {
			out = append(out, c)
		}
	}
	return out
}

// touches reports a span, not the zero one, that shares a byte with a range.
func touches(s bauta.Span, r Range) bool { return s.Start < r.End && r.Start < s.End }

// maxChanges bounds the changes that are kept of one message.
const maxChanges = 1000

// Trace keeps of the changes of a message those that touch what is kept of it.
func (it *Item) Trace(changes []bauta.Change) {
	found := slices.Concat(it.Spans, it.Passed)
	for _, c := range changes {
		here := slices.ContainsFunc(found, func(s bauta.Span) bool {
			r := Range{Start: s.Start, End: s.End}
			return touches(c.Before, r) || touches(c.After, r)
		})
		if here && len(it.Changes) < maxChanges {
			c.Before.Inner, c.After.Inner = nil, nil
			it.Changes = append(it.Changes, c)
		}
	}
}
