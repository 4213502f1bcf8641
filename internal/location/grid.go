package location

import (
	"errors"
	"fmt"
	"math"
)

// Point is a place in degrees.
type Point struct {
	Lat float64 `json:"lat"`
	Lon float64 `json:"lon"`
}

// Check returns an error when a point is not on Earth.
func (p Point) Check() error {
	switch {
	case math.IsNaN(p.Lat) || math.IsNaN(p.Lon) || math.IsInf(p.Lat, 0) || math.IsInf(p.Lon, 0):
		return errors.New("a coordinate is not a number; give degrees such as 40.7128")
	case math.Abs(p.Lat) > 90 && math.Abs(p.Lat) <= 180 && math.Abs(p.Lon) <= 90:
		return errors.New("latitude beyond 90 degrees; are latitude and longitude swapped?")
	case math.Abs(p.Lat) > 90 || math.Abs(p.Lon) > 180:
		return errors.New("coordinates beyond 90 and 180 degrees; give degrees, latitude and longitude")
	}
	return nil
}

// earth is the mean radius in metres (IUGG).
const earth = 6371008.8

// Distance is the great-circle distance in metres (haversine formula).
func Distance(a, b Point) float64 {
	const rad = math.Pi / 180
	dy, dx := math.Sin((b.Lat-a.Lat)*rad/2), math.Sin((b.Lon-a.Lon)*rad/2)
	h := dy*dy + math.Cos(a.Lat*rad)*math.Cos(b.Lat*rad)*dx*dx
	return 2 * earth * math.Asin(math.Sqrt(min(1, h)))
}

// Grid cuts the box from South to North and West to East into Rows × Cols
// cells. Row 0 is the southernmost, column 0 the westernmost.
type Grid struct {
	South float64 `json:"south"`
	West  float64 `json:"west"`
	North float64 `json:"north"`
	East  float64 `json:"east"`
	Rows  int     `json:"rows"`
	Cols  int     `json:"cols"`
}

// maxCells bounds the cells of a grid.
const maxCells = 1 << 20

// Check returns an error when the grid cannot be.
func (g Grid) Check() error {
	for _, p := range []Point{{g.South, g.West}, {g.North, g.East}} {
		if err := p.Check(); err != nil {
			return fmt.Errorf("the box: %w", err)
		}
	}
	switch {
	case g.South >= g.North || g.West >= g.East:
		return errors.New("the box is empty; give south, west, north, east with south < north and west < east")
	case g.Rows < 1 || g.Cols < 1 || g.Rows > maxCells/g.Cols:
		return fmt.Errorf("%d × %d cells; give 2 to %d", g.Rows, g.Cols, maxCells)
	case g.Rows*g.Cols < 2:
		return errors.New("one cell only; a place cannot be guessed among one, give more rows or columns")
	}
	return nil
}

// Fit is the smallest box around points, with no cells yet. A margin of a
// millionth of a degree keeps the outermost points inside.
func Fit(points []Point) (Grid, error) {
	if len(points) == 0 {
		return Grid{}, errors.New("no coordinates; name their columns with --lat-column and --lon-column")
	}
	g := Grid{South: math.Inf(1), West: math.Inf(1), North: math.Inf(-1), East: math.Inf(-1)}
	for _, p := range points {
		g.South, g.North = min(g.South, p.Lat), max(g.North, p.Lat+1e-6)
		g.West, g.East = min(g.West, p.Lon), max(g.East, p.Lon+1e-6)
	}
	return g, nil
}

// ByMetres cuts the box into cells of about the size given, in metres: as many
// whole cells as come nearest.
func (g Grid) ByMetres(size float64) Grid {
	middle := (g.South + g.North) / 2
	high := Distance(Point{g.South, g.West}, Point{g.North, g.West})
	wide := Distance(Point{middle, g.West}, Point{middle, g.East})
	g.Rows, g.Cols = whole(high/size), whole(wide/size)
	return g
}

// ByDegrees widens the box to multiples of step degrees and cuts it there.
func (g Grid) ByDegrees(step float64) Grid {
	south, west := math.Floor(g.South/step), math.Floor(g.West/step)
	g.Rows, g.Cols = whole(math.Ceil(g.North/step)-south), whole(math.Ceil(g.East/step)-west)
	g.South, g.West = south*step, west*step
	g.North, g.East = g.South+float64(g.Rows)*step, g.West+float64(g.Cols)*step
	return g
}

// whole rounds to a count of cells, bounded.
func whole(v float64) int {
	if !(v >= 1) {
		return 1
	}
	return int(math.Round(min(v, maxCells)))
}

// CellSize is height and width of a cell in the middle of the box, in metres.
func (g Grid) CellSize() (height, width float64) {
	middle := (g.South + g.North) / 2
	height = Distance(Point{g.South, g.West}, Point{g.North, g.West}) / float64(g.Rows)
	width = Distance(Point{middle, g.West}, Point{middle, g.East}) / float64(g.Cols)
	return height, width
}

