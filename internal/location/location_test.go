package location

import (
	"bytes"
	"context"
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/corpus"
	"github.com/bauta/bauta/model"
)

func TestCellSizes(t *testing.T) {
	// The paper's box: 0.19 degrees of latitude in 20 rows is 1,056 m a row, not
	// the 501 or 547 m that it states.
	g := Grid{South: 34.93, West: 135.67, North: 35.12, East: 135.83, Rows: 20, Cols: 10}
	h, w := g.CellSize()
	if math.Abs(h-1056) > 1 || math.Abs(w-1457) > 3 {
		t.Errorf("cells of %.0f × %.0f m", h, w)
	}
	m := g.ByMetres(500)
	if m.Rows != 42 || m.Cols != 29 {
		t.Errorf("%d × %d cells of 500 m", m.Rows, m.Cols)
	}
	d := g.ByDegrees(0.1)
	if d.Rows != 3 || d.Cols != 3 || math.Abs(d.South-34.9) > 1e-9 {
		t.Errorf("by degrees: %+v", d)
	}
}

func TestDistance(t *testing.T) {
	// One degree of latitude on a sphere of the mean radius.
	if d := Distance(Point{0, 0}, Point{1, 0}); math.Abs(d-111195) > 1 {
		t.Errorf("a degree is %f m", d)
	}
	if d := Distance(Point{0, 0}, Point{0, 180}); math.Abs(d-math.Pi*6371008.8) > 1 {
		t.Errorf("half round is %f m", d)
	}
}

func TestCellsHoldTheirPoints(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := Grid{
			South: rapid.Float64Range(-80, 0).Draw(t, "south"), West: rapid.Float64Range(-170, 0).Draw(t, "west"),
			Rows: rapid.IntRange(1, 30).Draw(t, "rows"), Cols: rapid.IntRange(2, 30).Draw(t, "cols"),
		}
		g.North = g.South + rapid.Float64Range(0.01, 50).Draw(t, "high")
		g.East = g.West + rapid.Float64Range(0.01, 50).Draw(t, "wide")
		cell := rapid.IntRange(0, g.Rows*g.Cols-1).Draw(t, "cell")
		if got := g.Cell(g.Centre(cell)); got != cell {
			t.Fatalf("the centre of cell %d lies in %d", cell, got)
		}
		if g.Cell(Point{g.North, g.East}) != -1 || g.Cell(Point{g.South, g.West}) != 0 {
			t.Fatal("the corners")
		}
	})
}

func TestDivide(t *testing.T) {
	g := Grid{South: 0, West: 0, North: 2, East: 2, Rows: 2, Cols: 2}
	points := []Point{{0.5, 0.5}, {0.6, 0.5}, {0.5, 1.5}, {0.5, 1.6}, {1.5, 1.5}, {9, 9}}
	d, outside, dropped, err := Divide(g, 2, Drop, points)
	if err != nil || outside != 1 || dropped != 1 || d.Classes() != 2 || d.Of(Point{1.5, 1.5}) != -1 {
		t.Fatalf("%+v, %d outside, %d dropped: %v", d, outside, dropped, err)
	}
	d, _, dropped, err = Divide(g, 2, Merge, points)
	if err != nil || dropped != 0 || d.Of(Point{1.5, 1.5}) != d.Of(Point{0.5, 1.5}) || d.Count[1] != 3 {
		t.Fatalf("merged: %+v, %d dropped: %v", d, dropped, err)
	}
	for name, try := range map[string]func() error{
		"one class": func() error { _, _, _, err := Divide(g, 3, Drop, points); return err },
		"one cell": func() error {
			_, _, _, err := Divide(Grid{North: 1, East: 1, Rows: 1, Cols: 1}, 1, Drop, points)
			return err
		},
		"empty box": func() error { _, _, _, err := Divide(Grid{Rows: 2, Cols: 2}, 1, Drop, points); return err },
		"NaN": func() error {
			_, _, _, err := Divide(Grid{South: math.NaN(), North: 1, East: 1, Rows: 2, Cols: 2}, 1, Drop, points)
			return err
		},
		"no way": func() error { _, _, _, err := Divide(g, 1, "sink", points); return err },
		"huge":   func() error { return Grid{North: 1, East: 1, Rows: 1 << 30, Cols: 1 << 30}.Check() },
	} {
		if err := try(); err == nil || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestReadBadInput(t *testing.T) {
	for _, c := range []struct{ name, file, body, want string }{
		{"no column", "a.csv", "id,text\n1,x\n", "--lat-column"},
		{"empty", "a.csv", "id,text,latitude,longitude\n1,x,,\n", "no coordinates"},
		{"no number", "a.csv", "id,text,latitude,longitude\n1,x,north,2\n", "not a number"},
		{"NaN", "a.csv", "id,text,latitude,longitude\n1,x,NaN,2\n", "not a number"},
		{"swapped", "a.csv", "id,text,latitude,longitude\n1,x,-120.5,40\n", "swapped"},
		{"beyond", "a.csv", "id,text,latitude,longitude\n1,x,40,400\n", "beyond"},
		{"plain text", "a.txt", "some words\nmore words\n", "CSV, TSV or JSONL"},
		{"missing in JSON", "a.jsonl", `{"text":"x"}` + "\n", "no coordinates"},
	} {
		_, err := Read(strings.NewReader(c.body), c.file, corpus.Config{}, Columns{}, nil)
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), c.file) {
			t.Errorf("%s: %v; want %q", c.name, err, c.want)
		}
	}
	var warned []string
	body := "id,text,latitude,longitude\n1,x,74.0,40.7\n2,y,74.0,40.6\n"
	if _, err := Read(strings.NewReader(body), "a.csv", corpus.Config{}, Columns{}, func(s string) { warned = append(warned, s) }); err != nil {
		t.Fatal(err)
	}
	if all := strings.Join(warned, " "); !strings.Contains(all, "swapped?") || !strings.Contains(all, "no authors") {
		t.Errorf("warnings: %q", all)
	}
}

