package triage

import (
	"context"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/text"
)

// surveyed reads a message with the spans given as what was weighed.
func surveyed(t testing.TB, s string, weighed, found, asked []bauta.Span) *survey {
	t.Helper()
	d, err := text.Analyser{Lang: "fr"}.Analyse(context.Background(), bauta.Message{Text: s})
	if err != nil {
		t.Fatal(err)
	}
	r := NewReader(ReaderConfig{Weigh: func(*bauta.Doc) []bauta.Span { return weighed }})
	return r.survey(d, &bauta.Result{Spans: found, Candidates: asked})
}

func span(start, end int, p float64, d bauta.Doubt) bauta.Span {
	return bauta.Span{Start: start, End: end, Label: bauta.Person, P: p, Doubt: d}
}

// Which words follow which, start a sentence, and stand before a sign.
func TestWordsKnowTheirPlace(t *testing.T) {
	s := surveyed(t, "salut Zorglub, tu viens. Bisous", nil, nil, nil)
	type place struct {
		norm, prev      string
		starts, stopped bool
	}
	var got []place
	for _, w := range s.words {
		got = append(got, place{w.norm, w.prev, w.starts, w.stopped})
	}
	want := []place{
		{"salut", "", true, false},
		{"zorglub", "salut", false, true},
		{"tu", "", false, false},
		{"viens", "tu", false, true},
		{"bisous", "", true, true},
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
	if s.words[1].prevKinds&lexicon.Greeting == 0 {
		t.Error("salut is no greeting")
	}
	if !s.words[1].midCapital() || s.words[4].midCapital() {
		t.Error("capitals in mid-sentence are not told from those at the start")
	}
}

// A span lies on all words it touches; of several the likeliest counts.
func TestSpansReachTheirWords(t *testing.T) {
	//         0    5       13
	const m = "avec Zorglub Zarbi hier"
	s := surveyed(t, m, []bauta.Span{span(5, 12, 0.2, bauta.Unknown), span(13, 18, 0.6, bauta.Unknown)},
		[]bauta.Span{span(5, 18, 0.9, bauta.Sure)}, nil)
	for i, want := range []float64{none, math.Log(9), math.Log(9), none} {
		if got := s.words[i].logOdds; math.Abs(got-want) > 1e-9 {
			t.Errorf("word %d: log-odds %v, want %v", i, got, want)
		}
	}
	if s.words[1].doubt != bauta.Sure || s.atLeast(0) != 2 || s.top[2] != none {
		t.Errorf("doubt %v, %v likely, third %v", s.words[1].doubt, s.atLeast(0), s.top[2])
	}
	if s.finds[bauta.Person] != 1 {
		t.Errorf("%v persons", s.finds[bauta.Person])
	}
	// Other labels are no names.
	s = surveyed(t, m, nil, []bauta.Span{{Start: 5, End: 12, Label: bauta.Location, P: 1}}, nil)
	if s.words[1].weighed || s.otherFinds() != 1 {
		t.Error("a place was taken for a name, or lost")
	}
	// Questions count as questions.
	s = surveyed(t, m, nil, nil, []bauta.Span{span(5, 12, 0.3, bauta.Ambiguous)})
	if s.questions != 1 || s.best(func(w *word) bool { return w.doubt == bauta.Ambiguous }) > 0 {
		t.Errorf("%v questions", s.questions)
	}
}

// The counts of the four labels are those of all words.
func TestLabelsAddUp(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		m := rapid.StringMatching(`([a-zA-Zéè']{1,9}[ ,.!]){0,12}`).Draw(r, "message")
		s := surveyed(t, m, nil, nil, nil)
		sum := 0.0
		for _, n := range s.labels {
			sum += n
		}
		if int(sum) != len(s.words) {
			r.Fatalf("%v labels, %d words", s.labels, len(s.words))
		}
		if s.share(s.capitals) > 1 || s.share(s.abbreviations()) > 1 {
			r.Fatal("a share above 1")
		}
	})
}

