package joint

import (
	"context"
	"errors"
	"fmt"
	"math"
	"testing"

	"github.com/bauta/bauta"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// says is a detector that says the same of every message.
type says []bauta.Span

func (s says) Detect(context.Context, *bauta.Doc) ([]bauta.Span, error) { return s, nil }

// fails is a detector that fails.
type fails struct{ error }

func (f fails) Detect(context.Context, *bauta.Doc) ([]bauta.Span, error) { return nil, f }

func span(from, to int, l bauta.Label, score float64) bauta.Span {
	s := bauta.Span{Start: from, End: to, Label: l, Score: score}
	if score < 0.5 {
		s.Doubt = bauta.Ambiguous
	}
	return s
}

// sure makes a span a find, however likely its type is.
func sure(s bauta.Span) bauta.Span {
	s.Doubt = bauta.Sure
	return s
}

func TestJoin(t *testing.T) {
	const per, loc = bauta.Person, bauta.Location
	for _, c := range []struct {
		name          string
		first, second []bauta.Span
		want          []bauta.Span
	}{
		{"nothing", nil, nil, nil},
		{"agreement", says{span(0, 4, per, 0.9)}, says{span(0, 4, per, 0.7)}, says{span(0, 4, per, 0.8)}},
		{"one alone is a question", says{span(0, 4, per, 0.9)}, nil, says{span(0, 4, per, 0.45)}},
		{"one alone and unsure is nothing", nil, says{span(0, 4, per, 0.5)}, nil},
		{"the other does not exclude it", says{span(0, 4, per, 0.9)}, says{span(0, 4, per, 0.2)}, says{span(0, 4, per, 0.55)}},
		{"both ask", says{span(0, 4, per, 0.45)}, says{span(0, 4, per, 0.35)}, says{span(0, 4, per, 0.4)}},
		{"types differ: the surer one", says{span(0, 4, per, 0.6)}, says{span(0, 4, loc, 0.8)}, says{sure(span(0, 4, loc, 0.4))}},
		{"a part is inside the whole", says{span(0, 9, per, 0.8)}, says{span(5, 9, per, 0.6)}, says{span(0, 9, per, 0.7)}},
		{"the whole is kept beside its part", says{span(0, 9, per, 0.6)}, says{span(5, 9, per, 0.8)}, says{span(5, 9, per, 0.7), span(0, 9, per, 0.7)}},
		{"apart", says{span(0, 4, per, 0.9)}, says{span(5, 9, per, 0.9)}, says{span(0, 4, per, 0.45), span(5, 9, per, 0.45)}},
	} {
		d := &Detector{First: says(c.first), Second: says(c.second)}
		got, err := d.Detect(t.Context(), &bauta.Doc{})
		if err != nil {
			t.Fatal(err)
		}
		for i := range got {
			if got[i].Why == "" {
				t.Errorf("%s: no reason", c.name)
			}
			got[i].Why, got[i].Score = "", math.Round(100*got[i].Score)/100
		}
		if diff := cmp.Diff([]bauta.Span(c.want), got); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
	}
}

func TestBounds(t *testing.T) {
	both := says{span(0, 4, bauta.Person, 0.9)}
	for _, c := range []struct {
		sure, ask, person float64
		want              []bauta.Doubt
	}{
		{0.8, 0, 0, []bauta.Doubt{bauta.Sure}},
		{0.95, 0, 0, []bauta.Doubt{bauta.Ambiguous}},
		{0.95, 0, 0.2, []bauta.Doubt{bauta.Sure}},
		{0.95, -1, 0, nil},
		{0.95, 0.92, 0, nil},
	} {
		d := &Detector{First: both, Second: both, Sure: c.sure, Ask: c.ask, Person: c.person}
		got, err := d.Detect(t.Context(), &bauta.Doc{})
		if err != nil {
			t.Fatal(err)
		}
		var doubts []bauta.Doubt
		for _, s := range got {
			doubts = append(doubts, s.Doubt)
		}
		if diff := cmp.Diff(c.want, doubts); diff != "" {
			t.Errorf("%+v: %s", c, diff)
		}
	}
}

func TestFailsWithEither(t *testing.T) {
	broken := fails{errors.New("broken")}
	for _, d := range []*Detector{{First: broken, Second: says{}}, {First: says{}, Second: broken}} {
		if _, err := d.Detect(t.Context(), &bauta.Doc{}); !errors.Is(err, broken) {
			t.Errorf("got %v", err)
		}
	}
}

// TestWhatBothFindIsCovered: after Fuse, every byte that both are sure of is
// covered by a find.
func TestWhatBothFindIsCovered(t *testing.T) {
	const n = 40
	draw := rapid.Custom(func(t *rapid.T) []bauta.Span {
		var out []bauta.Span
		for at := rapid.IntRange(0, 5).Draw(t, "gap"); at < n-6; at += rapid.IntRange(1, 5).Draw(t, "gap") {
			to := at + rapid.IntRange(1, 6).Draw(t, "length")
			out = append(out, span(at, to, bauta.Person, rapid.Float64Range(0, 1).Draw(t, "score")))
			at = to
		}
		return out
	})
	rapid.Check(t, func(t *rapid.T) {
		a, b := draw.Draw(t, "first"), draw.Draw(t, "second")
		fused := bauta.Fuse(n, (&Detector{}).join(a, b))
		covered := func(list []bauta.Span, i int) bool {
			for _, s := range list {
				if s.Doubt == bauta.Sure && s.Start <= i && i < s.End {
					return true
				}
			}
			return false
		}
		for i := range n {
			if covered(a, i) && covered(b, i) && !covered(fused, i) {
				t.Fatalf("byte %d: both are sure, the result is not", i)
			}
		}
	})
}

func ExampleDetector() {
	crf := says{{Start: 0, End: 4, Label: bauta.Person, Score: 0.8}}
	neural := says{{Start: 0, End: 4, Label: bauta.Person, Score: 0.9}, {Start: 10, End: 14, Label: bauta.Location, Score: 0.7, Doubt: bauta.Sure}}
	d := &Detector{First: crf, Second: neural}
	spans, _ := d.Detect(context.Background(), &bauta.Doc{})
	for _, s := range spans {
		fmt.Printf("%s %.2f sure %v\n", s.Label, s.Score, s.Doubt == bauta.Sure)
	}
	// Output:
	// PERSON 0.85 sure true
	// LOCATION 0.35 sure false
}