func FuzzRead(f *testing.F) {
	f.Add("id,text,latitude,longitude\n1,x,74.0,40.7\n", "a.csv")
	f.Add(`{"text":"x","latitude":1,"longitude":"2"}`, "a.jsonl")
	f.Fuzz(func(t *testing.T, body, name string) {
		rs, err := Read(strings.NewReader(body), name, corpus.Config{}, Columns{}, nil)
		for _, r := range rs {
			if err == nil && r.Point.Check() != nil {
				t.Error("a point that is not on Earth")
			}
		}
	})
}

func TestPartsAreByAuthor(t *testing.T) {
	var rs []Record
	for i := range 4000 {
		rs = append(rs, Record{ID: fmt.Sprint(i), Author: fmt.Sprint("a", i/4)})
	}
	seen := map[string]Part{}
	total := 0
	for _, p := range []Part{Training, Tuning, Testing} {
		part, err := Select(rs, p, 1)
		if err != nil {
			t.Fatal(err)
		}
		total += len(part)
		for _, r := range part {
			if before, ok := seen[r.Author]; ok && before != p {
				t.Fatalf("author %s is in %s and %s", r.Author, before, p)
			}
			seen[r.Author] = p
		}
	}
	held, _ := Select(rs, HeldParts, 1)
	if total != len(rs) || len(held) < 1400 || len(held) > 1800 {
		t.Errorf("%d of %d in parts, %d held", total, len(rs), len(held))
	}
	if _, err := Select(rs, "best", 1); err == nil {
		t.Error("no such part")
	}
}

// town is an invented place of three cells with words of their own.
func town(n int) ([]Record, *Division) {
	words := [][]string{{"harbour", "ferry", "fish"}, {"castle", "tower", "moat"}, {"market", "cheese", "stalls"}}
	plain := []string{"good bread today", "see you there", "so tired", "what a day", "lunch was great"}
	var rs []Record
	var points []Point
	for i := range n {
		k := i * 7 % 3
		text := plain[i%5]
		if i%4 > 0 {
			text += " near the " + words[k][i/3%3]
		}
		p := Point{0.5 + float64(k), 0.5}
		rs = append(rs, Record{ID: fmt.Sprint(i), Author: fmt.Sprint("a", i/2), Text: text, Point: p})
		points = append(points, p)
	}
	d, _, _, err := Divide(Grid{North: 3, East: 1, Rows: 3, Cols: 1}, 1, Drop, points)
	if err != nil {
		panic(err)
	}
	return rs, d
}

func townModel(t testing.TB) (*Model, []Record) {
	t.Helper()
	rs, d := town(1200)
	training, _ := Select(rs, Training, 1)
	m, _, err := Train(context.Background(), training, d, Words{}, Config{})
	if err != nil {
		t.Fatal(err)
	}
	m.Threshold = 0.6
	return m, rs
}

