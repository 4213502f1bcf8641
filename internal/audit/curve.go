package audit

import (
	"fmt"
	"math"
	"strings"
)

// The drawing of the evidence, in its own units; the evidence needed stands at needed.
const (
	curveWide = 600
	curveHigh = 120
	needed    = 20
	highest   = 6 // whatever is proved beyond, so that the line is whole
	points    = 300
)

// maxLooks bounds the looks that are drawn.
const maxLooks = 1 << 20

// Curve draws the evidence after each of so many looks, with leaks at those numbers, as
// the logarithm of the wealth: the points of a line in a drawing of 600 by 120, in which
// what is enough stands at 20. It is empty where nothing can be drawn.
func Curve(t Test, looks int, leaks []int, enough float64) string {
	if looks < 1 || looks > min(t.N, maxLooks) || !(enough > 1) {
		return ""
	}
	w, step := t.Start(), max(1, looks/points)
	var b strings.Builder
	for i := 1; i <= looks; i++ {
		leak := len(leaks) > 0 && leaks[0] == i
		if leak {
			leaks = leaks[1:]
		}
		w.Add(leak)
		if i%step == 0 || leak || i == looks {
			x := curveWide * float64(i) / float64(looks)
			fmt.Fprintf(&b, "%.1f,%.1f ", x, height(w.Value(), enough))
		}
	}
	return strings.TrimSpace(b.String())
}

// height is how far down a wealth stands.
func height(wealth, enough float64) float64 {
	part := math.Log(wealth) / math.Log(enough) // 0 at the start, 1 where it is enough
	y := curveHigh*0.75 - part*(curveHigh*0.75-needed)
	if math.IsNaN(y) {
		return curveHigh
	}
	return min(curveHigh, max(highest, y))
}
