package location

import (
	"fmt"
	"html"
	"io"
	"math"
	"strings"
)

// WriteMap draws the messages of each cell as SVG: darker is more (by the
// logarithm), axes in degrees, a bar of whole kilometres (Fig. 1 of the paper).
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
		fmt.Fprintf(&b, `<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" fill="#b3261e" fill-opacity="%.2f"><title>%.4f, %.4f: %d messages</title></rect>`+"\n",
			left+float64(col)*cw, top+height-float64(row+1)*ch, cw, ch, 0.08+0.92*shade, centre.Lat, centre.Lon, d.Count[k])
	}
	fmt.Fprintf(&b, `<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" fill="none" stroke="#333"/>`+"\n", left, top, width, height)
	for i := range 5 {
		f := float64(i) / 4
		fmt.Fprintf(&b, `<text x="%.1f" y="%.1f" text-anchor="end">%.3f°</text>`+"\n", left-6, top+height*(1-f)+4, g.South+f*(g.North-g.South))
		fmt.Fprintf(&b, `<text x="%.1f" y="%.1f" text-anchor="middle">%.3f°</text>`+"\n", left+width*f, top+height+18, g.West+f*(g.East-g.West))
	}
	km := math.Max(1, math.Floor(width/unit/4000))
	y := top + height + 50
	fmt.Fprintf(&b, `<path d="M%.1f %.1fv6h%.1fv-6" fill="none" stroke="#333"/><text x="%.1f" y="%.1f">%.0f km</text>`+"\n",
		left, y, km*1000*unit, left+km*1000*unit+6, y+6, km)
	b.WriteString("</svg>\n")
	_, err := io.WriteString(w, b.String())
	return err
}

func header(b *strings.Builder, width, height float64, title string) {
	fmt.Fprintf(b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %.0f %.0f" width="%.0f" height="%.0f" font-family="sans-serif" font-size="11">`+"\n"+
		`<rect width="100%%" height="100%%" fill="#fff"/><text x="10" y="20" font-size="14">%s</text>`+"\n", width, height, width, height, html.EscapeString(title))
}

// WriteCurve draws a learning curve as SVG (Fig. 2 of the paper).
func WriteCurve(w io.Writer, points []CurvePoint, title string) error {
	const left, top, width, height = 60.0, 40.0, 460.0, 260.0
	var b strings.Builder
	header(&b, left+width+40, top+height+60, title)
	most, best := 1.0, 0.01
	for _, p := range points {
		most, best = max(most, float64(p.Messages)), max(best, p.Top5)
	}
	best = math.Ceil(best*10) / 10
	at := func(p CurvePoint, v float64) (x, y float64) {
		return left + width*float64(p.Messages)/most, top + height*(1-v/best)
	}
	for i, line := range []struct {
		name, colour string
		value        func(CurvePoint) float64
	}{{"accuracy", "#b3261e", func(p CurvePoint) float64 { return p.Accuracy }}, {"among five", "#1e5ab3", func(p CurvePoint) float64 { return p.Top5 }}} {
		b.WriteString(`<polyline fill="none" stroke="` + line.colour + `" points="`)
		for _, p := range points {
			x, y := at(p, line.value(p))
			fmt.Fprintf(&b, "%.1f,%.1f ", x, y)
		}
		fmt.Fprintf(&b, `"/><text x="%.1f" y="%.1f" fill="%s">%s</text>`+"\n", left+10, top+14+14*float64(i), line.colour, line.name)
	}
	fmt.Fprintf(&b, `<path d="M%.1f %.1fv%.1fh%.1f" fill="none" stroke="#333"/>`+"\n", left, top, height, width)
	for i := range 5 {
		f := float64(i) / 4
		fmt.Fprintf(&b, `<text x="%.1f" y="%.1f" text-anchor="end">%.2f</text>`+"\n", left-6, top+height*(1-f)+4, f*best)
		fmt.Fprintf(&b, `<text x="%.1f" y="%.1f" text-anchor="middle">%.0f</text>`+"\n", left+width*f, top+height+18, f*most)
	}
	fmt.Fprintf(&b, `<text x="%.1f" y="%.1f" text-anchor="middle">training messages</text></svg>`+"\n", left+width/2, top+height+40)
	_, err := io.WriteString(w, b.String())
	return err
}
