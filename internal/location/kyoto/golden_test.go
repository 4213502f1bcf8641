package kyoto_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/location"
	"github.com/bauta/bauta/internal/location/japanese"
	"github.com/bauta/bauta/internal/location/kyoto"
	"github.com/bauta/bauta/text"
)

var update = flag.Bool("update", false, "rewrite the golden file")

// examples have the shape of the paper's examples (6) to (12): the same places
// and clues in words of ours.
var examples = []struct{ number, text string }{
	{"6", "まだ遠い新幹線京都駅"},
	{"7", "3年ぶりの京都タワー"},
	{"8", "清水の舞台から京都が一望できた"},
	{"9", "お昼 (at なか卯 河原町五条店) 折田先生といる"},
	{"10", "京都御所、今日から一般公開"},
	{"11", "阪急河原町にいる"},
	{"12", "撮っても撮っても飽きない京都御苑"},
}

// generated trains on generated messages, 20 or more in a cell.
func generated(t testing.TB, n int) (*location.Model, []location.Record) {
	t.Helper()
	rs, err := kyoto.Generate(nil, n, 1)
	if err != nil {
		t.Fatal(err)
	}
	points := make([]location.Point, len(rs))
	for i, r := range rs {
		points[i] = r.Point
	}
	d, _, _, err := location.Divide(kyoto.Grid, 20, location.Drop, points)
	if err != nil {
		t.Fatal(err)
	}
	seg, err := japanese.Open()
	if err != nil {
		t.Fatal(err)
	}
	training, err := location.Select(rs, location.Training, 1)
	if err != nil {
		t.Fatal(err)
	}
	m, _, err := location.Train(context.Background(), training, d, seg, location.Config{Segmenter: japanese.Name})
	if err != nil {
		t.Fatal(err)
	}
	return m, rs
}

// TestExamples shows what the search does to messages like those of the paper,
// at the paper's threshold, under a model of GENERATED messages.
func TestExamples(t *testing.T) {
	m, rs := generated(t, 8000)
	test, err := location.Select(rs, location.HeldParts, 1)
	if err != nil {
		t.Fatal(err)
	}
	report, err := m.Evaluate(test)
	if err != nil {
		t.Fatal(err)
	}
	c, err := location.NewCleaner(m, nil, location.Options{Threshold: 0.37})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "generated Kyoto, %d cells, threshold 0.37\n", report.Classes)
	for _, e := range examples {
		d, err := text.Analyser{}.Analyse(context.Background(), bauta.Message{ID: e.number, Text: e.text})
		if err != nil {
			t.Fatal(err)
		}
		got, err := c.Clean(d)
		if err != nil {
			t.Fatal(err)
		}
		if got.After >= 0.37 || got.Suppressed || !got.Minimal {
			t.Errorf("(%s): %.2f, then %.2f", e.number, got.Before, got.After)
		}
		fmt.Fprintf(&b, "(%s) %s → %s  %.2f → %.2f\n", e.number, e.text, got.Apply(e.text, "[…]"), got.Before, got.After)
	}
	t.Logf("accuracy on generated messages %.3f, among five %.3f, majority %.3f, calibration error %.3f", report.Accuracy, report.Top5, report.Majority, report.ECE)
	path := filepath.Join("testdata", "examples.golden")
	if *update {
		if err := os.WriteFile(path, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if b.String() != string(want) {
		t.Errorf("got\n%s\nwant\n%s", b.String(), want)
	}
}