func TestTrainAndEvaluate(t *testing.T) {
	m, rs := townModel(t)
	test, _ := Select(rs, HeldParts, 1)
	r, err := m.Evaluate(test)
	if err != nil {
		t.Fatal(err)
	}
	if r.Accuracy < 0.75 || r.Top5 != 1 || r.Majority > 0.5 || r.MedianKm != 0 || r.ECE > 0.15 || len(r.Attackers) != 2 {
		t.Errorf("%+v", r)
	}
	for _, a := range r.Attackers {
		if a.Accuracy < 0.7 {
			t.Errorf("%s: %.3f", a.Name, a.Accuracy)
		}
	}
	var b bytes.Buffer
	if err := r.WriteText(&b); err != nil || !strings.Contains(b.String(), "naive Bayes") {
		t.Errorf("%v: %s", err, b.String())
	}
	if _, err := m.Evaluate([]Record{{Text: "x", Point: Point{50, 50}}}); err == nil || !strings.Contains(err.Error(), "another place") {
		t.Errorf("messages of another place: %v", err)
	}
}

func TestBundle(t *testing.T) {
	m, rs := townModel(t)
	dir := filepath.Join(t.TempDir(), "town")
	if err := m.Write(dir, model.Manifest{Licence: "invented"}, "# town"); err != nil {
		t.Fatal(err)
	}
	open := func() (*Model, error) {
		b, err := model.Open(os.DirFS(filepath.Dir(dir)), "town")
		if err != nil {
			return nil, err
		}
		return OpenModel(b, nil)
	}
	again, err := open()
	if err != nil {
		t.Fatal(err)
	}
	a, _ := m.Evaluate(rs)
	b, _ := again.Evaluate(rs)
	if fmt.Sprint(a) != fmt.Sprint(b) || again.Threshold != m.Threshold {
		t.Errorf("%+v became %+v", a, b)
	}
	bundle, _ := model.Open(os.DirFS(filepath.Dir(dir)), "town")
	if _, err := OpenFeasibility(bundle, nil); err == nil || !strings.Contains(err.Error(), "kind") {
		t.Errorf("a model of another kind: %v", err)
	}
	m.Segmenter = "klingon"
	if err := m.Write(dir, model.Manifest{}, ""); err != nil {
		t.Fatal(err)
	}
	if _, err := open(); err == nil || !strings.Contains(err.Error(), `no segmenter "klingon"`) {
		t.Errorf("unknown segmenter: %v", err)
	}
	m.Segmenter, m.Prior = "", m.Prior[:1]
	if err := m.Write(dir, model.Manifest{}, ""); err != nil {
		t.Fatal(err)
	}
	if _, err := open(); err == nil {
		t.Error("a prior of too few classes was taken")
	}
}

