package eval

import (
	"bytes"
	"flag"
	"io"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/bauta/bauta"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// paper is the sample of Seek&Hide (2013), Tables 3 and 4.
func paper() []MessageCase {
	return slices.Concat(
		slices.Repeat([]MessageCase{{false, bauta.NTA}}, 13904), slices.Repeat([]MessageCase{{true, bauta.NTA}}, 59),
		slices.Repeat([]MessageCase{{false, bauta.TA}}, 413), slices.Repeat([]MessageCase{{true, bauta.TA}}, 676),
		slices.Repeat([]MessageCase{{true, bauta.Untagged}}, 2142-59-676),
		slices.Repeat([]MessageCase{{false, bauta.Untagged}}, 8003-(2142-59-676)))
}

func TestMessagesOfThePaper(t *testing.T) {
	r := ScoreMessages(paper())
	if r.TA != 1089 || r.NTA != 13963 || r.Untagged != 8003 || r.Messages != 23055 {
		t.Errorf("Table 3: %+v", r)
	}
	for _, v := range []struct {
		name      string
		got, want float64
	}{
		{"decided", r.Decided, 0.653},
		{"accuracy", r.Accuracy, 0.9686},
		{"TA precision", r.TAPrecision, 0.62},
		{"TA recall", r.TARecall, 0.316},
		{"leak", r.Leak.Rate, 0.0042},
	} {
		if math.Abs(v.got-v.want) > 0.001 {
			t.Errorf("%s %.4f, the paper has %.4f", v.name, v.got, v.want)
		}
	}
	if r.Leak.Low >= r.Leak.Rate || r.Leak.Upper <= r.Leak.Rate || r.Leak.High <= r.Leak.Upper {
		t.Errorf("bounds: %+v", r.Leak)
	}
	golden(t, "messages.golden", r.WriteText)
}

func TestNoMessages(t *testing.T) {
	r := ScoreMessages(nil)
	if diff := cmp.Diff(MessageReport{Leak: Bound{High: 1, Upper: 1}}, r); diff != "" {
		t.Error(diff)
	}
}

var update = flag.Bool("update", false, "write the golden files anew")

func golden(t *testing.T, name string, write func(io.Writer) error) {
	t.Helper()
	var got bytes.Buffer
	if err := write(&got); err != nil {
		t.Fatal(err)
	}
	path := "testdata/" + name
	if *update {
		if err := os.WriteFile(path, got.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got.String()); diff != "" {
		t.Errorf("%s: (-want +got)\n%s", name, diff)
	}
}

func TestCurve(t *testing.T) {
	r := Curve([]Decision{{0.9, false}, {0.2, true}, {0.9, true}, {0.5, false}, {0.7, false}})
	want := []Point{
		{0.9, 0.4, 0.5, 2, 1},
		{0.7, 0.6, 1.0 / 3, 3, 1},
		{0.5, 0.8, 0.25, 4, 1},
		{0.2, 1, 0.4, 5, 2},
	}
	if diff := cmp.Diff(want, r.Points); diff != "" {
		t.Error(diff)
	}
	if area := 0.4*0.5 + 0.2/3 + 0.2*0.25 + 0.2*0.4; math.Abs(r.Area-area) > 1e-12 {
		t.Errorf("area %g, want %g", r.Area, area)
	}
	if p, ok := r.At(0.3); !ok || p.Coverage != 0.8 {
		t.Errorf("at risk 0.3: %+v %v", p, ok)
	}
	if _, ok := r.At(0.1); ok {
		t.Error("a risk of 0.1 is never reached")
	}
	golden(t, "curve.golden", r.WriteText)
}

func TestCurveEndsWithEverything(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 40).Draw(t, "n")
		var ds []Decision
		wrong := 0
		for range n {
			d := Decision{float64(rapid.IntRange(0, 5).Draw(t, "c")) / 5, rapid.Bool().Draw(t, "wrong")}
			if d.Wrong {
				wrong++
			}
			ds = append(ds, d)
		}
		points := Curve(ds).Points
		if last := points[len(points)-1]; last.Coverage != 1 || last.Wrong != wrong || last.Decided != n {
			t.Fatalf("last point %+v of %d, %d wrong", last, n, wrong)
		}
		for i := 1; i < len(points); i++ {
			if points[i].Coverage <= points[i-1].Coverage || points[i].Confidence >= points[i-1].Confidence {
				t.Fatal("points out of order")
			}
		}
	})
}

func TestSpanAndIntervalText(t *testing.T) {
	spans := ScoreSpans([]SpanCase{{Length: 9, Gold: []bauta.Span{sp(0, 4, bauta.Person)}, Pred: []bauta.Span{sp(0, 4, bauta.Person)}}}, SpanConfig{})
	golden(t, "spans.golden", spans.WriteText)
	var b strings.Builder
	if err := report().WriteIntervals(&b, 100, 1); err != nil {
		t.Fatal(err)
	}
	if lines := strings.Count(b.String(), "\n"); lines != 4 {
		t.Errorf("%d lines, want all and three types", lines)
	}
}
