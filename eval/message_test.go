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
