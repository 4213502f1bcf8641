package joint

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/detect/tags"
	"github.com/bauta/bauta/internal/learn/chain"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"
)

func kinds() []bauta.Label { return []bauta.Label{bauta.Person, bauta.Location} }

// says is a tagger that says the same of every message: of each word of four
// bytes the probability of each label, O, B-PERSON, I-PERSON, B-LOCATION,
// I-LOCATION.
type says struct {
	rows  [][]float64
	types []bauta.Label
	lang  string
	fails error
}

func (s says) Scores(context.Context, *bauta.Doc, ...int) ([]tags.Scored, error) {
	if s.fails != nil {
		return nil, s.fails
	}
	if s.types == nil {
		s.types = kinds()
	}
	k := tags.Labels(len(s.types))
	score, start := make([]float64, k*k), make([]float64, k)
	for to := range k {
		for from := range k {
			if !tags.Allowed(from, to) {
				score[from*k+to] = math.Inf(-1)
			}
		}
		if !tags.Allowed(-1, to) {
			start[to] = math.Inf(-1)
		}
	}
	trans, err := chain.NewTransitions(k, score, start)
	if err != nil {
		return nil, err
	}
	out := tags.Scored{Lang: s.lang, Types: s.types, Trans: trans}
	for i, row := range s.rows {
		out.Words = append(out.Words, tags.Word{Start: 5 * i, End: 5*i + 4})
		for _, p := range row {
			out.Scores = append(out.Scores, math.Log(max(p, 1e-9)))
		}
	}
	return []tags.Scored{out}, nil
}

// Rows of says.
func none() []float64             { return []float64{1, 0, 0, 0, 0} }
func person(p float64) []float64  { return []float64{1 - p, p, 0, 0, 0} }
func further(p float64) []float64 { return []float64{1 - p, 0, p, 0, 0} }
func place(p float64) []float64   { return []float64{1 - p, 0, 0, p, 0} }

func rows(r ...[]float64) says { return says{rows: r} }

// found writes spans in short.
func found(t *testing.T, c Config) []string {
	t.Helper()
	d, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	list, err := d.Detect(t.Context(), &bauta.Doc{})
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, s := range list {
		doubt := map[bauta.Doubt]string{bauta.Sure: "sure", bauta.Ambiguous: "?", bauta.Unknown: "unknown"}[s.Doubt]
		out = append(out, fmt.Sprintf("%d-%d %s %.2f %s", s.Start/5, (s.End+1)/5, s.Label, s.P, doubt))
		if s.Why == "" || s.Source != "both" {
			t.Errorf("source %q, reason %q", s.Source, s.Why)
		}
	}
	return out
}

func TestJoin(t *testing.T) {
	for _, c := range []struct {
		name          string
		first, second says
		want          []string
	}{
		{"nothing", rows(none()), rows(none()), nil},
		{"agreement", rows(person(0.9)), rows(person(0.7)), []string{"0-1 PERSON 0.81 sure"}},
		{"one alone is a question", rows(person(0.9)), rows(none()), []string{"0-1 PERSON 0.23 ?"}},
		{"one alone and unsure is nothing", rows(none()), rows(person(0.55)), nil},
		{"the other does not exclude it", rows(person(0.9)), rows(person(0.2)), []string{"0-1 PERSON 0.57 sure"}},
		{"both ask", rows(person(0.45)), rows(person(0.35)), []string{"0-1 PERSON 0.40 unknown"}},
		{"types differ: the surer one", rows(person(0.6)), rows(place(0.8)), []string{"0-1 LOCATION 0.20 sure"}},
		{"a name of two words", rows(person(0.9), further(0.9)), rows(person(0.8), further(0.8)), []string{"0-2 PERSON 0.88 sure"}},
		{"apart", rows(person(0.9), none(), none()), rows(none(), none(), person(0.9)), []string{"2-3 PERSON 0.23 ?", "0-1 PERSON 0.23 ?"}},
	} {
		if diff := cmp.Diff(c.want, found(t, Config{First: c.first, Second: c.second})); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
	}
}

// TestWholeAndPart: what one finds as a whole and the other in part is covered as
// a whole.
func TestWholeAndPart(t *testing.T) {
	d, err := New(Config{First: rows(person(0.95), further(0.95)), Second: rows(none(), person(0.9))})
	if err != nil {
		t.Fatal(err)
	}
	list, err := d.Detect(t.Context(), &bauta.Doc{})
	if err != nil {
		t.Fatal(err)
	}
	if fused := bauta.Fuse(9, list); len(fused) != 1 || fused[0].Start != 0 || fused[0].End != 9 {
		t.Errorf("%+v", fused)
	}
}

