package server

import (
	"cmp"
	"encoding/json"
	"errors"
	"math"
	"slices"
)

// Outline is what is drawn on a map: lines, longitude and latitude in degrees, and
// places by name.
type Outline struct {
	Lines  [][][2]float64
	Places []Named
}

// Named is a place of an outline: a point with a name, and how many people live there,
// 0 where the file does not say.
type Named struct {
	Name  string
	At    [2]float64
	Lives float64
}

// Bounds of an outline.
const (
	maxOutline = 2 << 20 // bytes of the file
	maxPoints  = 50_000
	maxDepth   = 4 // arrays around a point
	maxNames   = 8 // names on a map: the largest places
	maxName    = 60
)

// ParseOutline reads the lines and borders of a GeoJSON file (RFC 7946):
// LineString, Polygon, and those of many, in a geometry, a feature or a
// collection; and points with the properties name and, if it has it, population, which
// may be all there is: the map then shows where the model knows places, and their names.
// Anything else in it is passed over.
func ParseOutline(data []byte) (Outline, error) {
	if len(data) > maxOutline {
		return Outline{}, errors.New("more than 2 MB; simplify the outline")
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
			Properties  struct {
				Name       string
				Population float64
			}
		}
		if err := json.Unmarshal(raw, &g); err != nil || depth > maxDepth {
			return errors.New("not GeoJSON; give a FeatureCollection, a Feature or a geometry")
		}
		switch g.Type {
		case "Feature":
			out.named(g.Properties.Name, g.Properties.Population, g.Geometry)
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
		return Outline{}, err
	}
	if len(out.Lines)+len(out.Places) == 0 {
		return Outline{}, errors.New("no line, no border and no point with a name in it")
	}
	return out, nil
}

// named takes a point over that has a name; what is none is passed over.
func (o *Outline) named(name string, lives float64, geometry json.RawMessage) {
	var g struct {
		Type        string
		Coordinates json.RawMessage
	}
	var at []float64
	if name == "" || len(name) > maxName || len(o.Places) == maxPoints {
		return
	}
	if json.Unmarshal(geometry, &g) != nil || g.Type != "Point" {
		return
	}
	if json.Unmarshal(g.Coordinates, &at) == nil && len(at) > 1 {
		o.Places = append(o.Places, Named{name, [2]float64{at[0], at[1]}, lives})
	}
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
			o.Lines = append(o.Lines, out)
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

// On gives the lines in cells of a layout: x from the west, y from the north. Without any,
// they are the edges of where the model knows places.
func (o Outline) On(l Layout) [][][2]float64 {
	if len(o.Lines) == 0 {
		return l.edges()
	}
	out := [][][2]float64{}
	for _, line := range o.Lines {
		var on [][2]float64
		for _, p := range line {
			on = append(on, l.cells(p))
		}
		out = append(out, on)
	}
	return out
}

// edges are the lines between cells that can be guessed and others, as long as they go
// straight on; none where they would be too many to show anything.
func (l Layout) edges() [][][2]float64 {
	known := make(map[[2]int]bool, len(l.Cells))
	for _, c := range l.Cells {
		known[[2]int{l.Rows - 1 - c/l.Cols, c % l.Cols}] = true
	}
	out := [][][2]float64{}
	// between gives those between lines i-1 and i of cells, each across places long.
	between := func(i, across int, cell func(i, j int) [2]int, point func(i, j int) [2]float64) {
		from := -1
		for j := range across + 1 {
			edge := j < across && known[cell(i-1, j)] != known[cell(i, j)]
			if edge && from < 0 {
				from = j
			}
			if !edge && from >= 0 {
				out = append(out, [][2]float64{point(i, from), point(i, j)})
				from = -1
			}
		}
	}
	for i := range l.Rows + 1 {
		between(i, l.Cols, func(i, j int) [2]int { return [2]int{i, j} },
			func(i, j int) [2]float64 { return [2]float64{float64(j), float64(i)} })
	}
	for i := range l.Cols + 1 {
		between(i, l.Rows, func(i, j int) [2]int { return [2]int{j, i} },
			func(i, j int) [2]float64 { return [2]float64{float64(i), float64(j)} })
	}
	if len(out) > maxPoints/10 {
		return [][][2]float64{}
	}
	return out
}

// cells is where a point lies, in cells: x from the west, y from the north.
func (l Layout) cells(p [2]float64) [2]float64 {
	x := (p[0] - l.West) / (l.East - l.West) * float64(l.Cols)
	y := (l.North - p[1]) / (l.North - l.South) * float64(l.Rows)
	return [2]float64{math.Round(x*100) / 100, math.Round(y*100) / 100}
}

// across is how many kilometres the grid is wide, on its middle latitude.
func (l Layout) across() float64 {
	const perDegree = 111.32 // of latitude, and of longitude on the equator
	return (l.East - l.West) * perDegree * math.Cos((l.North+l.South)/2*math.Pi/180)
}

// nameWire is a place on the map, in cells.
type nameWire struct {
	Name string     `json:"name"`
	At   [2]float64 `json:"at"`
}

// names are the largest places that lie on a grid, the first where none is the larger: of
// the outline, or where it names none, of the grid itself.
func (o Outline) names(l Layout) []nameWire {
	from := o.Places
	if len(from) == 0 {
		from = l.Places
	}
	places := slices.SortedStableFunc(slices.Values(from), func(a, b Named) int {
		return cmp.Compare(b.Lives, a.Lives)
	})
	out := []nameWire{}
	for _, p := range places {
		at := l.cells(p.At)
		on := at[0] >= 0 && at[1] >= 0 && at[0] <= float64(l.Cols) && at[1] <= float64(l.Rows)
		if on && len(out) < maxNames {
			out = append(out, nameWire{p.Name, at})
		}
	}
	return out
}
