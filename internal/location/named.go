package location

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"html"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bauta/bauta/corpus"
)

// Named is a place that maps name, as any atlas does: nothing of the messages.
type Named struct {
	Name string `json:"name"`
	Point
	Lives float64 `json:"lives,omitempty"` // people; 0 where the list does not say
}

// Bounds of the names of a grid.
const (
	maxNamed = 40 // places
	maxName  = 60 // characters of a name
	lives    = "population"
)

// ReadNamed reads a list of places (CSV, TSV or JSONL): a name, latitude and longitude in
// degrees, and, where there is such a column, the population.
func ReadNamed(data []byte, name string, c Columns) ([]Named, error) {
	list := Columns{Text: "name", Author: lives, Lat: c.Lat, Lon: c.Lon}
	rs, err := Read(bytes.NewReader(data), name, corpus.Config{}, list, nil)
	if err != nil && strings.Contains(err.Error(), lives) {
		list.Author = ""
		rs, err = Read(bytes.NewReader(data), name, corpus.Config{}, list, nil)
	}
	if err != nil {
		return nil, err
	}
	out := make([]Named, len(rs))
	for i, r := range rs {
		out[i] = Named{Name: strings.TrimSpace(r.Text), Point: r.Point}
		if r.Author != "" {
			if out[i].Lives, err = strconv.ParseFloat(strings.TrimSpace(r.Author), 64); err != nil {
				return nil, fmt.Errorf("%s: place %d: the population is not a number", name, i+1)
			}
		}
		if err := out[i].check(); err != nil {
			return nil, fmt.Errorf("%s: place %d: %w", name, i+1, err)
		}
	}
	return out, nil
}

// check returns an error for what no map can write.
func (n Named) check() error {
	switch {
	case n.Name == "" || utf8.RuneCountInString(n.Name) > maxName || strings.ContainsFunc(n.Name, unicode.IsControl):
		return fmt.Errorf("a name has 1 to %d characters, on one line", maxName)
	case math.IsNaN(n.Lives) || math.IsInf(n.Lives, 0) || n.Lives < 0:
		return errors.New("nobody counts people so")
	}
	return n.Point.Check()
}

// Name keeps the largest of some places that lie in the box, the first where none is larger.
func (d *Division) Name(places []Named) {
	d.Places = nil
	for _, p := range slices.SortedStableFunc(slices.Values(places), func(a, b Named) int {
		return cmp.Compare(b.Lives, a.Lives)
	}) {
		if d.Grid.Cell(p.Point) >= 0 && len(d.Places) < maxNamed {
			d.Places = append(d.Places, p)
		}
	}
}

// onMap is how many places a map names.
const onMap = 8

// writeNames writes the largest places of a map; at gives where a point stands on it.
func (d *Division) writeNames(w io.Writer, at func(Point) (x, y float64)) {
	for _, p := range d.Places[:min(onMap, len(d.Places))] {
		x, y := at(p.Point)
		fmt.Fprintf(w, `<circle cx="%.1f" cy="%.1f" r="2.5" fill="#111"/><text x="%.1f" y="%.1f" stroke="#fff" `+
			`stroke-width="3" paint-order="stroke">%s</text>`+"\n", x, y, x+5, y+4, html.EscapeString(p.Name))
	}
}
