package eval

import (
	"cmp"
	"slices"

	"github.com/bauta/bauta"
)

// SpanCase is one message: its length and what was in it and what was found.
// All offsets and the length are in one unit; for the score by character that
// is code points (bauta.Runes). Only sure predictions count: a question hides
// nothing. What lies outside the text is cut off.
type SpanCase struct {
	Length     int
	Gold, Pred []bauta.Span
	// Gone are the ranges that the message came out without, where a policy
	// masked it: what it finds and keeps, or asks about and masks, differ here.
	Gone []bauta.Span
	// FirstNames are the ranges of gold that are first names; names in gold have no
	// parts otherwise.
	FirstNames []bauta.Span
	Withheld   bool // nothing came out: its language is not read, or a person must decide
}

// scored gives what counts of both sides, clipped and sorted.
func (c SpanCase) scored() (gold, pred []bauta.Span) {
	pred = slices.DeleteFunc(slices.Clone(c.Pred), func(s bauta.Span) bool { return s.Doubt != bauta.Sure })
	return inside(c.Gold, c.Length), inside(pred, c.Length)
}

// SpanConfig says what is counted. The zero value counts what identifies a
// person.
type SpanConfig struct {
	// Hide lists the labels whose characters have to be hidden; empty is PII().
	Hide []bauta.Label
	// Masked says that the messages were masked: Gone is known.
	Masked bool
}

// SpanReport is the result of ScoreSpans, on three levels.
type SpanReport struct {
	Messages int `json:"messages"`
	// Coverage counts characters of the labels to hide. Recall is the share
	// of them under any prediction, whatever its label: the first score of the
	// guidelines. Found counts all hidden characters, and for precision those
	// under gold of any label are correct, so Precise holds them apart.
	Coverage CoverageScore `json:"coverage"`
	// Entities counts spans to hide: correct when wholly covered.
	Entities EntityScore `json:"entities"`
	// Exact counts spans of any label with the same range and label.
	Exact Score       `json:"exact"`
	Types []TypeSpans `json:"types"` // sorted by type
	// Output is what came out; nil where the messages were not masked.
	Output *OutputScore `json:"output,omitempty"`
	// FirstNames counts the first names of gold; nil where the messages were not
	// masked, or no case has any.
	FirstNames *NameScore `json:"first_names,omitempty"`
}

// NameScore counts names.
type NameScore struct {
	Gold int `json:"gold"` // names
	Gone int `json:"gone"` // of these, no longer there, to the last character
}

// names counts the first names of a message that are gone.
func (r *SpanReport) names(first, gone []bauta.Span) {
	if len(first) > 0 && r.FirstNames == nil {
		r.FirstNames = &NameScore{}
	}
	for _, n := range first {
		r.FirstNames.Gold++
		if common([]extent{{n.Start, n.End}}, ranges(gone)) == n.End-n.Start {
			r.FirstNames.Gone++
		}
	}
}

// OutputScore counts what came out of masking.
type OutputScore struct {
	Gold      int `json:"gold"`      // characters to hide
	Gone      int `json:"gone"`      // of these, no longer there
	Negatives int `json:"negatives"` // messages in which gold has no span
	Untouched int `json:"untouched"` // of these, that came out byte for byte
	Withheld  int `json:"withheld"`  // messages of which nothing came out
}

// CoverageScore counts characters.
type CoverageScore struct {
	Gold   int `json:"gold"`   // characters to hide
	Hidden int `json:"hidden"` // of these, under a prediction
	Found  int `json:"found"`  // characters under a prediction
	Needed int `json:"needed"` // of these, under gold of any label
}

// Recall is the share of the characters to hide that are hidden, in per cent.
func (c CoverageScore) Recall() float64 { return percent(c.Hidden, c.Gold) }

// Precision is the share of the hidden characters that gold covers, in per cent.
func (c CoverageScore) Precision() float64 { return percent(c.Needed, c.Found) }

// F1 is the harmonic mean of the two, in per cent.
func (c CoverageScore) F1() float64 { return harmonic(c.Precision(), c.Recall()) }

// EntityScore counts spans, whatever the label of the prediction.
type EntityScore struct {
	Gold    int `json:"gold"`    // spans to hide
	Whole   int `json:"whole"`   // of these, covered to the last character
	Partly  int `json:"partly"`  // of these, covered in part: a leak of the rest
	Found   int `json:"found"`   // predictions
	Touched int `json:"touched"` // of these, overlapping gold of any label
}

// Recall is the share of spans wholly covered, in per cent.
func (e EntityScore) Recall() float64 { return percent(e.Whole, e.Gold) }

// Precision is the share of predictions that touch gold, in per cent.
func (e EntityScore) Precision() float64 { return percent(e.Touched, e.Found) }

// F1 is the harmonic mean of the two, in per cent.
func (e EntityScore) F1() float64 { return harmonic(e.Precision(), e.Recall()) }

func harmonic(p, r float64) float64 {
	if p+r == 0 {
		return 0
	}
	return 2 * p * r / (p + r)
}

// TypeSpans is what became of one type.
type TypeSpans struct {
	Type       string `json:"type"`
	Exact      Score  `json:"exact"`
	Characters int    `json:"characters"` // of gold
	Hidden     int    `json:"hidden"`     // of these, under any prediction
	// Gone counts those that did not come out, where messages were masked: what a
	// policy finds and keeps is hidden and not gone.
	Gone int `json:"gone"`
}

