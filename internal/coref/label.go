package coref

import (
	"slices"
	"strconv"
	"strings"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/text"
)

// maxStretches bounds the stretches of numbers that are remembered of a type.
const maxStretches = 256

// tally is what was given of the numbers of a type.
type tally struct {
	kind  string
	n     int      // the last one, given or found in a text
	given [][2]int // stretches of those that were given, in order; at most maxStretches
}

// next gives a number.
func (t *tally) next() int {
	t.n++
	if k := len(t.given); k > 0 && (t.given[k-1][1] == t.n-1 || k == maxStretches) {
		t.given[k-1][1] = t.n
	} else {
		t.given = append(t.given, [2]int{t.n, t.n})
	}
	return t.n
}

// gave reports a number that was given, and not only found in a text.
func (t *tally) gave(n int) bool {
	return slices.ContainsFunc(t.given, func(of [2]int) bool { return of[0] <= n && n <= of[1] })
}

// whole reports that all numbers were given.
func (t *tally) whole() bool { return len(t.given) == 1 && t.given[0] == [2]int{1, t.n} }

// labelled adds finds for those whom the corpus calls as somebody else is called in what comes
// out: a contact that is Person 1 beside our own Person 1. They get a number like others.
func (s *Session) labelled(d *bauta.Doc, spans []bauta.Span) []bauta.Span {
	var found []bauta.Span
	for _, t := range d.Tokens {
		if t.Kind != bauta.Masked {
			continue
		}
		label := d.Surface(t.Start, t.End)
		kind, n, ok := text.Numbered(label)
		if !ok || kind != kindName(bauta.Person) {
			continue
		}
		key := "label " + label
		entity := s.known(key)
		if entity == "" && labels(d, t) && s.last(kind).gave(n) {
			entity = kind + " " + strconv.Itoa(s.next(kind))
			s.remember(key, entity)
		}
		if entity != "" {
			found = append(found, bauta.Span{
				Start: t.Start, End: t.End, Label: bauta.Person, P: 1, Entity: entity, Source: "corpus", Rule: Field,
				Why: "called as another person is in what comes out",
			})
		}
	}
	if found == nil {
		return spans
	}
	return bauta.Fuse(len(d.Text), append(found, spans...))
}

// labels reports what the corpus says that somebody is called.
func labels(d *bauta.Doc, t bauta.Token) bool {
	return slices.ContainsFunc(d.Message.Known, func(k bauta.Span) bool {
		return k.Label == bauta.Person && k.By(Field) && k.Start <= t.Start && t.End <= k.End &&
			strings.TrimSpace(d.Text[k.Start:t.Start]+d.Text[t.End:k.End]) == ""
	})
}
