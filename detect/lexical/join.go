package lexical

import (
	"strings"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/lexicon"
)

// found is a span with the unit it came from.
type found struct {
	bauta.Span
	u *unit
}

// join makes one span of a first name and the surname that touches it, and of
// the parts of a compound first name (guidelines: names that touch are one
// span with inner parts). Doubtful spans stay apart.
func join(d *bauta.Doc, spans []found) []bauta.Span {
	var out []bauta.Span
	for i := 0; i < len(spans); i++ {
		s := spans[i].Span
		if i+1 < len(spans) && s.Doubt == bauta.Sure {
			if whole, ok := pair(d, s, spans[i+1]); ok {
				out = append(out, whole)
				i++
				continue
			}
		}
		out = append(out, s)
	}
	return out
}

// pair joins two neighbours. What may be a surname is one behind a first name:
// "Camille Martin" is a person, though Martin is a first name, too.
func pair(d *bauta.Doc, a bauta.Span, next found) (bauta.Span, bool) {
	b := next.Span
	gap := d.Surface(a.End, b.Start)
	if b.Doubt != bauta.Sure || gap == "" || strings.Trim(gap, " -") != "" || len(gap) > 2 {
		return a, false
	}
	whole := a
	whole.End = b.End
	whole.Score = max(a.Score, b.Score)
	switch {
	case gap == "-" && a.Part == bauta.First && b.Part != bauta.Last:
		return whole, true // Jean-Marc
	case (a.Part == bauta.First || a.Part == bauta.Nick) && (b.Part == bauta.WholeName || next.u.entry.Kinds&lexicon.Surname != 0):
		b.Part = bauta.Last
		whole.Part = bauta.Full
		whole.Why = a.Why + " + " + b.Why
		a.Inner, b.Inner = nil, nil
		whole.Inner = []bauta.Span{a, b}
		return whole, true
	}
	return a, false
}