// ScoreSpans scores all messages.
func ScoreSpans(cases []SpanCase, cfg SpanConfig) SpanReport {
	hide := cfg.Hide
	if len(hide) == 0 {
		hide = PII()
	}
	r := SpanReport{Messages: len(cases)}
	types := map[string]*TypeSpans{}
	for _, c := range cases {
		gold, pred := c.scored()
		r.exact(types, gold, pred)
		r.cover(types, gold, pred, hide)
		if cfg.Masked {
			r.output(types, gold, inside(c.Gone, c.Length), hide)
			if c.Withheld {
				r.Output.Withheld++
			}
			r.names(inside(c.FirstNames, c.Length), inside(c.Gone, c.Length))
		}
	}
	for _, t := range types {
		r.Types = append(r.Types, *t)
	}
	slices.SortStableFunc(r.Types, func(a, b TypeSpans) int { return cmp.Compare(a.Type, b.Type) })
	return r
}

func typeOf(types map[string]*TypeSpans, label bauta.Label) *TypeSpans {
	t := types[string(label)]
	if t == nil {
		t = &TypeSpans{Type: string(label)}
		types[string(label)] = t
	}
	return t
}

func (r *SpanReport) exact(types map[string]*TypeSpans, gold, pred []bauta.Span) {
	for _, g := range gold {
		typeOf(types, g.Label).Exact.Gold++
		r.Exact.Gold++
	}
	for _, p := range pred {
		t := typeOf(types, p.Label)
		t.Exact.Found++
		r.Exact.Found++
		if slices.ContainsFunc(gold, func(g bauta.Span) bool {
			return g.Start == p.Start && g.End == p.End && g.Label == p.Label
		}) {
			t.Exact.Correct++
			r.Exact.Correct++
		}
	}
}

func (r *SpanReport) cover(types map[string]*TypeSpans, gold, pred []bauta.Span, hide []bauta.Label) {
	hidden, all, wanted := ranges(pred), ranges(gold), ranges(labelled(gold, hide))
	r.Coverage.Gold += length(wanted)
	r.Coverage.Hidden += common(wanted, hidden)
	r.Coverage.Found += length(hidden)
	r.Coverage.Needed += common(all, hidden)
	for _, g := range gold {
		n := common([]extent{{g.Start, g.End}}, hidden)
		t := typeOf(types, g.Label)
		t.Characters += g.Len()
		t.Hidden += n
		if !slices.Contains(hide, g.Label) {
			continue
		}
		r.Entities.Gold++
		switch n {
		case g.Len():
			r.Entities.Whole++
		case 0:
		default:
			r.Entities.Partly++
		}
	}
	for _, p := range pred {
		r.Entities.Found++
		if common([]extent{{p.Start, p.End}}, all) > 0 {
			r.Entities.Touched++
		}
	}
}

func (r *SpanReport) output(types map[string]*TypeSpans, gold, gone []bauta.Span, hide []bauta.Label) {
	if r.Output == nil {
		r.Output = &OutputScore{}
	}
	for _, g := range gold {
		typeOf(types, g.Label).Gone += common([]extent{{g.Start, g.End}}, ranges(gone))
	}
	wanted := ranges(labelled(gold, hide))
	r.Output.Gold += length(wanted)
	r.Output.Gone += common(wanted, ranges(gone))
	if len(gold) > 0 {
		return
	}
	r.Output.Negatives++
	if len(gone) == 0 {
		r.Output.Untouched++
	}
}

// labelled gives the spans with one of the labels.
func labelled(spans []bauta.Span, labels []bauta.Label) []bauta.Span {
	return slices.DeleteFunc(slices.Clone(spans), func(s bauta.Span) bool { return !slices.Contains(labels, s.Label) })
}

// inside clips spans to the text, drops empty ones and repeats, and sorts.
func inside(spans []bauta.Span, n int) []bauta.Span {
	out := make([]bauta.Span, 0, len(spans))
	for _, s := range spans {
		s.Start, s.End = max(s.Start, 0), min(s.End, n)
		if s.Start < s.End {
			out = append(out, s)
		}
	}
	slices.SortStableFunc(out, func(a, b bauta.Span) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End), cmp.Compare(a.Label, b.Label))
	})
	return slices.CompactFunc(out, func(a, b bauta.Span) bool {
		return a.Start == b.Start && a.End == b.End && a.Label == b.Label
	})
}

// extent is a range [from, to).
type extent struct{ from, to int }

// ranges joins sorted spans into disjoint extents.
func ranges(spans []bauta.Span) []extent {
	var out []extent
	for _, s := range spans {
		if n := len(out); n > 0 && s.Start <= out[n-1].to {
			out[n-1].to = max(out[n-1].to, s.End)
			continue
		}
		out = append(out, extent{s.Start, s.End})
	}
	return out
}

func length(x []extent) int {
	n := 0
	for _, e := range x {
		n += e.to - e.from
	}
	return n
}

// common counts what two sorted lists of disjoint extents share.
func common(a, b []extent) int {
	n := 0
	for i, j := 0, 0; i < len(a) && j < len(b); {
		n += max(0, min(a[i].to, b[j].to)-max(a[i].from, b[j].from))
		if a[i].to < b[j].to {
			i++
		} else {
			j++
		}
	}
	return n
}
