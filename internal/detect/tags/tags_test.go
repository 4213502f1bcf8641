package tags

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/learn/chain"
	"github.com/google/go-cmp/cmp"
)

func kinds() []bauta.Label { return []bauta.Label{bauta.Person, bauta.Location} }

func TestCheck(t *testing.T) {
	if err := Check(kinds()); err != nil {
		t.Error(err)
	}
	for name, list := range map[string][]bauta.Label{
		"none": nil, "empty": {""}, "twice": {bauta.Person, bauta.Person}, "long": {bauta.Label(strings.Repeat("x", 65))}, "many": make([]bauta.Label, 128),
	} {
		if Check(list) == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func TestAllowed(t *testing.T) {
	for _, c := range []struct {
		from, to int
		want     bool
	}{{-1, 0, true}, {-1, 1, true}, {-1, 2, false}, {0, 2, false}, {1, 2, true}, {2, 2, true}, {1, 4, false}, {2, 1, true}, {2, 3, true}, {2, 0, true}} {
		if Allowed(c.from, c.to) != c.want {
			t.Errorf("%d to %d: %v", c.from, c.to, !c.want)
		}
	}
}

// row makes words of three bytes with a gap of one between them.
func row(n int) []Word {
	out := make([]Word, n)
	for i := range out {
		out[i] = Word{Start: 4 * i, End: 4*i + 3, Known: i%2 == 0}
	}
	return out
}

func TestEncode(t *testing.T) {
	for _, c := range []struct {
		name  string
		spans []bauta.Span
		want  []uint8
	}{
		{"none", nil, []uint8{0, 0, 0, 0}},
		{"two words", []bauta.Span{{Start: 4, End: 11, Label: bauta.Person}}, []uint8{0, 1, 2, 0}},
		{"neighbours", []bauta.Span{{Start: 0, End: 3, Label: bauta.Person}, {Start: 4, End: 7, Label: bauta.Person}}, []uint8{1, 1, 0, 0}},
		{"half a word", []bauta.Span{{Start: 5, End: 6, Label: bauta.Location}}, []uint8{0, 3, 0, 0}},
		{"between words", []bauta.Span{{Start: 3, End: 4, Label: bauta.Location}}, []uint8{0, 0, 0, 0}},
		{"another type", []bauta.Span{{Start: 0, End: 3, Label: bauta.Date}}, []uint8{0, 0, 0, 0}},
	} {
		if d := cmp.Diff(c.want, Encode(row(4), c.spans, kinds(), nil)); d != "" {
			t.Errorf("%s: %s", c.name, d)
		}
	}
}

// TestEncodeHonorific: it stands outside of the person before or in whose name it
// is, and inside of what is none.
func TestEncodeHonorific(t *testing.T) {
	words := row(5)
	words[1].Honorific = true
	for _, c := range []struct {
		start, end int
		label      bauta.Label
		want       []uint8
	}{
		{4, 15, bauta.Person, []uint8{0, 0, 1, 2, 0}},
		{0, 15, bauta.Person, []uint8{1, 0, 1, 2, 0}},
		{4, 7, bauta.Person, []uint8{0, 0, 0, 0, 0}},
		{4, 15, bauta.Location, []uint8{0, 3, 4, 4, 0}},
	} {
		if d := cmp.Diff(c.want, Encode(words, []bauta.Span{{Start: c.start, End: c.end, Label: c.label}}, kinds(), nil)); d != "" {
			t.Errorf("%s from %d to %d: %s", c.label, c.start, c.end, d)
		}
	}
}

// TestSettle: what an earlier run wrote is in no span, an honorific in no person,
// whatever a model says.
func TestSettle(t *testing.T) {
	p := [][]float64{{0.01, 0.99, 0, 0, 0}, {0.01, 0.4, 0.59, 0, 0}, {0.01, 0.9, 0, 0.09, 0}, {0.01, 0, 0, 0.99, 0}}
	words := row(len(p))
	words[0].Honorific, words[2].Honorific, words[3].Masked = true, true, true
	for _, types := range [][]bauta.Label{kinds(), {bauta.Date, bauta.Location}} {
		l := lattice(t, p)
		Settle(l, words, types)
		path, _ := l.Viterbi(nil)
		want := []uint8{0, 1, 3, 0}
		if types[0] != bauta.Person {
			want = []uint8{1, 2, 1, 0}
		}
		if d := cmp.Diff(want, path); d != "" {
			t.Errorf("%v: %s", types, d)
		}
		if q := l.Marginal(3, Outside); q < 1-1e-9 {
			t.Errorf("masked: outside with %f", q)
		}
	}
}

// lattice gives each word a probability for each label, with the constraint.
func lattice(t testing.TB, p [][]float64) *chain.Lattice {
	t.Helper()
	n := Labels(len(kinds()))
	score, start := make([]float64, n*n), make([]float64, n)
	for to := range n {
		if !Allowed(-1, to) {
			start[to] = math.Inf(-1)
		}
		for from := range n {
			if !Allowed(from, to) {
				score[from*n+to] = math.Inf(-1)
			}
		}
	}
	trans, err := chain.NewTransitions(n, score, start)
	if err != nil {
		t.Fatal(err)
	}
	l := chain.NewLattice(trans)
	l.Reset(len(p))
	for i, list := range p {
		for y, x := range list {
			l.Row(i)[y] = math.Log(max(x, 1e-9))
		}
	}
	return l
}

// TestSureOfNothing: where nothing is said of a message, no word is in a span as often
// as somebody asks for, and where something is, one is.
func TestSureOfNothing(t *testing.T) {
	draw := rand.New(rand.NewPCG(1, 2))
	silent := 0
	for range 2000 {
		p := make([][]float64, 1+draw.IntN(6))
		for i := range p {
			out := 1 - draw.Float64()*draw.Float64()*0.4
			p[i] = []float64{out, (1 - out) / 2, 0, (1 - out) / 2, 0}
		}
		r := &Reader{Types: kinds(), Sure: 0.5, Ask: -1 + 1.2*float64(draw.IntN(2)), Person: 0.1 * float64(draw.IntN(2))}
		l := lattice(t, p)
		got := r.Spans(nil, row(len(p)), l)
		path, _ := l.Viterbi(nil)
		asked := slices.Max(path) != Outside
		for i := range p {
			inside, person := 1-l.Marginal(i, Outside), l.Marginal(i, 1)+l.Marginal(i, 2)
			asked = asked || r.Ask >= 0 && inside >= r.Ask || r.Person > 0 && person >= r.Person
		}
		if asked != (len(got) > 0) {
			t.Fatalf("%v: %v, asked %t", p, got, asked)
		}
		if !asked {
			silent++
		}
	}
	if silent == 0 || silent == 2000 {
		t.Errorf("%d of 2,000 say nothing", silent)
	}
}

func TestSpans(t *testing.T) {
	r := &Reader{Types: kinds(), Source: "test", Lang: "en", Sure: 0.5, Ask: 0.3}
	p := [][]float64{
		{0.02, 0.98, 0, 0, 0}, {0.03, 0, 0.97, 0, 0}, // a name of two words
		{0.99, 0.01, 0, 0, 0},   // nothing
		{0.6, 0, 0, 0.4, 0},     // perhaps a place
		{0.3, 0.3, 0, 0.4, 0},   // a place, but not surely
		{0.65, 0.35, 0, 0, 0},   // perhaps a name, but mute
		{0, 0.99, 0, 0.01, 0},   // a name …
		{0.01, 0.99, 0, 0.0, 0}, // … and another
	}
	words := row(len(p))
	words[5].Mute = true
	got := r.Spans(nil, words, lattice(t, p))
	type seen struct {
		Start, End int
		Label      bauta.Label
		Doubt      bauta.Doubt
	}
	var list []seen
	for _, s := range got {
		if s.P < 0 || s.P > 1 || s.Source != "test" || s.Why != "en" || !s.By("en") {
			t.Errorf("%+v", s)
		}
		list = append(list, seen{s.Start, s.End, s.Label, s.Doubt})
	}
	want := []seen{
		{0, 7, bauta.Person, bauta.Sure},
		{12, 15, bauta.Location, bauta.Unknown},
		{16, 19, bauta.Location, bauta.Ambiguous},
		{24, 27, bauta.Person, bauta.Sure},
		{28, 31, bauta.Person, bauta.Sure},
	}
	if d := cmp.Diff(want, list); d != "" {
		t.Error(d)
	}
	r.Ask = -1
	if got := r.Spans(nil, words[2:4], lattice(t, p[2:4])); len(got) != 0 {
		t.Errorf("asked nothing, it asks %v", got)
	}
}

// TestPerson has a bound of its own for persons: for words the best labelling
// leaves outside, and for spans that are not sure.
func TestPerson(t *testing.T) {
	l := lattice(t, [][]float64{{0.7, 0.3, 0, 0, 0}, {0.6, 0.1, 0, 0.3, 0}, {0.3, 0.4, 0, 0.3, 0}})
	for _, c := range []struct {
		person, ask float64
		want        []bauta.Doubt
	}{
		{0, -1, []bauta.Doubt{bauta.Ambiguous}},
		{0.2, -1, []bauta.Doubt{bauta.Sure, bauta.Sure}},
		{0.05, -1, []bauta.Doubt{bauta.Sure, bauta.Sure, bauta.Sure}},
		{0.2, 0.35, []bauta.Doubt{bauta.Sure, bauta.Ambiguous, bauta.Sure}},
	} {
		r := &Reader{Types: kinds(), Sure: 0.5, Ask: c.ask, Person: c.person}
		words := row(3)
		words[1].Known = true
		var got []bauta.Doubt
		for _, s := range r.Spans(nil, words, l) {
			if s.Doubt == bauta.Sure && s.Label != bauta.Person {
				t.Errorf("%+v", s)
			}
			got = append(got, s.Doubt)
		}
		if d := cmp.Diff(c.want, got); d != "" {
			t.Errorf("person %g, ask %g: %s", c.person, c.ask, d)
		}
	}
}

// TestBreak: a span ends where a line does, and goes on over punctuation.
func TestBreak(t *testing.T) {
	l := lattice(t, [][]float64{{0, 1, 0, 0, 0}, {0, 0, 1, 0, 0}, {0, 0, 1, 0, 0}})
	for _, c := range []struct {
		name  string
		words func(w []Word)
		want  [][2]int
	}{
		{"none", func([]Word) {}, [][2]int{{0, 11}}},
		{"before the first", func(w []Word) { w[0].Break = true }, [][2]int{{0, 11}}},
		{"before the second", func(w []Word) { w[1].Break = true }, [][2]int{{0, 3}, {4, 11}}},
		{"before each", func(w []Word) { w[1].Break, w[2].Break = true, true }, [][2]int{{0, 3}, {4, 7}, {8, 11}}},
		{"before a sign", func(w []Word) { w[2].Break, w[2].Mute = true, true }, [][2]int{{0, 11}}},
	} {
		words := row(3)
		c.words(words)
		var got [][2]int
		for _, s := range (&Reader{Types: kinds(), Sure: 0.5, Ask: -1}).Spans(nil, words, l) {
			if s.Label != bauta.Person || s.Doubt != bauta.Sure || s.P < 0.99 {
				t.Errorf("%s: %+v", c.name, s)
			}
			got = append(got, [2]int{s.Start, s.End})
		}
		if d := cmp.Diff(c.want, got); d != "" {
			t.Errorf("%s: %s", c.name, d)
		}
	}
	words := row(3)
	words[1].Break = true
	lines := &Reader{Types: []bauta.Label{bauta.Address, bauta.Location}, Sure: 0.5, Ask: -1}
	if got := lines.Spans(nil, words, l); len(got) != 1 || got[0].End != 11 {
		t.Errorf("an address over two lines: %v", got)
	}
	for between, want := range map[string]bool{"": false, " ": false, "\n": true, " \r\n": true, " #": true, ", ": false} {
		if Breaks(between) != want {
			t.Errorf("%q ends a name: %v", between, !want)
		}
	}
}

// TestScoreIsOfExactlyTheseWords adds up all ways in which a span may go on.
func TestScoreIsOfExactlyTheseWords(t *testing.T) {
	r := &Reader{Types: kinds(), Sure: 0.5, Ask: -1}
	l := lattice(t, [][]float64{{0.1, 0.9, 0, 0, 0}, {0.7, 0.1, 0.2, 0, 0}})
	got := r.Spans(nil, row(2), l)
	if len(got) != 1 || got[0].End != 3 {
		t.Fatalf("%v", got)
	}
	// Labellings that are allowed, by weight: 0.1·(0.7+0.1), 0.9·(0.7+0.1+0.2).
	want := 0.9 * 0.8 / (0.1*0.8 + 0.9)
	if math.Abs(got[0].P-want) > 1e-6 {
		t.Errorf("score %g, want %g", got[0].P, want)
	}
}

func ExampleEncode() {
	words := []Word{{Start: 0, End: 2}, {Start: 3, End: 7}, {Start: 8, End: 12}}
	spans := []bauta.Span{{Start: 3, End: 12, Label: bauta.Person}}
	fmt.Println(Encode(words, spans, []bauta.Label{bauta.Person}, nil))
	// Output: [0 1 2]
}

func TestStretches(t *testing.T) {
	for _, c := range []struct {
		path []uint8
		want []Stretch
	}{
		{nil, nil},
		{[]uint8{0, 0}, nil},
		{[]uint8{1, 2, 0, 3}, []Stretch{{0, 2, 0}, {3, 4, 1}}},
		{[]uint8{1, 1, 3, 4, 4}, []Stretch{{0, 1, 0}, {1, 2, 0}, {2, 5, 1}}},
	} {
		if d := cmp.Diff(c.want, Stretches(c.path, nil)); d != "" {
			t.Errorf("%v: %s", c.path, d)
		}
	}
}

// TestStretchP compares the probability of a stretch with the sum over all
// labellings that have it.
func TestStretchP(t *testing.T) {
	l := lattice(t, [][]float64{{0.2, 1, 0, 0.5, 0}, {0.1, 0.3, 1.2, 0.1, 0.4}, {0.5, 0.1, 0.7, 0.2, 0.9}})
	sums, all := map[Stretch]float64{}, 0.0
	path := make([]uint8, 3)
	for n := range 125 {
		path[0], path[1], path[2] = uint8(n%5), uint8(n/5%5), uint8(n/25)
		p := math.Exp(l.Score(path))
		all += p
		for _, s := range Stretches(path, nil) {
			sums[s] += p
		}
	}
	for from := range 3 {
		for to := from + 1; to <= 3; to++ {
			for kind := range 2 {
				s := Stretch{from, to, kind}
				if got, want := s.P(l), sums[s]/all; math.Abs(got-want) > 1e-9 {
					t.Errorf("%+v: %g, want %g", s, got, want)
				}
			}
		}
	}
}

// TestScored: what is written down of a lattice is added to another, times a
// weight.
func TestScored(t *testing.T) {
	l := lattice(t, [][]float64{{1, 1, 1, 1, 1}, {math.E, 1, 1, 1, 1}})
	s := NewScored("en", kinds(), row(2), l)
	if s.Lang != "en" || len(s.Words) != 2 || s.Trans != l.Transitions() {
		t.Errorf("%+v", s)
	}
	to := chain.NewLattice(s.Trans)
	to.Reset(2)
	s.AddTo(to, 2)
	s.AddTo(to, -0.5)
	if d := cmp.Diff([]float64{1.5, 0, 0, 0, 0}, to.Row(1)); d != "" {
		t.Error(d)
	}
	l.Row(0)[0] = 100
	if s.Scores[0] != 0 {
		t.Error("what was written down changed")
	}
}

// TestOver: over the types in another order and one more, the same labelling is
// best, and the new type is hardly possible.
func TestOver(t *testing.T) {
	l := lattice(t, [][]float64{{0.2, 0.8, 0, 0, 0}, {0.1, 0, 0.9, 0, 0}, {0.3, 0, 0, 0.7, 0}})
	s := NewScored("en", kinds(), row(3), l)
	other := []bauta.Label{bauta.Date, bauta.Location, bauta.Person}
	got := over(t, &s, other)
	to := chain.NewLattice(got.Trans)
	to.Reset(3)
	got.AddTo(to, 1)
	path, _ := to.Viterbi(nil)
	if d := cmp.Diff([]Stretch{{0, 2, 2}, {2, 3, 1}}, Stretches(path, nil)); d != "" {
		t.Error(d)
	}
	for i := range 3 {
		if p := to.Marginal(i, 1) + to.Marginal(i, 2); p <= 0 || p > 0.01 {
			t.Errorf("word %d is of the unknown type with %g", i, p)
		}
	}
	if fewer := over(t, &s, kinds()[:1]); len(fewer.Scores) != 9 || fewer.Trans.Labels() != 3 {
		t.Errorf("%d scores", len(fewer.Scores))
	}
}

func over(t *testing.T, s *Scored, types []bauta.Label) Scored {
	t.Helper()
	v, err := s.View(types)
	if err != nil {
		t.Fatal(err)
	}
	return s.Over(v)
}