// TestLength: of two names of which each word is as likely, the longer one stands
// behind the shorter one, by less than what all its words together would say.
func TestLength(t *testing.T) {
	a := rows(person(0.8), none(), person(0.8), further(0.8), further(0.8))
	d, err := New(Config{First: a, Second: a})
	if err != nil {
		t.Fatal(err)
	}
	list, err := d.Detect(t.Context(), &bauta.Doc{})
	if err != nil || len(list) != 2 {
		t.Fatal(list, err)
	}
	short, long := list[0].P, list[1].P
	if long >= short || long < short*short {
		t.Errorf("one word %.3f, three %.3f", short, long)
	}
}

func TestBounds(t *testing.T) {
	both := rows(person(0.9))
	low := rows(person(0.2))
	for _, c := range []struct {
		Config
		want []string
	}{
		{Config{First: both, Second: both, Sure: 0.8}, []string{"0-1 PERSON 0.90 sure"}},
		{Config{First: both, Second: both, Sure: 0.95}, []string{"0-1 PERSON 0.90 ?"}},
		{Config{First: both, Second: both, Sure: 0.95, Person: 0.2}, []string{"0-1 PERSON 0.90 sure"}},
		{Config{First: both, Second: both, Sure: 0.95, Ask: -1}, nil},
		{Config{First: both, Second: both, Sure: 0.95, Ask: 0.92}, nil},
		{Config{First: low, Second: low, Person: 0.1}, []string{"0-1 PERSON 0.20 sure"}},
		{Config{First: low, Second: low, Person: 0.3}, nil},
		{Config{First: low, Second: low, Person: 0.3, Persons: map[string]float64{"": 0.1}}, []string{"0-1 PERSON 0.20 sure"}},
		{Config{First: low, Second: low, Person: 0.1, Ask: -1, Persons: map[string]float64{"": 0.3}}, nil},
		{Config{First: low, Second: low, Ask: 0.1}, []string{"0-1 PERSON 0.20 unknown"}},
	} {
		if diff := cmp.Diff(c.want, found(t, c.Config)); diff != "" {
			t.Errorf("%+v: %s", c.Config, diff)
		}
	}
}

// TestWeights: the pool follows the one that weighs more.
func TestWeights(t *testing.T) {
	first, second := rows(person(0.9), []float64{0.1, 0.1, 0.8, 0, 0}), rows(person(0.9), []float64{0.1, 0.8, 0.1, 0, 0})
	for _, c := range []struct {
		w    Weights
		want string
	}{{Weights{1, 0.2}, "[0-2 PERSON 0.69 sure]"}, {Weights{0.2, 1}, "[0-1 PERSON 0.66 sure 1-2 PERSON 0.61 sure]"}} {
		got := found(t, Config{First: first, Second: second, Weights: map[string]Weights{"": c.w}})
		if fmt.Sprint(got) != c.want {
			t.Errorf("%+v: %v", c.w, got)
		}
	}
}

// TestOtherTypes: a type that one does not know is a question at most.
func TestOtherTypes(t *testing.T) {
	first, second := rows(place(0.95)), says{rows: [][]float64{{0.9, 0.1, 0}}, types: kinds()[:1]}
	if diff := cmp.Diff([]string{"0-1 LOCATION 0.37 sure"}, found(t, Config{First: first, Second: second})); diff != "" {
		t.Error(diff)
	}
	second.rows[0] = []float64{0.999, 0.001, 0}
	if diff := cmp.Diff([]string{"0-1 LOCATION 0.37 ?"}, found(t, Config{First: first, Second: second})); diff != "" {
		t.Error(diff)
	}
}

// asked is a tagger that counts how often it is asked.
type asked struct {
	says
	times *int
}

func (a asked) Scores(ctx context.Context, d *bauta.Doc, chosen ...int) ([]tags.Scored, error) {
	*a.times++
	return a.says.Scores(ctx, d, chosen...)
}

