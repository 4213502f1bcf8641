package location

import (
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/bauta/bauta/corpus"
)

// Record is a message with its place.
type Record struct {
	ID     string
	Author string
	Text   string
	Point  Point
}

// Columns names what stands where; empty names take the usual ones.
type Columns struct{ Text, ID, Author, Lat, Lon string }

// Read reads a CSV, TSV or JSONL file of messages with coordinates. warn gets
// what is suspicious but no error, and may be nil.
//
// Package corpus knows no coordinates, and needs not: of the fields that it
// hands through as strings, conversation and language mean nothing here and
// carry them.
func Read(in io.Reader, name string, cfg corpus.Config, c Columns, warn func(string)) ([]Record, error) {
	lat, lon := or(c.Lat, "latitude"), or(c.Lon, "longitude")
	cfg.Columns = corpus.Columns{Text: c.Text, ID: c.ID, Author: c.Author, Thread: lat, Lang: lon}
	r, err := corpus.Open(in, name, cfg)
	if err != nil {
		if strings.Contains(err.Error(), "column") &&
			(strings.Contains(err.Error(), lat) || strings.Contains(err.Error(), lon)) {
			return nil, fmt.Errorf("%w; name the coordinates with --lat-column and --lon-column", err)
		}
		return nil, err
	}
	if f := r.Format(); f != corpus.CSV && f != corpus.TSV && f != corpus.JSONL {
		return nil, fmt.Errorf("%s: no coordinates in a file of format %s; give CSV, TSV or JSONL with latitude and "+
			"longitude", name, f)
	}
	var out []Record
	for m, err := range r.Messages() {
		if err != nil {
			return nil, err
		}
		p, err := point(m.Thread, m.Lang)
		if err != nil {
			return nil, fmt.Errorf("%s: message %q: %w", name, m.ID, err)
		}
		out = append(out, Record{ID: m.ID, Author: m.Author, Text: m.Text, Point: p})
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("%s: no messages; give a file with at least two", name)
	}
	if warn != nil {
		suspect(out, name, warn)
	}
	return out, nil
}

func or(a, b string) string {
	if a == "" {
		return b
	}
	return a
}

func point(lat, lon string) (Point, error) {
	if lat == "" || lon == "" {
		return Point{}, errors.New("no coordinates; name their columns with --lat-column and --lon-column")
	}
	var p Point
	var err1, err2 error
	p.Lat, err1 = strconv.ParseFloat(strings.TrimSpace(lat), 64)
	p.Lon, err2 = strconv.ParseFloat(strings.TrimSpace(lon), 64)
	if err1 != nil || err2 != nil {
		return Point{}, errors.New("a coordinate is not a number; give degrees such as 40.7128")
	}
	return p, p.Check()
}

// suspect warns of coordinates that look swapped: a spread box whose latitudes
// and longitudes would both be possible the other way round cannot be told, but
// authors are careful with signs, and no one lives far beyond 72° north.
func suspect(rs []Record, name string, warn func(string)) {
	polar := 0
	authors := 0
	for _, r := range rs {
		if math.Abs(r.Point.Lat) > 72 {
			polar++
		}
		if r.Author != "" {
			authors++
		}
	}
	if polar*2 > len(rs) {
		warn(fmt.Sprintf("%s: most latitudes lie beyond 72 degrees, where hardly anybody writes; are latitude and "+
			"longitude swapped?", name))
	}
	if authors == 0 {
		warn(fmt.Sprintf("%s: no authors; the parts are split at random by message, and figures are too good where "+
			"authors repeat themselves (--author-column)", name))
	}
}

// Part is a part of a corpus. All messages of an author are in one.
type Part string

// The parts: 60 % to learn from, 10 % to set thresholds on, 30 % that nothing
// was fitted to. Held is the last two, the paper's 40 %.
const (
	All       Part = "all"
	Training  Part = "train"
	Tuning    Part = "calibrate"
	Testing   Part = "test"
	HeldParts Part = "held"
)

// Select gives the records of a part. It hangs on the author's name and the seed
// alone; a message without author is its own author.
func Select(rs []Record, part Part, seed uint64) ([]Record, error) {
	low, high := 0.0, 1.0
	switch part {
	case All:
	case Training:
		high = 0.6
	case Tuning:
		low, high = 0.6, 0.7
	case Testing:
		low = 0.7
	case HeldParts:
		low = 0.6
	default:
		return nil, fmt.Errorf("no part %q; use all, train, calibrate, test or held", part)
	}
	var out []Record
	for _, r := range rs {
		if u := draw(r, seed); u >= low && u < high {
			out = append(out, r)
		}
	}
	return out, nil
}

// author names whoever wrote a message; without an author it is its own.
func (r Record) author() string {
	if r.Author != "" {
		return "author " + r.Author
	}
	return "message " + r.ID
}

// draw is the author's number in [0, 1).
func draw(r Record, seed uint64) float64 {
	h := fnv.New64a()
	fmt.Fprintf(h, "%d %s", seed, r.author())
	// FNV's high bits change little with the last bytes: mix (splitmix64).
	v := h.Sum64()
	v = (v ^ v>>30) * 0xbf58476d1ce4e5b9
	v = (v ^ v>>27) * 0x94d049bb133111eb
	return float64((v^v>>31)>>11) / (1 << 53)
}
