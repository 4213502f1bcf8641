package eval

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/bauta/bauta"
)

// IoUReport is the result of ScoreIoU: spans that need not have the same edges
// as gold, as presidio-research counts them (docs/span_evaluation.md there).
type IoUReport struct {
	Threshold float64   `json:"threshold"` // intersection over union from which a span counts as found, 0 to 1
	Messages  int       `json:"messages"`
	Typed     Match     `json:"typed"` // the sum of the types
	Blind     Match     `json:"blind"` // as if there were one type
	Types     []TypeIoU `json:"types"` // sorted by type
}

// TypeIoU is the match of one type.
type TypeIoU struct {
	Type  string `json:"type"`
	Match Match  `json:"match"`
}

// Match counts both sides of a comparison by their own spans, since one
// prediction may cover two of gold, and two may cover one together.
type Match struct {
	Gold     int `json:"gold"`
	Covered  int `json:"covered"` // of gold, with predictions at the threshold
	Found    int `json:"found"`
	Credited int `json:"credited"` // of the predictions, part of such a cover
}

// Precision is the share of the predictions that are credited, in per cent.
func (m Match) Precision() float64 { return percent(m.Credited, m.Found) }

// Recall is the share of gold that is covered, in per cent.
func (m Match) Recall() float64 { return percent(m.Covered, m.Gold) }

// F is the weighted harmonic mean, in per cent: recall counts beta times as
// much as precision (van Rijsbergen 1979, ch. 7).
func (m Match) F(beta float64) float64 {
	p, r := m.Precision(), m.Recall()
	if p+r == 0 {
		return 0
	}
	return (1 + beta*beta) * p * r / (beta*beta*p + r)
}

func (m *Match) add(n Match) {
	m.Gold += n.Gold
	m.Covered += n.Covered
	m.Found += n.Found
	m.Credited += n.Credited
}

// ScoreIoU counts a span of gold as covered when the predictions that overlap it
// have, together, at least this intersection over union with it; by type, and
// once more as if all were of one type. Questions do not count.
func ScoreIoU(cases []SpanCase, threshold float64) IoUReport {
	r := IoUReport{Threshold: threshold, Messages: len(cases)}
	types := map[bauta.Label]Match{}
	for _, c := range cases {
		gold, pred := c.scored()
		r.Blind.add(match(gold, pred, threshold))
		by := map[bauta.Label][2][]bauta.Span{}
		for side, spans := range [][]bauta.Span{gold, pred} {
			for _, s := range spans {
				both := by[s.Label]
				both[side] = append(both[side], s)
				by[s.Label] = both
			}
		}
		for label, both := range by {
			m := types[label]
			m.add(match(both[0], both[1], threshold))
			types[label] = m
		}
	}
	for label, m := range types {
		r.Typed.add(m)
		r.Types = append(r.Types, TypeIoU{string(label), m})
	}
	slices.SortStableFunc(r.Types, func(a, b TypeIoU) int { return cmp.Compare(a.Type, b.Type) })
	return r
}

// match compares the sorted spans of one message.
func match(gold, pred []bauta.Span, threshold float64) Match {
	m := Match{Gold: len(gold), Found: len(pred)}
	credited := make([]bool, len(pred))
	for _, g := range gold {
		var over []int
		var cover []bauta.Span
		for i, p := range pred {
			if p.Overlaps(g) {
				over, cover = append(over, i), append(cover, p)
			}
		}
		if len(over) == 0 || iou(g, ranges(cover)) < threshold {
			continue
		}
		m.Covered++
		for _, i := range over {
			credited[i] = true
		}
	}
	for _, c := range credited {
		if c {
			m.Credited++
		}
	}
	return m
}

// iou is the intersection over the union of a span and extents, 0 to 1.
func iou(g bauta.Span, cover []extent) float64 {
	both := common([]extent{{g.Start, g.End}}, cover)
	return float64(both) / float64(g.Len()+length(cover)-both)
}

// WriteText prints a line for each type, for their sum, and for one type.
func (r IoUReport) WriteText(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "messages %d, spans with an intersection over union of at least %.2f\n", r.Messages, r.Threshold)
	rows := [][]string{{"", "precision", "recall", "F1", "F2", "gold", "found"}}
	row := func(name string, m Match) {
		share := func(v float64) string { return fmt.Sprintf("%.2f", v) }
		rows = append(rows, []string{
			name, share(m.Precision()), share(m.Recall()), share(m.F(1)), share(m.F(2)), digits(m.Gold),
			digits(m.Found),
		})
	}
	for _, t := range r.Types {
		row(t.Type, t.Match)
	}
	row("all, with type", r.Typed)
	row("all, any type", r.Blind)
	table(&b, rows)
	return flush(w, &b)
}
