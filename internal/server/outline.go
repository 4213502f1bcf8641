package server

import (
	"encoding/json"
	"errors"
	"math"
)

// Outline is lines on a map: longitude and latitude in degrees.
type Outline [][][2]float64

// Bounds of an outline.
const (
	maxOutline = 2 << 20 // bytes of the file
	maxPoints  = 50_000
	maxDepth   = 4 // arrays around a point
)

// ParseOutline reads the lines and borders of a GeoJSON file (RFC 7946):
// LineString, Polygon, and those of many, in a geometry, a feature or a
// collection. Anything else in it is passed over.
func ParseOutline(data []byte) (Outline, error) {
	if len(data) > maxOutline {
		return nil, errors.New("more than 2 MB; simplify the outline")
	}
	var out Outline
	points := 0
	var walk func(raw json.RawMessage, depth int) error
	walk = func(raw json.RawMessage, depth int) error {
		var g struct {
			Type        string
			Geometry    json.RawMessage
			Geometries  []json.RawMessage
			Features    []json.RawMessage
			Coordinates json.RawMessage
		}
		if err := json.Unmarshal(raw, &g); err != nil || depth > maxDepth {
			return errors.New("not GeoJSON; give a FeatureCollection, a Feature or a geometry")
		}
		switch g.Type {
		case "LineString", "MultiLineString", "Polygon", "MultiPolygon":
			return out.lines(g.Coordinates, &points, 0)
		}
		for _, part := range append(append([]json.RawMessage{g.Geometry}, g.Geometries...), g.Features...) {
			if len(part) == 0 || string(part) == "null" {
				continue
			}
			if err := walk(part, depth+1); err != nil {
				return err
			}
		}
		return nil
	}
	if err := walk(data, 0); err != nil {
		return nil, err
	}
	if len(out) == 0 {
		return nil, errors.New("no line and no border in it")
	}
	return out, nil
}

// lines reads arrays of arrays down to lists of points.
func (o *Outline) lines(raw json.RawMessage, points *int, depth int) error {
	var line [][]float64
	if json.Unmarshal(raw, &line) == nil {
		var out [][2]float64
		for _, p := range line {
			if *points++; *points > maxPoints {
				return errors.New("more than 50,000 points; simplify the outline")
			}
			if len(p) < 2 || math.Abs(p[0]) > 180 || math.Abs(p[1]) > 90 {
				return errors.New("a point is not longitude and latitude in degrees")
			}
			out = append(out, [2]float64{p[0], p[1]})
		}
		if len(out) > 1 {
			*o = append(*o, out)
		}
		return nil
	}
	var parts []json.RawMessage
	if err := json.Unmarshal(raw, &parts); err != nil || depth == maxDepth {
		return errors.New("coordinates cannot be read")
	}
	for _, part := range parts {
		if err := o.lines(part, points, depth+1); err != nil {
			return err
		}
	}
	return nil
}

// On gives the lines in cells of a layout: x from the west, y from the north.
func (o Outline) On(l Layout) [][][2]float64 {
	out := [][][2]float64{}
	for _, line := range o {
		var on [][2]float64
		for _, p := range line {
			x := (p[0] - l.West) / (l.East - l.West) * float64(l.Cols)
			y := (l.North - p[1]) / (l.North - l.South) * float64(l.Rows)
			on = append(on, [2]float64{math.Round(x*100) / 100, math.Round(y*100) / 100})
		}
		out = append(out, on)
	}
	return out
}