// TestDoubts: the second is asked where the first is in doubt, and there alone.
func TestDoubts(t *testing.T) {
	first, times := rows(person(0.4)), 0
	open, err := first.Scores(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	sure := []bauta.Span{{Start: 5, End: 9, Label: bauta.Person, P: 0.9, Source: "both", Why: "sure"}}
	cfg := Config{First: first, Second: asked{rows(person(0.9)), &times}}
	cfg.Doubts = func(context.Context, *bauta.Doc) ([]bauta.Span, tags.Open, error) { return sure, tags.Open{}, nil }
	if diff := cmp.Diff([]string{"1-2 PERSON 0.90 sure"}, found(t, cfg)); diff != "" || times != 0 {
		t.Errorf("asked %d times: %s", times, diff)
	}
	cfg.Doubts = func(context.Context, *bauta.Doc) ([]bauta.Span, tags.Open, error) {
		return sure, tags.Open{Scores: open, Numbers: []int{0}}, nil
	}
	if diff := cmp.Diff([]string{"1-2 PERSON 0.90 sure", "0-1 PERSON 0.68 sure"}, found(t, cfg)); diff != "" || times != 1 {
		t.Errorf("asked %d times: %s", times, diff)
	}
	for _, bad := range []tags.Scorer{says{fails: errApart}, rows(none(), none())} {
		cfg.Second = bad
		d, err := New(cfg)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := d.Detect(t.Context(), &bauta.Doc{}); !errors.Is(err, errApart) {
			t.Errorf("got %v", err)
		}
	}
}

// TestOfPeople: who is asked about people decides about people, and what the first
// finds by itself of other kinds stays; what both take for another thing replaces the
// person that the first was sure of, and no doubt of it.
func TestOfPeople(t *testing.T) {
	at := func(label bauta.Label, start int, doubt bauta.Doubt) bauta.Span {
		return bauta.Span{Start: start, End: start + 4, Label: label, Doubt: doubt}
	}
	for _, c := range []struct {
		name              string
		both, first, want []bauta.Span
	}{
		{"people are theirs", []bauta.Span{at(bauta.Person, 0, bauta.Sure)}, []bauta.Span{at(bauta.Person, 5, bauta.Sure)}, []bauta.Span{at(bauta.Person, 0, bauta.Sure)}},
		{"other things are the first's", []bauta.Span{at(bauta.Product, 0, bauta.Sure)}, []bauta.Span{at(bauta.UID, 0, bauta.Sure)}, []bauta.Span{at(bauta.UID, 0, bauta.Sure)}},
		{"no person, a place", []bauta.Span{at(bauta.Location, 0, bauta.Sure)}, []bauta.Span{at(bauta.Person, 0, bauta.Sure)}, []bauta.Span{at(bauta.Location, 0, bauta.Sure)}},
		{"a doubt is none", []bauta.Span{at(bauta.Product, 0, bauta.Sure)}, []bauta.Span{at(bauta.Person, 0, bauta.Unknown)}, nil},
	} {
		if diff := cmp.Diff(c.want, ofPeople(c.both, c.first), cmpopts.EquateEmpty()); diff != "" {
			t.Errorf("%s: %s", c.name, diff)
		}
	}
}

func TestRefuses(t *testing.T) {
	if _, err := New(Config{First: rows()}); err == nil {
		t.Error("one tagger is enough")
	}
	broken := says{fails: errors.New("broken")}
	longer, other := rows(none(), none()), says{rows: [][]float64{none()}, lang: "fr"}
	for _, c := range []struct {
		first, second says
		want          error
	}{{broken, rows(none()), broken.fails}, {rows(none()), broken, broken.fails}, {longer, rows(none()), errApart}, {other, rows(none()), errApart}} {
		d, err := New(Config{First: c.first, Second: c.second})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := d.Detect(t.Context(), &bauta.Doc{}); !errors.Is(err, c.want) {
			t.Errorf("got %v, want %v", err, c.want)
		}
		if _, _, err := Fit(t.Context(), c.first, c.second, [][]Sample{{{Doc: &bauta.Doc{}}}}); !errors.Is(err, c.want) {
			t.Errorf("fit: got %v, want %v", err, c.want)
		}
	}
}

// TestWhatBothFindIsCovered: after Fuse, every word that both find and hold for
// something is covered by a find.
func TestWhatBothFindIsCovered(t *testing.T) {
	draw := rapid.Custom(func(t *rapid.T) says {
		var out says
		for range 6 {
			p := make([]float64, 5)
			sum := 0.0
			for i := range p {
				p[i] = rapid.Float64Range(0.001, 1).Draw(t, "p")
				sum += p[i]
			}
			for i := range p {
				p[i] /= sum
			}
			out.rows = append(out.rows, p)
		}
		return out
	})
	rapid.Check(t, func(t *rapid.T) {
		a, b := draw.Draw(t, "first"), draw.Draw(t, "second")
		d, err := New(Config{First: a, Second: b, Ask: -1})
		if err != nil {
			t.Fatal(err)
		}
		list, err := d.Detect(t.Context(), &bauta.Doc{})
		if err != nil {
			t.Fatal(err)
		}
		fused := bauta.Fuse(29, list)
		pairs, err := new(views).read(t.Context(), a, b, nil)
		if err != nil {
			t.Fatal(err)
		}
		trans, err := pairs[0].transitions(even())
		if err != nil {
			t.Fatal(err)
		}
		o := pairs[0].opinions(trans, even())
		for _, s := range o.spans {
			for i := s.From; i < s.To; i++ {
				hidden := s.To-s.From > 1 || o.something(i) < 0.5 // of longer spans the mean decides
				for _, f := range fused {
					hidden = hidden || f.Start <= 5*i && 5*i+4 <= f.End
				}
				if !hidden {
					t.Fatalf("word %d of mean %.2f is not covered", i, o.something(i))
				}
			}
		}
	})
}

// TestFit: of a good tagger and one that guesses the good one gets the weight, and
// of two that are too sure of themselves neither gets all.
func TestFit(t *testing.T) {
	gold := []bauta.Span{{Start: 0, End: 4, Label: bauta.Person}}
	samples := []Sample{{&bauta.Doc{}, gold}}
	w, loss, err := Fit(t.Context(), rows(person(0.8), none()), rows(place(0.5), place(0.5)), [][]Sample{samples})
	if err != nil || w.First < 4*w.Second || loss < 0 || loss >= 1 {
		t.Errorf("%+v, loss %g, %v", w, loss, err)
	}
	samples = append(samples, Sample{&bauta.Doc{}, nil})
	sure := rows(person(0.999))
	w, loss, err = Fit(t.Context(), sure, sure, [][]Sample{samples})
	if err != nil || w.First+w.Second > 0.2 || loss < 0.1 || loss > 0.5 {
		t.Errorf("%+v, loss %g, %v", w, loss, err)
	}
	many, odd := slices.Repeat(samples[:1], 25), []Sample{{&bauta.Doc{}, []bauta.Span{{Start: 0, End: 4, Label: bauta.Location}}}}
	w, _, err = Fit(t.Context(), rows(person(0.7)), rows(place(0.7)), [][]Sample{many, odd})
	if err != nil || w.First < 2*w.Second {
		t.Errorf("one sample of another kind weighs as much as 25: %+v, %v", w, err)
	}
	if _, _, err := Fit(t.Context(), sure, sure, nil); err == nil {
		t.Error("weights of nothing")
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := Fit(ended, sure, sure, [][]Sample{samples}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func TestWeightsFile(t *testing.T) {
	w := Weights{0.35, 0.65}
	var b bytes.Buffer
	if err := w.Write(&b); err != nil {
		t.Fatal(err)
	}
	if got, err := ReadWeights(&b); err != nil || got != w {
		t.Errorf("%+v, %v", got, err)
	}
	for _, bad := range []string{
		"", "{}", `{"first":1}`, `{"first":-1,"second":1}`, `{"first":1,"second":3}`, `{"first":1,"second":1,"third":1}`,
		`{"first":1,"second":1}{}`, `[1,1]`, strings.Repeat(" ", maxFile+1),
	} {
		if _, err := ReadWeights(strings.NewReader(bad)); !errors.Is(err, ErrFormat) {
			t.Errorf("%.30q: %v", bad, err)
		}
	}
}

func FuzzReadWeights(f *testing.F) {
	f.Add([]byte(`{"first":0.5,"second":0.5}`))
	f.Add([]byte(`{"first":1e999}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		if w, err := ReadWeights(bytes.NewReader(raw)); err == nil && !(w.First >= 0 && w.Second >= 0 && w.First+w.Second <= 2*maxWeight) {
			t.Errorf("%+v", w)
		}
	})
}

func ExampleDetector() {
	first, second := rows(person(0.8), none(), none()), rows(person(0.9), none(), place(0.9))
	d, err := New(Config{First: first, Second: second})
	if err != nil {
		fmt.Println(err)
		return
	}
	spans, _ := d.Detect(context.Background(), &bauta.Doc{})
	for _, s := range spans {
		fmt.Printf("%s %.2f sure %v: %s\n", s.Label, s.P, s.Doubt == bauta.Sure, s.Why)
	}
	// Output:
	// PERSON 0.85 sure true: ; both taggers agree
	// LOCATION 0.23 sure false: ; only the second tagger sees it
}
