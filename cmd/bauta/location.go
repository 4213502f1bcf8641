package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/bauta/bauta/corpus"
	"github.com/bauta/bauta/internal/bounded"
	"github.com/bauta/bauta/internal/location"
	"github.com/bauta/bauta/internal/location/japanese"
)

func locationCommand() *cobra.Command {
	return group("location", "what the words give away of the place, and taking it out",
		locationGrid(), locationTrain(), locationEvaluate(), locationCalibrate(), locationCurve(), locationDeidentify(),
		locationTrial(),
		group("feasibility", "whether people think that they can tell the place", feasibilityTrain(),
			feasibilityEvaluate()))
}

// segmenters are those that the program brings; the Japanese dictionary is
// loaded when it is first asked for.
func segmenters() location.Segmenters {
	return location.Segmenters{japanese.Name: japanese.Open}
}

// places are the options of commands that read messages with coordinates.
type places struct {
	columns  location.Columns
	format   string
	encoding string
	seed     uint64
	jobs     int
}

func (o *places) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&o.columns.Text, "text-column", "", "column or field of the text")
	f.StringVar(&o.columns.ID, "id-column", "", "column of the message's ID")
	f.StringVar(&o.columns.Author, "author-column", "", "column of the author, by whom the parts are split")
	f.StringVar(&o.columns.Lat, "lat-column", "latitude", "column of the latitude, degrees")
	f.StringVar(&o.columns.Lon, "lon-column", "longitude", "column of the longitude, degrees")
	f.StringVar(&o.format, "format", "auto", "auto, csv, tsv or jsonl")
	f.StringVar(&o.encoding, "encoding", "", "utf-8 (default), windows-1252, iso-8859-1 or utf-16")
	f.Uint64Var(&o.seed, "seed", 1, "seed of the split by author; the same in all commands")
	f.IntVar(&o.jobs, "jobs", 0, "how many at once (default: all cores)")
}

// read reads a whole file of messages with coordinates.
func (o *places) read(cmd *cobra.Command, name string) ([]location.Record, error) {
	in, _, err := input(name, cmd.InOrStdin())
	if err != nil {
		return nil, err
	}
	defer in.Close()
	warn := func(s string) { fmt.Fprintln(cmd.ErrOrStderr(), "bauta: warning: "+s) }
	return location.Read(in, name, corpus.Config{Format: corpus.Format(o.format), Encoding: o.encoding}, o.columns,
		warn)
}

// part reads a part of a file.
func (o *places) part(cmd *cobra.Command, name, part string) ([]location.Record, error) {
	rs, err := o.read(cmd, name)
	if err != nil {
		return nil, err
	}
	return o.choose(rs, name, part)
}

// choose takes a part of what a file holds, and it must hold some of it.
func (o *places) choose(rs []location.Record, name, part string) ([]location.Record, error) {
	out, err := location.Select(rs, location.Part(part), o.seed)
	if err == nil && len(out) == 0 {
		err = fmt.Errorf("%s: no message is in part %q; give more messages, or another --part", name, part)
	}
	return out, err
}

// gridReport is what location grid says.
type gridReport struct {
	Grid     location.Grid `json:"grid"`
	Height   float64       `json:"cell_height_metres"`
	Width    float64       `json:"cell_width_metres"`
	Messages int           `json:"messages"`
	Outside  int           `json:"outside"`
	Dropped  int           `json:"dropped"`
	Classes  int           `json:"classes"`
	Counts   []int         `json:"counts"`
}

func locationGrid() *cobra.Command {
	o := &places{}
	var box, few, out, svg, names string
	var rows, cols, least int
	var metres, degrees float64
	cmd := &cobra.Command{
		Use:     "grid FILE",
		Example: "  bauta location grid tweets.csv --cell-metres 1000 --min 20 -o grid.json",
		Short:   "cut a box into cells, count the messages in each, draw them",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			rs, err := o.read(cmd, args[0])
			if err != nil {
				return err
			}
			points := make([]location.Point, len(rs))
			for i, r := range rs {
				points[i] = r.Point
			}
			g, err := cut(box, rows, cols, metres, degrees, points)
			if err != nil {
				return err
			}
			d, outside, dropped, err := location.Divide(g, least, location.Few(few), points)
			if err != nil {
				return fmt.Errorf("%s: %w", args[0], err)
			}
			if err := o.name(d, names); err != nil {
				return err
			}
			r := gridReport{
				Grid: g, Messages: len(rs), Outside: outside, Dropped: dropped, Classes: d.Classes(), Counts: d.Count,
			}
			r.Height, r.Width = g.CellSize()
			if err := writeJSON(out, d); err != nil {
				return err
			}
			if svg != "" {
				var b bytes.Buffer
				if err := d.WriteMap(&b, "messages by cell"); err != nil {
					return err
				}
				if err := writeFile(svg, b.Bytes()); err != nil {
					return err
				}
			}
			return r.print(cmd)
		},
	}
	o.flags(cmd)
	f := cmd.Flags()
	f.StringVar(&box, "box", "", "south,west,north,east in degrees (default: fitted to the messages)")
	f.IntVar(&rows, "rows", 0, "rows of cells")
	f.IntVar(&cols, "cols", 0, "columns of cells")
	f.Float64Var(&metres, "cell-metres", 0, "size of a cell in metres, instead of rows and columns")
	f.Float64Var(&degrees, "cell-degrees", 0, "size of a cell in degrees, instead of rows and columns")
	f.IntVar(&least, "min", 1, "messages that make a cell a class")
	f.StringVar(&few, "few", "drop", "cells with fewer: drop or merge (into the nearest)")
	f.StringVarP(&out, "output", "o", "", "file for the grid (JSON)")
	f.StringVar(&svg, "svg", "", "file for the map (SVG)")
	f.StringVar(&names, "names", "", "list of places that maps are to name: name, latitude, longitude, and population "+
		"where it is known")
	return cmd
}