func doc(t testing.TB, id, s string) *bauta.Doc {
	t.Helper()
	d, err := analyse(id, s)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestClean(t *testing.T) {
	m, _ := townModel(t)
	c, err := NewCleaner(m, nil, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for in, want := range map[string]string{
		"lunch was great near the castle, really": "lunch was great near the, really",
		"castle near the":                         "near the",
		"good bread today":                        "good bread today",
		"":                                        "",
		"🙂 https://x.example/castle":              "🙂",
		"lunch was great in #Castle":              "lunch was great in",
		"see you there @old_castle!":              "see you there!",
		"so tired #LunchAtCastle today":           "so tired today",
		"so tired #lunchnearcastle":               "so tired",
		"good bread castle@example.org today":     "good bread today",
		"good bread you@castle.example today":     "good bread today",
	} {
		got, err := c.Clean(doc(t, "1", in))
		if err != nil {
			t.Fatal(err)
		}
		if s := got.Apply(in, ""); s != want || !got.Minimal || got.After >= m.Threshold {
			t.Errorf("%q: %q (%.3f, then %.3f)", in, s, got.Before, got.After)
		}
		for _, s := range got.Spans(in) {
			if s.Label != bauta.Location || s.Source != Source || s.Start >= s.End || s.End > len(in) || strings.Contains(s.Why, "castle") {
				t.Errorf("span %v, why %q", s, s.Why)
			}
		}
	}
}

func TestCleanOptions(t *testing.T) {
	m, _ := townModel(t)
	in := "lunch was great near the castle"
	run := func(o Options, mark string) (string, *Cleaned) {
		c, err := NewCleaner(m, nil, o)
		if err != nil {
			t.Fatal(err)
		}
		got, err := c.Clean(doc(t, "1", in))
		if err != nil {
			t.Fatal(err)
		}
		return got.Apply(in, mark), got
	}
	if s, _ := run(Options{Replace: true}, "[…]"); s != "lunch was great near the […]" {
		t.Errorf("replaced: %q", s)
	}
	if s, got := run(Options{General: map[string]string{"castle": "sight"}}, ""); s != "lunch was great near the sight" || got.Count() != 0 {
		t.Errorf("generalised: %q", s)
	}
	if s, got := run(Options{Protect: []string{"Castle"}}, ""); strings.Contains(s, "castle") != !got.Suppressed {
		t.Errorf("protected: %q", s)
	}
	// What may not be deleted goes with the whole message where nothing else helps.
	if s, got := run(Options{Protect: []string{"castle", "near"}, Threshold: 0.36}, "***"); s != "***" || !got.Suppressed || len(got.Spans(in)) != 1 {
		t.Errorf("nothing helps: %q", s)
	}
	for name, o := range map[string]Options{"objective": {Objective: "nobody"}, "threshold": {Threshold: 2}, "no feasibility": {Objective: Both}} {
		if _, err := NewCleaner(m, nil, o); err == nil {
			t.Errorf("%s: taken", name)
		}
	}
	m.Threshold = 0
	if _, err := NewCleaner(m, nil, Options{}); err == nil || !strings.Contains(err.Error(), "calibrate") {
		t.Errorf("no threshold: %v", err)
	}
}

// TestTimeline: two hints that are each below the threshold are above it
// together.
func TestTimeline(t *testing.T) {
	m, _ := townModel(t)
	docs := []*bauta.Doc{doc(t, "1", "near the castle"), doc(t, "2", "see you there near the tower"), doc(t, "3", "so tired near the moat")}
	most := 0.0
	for _, d := range docs {
		ts, _ := reader{seg: Words{}}.read(d)
		p := m.Probabilities(flat(ts))
		most = max(most, float64(p[0]), float64(p[1]), float64(p[2]))
	}
	threshold := (1 + most) / 2
	one, err := NewCleaner(m, nil, Options{Threshold: threshold})
	if err != nil {
		t.Fatal(err)
	}
	alone := 0
	for _, d := range docs {
		got, err := one.Clean(d)
		if err != nil {
			t.Fatal(err)
		}
		alone += got.Count()
	}
	together, err := one.Timeline(docs)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, c := range together {
		n += c.Count()
		if c.After >= threshold || c.Before < c.After {
			t.Errorf("timeline: %.3f, then %.3f", c.Before, c.After)
		}
	}
	if alone != 0 || n == 0 {
		t.Errorf("%d words deleted alone, %d together", alone, n)
	}
}

func TestDetector(t *testing.T) {
	m, _ := townModel(t)
	d, err := NewDetector(m, nil, Options{})
	if err != nil {
		t.Fatal(err)
	}
	in := "lunch was great near the castle"
	spans, err := d.Detect(context.Background(), doc(t, "1", in))
	if err != nil || len(spans) != 1 || in[spans[0].Start:spans[0].End] != "castle" {
		t.Errorf("%v: %v", spans, err)
	}
	// Of what is too long to be searched nothing is released.
	long := strings.Repeat("a b ", maxUnits)
	spans, err = d.Detect(context.Background(), doc(t, "long", long))
	if err != nil || len(spans) != 1 || spans[0].Start != 0 || spans[0].End != len(long) {
		t.Errorf("a message of %d words: %v, %v", 2*maxUnits, spans, err)
	}
}

func TestTryAndCalibrate(t *testing.T) {
	m, rs := townModel(t)
	test, _ := Select(rs, Testing, 1)
	threshold, tried, err := m.CalibrateTarget(t.Context(), test, Target{Margin: 0.15}, Options{}, 2)
	if err != nil || threshold == 0 {
		t.Fatalf("threshold %v, %d tried: %v", threshold, len(tried), err)
	}
	for _, o := range tried {
		if o.Threshold <= m.Lowest() {
			t.Errorf("a threshold of %v is tried, and an empty message is at %v", o.Threshold, m.Lowest())
		}
	}
	chosen := chosen(t, tried, threshold)
	if _, _, err := m.CalibrateTarget(t.Context(), test, Target{Margin: -1}, Options{}, 2); err == nil || !strings.Contains(err.Error(), "--margin") {
		t.Errorf("a target out of reach: %v", err)
	}
	kept := chosen.Kept()
	same, _, err := m.CalibrateTarget(t.Context(), test, Target{Margin: 0.15, Keep: kept}, Options{}, 2)
	if err != nil || same != threshold || kept <= 0 || kept >= 1 {
		t.Errorf("threshold %v that keeps %.3f, without --keep %v: %v", same, kept, threshold, err)
	}
	_, all, err := m.CalibrateTarget(t.Context(), test, Target{Margin: 0.15, Keep: 0.999}, Options{}, 2)
	if err == nil || !strings.Contains(err.Error(), "--keep") || len(all) != len(tried) {
		t.Errorf("more words than any threshold keeps, %d tried: %v", len(all), err)
	}
	c, err := NewCleaner(m, nil, Options{Threshold: 0.5})
	if err != nil {
		t.Fatal(err)
	}
	o, err := c.Try(test, 2)
	if err != nil {
		t.Fatal(err)
	}
	if o.After[0].Accuracy >= o.Before[0].Accuracy-0.2 || o.Touched == 0 || o.Share() == 0 || o.Unproved != 0 {
		t.Errorf("%+v", o)
	}
	p, err := m.CalibratePairs([]string{"near the", "lunch was great"})
	if err != nil || p < 0.3 || p > 0.6 {
		t.Errorf("threshold by pairs %.3f: %v", p, err)
	}
	if _, err := m.CalibratePairs(nil); err == nil {
		t.Error("no pairs")
	}
}

func TestFeasibility(t *testing.T) {
	var vs []Vote
	rs, _ := town(400)
	for i, r := range rs {
		share := 0.01 * float64(i%5)
		if strings.Contains(r.Text, "near") {
			share = 0.3
		}
		vs = append(vs, Vote{ID: r.ID, Text: r.Text, Share: share})
	}
	f, _, err := TrainFeasibility(context.Background(), vs[:360], Words{}, Config{})
	if err != nil {
		t.Fatal(err)
	}
	m, _ := townModel(t)
	got, err := f.Evaluate(vs[360:], m)
	if err != nil {
		t.Fatal(err)
	}
	if got.Accuracy < 0.95 || got.Both+got.HumanOnly+got.MachineOnly+got.Neither != 40 || got.Both < 20 {
		t.Errorf("%+v", got)
	}
	c, err := NewCleaner(m, f, Options{Objective: Both})
	if err != nil {
		t.Fatal(err)
	}
	in := "lunch was great near the castle"
	cleaned, err := c.Clean(doc(t, "1", in))
	if err != nil {
		t.Fatal(err)
	}
	if p := f.Probabilities(cleaned.left); p[1] >= 0.5 || cleaned.After >= 0.6 || cleaned.Suppressed {
		t.Errorf("people %.3f, machine %.3f", p[1], cleaned.After)
	}
	dir := filepath.Join(t.TempDir(), "f")
	if err := f.Write(dir, model.Manifest{}, "#"); err != nil {
		t.Fatal(err)
	}
	b, err := model.Open(os.DirFS(filepath.Dir(dir)), "f")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := OpenFeasibility(b, nil); err != nil {
		t.Error(err)
	}
	if _, _, err := TrainFeasibility(context.Background(), vs[:1], Words{}, Config{}); err == nil || !strings.Contains(err.Error(), "both kinds") {
		t.Errorf("one kind: %v", err)
	}
	if _, err := ReadVotes(strings.NewReader("text,share\nx,7\n"), "v.csv", corpus.Config{}, ""); err == nil || !strings.Contains(err.Error(), "--share-column") {
		t.Errorf("a share of seven: %v", err)
	}
}

func TestDrawings(t *testing.T) {
	rs, d := town(300)
	var m, c bytes.Buffer
	if err := d.WriteMap(&m, "a <town>"); err != nil {
		t.Fatal(err)
	}
	training, _ := Select(rs, Training, 1)
	points, err := Curve(context.Background(), training, rs, d, Words{}, Config{}, []float64{0.3, 1})
	if err != nil {
		t.Fatal(err)
	}
	if points[0].Messages >= points[1].Messages {
		t.Errorf("%+v", points)
	}
	if err := WriteCurve(&c, points, "curve"); err != nil {
		t.Fatal(err)
	}
	for name, svg := range map[string]string{"map": m.String(), "curve": c.String()} {
		dec := xml.NewDecoder(strings.NewReader(svg))
		for {
			if _, err := dec.Token(); err == io.EOF {
				break
			} else if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
	}
	for _, want := range []string{"°", " km<", "a &lt;town&gt;"} {
		if !strings.Contains(m.String(), want) {
			t.Errorf("the map lacks %q", want)
		}
	}
	var table bytes.Buffer
	if err := WriteCurveText(&table, points); err != nil || strings.Count(table.String(), "\n") != 3 {
		t.Errorf("%v: %q", err, table.String())
	}
	if _, err := Curve(context.Background(), training, rs, d, Words{}, Config{}, []float64{2}); err == nil {
		t.Error("a share of two")
	}
}
