package policy_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/location"
	"github.com/bauta/bauta/model"
	"github.com/bauta/bauta/models"
	"github.com/bauta/bauta/policy"
)

// place writes a model of two invented places into a folder.
func place(t *testing.T, dir string) {
	t.Helper()
	var rs []location.Record
	var points []location.Point
	for i := range 400 {
		text, p := fmt.Sprintf("good bread %d near the harbour", i%7), location.Point{Lat: 1.2, Lon: 1.2}
		if i%2 == 0 {
			text, p = fmt.Sprintf("good bread %d near the castle", i%7), location.Point{Lat: 1.8, Lon: 1.8}
		}
		rs = append(rs, location.Record{ID: fmt.Sprint(i), Author: fmt.Sprint("a", i), Text: text, Point: p})
		points = append(points, p)
	}
	d, _, _, err := location.Divide(location.Grid{South: 1, West: 1, North: 2, East: 2, Rows: 2, Cols: 2}, 1, location.Drop, points)
	if err != nil {
		t.Fatal(err)
	}
	m, _, err := location.Train(context.Background(), rs, d, location.Words{}, location.Config{})
	if err != nil {
		t.Fatal(err)
	}
	m.Threshold = 0.7
	if err := m.Write(dir, model.Manifest{Licence: "invented"}, "# invented"); err != nil {
		t.Fatal(err)
	}
}

func TestLocationSection(t *testing.T) {
	dir := t.TempDir()
	place(t, filepath.Join(dir, "town"))
	path := filepath.Join(dir, "policy.yaml")
	src := "policy: place\nlanguage: en\ndetect:\n  pattern:\n    kinds: [EMAIL]\n  location:\n    model: town\n    protect: [near]\nmask:\n  LOCATION: tag\n"
	if err := os.WriteFile(path, []byte(src), 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := policy.Load(path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.BuildWith(policy.Options{}, models.English()); err == nil || !strings.Contains(err.Error(), "BuildWith") {
		t.Errorf("BuildWith takes a policy whose detector it does not link: %v", err)
	}
	built, err := f.Build(policy.Options{})
	if err != nil {
		t.Fatal(err)
	}
	rs, err := built.Pipeline.Thread(context.Background(), []bauta.Message{
		{ID: "1", Text: "good bread near the harbour, write to a@b.example"}, {ID: "2", Text: "good bread"},
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := rs[0].Text; strings.Contains(got, "harbour") || !strings.Contains(got, "near") || !strings.Contains(got, "LOCATION") {
		t.Error("the place is still there, or more than the place is gone")
	}
	again, err := built.Pipeline.Thread(context.Background(), []bauta.Message{{ID: "1", Text: rs[0].Text}})
	if err != nil || again[0].Text != rs[0].Text {
		t.Errorf("a second run changes its own output (%v)", err)
	}
	if rs[1].Text != "good bread" {
		t.Error("a message without a place was changed")
	}
	for _, s := range rs[0].Spans {
		if s.Label == bauta.Location && (s.Source != location.Source || !strings.Contains(s.Why, "then 0.")) {
			t.Errorf("span of source %q, why %q", s.Source, s.Why)
		}
	}
}

func TestLocationSectionRefuses(t *testing.T) {
	for section, want := range map[string]string{
		"{}":                                       "location.model: is missing",
		"{model: m, objective: nobody}":            "p.yaml:4: detect.location.objective: use",
		"{model: m, objective: both}":              "needs feasibility",
		"{model: m, threshold: 2}":                 "probabilities",
		"{model: m, colour: red}":                  "p.yaml:4: unknown key",
		"{model: m, threshold: 0.2, grid: [1, 2]}": "p.yaml:4: unknown key",
	} {
		_, err := policy.Parse([]byte("policy: p\nlanguage: en\ndetect:\n  location: "+section+"\nmask: {EMAIL: keep}\n"), "p.yaml")
		if err == nil || !strings.Contains(err.Error(), want) || !strings.HasPrefix(err.Error(), "p.yaml:") {
			t.Errorf("%s: %v; want %q", section, err, want)
		}
	}
	f, err := policy.Parse([]byte("policy: p\nlanguage: en\ndetect:\n  location: {model: nowhere}\nmask: {EMAIL: keep}\n"), filepath.Join(t.TempDir(), "p.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Build(policy.Options{}); err == nil || !strings.Contains(err.Error(), "location model nowhere") {
		t.Errorf("a model that is not there: %v", err)
	}
}