// The best four are the best four, in order, and "any" is at least the best.
func TestTopFour(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		n := rapid.IntRange(0, 9).Draw(r, "n")
		m := ""
		var weighed []bauta.Span
		var z []float64
		for range n {
			p := rapid.Float64Range(0.001, 0.999).Draw(r, "p")
			weighed = append(weighed, span(len(m), len(m)+4, p, bauta.Unknown))
			z = append(z, oddsOf(p))
			m += "zorg "
		}
		s := surveyed(t, m, weighed, nil, nil)
		slices.SortFunc(z, func(a, b float64) int {
			if a > b {
				return -1
			}
			return 1
		})
		for i, top := range s.top {
			want := float64(none)
			if i < len(z) {
				want = z[i]
			}
			if math.Abs(top-want) > 1e-9 {
				r.Fatalf("place %d: %v, want %v", i, top, want)
			}
		}
		if n > 0 && s.any() < z[0]-1e-6 {
			r.Fatalf("any %v is less than the best %v", s.any(), z[0])
		}
	})
}

func TestCaseOf(t *testing.T) {
	for s, want := range map[string]letterCase{"": lower, "ok": lower, "Ok": capital, "OK": shout, "O": capital, "Éva": capital, "ÉVA": shout, "3B": lower, "iPhone": lower} {
		if got := caseOf(s); got != want {
			t.Errorf("caseOf(%q) = %v, want %v", s, got, want)
		}
	}
}

func TestElongated(t *testing.T) {
	for s, want := range map[string]bool{"looool": true, "lool": false, "ééé": true, "111": false, "a.a.a": false, "": false, "mmm": true} {
		if got := elongated(s); got != want {
			t.Errorf("elongated(%q) = %v", s, got)
		}
	}
}

// Log-odds are finite for whatever a detector calls a probability.
func TestOddsOf(t *testing.T) {
	for _, p := range []float64{0, 1, -1, 2, math.Inf(1), math.Inf(-1), math.NaN()} {
		if z := oddsOf(p); math.IsNaN(z) || math.Abs(z) > 12 {
			t.Errorf("oddsOf(%v) = %v", p, z)
		}
	}
	if oddsOf(math.NaN()) < 10 {
		t.Error("what is no number does not count as sure")
	}
	rapid.Check(t, func(r *rapid.T) {
		p := rapid.Float64Range(0.0001, 0.9999).Draw(r, "p")
		if back := 1 / (1 + math.Exp(-oddsOf(p))); math.Abs(back-p) > 1e-9 {
			r.Fatalf("%v comes back as %v", p, back)
		}
	})
}

// similar is a cosine: 1 with itself, 0 with nothing in common, symmetric.
func TestSimilar(t *testing.T) {
	set := rapid.Custom(func(r *rapid.T) []uint32 {
		s := rapid.SliceOfN(rapid.Uint32Range(0, 20), 1, 12).Draw(r, "set")
		slices.Sort(s)
		return slices.Compact(s)
	})
	rapid.Check(t, func(r *rapid.T) {
		a, b := set.Draw(r, "a"), set.Draw(r, "b")
		if s := similar(a, b); s != similar(b, a) || s < 0 || s > 1+1e-12 {
			r.Fatalf("%v", s)
		}
		if math.Abs(similar(a, a)-1) > 1e-12 || similar(a, nil) != 0 {
			r.Fatal("not a cosine")
		}
	})
}

// Folds learnt side by side fail as one after the other would.
func TestInParallel(t *testing.T) {
	for _, jobs := range []int{0, 1, 3, 50} {
		done := make([]bool, 20)
		if err := inParallel(len(done), jobs, func(i int) error { done[i] = true; return nil }); err != nil || slices.Contains(done, false) {
			t.Errorf("%d jobs: %v, %v", jobs, err, done)
		}
		err := inParallel(20, jobs, func(i int) error {
			if i == 3 || i == 17 {
				return &indexed{i}
			}
			return nil
		})
		if e, ok := err.(*indexed); !ok || e.i != 3 {
			t.Errorf("%d jobs: %v, want the error of 3", jobs, err)
		}
	}
}

type indexed struct{ i int }

func (e *indexed) Error() string { return "failed" }
