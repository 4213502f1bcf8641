package bauta_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/settle"
	"github.com/bauta/bauta/text"
)

// afterTag finds "one", and "two" where a tag stands before it; elsewhere it has a doubt
// about "two". It counts how often it is asked.
type afterTag struct{ calls *int }

func (a afterTag) Detect(_ context.Context, d *bauta.Doc) ([]bauta.Span, error) {
	*a.calls++
	var out []bauta.Span
	for w, p := range map[string]float64{"one": 0.9, "PERSON two": 0.9, "two": 0.1} {
		if i := strings.Index(d.Text, w); i >= 0 {
			out = append(out, bauta.Span{Start: i, End: i + len(w), Label: bauta.Person, P: p, Source: "test"})
		}
	}
	return out, nil
}

// doubts takes away what is improbable.
type doubts struct{}

func (doubts) Name() string { return "doubts" }

func (doubts) Settle(_ context.Context, _ *bauta.Doc, found []bauta.Span) ([]bauta.Span, error) {
	return slices.DeleteFunc(found, func(s bauta.Span) bool { return s.P < 0.5 }), nil
}

// tags writes the label.
type tags struct{}

func (tags) Replace(_ context.Context, _ *bauta.Doc, s bauta.Span) (string, error) {
	return string(s.Label), nil
}

// TestAgain: what a second run would find is hidden by the first. A message in which nothing
// is found is read once, and so is every one by a library that says nothing of what comes out.
func TestAgain(t *testing.T) {
	calls := 0
	p := &bauta.Pipeline{
		Analyse: text.Analyser{Lang: "en"}, Detectors: []bauta.Detector{afterTag{&calls}}, Settlers: []bauta.Settler{doubts{}},
		Operators: map[bauta.Label]bauta.Operator{bauta.Person: tags{}},
	}
	stand := func(_ *bauta.Doc, s bauta.Span) (string, bool) { return string(s.Label), true }
	for _, c := range []struct {
		stand      func(*bauta.Doc, bauta.Span) (string, bool)
		text, want string
		calls      int
	}{
		{nil, "é one two three", "é PERSON two three", 1},
		{stand, "é one two three", "é PERSON three", 3},
		{stand, "é one and two three", "é PERSON and two three", 2},
		{stand, "é one three", "é PERSON three", 2},
		{stand, "two three", "two three", 1},
	} {
		calls, p.Stand = 0, c.stand
		r, err := p.Thread(t.Context(), []bauta.Message{{ID: "1", Text: c.text}})
		if err != nil {
			t.Fatal(err)
		}
		if r[0].Text != c.want || calls != c.calls {
			t.Errorf("%q: %q in %d readings, want %q in %d", c.text, r[0].Text, calls, c.want, c.calls)
		}
	}
	p.Trace = true
	r, err := p.Thread(t.Context(), []bauta.Message{{ID: "1", Text: "one two"}})
	again := func(c bauta.Change) bool { return c.Settler == "read again" }
	if err != nil || !slices.ContainsFunc(r[0].Changes, again) {
		t.Errorf("%+v, %v: nobody says that it was read again", r, err)
	}
}

// insteadOf finds companies where no tag stands, and people everywhere.
type insteadOf struct{}

func (insteadOf) Detect(_ context.Context, d *bauta.Doc) ([]bauta.Span, error) {
	finds := map[string]bauta.Label{"Don Taco": bauta.Organization, "Wendy": bauta.Person}
	if strings.Contains(d.Text, "PERSON") {
		finds = map[string]bauta.Label{"Don": bauta.Person}
	}
	var out []bauta.Span
	for w, l := range finds {
		if i := strings.Index(d.Text, w); i >= 0 {
			out = append(out, bauta.Span{Start: i, End: i + len(w), Label: l, P: 0.9, Source: "test"})
		}
	}
	return append(out, bauta.Span{Start: 0, End: 1, Label: bauta.Person, P: 0.1, Source: "a doubt"}), nil
}

// TestAgainBesideKept: what stays in the text hides nobody, so that a person seen in it
// behind the finds is hidden, too.
func TestAgainBesideKept(t *testing.T) {
	stand := func(_ *bauta.Doc, s bauta.Span) (string, bool) { return string(s.Label), true }
	p := &bauta.Pipeline{
		Analyse: text.Analyser{Lang: "en"}, Detectors: []bauta.Detector{insteadOf{}}, Settlers: []bauta.Settler{doubts{}},
		Operators: map[bauta.Label]bauta.Operator{bauta.Person: tags{}},
		Keep:      map[bauta.Label]bool{bauta.Organization: true}, Stand: stand,
	}
	p.Across = []bauta.Settler{settle.Readings{Pipeline: p}}
	r, err := p.Thread(t.Context(), []bauta.Message{{ID: "1", Text: "by Don Taco or Wendy"}})
	if err != nil {
		t.Fatal(err)
	}
	if want := "by PERSON or PERSON"; r[0].Text != want {
		t.Errorf("%q, want %q", r[0].Text, want)
	}
}

// asking asks about "one", and about "two" behind what stands for a question.
type asking struct{}

func (asking) Detect(_ context.Context, d *bauta.Doc) (out []bauta.Span, err error) {
	for _, c := range []struct{ before, word string }{{"", "one"}, {"<?_3> ", "two"}} {
		if i := strings.Index(d.Text, c.before+c.word); i >= 0 {
			end := i + len(c.before+c.word)
			out = append(out, bauta.Span{
				Start: end - len(c.word), End: end, Label: bauta.Person, P: 0.4, Doubt: bauta.Ambiguous, Source: "test",
			})
		}
	}
	return out, nil
}

// TestAgainAsks: what a second run would ask about is asked about by the first, where what
// nobody has answered is masked.
func TestAgainAsks(t *testing.T) {
	p := &bauta.Pipeline{
		Analyse: text.Analyser{Lang: "en"}, Detectors: []bauta.Detector{asking{}},
		Operators: map[bauta.Label]bauta.Operator{bauta.Person: tags{}},
		Stand:     func(_ *bauta.Doc, s bauta.Span) (string, bool) { return string(s.Label), true },
	}
	for pending, want := range map[bauta.Pending]string{
		bauta.MaskPending: "é <?_3> <?_3> three", bauta.KeepPending: "é one two three",
	} {
		p.Pending = pending
		r, err := p.Thread(t.Context(), []bauta.Message{{ID: "1", Text: "é one two three"}})
		if err != nil {
			t.Fatal(err)
		}
		if r[0].Text != want {
			t.Errorf("pending %d: %q, want %q", pending, r[0].Text, want)
		}
	}
}
