package triage

import (
	"fmt"
	"math"
	"strings"

	"github.com/bauta/bauta/eval"
)

// CurveSVG draws the coverage–risk curve: the share of messages released without
// the expert against the share of them that had to be anonymised, seen and
// bounded (95 %), with the paper's leak as a line.
func CurveSVG(scored []Scored) string {
	const w, h, left, top = 640, 400, 70, 30
	s := sorted(scored)
	type point struct{ x, seen, bound float64 }
	var points []point
	leaks, worst := 0, 0.0084
	for i, m := range s {
		if m.TA {
			leaks++
		}
		if i+1 < len(s) && s[i+1].P == m.P || (i+1)%max(1, len(s)/200) != 0 && i+1 < len(s) {
			continue
		}
		b := eval.ClopperPearson(leaks, i+1)
		points = append(points, point{float64(i+1) / float64(len(s)), b.Rate, b.Upper})
		if b.Rate < 0.03 {
			worst = math.Max(worst, b.Rate)
		}
	}
	px := func(x float64) float64 { return left + x*(w-left-20) }
	py := func(y float64) float64 { return top + (1-math.Min(y/worst, 1))*(h-top-50) }
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" `+
		`font-size="12">`+"\n", w, h)
	fmt.Fprintf(&b, `<rect width="%d" height="%d" fill="white"/>`+"\n", w, h)
	for i := range 6 {
		x, y := float64(i)/5, worst*float64(i)/5
		fmt.Fprintf(&b, `<path d="M%.1f %.1fV%.1f" stroke="#ddd"/><text x="%.1f" y="%d" text-anchor="middle">%.0f `+
			`%%</text>`+"\n", px(x), py(worst), py(0), px(x), h-32, 100*x)
		fmt.Fprintf(&b, `<path d="M%.1f %.1fH%.1f" stroke="#ddd"/><text x="%d" y="%.1f" text-anchor="end">%.2f `+
			`%%</text>`+"\n", px(0), py(y), px(1), left-6, py(y)+4, 100*y)
	}
	fmt.Fprintf(&b, `<path d="M%.1f %.1fH%.1f" stroke="#888" stroke-dasharray="4 3"/><text x="%.1f" y="%.1f" `+
		`fill="#666">0.42 %%, the leak of the paper</text>`+"\n", px(0), py(0.0042), px(1), px(0)+4, py(0.0042)-4)
	for _, line := range []struct {
		colour string
		of     func(point) float64
	}{{"#c33", func(p point) float64 { return p.bound }}, {"#226", func(p point) float64 { return p.seen }}} {
		var at []string
		for _, p := range points {
			at = append(at, fmt.Sprintf("%.1f,%.1f", px(p.x), py(line.of(p))))
		}
		fmt.Fprintf(&b, `<polyline fill="none" stroke="%s" stroke-width="1.5" points="%s"/>`+"\n", line.colour,
			strings.Join(at, " "))
	}
	fmt.Fprintf(&b, `<text x="%d" y="%d" text-anchor="middle">share of messages released without the expert</text>`+
		"\n", (w+left)/2, h-12)
	fmt.Fprintf(&b, `<text x="%d" y="18">leak among them: <tspan fill="#226">seen</tspan>, <tspan fill="#c33">95 %% `+
		`bound</tspan></text>`+"\n</svg>\n", left)
	return b.String()
}
