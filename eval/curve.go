package eval

import (
	"cmp"
	"slices"
)

// Decision is one automatic decision: how sure the system was and whether it
// was wrong.
type Decision struct {
	Confidence float64
	Wrong      bool
}

// Point is a point of the coverage–risk curve: accepting every decision with
// at least this confidence decides Coverage of all messages (0 to 1) with this
// Risk (share of wrong ones among them, 0 to 1).
type Point struct {
	Confidence float64 `json:"confidence"`
	Coverage   float64 `json:"coverage"`
	Risk       float64 `json:"risk"`
	Decided    int     `json:"decided"`
	Wrong      int     `json:"wrong"`
}

// CurveReport is the curve, from the surest decisions to all of them, and the
// area under it (AURC; Geifman, Uziel and El-Yaniv, ICLR 2019), lower is better.
type CurveReport struct {
	Points []Point `json:"points"`
	Area   float64 `json:"area"`
}

// Curve computes the curve with one point for each confidence that occurs:
// decisions of equal confidence stand or fall together.
func Curve(decisions []Decision) CurveReport {
	sorted := slices.Clone(decisions)
	slices.SortStableFunc(sorted, func(a, b Decision) int { return cmp.Compare(b.Confidence, a.Confidence) })
	var r CurveReport
	wrong, last := 0, 0
	for i, d := range sorted {
		if d.Wrong {
			wrong++
		}
		if i+1 < len(sorted) && sorted[i+1].Confidence == d.Confidence {
			continue
		}
		p := Point{d.Confidence, share(i+1, len(sorted)), share(wrong, i+1), i + 1, wrong}
		r.Points = append(r.Points, p)
		r.Area += p.Risk * share(i+1-last, len(sorted))
		last = i + 1
	}
	return r
}

// At returns the point of largest coverage whose risk is at most risk, and
// whether there is one.
func (r CurveReport) At(risk float64) (Point, bool) {
	for _, p := range slices.Backward(r.Points) {
		if p.Risk <= risk {
			return p, true
		}
	}
	return Point{}, false
}
