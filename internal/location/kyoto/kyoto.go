// Package kyoto generates Japanese messages of Kyoto with coordinates, in the box
// of the paper (section 3.1). They are generated, and every figure made with
// them must say so: they show that the machinery works in Japanese, and nothing
// about how well real messages can be placed.
package kyoto

import (
	"bufio"
	"fmt"
	"io"
	"math/rand/v2"
	"strconv"
	"strings"

	"github.com/bauta/bauta/internal/location"
)

// Grid is the paper's box and its 20 × 10 areas.
var Grid = location.Grid{South: 34.93, West: 135.67, North: 35.12, East: 135.83, Rows: 20, Cols: 10}

// town is a town of the city with its coordinates.
type town struct {
	name  string
	point location.Point
}

// readTowns reads the towns inside the box from a file of tabs with the columns
// municipality, town, koaza, lat, lng; towns without coordinates are left out.
func readTowns(in io.Reader) ([]town, error) {
	var out []town
	line := 0
	sc := bufio.NewScanner(in)
	for sc.Scan() {
		line++
		f := strings.Split(sc.Text(), "\t")
		if line == 1 {
			continue
		}
		if len(f) < 5 {
			return nil, fmt.Errorf("line %d: %d columns, 5 are needed: municipality, town, koaza, lat, lng", line,
				len(f))
		}
		if f[3] == "" || f[3] == "None" {
			continue // a town that is not placed
		}
		lat, err1 := strconv.ParseFloat(f[3], 64)
		lon, err2 := strconv.ParseFloat(f[4], 64)
		if err1 != nil || err2 != nil {
			return nil, fmt.Errorf("line %d: coordinates are not numbers", line)
		}
		if p := (location.Point{Lat: lat, Lon: lon}); Grid.Cell(p) >= 0 && f[1] != "" {
			out = append(out, town{f[1], p})
		}
	}
	return out, sc.Err()
}

// Generate makes n messages from the landmarks, and from towns where a file of
// them is given (nil for none). The same seed gives the same messages. An
// author writes some ten messages, half of them near home.
func Generate(towns io.Reader, n int, seed uint64) ([]location.Record, error) {
	var list []town
	if towns != nil {
		var err error
		if list, err = readTowns(towns); err != nil {
			return nil, err
		}
	}
	r := rand.New(rand.NewPCG(seed, 0x6b796f746f))
	var weighted []int
	for i, l := range landmarks {
		for range l.often {
			weighted = append(weighted, i)
		}
	}
	out := make([]location.Record, 0, n)
	home := 0
	for i := range n {
		if i%10 == 0 {
			home = weighted[r.IntN(len(weighted))]
		}
		at := home
		if r.IntN(2) == 0 {
			at = weighted[r.IntN(len(weighted))]
		}
		rec := location.Record{ID: strconv.Itoa(i + 1), Author: "g" + strconv.Itoa(i/10)}
		if len(list) > 0 && r.IntN(4) == 0 {
			t := list[r.IntN(len(list))]
			rec.Text = strings.NewReplacer("{P}", t.name, "{T}", "買い物").Replace(pick(r, withPlace))
			rec.Point = t.point
		} else {
			l := &landmarks[at]
			rec.Text = message(r, l)
			rec.Point = location.Point{Lat: l.lat + (r.Float64()-0.5)*0.004, Lon: l.lon + (r.Float64()-0.5)*0.005}
		}
		out = append(out, rec)
	}
	return out, nil
}

func message(r *rand.Rand, l *landmark) string {
	fill := strings.NewReplacer("{P}", pick(r, l.names), "{T}", pick(r, l.things))
	switch v := r.IntN(10); {
	case v < 5:
		return fill.Replace(pick(r, withPlace))
	case v < 7:
		return fill.Replace(pick(r, withThing))
	case v < 8:
		return pick(r, plain) + "。" + fill.Replace(pick(r, withPlace))
	}
	return pick(r, plain)
}

func pick(r *rand.Rand, from []string) string { return from[r.IntN(len(from))] }
