package location

import (
	"errors"
	"fmt"
	"html"
	"io"
	"math"
	"strings"
)

// WriteMap draws the messages of each cell as SVG: darker is more (by the
// logarithm), axes in degrees, a bar of whole kilometres (Fig. 1 of the paper), and the
// names of the largest places where the grid has some.
func (d *Division) WriteMap(w io.Writer, title string) error {
	const left, top, area = 70.0, 40.0, 560.0
	g := d.Grid
	high, wide := g.CellSize()
	unit := area / max(high*float64(g.Rows), wide*float64(g.Cols)) // pixels a metre
	ch, cw := high*unit, wide*unit
	height, width := ch*float64(g.Rows), cw*float64(g.Cols)
	var b strings.Builder
	header(&b, left+width+30, top+height+80, title)
	most := 1
	for _, n := range d.Count {
		most = max(most, n)
	}
	for k, cell := range d.Cells {
		row, col := cell/g.Cols, cell%g.Cols
		shade := math.Log1p(float64(d.Count[k])) / math.Log1p(float64(most))
		centre := d.Place(k)
		fmt.Fprintf(&b, `<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" fill="#b3261e" `+
			`fill-opacity="%.2f"><title>%.4f, %.4f: %d messages</title></rect>`+"\n",
			left+float64(col)*cw, top+height-float64(row+1)*ch, cw, ch, 0.08+0.92*shade, centre.Lat, centre.Lon,
			d.Count[k])
	}
	fmt.Fprintf(&b, `<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" fill="none" stroke="#333"/>`+"\n", left, top,
		width, height)
	d.writeNames(&b, func(p Point) (x, y float64) {
		return left + (p.Lon-g.West)/(g.East-g.West)*width, top + (g.North-p.Lat)/(g.North-g.South)*height
	})
	for i := range 5 {
		f := float64(i) / 4
		fmt.Fprintf(&b, `<text x="%.1f" y="%.1f" text-anchor="end">%.3f°</text>`+"\n", left-6, top+height*(1-f)+4,
			g.South+f*(g.North-g.South))
		fmt.Fprintf(&b, `<text x="%.1f" y="%.1f" text-anchor="middle">%.3f°</text>`+"\n", left+width*f, top+height+18,
			g.West+f*(g.East-g.West))
	}
	km := math.Max(1, math.Floor(width/unit/4000))
	y := top + height + 50
	fmt.Fprintf(&b, `<path d="M%.1f %.1fv6h%.1fv-6" fill="none" stroke="#333"/><text x="%.1f" y="%.1f">%.0f km</text>`+
		"\n",
		left, y, km*1000*unit, left+km*1000*unit+6, y+6, km)
	b.WriteString("</svg>\n")
	_, err := io.WriteString(w, b.String())
	return err
}

func header(b *strings.Builder, width, height float64, title string) {
	fmt.Fprintf(b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %.0f %.0f" width="%.0f" height="%.0f" `+
		`font-family="sans-serif" font-size="11">`+"\n"+
		`<rect width="100%%" height="100%%" fill="#fff"/><text x="10" y="20" font-size="14">%s</text>`+"\n", width,
		height, width, height, html.EscapeString(title))
}

// WriteCurve draws a learning curve as SVG (Fig. 2 of the paper).
func WriteCurve(w io.Writer, points []CurvePoint, title string) error {
	accuracy, five := line{name: "accuracy", colour: "#b3261e"}, line{name: "among five", colour: "#1e5ab3"}
	for _, p := range points {
		accuracy.add(float64(p.Messages), p.Accuracy)
		five.add(float64(p.Messages), p.Top5)
	}
	return writeLines(w, title, "training messages", "%.0f", accuracy, five)
}

// WriteTrade draws what de-identification costs and gains: the accuracy that
// each attacker keeps against the share of words deleted on touched messages.
func WriteTrade(w io.Writer, tried []Outcome, title string) error {
	if len(tried) == 0 {
		return errors.New("nothing was tried; there is no curve to draw")
	}
	colours := []string{"#b3261e", "#1e5ab3", "#2e7d32", "#6a1b9a"}
	lines := []line{{name: "most frequent cell", colour: "#777"}}
	for i, g := range tried[0].After {
		lines = append(lines, line{name: g.Name, colour: colours[i%len(colours)]})
	}
	for _, o := range tried {
		lines[0].add(o.Share(), o.Majority)
		for i, g := range o.After {
			lines[i+1].add(o.Share(), g.Accuracy)
		}
	}
	return writeLines(w, title, "share of the words deleted on touched messages", "%.2f", lines...)
}

// line is a curve.
type line struct {
	name, colour string
	x, y         []float64
}

func (l *line) add(x, y float64) { l.x, l.y = append(l.x, x), append(l.y, y) }

// writeLines draws curves from the origin; format is that of the numbers on the
// horizontal axis.
func writeLines(w io.Writer, title, under, format string, lines ...line) error {
	const left, top, width, height = 60.0, 40.0, 460.0, 260.0
	var b strings.Builder
	header(&b, left+width+40, top+height+60, title)
	most, best := 1e-9, 0.01
	for _, l := range lines {
		for i := range l.x {
			most, best = max(most, l.x[i]), max(best, l.y[i])
		}
	}
	best = math.Ceil(best*10) / 10
	for i, l := range lines {
		b.WriteString(`<polyline fill="none" stroke="` + l.colour + `" points="`)
		for j := range l.x {
			fmt.Fprintf(&b, "%.1f,%.1f ", left+width*l.x[j]/most, top+height*(1-l.y[j]/best))
		}
		fmt.Fprintf(&b, `"/><text x="%.1f" y="%.1f" fill="%s">%s</text>`+"\n", left+10, top+14+14*float64(i), l.colour,
			html.EscapeString(l.name))
	}
	fmt.Fprintf(&b, `<path d="M%.1f %.1fv%.1fh%.1f" fill="none" stroke="#333"/>`+"\n", left, top, height, width)
	for i := range 5 {
		f := float64(i) / 4
		fmt.Fprintf(&b, `<text x="%.1f" y="%.1f" text-anchor="end">%.2f</text>`+"\n", left-6, top+height*(1-f)+4,
			f*best)
		fmt.Fprintf(&b, `<text x="%.1f" y="%.1f" text-anchor="middle">`+format+`</text>`+"\n", left+width*f,
			top+height+18, f*most)
	}
	fmt.Fprintf(&b, `<text x="%.1f" y="%.1f" text-anchor="middle">%s</text></svg>`+"\n", left+width/2, top+height+40,
		html.EscapeString(under))
	_, err := io.WriteString(w, b.String())
	return err
}