// Cell is the number of the cell that holds a point, row by row from the
// south-west; -1 outside the box.
func (g Grid) Cell(p Point) int {
	if !(p.Lat >= g.South && p.Lat < g.North && p.Lon >= g.West && p.Lon < g.East) {
		return -1
	}
	row := int((p.Lat - g.South) / (g.North - g.South) * float64(g.Rows))
	col := int((p.Lon - g.West) / (g.East - g.West) * float64(g.Cols))
	return min(row, g.Rows-1)*g.Cols + min(col, g.Cols-1)
}

// Centre is the middle of a cell.
func (g Grid) Centre(cell int) Point {
	row, col := cell/g.Cols, cell%g.Cols
	return Point{
		g.South + (float64(row)+0.5)*(g.North-g.South)/float64(g.Rows),
		g.West + (float64(col)+0.5)*(g.East-g.West)/float64(g.Cols),
	}
}

// Few says what becomes of cells with too few messages.
type Few string

// The ways.
const (
	Drop  Few = "drop"  // their messages are left out
	Merge Few = "merge" // they join the nearest cell that has enough
)

// Division is a grid whose cells with enough messages are classes.
type Division struct {
	Grid  Grid  `json:"grid"`
	Min   int   `json:"min"`   // messages that make a class
	Few   Few   `json:"few"`   // what becomes of the others
	Class []int `json:"class"` // by cell; -1 where there is none
	Cells []int `json:"cells"` // by class: its cell, whose centre is its place
	Count []int `json:"count"` // by class: the messages counted
	// Places are those that maps name, the largest first.
	Places []Named `json:"places,omitempty"`
}

// Divide counts the points in the cells and makes the classes. It returns how
// many points lie outside the box, and how many in dropped cells.
func Divide(g Grid, least int, few Few, points []Point) (d *Division, outside, dropped int, err error) {
	if err := g.Check(); err != nil {
		return nil, 0, 0, err
	}
	if few != Drop && few != Merge {
		return nil, 0, 0, fmt.Errorf("cells with few messages: no way %q; use drop or merge", few)
	}
	counts := make([]int, g.Rows*g.Cols)
	for _, p := range points {
		if c := g.Cell(p); c >= 0 {
			counts[c]++
		} else {
			outside++
		}
	}
	d = &Division{Grid: g, Min: max(1, least), Few: few, Class: make([]int, len(counts))}
	for c, n := range counts {
		d.Class[c] = -1
		if n >= d.Min {
			d.Class[c] = len(d.Cells)
			d.Cells, d.Count = append(d.Cells, c), append(d.Count, n)
		}
	}
	if len(d.Cells) < 2 {
		return nil, outside, 0, fmt.Errorf("%d cells have %d messages or more; a place is guessed among two at "+
			"least: ask for fewer messages, or larger or smaller cells",
			len(d.Cells), d.Min)
	}
	for c, n := range counts {
		switch {
		case d.Class[c] >= 0 || n == 0:
		case few == Drop:
			dropped += n
		default:
			d.Class[c] = d.nearest(g.Centre(c))
			d.Count[d.Class[c]] += n
		}
	}
	return d, outside, dropped, nil
}

// nearest is the class whose centre is nearest, the first of equals.
func (d *Division) nearest(p Point) int {
	best, least := 0, math.Inf(1)
	for k, c := range d.Cells {
		if dist := Distance(p, d.Grid.Centre(c)); dist < least {
			best, least = k, dist
		}
	}
	return best
}

// Of is the class of a point; -1 where there is none.
func (d *Division) Of(p Point) int {
	if c := d.Grid.Cell(p); c >= 0 {
		return d.Class[c]
	}
	return -1
}

// Place is the centre of a class.
func (d *Division) Place(class int) Point { return d.Grid.Centre(d.Cells[class]) }

// Classes is how many there are.
func (d *Division) Classes() int { return len(d.Cells) }

// Check returns an error when a division read from a file does not hold
// together.
func (d *Division) Check() error {
	if err := d.Grid.Check(); err != nil {
		return err
	}
	for _, p := range d.Places {
		if err := p.check(); err != nil {
			return fmt.Errorf("the places of the grid: %w", err)
		}
	}
	ok := len(d.Class) == d.Grid.Rows*d.Grid.Cols && len(d.Cells) >= 2 && len(d.Count) == len(d.Cells) &&
		len(d.Places) <= maxNamed
	for _, c := range d.Class {
		ok = ok && c >= -1 && c < len(d.Cells)
	}
	for _, c := range d.Cells {
		ok = ok && c >= 0 && c < len(d.Class)
	}
	if !ok {
		return errors.New("cells and classes do not fit; make the grid again with bauta location grid")
	}
	return nil
}
