package dossier

import (
	"fmt"
	"math"
	"strings"

	"github.com/bauta/bauta/internal/audit"
)

// The drawing of the evidence, in its own units; the evidence needed stands at needed.
const (
	curveWide = 600
	curveHigh = 120
	needed    = 20
	points    = 300
)

// maxLooks bounds the looks that are drawn.
const maxLooks = 1 << 20

// curve draws the evidence after each look of a certificate, as the logarithm of the
// wealth: the points of a line. It is empty where nothing can be drawn.
func curve(c *audit.Certificate) string {
	if c.Looks < 1 || c.Looks > min(c.Looked(), maxLooks) || !(c.Enough > 1) {
		return ""
	}
	w := audit.Test{N: c.Looked(), Limit: c.Limit, OneLook: c.OneLook, Sees: c.Sees}.Start()
	leaks, step := c.Leaks, max(1, c.Looks/points)
	var b strings.Builder
	for i := 1; i <= c.Looks; i++ {
		leak := len(leaks) > 0 && leaks[0] == i
		if leak {
			leaks = leaks[1:]
		}
		w.Add(leak)
		if i%step == 0 || leak || i == c.Looks {
			x := curveWide * float64(i) / float64(c.Looks)
			fmt.Fprintf(&b, "%.1f,%.1f ", x, height(w.Value(), c.Enough))
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
	return min(curveHigh, max(0, y))
}
