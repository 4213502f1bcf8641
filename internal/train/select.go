package train

import (
	"cmp"
	"slices"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/lexicon"
)

// Selected is a message worth annotating, with what the dictionaries would
// say of it: the pre-annotation that the annotator corrects.
type Selected struct {
	Index int // in the input, from 0
	Score float64
	Spans []bauta.Span
}

// Select ranks messages by how likely they hold an entity (AnonyMate, section
// 2.2, after Lingren and others 2013): entities are sparse, and an annotator's
// time is not to be spent on messages without any. The score is the sum over
// words of how much a word looks like a name: in the dictionary alone, in both
// lists or in none with a capital inside the sentence. It returns the n best, best
// first; those that score nothing never.
func Select(docs []*bauta.Doc, l *lexicon.Lexicon, n int) []Selected {
	var out []Selected
	for i, d := range docs {
		s := Selected{Index: i}
		for k, t := range d.Tokens {
			if t.Kind != bauta.Word || t.Start >= t.End {
				continue
			}
			label, score := suspect(l, d, k)
			s.Score += score
			if label != "" {
				s.Spans = append(s.Spans, bauta.Span{
					Start: t.Start, End: t.End, Label: label, P: min(score, 1), Doubt: bauta.Ambiguous,
					Source: "select", Why: "dictionary",
				})
			}
		}
		if s.Score > 0 {
			out = append(out, s)
		}
	}
	slices.SortStableFunc(out, func(a, b Selected) int { return cmp.Compare(b.Score, a.Score) })
	return out[:min(max(n, 0), len(out))]
}

// suspect gives the label a dictionary has for a token and how sure that is.
func suspect(l *lexicon.Lexicon, d *bauta.Doc, k int) (bauta.Label, float64) {
	t := d.Tokens[k]
	surface := d.Text[t.Start:t.End]
	capital := k > 0 && surface != lexicon.Fold(surface)
	e, known := l.Look(surface, d.Lang)
	switch {
	case !known && capital:
		return "", 0.3
	case !known:
		return "", 0
	case e.Hidden() && !e.Kept():
		return bauta.Person, 1
	case e.Hidden() && capital:
		return bauta.Person, 0.8
	case e.Kinds&(lexicon.City|lexicon.Country) != 0 && (capital || e.Kinds&lexicon.Form == 0):
		return bauta.Location, 0.6
	}
	return "", 0
}