// name gives a grid the names of places, where a list of them is given.
func (o *places) name(d *location.Division, list string) error {
	if list == "" {
		return nil
	}
	data, err := bounded.File(list, 64*bounded.MiB)
	if err != nil {
		return err
	}
	all, err := location.ReadNamed(data, list, o.columns)
	if err != nil {
		return err
	}
	if d.Name(all); len(d.Places) == 0 {
		return fmt.Errorf("%s: none of the %d places lies in the box", list, len(all))
	}
	return nil
}

// cut makes the grid that the options ask for.
func cut(box string, rows, cols int, metres, degrees float64, points []location.Point) (location.Grid, error) {
	g, err := location.Fit(points)
	if err != nil {
		return g, err
	}
	if box != "" {
		var v [4]float64
		parts := strings.Split(box, ",")
		for i := range v {
			if len(parts) != 4 {
				return g, errUsage{fmt.Errorf("--box %s; give south,west,north,east", box)}
			}
			if v[i], err = strconv.ParseFloat(strings.TrimSpace(parts[i]), 64); err != nil {
				return g, errUsage{fmt.Errorf("--box: %q is not a number; give south,west,north,east in degrees",
					parts[i])}
			}
		}
		g = location.Grid{South: v[0], West: v[1], North: v[2], East: v[3]}
	}
	switch {
	case metres > 0 && degrees == 0 && rows == 0 && cols == 0:
		g = g.ByMetres(metres)
	case degrees > 0 && metres == 0 && rows == 0 && cols == 0:
		g = g.ByDegrees(degrees)
	case rows > 0 && cols > 0 && metres == 0 && degrees == 0:
		g.Rows, g.Cols = rows, cols
	default:
		return g, errUsage{fmt.Errorf("give --rows and --cols, or --cell-metres, or --cell-degrees")}
	}
	return g, g.Check()
}

func (r gridReport) print(cmd *cobra.Command) error {
	if asJSON, _ := cmd.Flags().GetBool("json"); asJSON {
		return json.NewEncoder(cmd.OutOrStdout()).Encode(r)
	}
	most := 0
	for _, n := range r.Counts {
		most = max(most, n)
	}
	_, err := fmt.Fprintf(cmd.OutOrStdout(), "grid %d × %d from %.5f, %.5f to %.5f, %.5f; a cell is %.0f m high and "+
		"%.0f m wide\n"+
		"messages %d: %d outside, %d in cells with too few; %d cells are classes, the fullest has %d messages\n",
		r.Grid.Rows, r.Grid.Cols, r.Grid.South, r.Grid.West, r.Grid.North, r.Grid.East, r.Height, r.Width,
		r.Messages, r.Outside, r.Dropped, r.Classes, most)
	return err
}

// writeFile makes a file appear whole; no name, no file.
func writeFile(name string, data []byte) error {
	if name == "" {
		return nil
	}
	out, err := create(name, forAll, nil)
	if err != nil {
		return err
	}
	defer out.Discard()
	if _, err := out.Write(data); err != nil {
		return err
	}
	return out.Commit()
}

func writeJSON(name string, v any) error {
	data, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return writeFile(name, append(data, '\n'))
}

// readGrid reads what location grid wrote.
func readGrid(name string) (*location.Division, error) {
	if name == "" {
		return nil, errUsage{fmt.Errorf("give --grid FILE, made by bauta location grid")}
	}
	data, err := bounded.File(name, 64*bounded.MiB)
	if err != nil {
		return nil, err
	}
	d := &location.Division{}
	if err := json.Unmarshal(data, d); err != nil {
		return nil, fmt.Errorf("%s: not a grid; make one with bauta location grid", name)
	}
	if err := d.Check(); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return d, nil
}

// bundleFolder makes openBundle look for a folder, not for a model of the program.
func bundleFolder(name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return "." + string(filepath.Separator) + name
}

func openLocation(name string) (*location.Model, error) {
	b, err := openBundle(bundleFolder(name))
	if err != nil {
		return nil, err
	}
	return location.OpenModel(b, segmenters())
}

func openFeasibility(name string) (*location.Feasibility, error) {
	b, err := openBundle(bundleFolder(name))
	if err != nil {
		return nil, err
	}
	return location.OpenFeasibility(b, segmenters())
}
