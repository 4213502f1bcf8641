package agreement

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// tagsOf reads a row of letters: a capital starts a span of that label, a small
// letter goes on with it, a point is O. Nothing is a message not seen.
func tagsOf(row string) []string {
	if row == "" {
		return nil
	}
	var out []string
	for _, r := range row {
		switch {
		case r == '.':
			out = append(out, "O")
		case r >= 'a':
			out = append(out, "I-"+strings.ToUpper(string(r)))
		default:
			out = append(out, "B-"+string(r))
		}
	}
	return out
}

func itemsOf(rows ...[]string) []Item {
	var out []Item
	for _, row := range rows {
		it := Item{}
		for _, tags := range row {
			it.Tags = append(it.Tags, tagsOf(tags))
		}
		out = append(out, it)
	}
	return out
}

// three is ten invented messages of three annotators with gaps. Expected
// figures: sklearn.metrics.cohen_kappa_score(x, y) of scikit-learn 1.2 on the
// tokens of each pair, on those where not both are ".", and on x == label
// against y == label; nltk.metrics.agreement.AnnotationTask(data).alpha() of
// NLTK 3.8 on the tokens with two labels or more.
func three() []Item {
	return itemsOf(
		[]string{".P.....", "GP.....", ".P....."},
		[]string{"PLPG.", "PL.G.", "PL.G."},
		[]string{"...L.L.", ".L.L.G.", "P.GLGLG"},
		[]string{"P.G......L", "P.G..PG.PL", ""},
		[]string{"..PL", "..P.", "..P."},
		[]string{"", "LPL...GL.", "LPG...G.."},
		[]string{"P.PLL....", "P.PLL....", "P.GLL...."},
		[]string{".GG.", "..L.", ""},
		[]string{"...G...PP", "..PG.....", "...GLPGG."},
		[]string{"", "", "LPG.PPPL"},
	)
}

func measure(t *testing.T, items []Item, names ...string) Report {
	t.Helper()
	r, err := Measure(items, Config{Annotators: names})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func near(t *testing.T, what string, got Value, want float64) {
	t.Helper()
	if got.Undefined != "" || math.Abs(got.X-want) > 1e-9 {
		t.Errorf("%s: %v (%q), want %v", what, got.X, got.Undefined, want)
	}
}

func TestOutsideFigures(t *testing.T) {
	r := measure(t, three(), "a", "b", "c")
	if r.Messages != 9 || len(r.Pairs) != 3 || r.Pairs[0].Tokens != 55 || r.Pairs[1].Tokens != 41 || r.Pairs[2].Tokens != 50 {
		t.Fatalf("%d messages, pairs %+v", r.Messages, r.Pairs)
	}
	near(t, "kappa ab", r.Pairs[0].Kappa, 0.5897877223178427)
	near(t, "kappa ac", r.Pairs[1].Kappa, 0.5340909090909092)
	near(t, "kappa bc", r.Pairs[2].Kappa, 0.5207667731629393)
	near(t, "marked ab", r.Pairs[0].Marked, 0.34879406307977734)
	near(t, "marked ac", r.Pairs[1].Marked, 0.32352941176470595)
	near(t, "marked bc", r.Pairs[2].Marked, 0.29648241206030157)
	near(t, "kappa", r.Kappa, 0.5482151348572304)
	near(t, "marked", r.Marked, 0.3229352956349283)
	near(t, "alpha", r.Alpha, 0.5466237942122187)
	for i, want := range []float64{0.3841038336451181, 0.695177140866796, 0.5848596700922071} { // G, L, P
		near(t, r.Labels[i].Label, r.Labels[i].Kappa, want)
	}
}

// By hand: 10 tokens; both O 6, both P 2, A says P and B O 1, A says O and B L 1.
// Observed 0.8, chance 0.7·0.7 + 0.3·0.2 + 0·0.1 = 0.55, kappa 0.25/0.45.
// Marked tokens: 4 of them, observed 0.5, chance 1/4·1/4 + 3/4·2/4 = 7/16,
// kappa (1/16)/(9/16). P against the rest: observed 0.9, chance
// 0.3·0.2 + 0.7·0.8 = 0.62. Spans: A marks P[0,2) and P[5], B P[0,2) and L[8]:
// one common of two each. Alpha: 20 values, O 14, P 5, L 1; two tokens differ,
// so four coincidences: 1 - 19·4/(400 - 196 - 25 - 1).
func TestByHand(t *testing.T) {
	r := measure(t, itemsOf([]string{"Pp...P....", "Pp......L."}), "anna", "ben")
	near(t, "kappa", r.Kappa, 5.0/9)
	near(t, "marked", r.Marked, 1.0/9)
	near(t, "P", r.Labels[1].Kappa, 0.28/0.38)
	near(t, "L: one used it, once", r.Labels[0].Kappa, 0)
	near(t, "span F1", r.Spans, 50)
	near(t, "span F1 of P", r.Labels[1].Spans, 2.0/3*100)
	near(t, "alpha", r.Alpha, 1-19*4.0/178)
	want := [][]int{{6, 1, 0}, {0, 0, 0}, {1, 0, 2}} // O, L, P
	for i := range want {
		for j := range want[i] {
			if r.Pairs[0].Confusion[i][j] != want[i][j] {
				t.Fatalf("confusion %v, want %v", r.Pairs[0].Confusion, want)
			}
		}
	}
}

func TestBoundariesCountForSpansAlone(t *testing.T) {
	r := measure(t, itemsOf([]string{"PP.", "Pp."}), "a", "b")
	near(t, "kappa", r.Kappa, 1)
	near(t, "span F1: two people or one", r.Spans, 0)
}

func TestUndefined(t *testing.T) {
	for name, c := range map[string]struct {
		rows               []string
		kappa, marked, alp string
	}{
		"only O":        {[]string{"...", "..."}, "both used only O", noMarked, "all used only O"},
		"only P":        {[]string{"PP", "PP"}, "both used only P", "both used only P", "all used only P"},
		"not both":      {[]string{"P.", ""}, noToken, noMarked, "no token was labelled by two annotators"},
		"empty message": {[]string{"", ""}, noToken, noMarked, "no token was labelled by two annotators"},
	} {
		r := measure(t, itemsOf(c.rows), "a", "b")
		if r.Kappa.Undefined != c.kappa || r.Marked.Undefined != c.marked || r.Alpha.Undefined != c.alp {
			t.Errorf("%s: %q, %q, %q", name, r.Kappa.Undefined, r.Marked.Undefined, r.Alpha.Undefined)
		}
	}
	// A third who never used the label does not make the mean undefined.
	r := measure(t, itemsOf([]string{"P..", "...", "..."}), "a", "b", "c")
	near(t, "two of three pairs", r.Labels[0].Kappa, 0)
	if r.Labels[0].Kappa.Pairs != 2 || !strings.Contains(r.Labels[0].Kappa.text(3), "2 of 3 pairs") {
		t.Errorf("%+v", r.Labels[0].Kappa)
	}
}

func TestRefuses(t *testing.T) {
	for name, c := range map[string]struct {
		items []Item
		who   []string
	}{
		"one annotator": {itemsOf([]string{"P"}), []string{"a"}},
		"columns":       {itemsOf([]string{"P"}), []string{"a", "b"}},
		"tokens":        {itemsOf([]string{"P.", "P"}), []string{"a", "b"}},
	} {
		if _, err := Measure(c.items, Config{Annotators: c.who}); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func TestIntervals(t *testing.T) {
	cfg := Config{Annotators: []string{"a", "b", "c"}, Rounds: 200, Seed: 3}
	r, err := Measure(three(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	for name, v := range map[string]Value{"kappa": r.Kappa, "marked": r.Marked, "spans": r.Spans, "alpha": r.Alpha, "pair": r.Pairs[2].Kappa} {
		if v.Interval == nil || v.Interval.Low > v.X || v.Interval.High < v.X {
			t.Errorf("%s: %v in %+v", name, v.X, v.Interval)
		}
	}
	again, _ := Measure(three(), cfg)
	if *again.Kappa.Interval != *r.Kappa.Interval {
		t.Error("the same seed gave another interval")
	}
	cfg.Seed++
	if other, _ := Measure(three(), cfg); *other.Alpha.Interval == *r.Alpha.Interval {
		t.Error("the seed changes nothing")
	}
	// One message: every draw is the corpus itself.
	one, _ := Measure(itemsOf([]string{"P..", "P.P"}), Config{Annotators: []string{"a", "b"}, Rounds: 50})
	if one.Kappa.Interval.Low != one.Kappa.X || one.Kappa.Interval.High != one.Kappa.X {
		t.Errorf("%+v", one.Kappa)
	}
}

func TestIsNeverNaN(t *testing.T) {
	row := rapid.StringMatching(`[.PpLl]{0,6}`)
	rapid.Check(t, func(t *rapid.T) {
		var rows [][]string
		for range rapid.IntRange(0, 4).Draw(t, "messages") {
			first := row.Draw(t, "first")
			all := []string{first}
			for range 2 {
				other := rapid.StringMatching(`[.PpLl]{6}`).Draw(t, "other")[:len(first)]
				if rapid.Bool().Draw(t, "unseen") {
					other = ""
				}
				all = append(all, other)
			}
			rows = append(rows, all)
		}
		r, err := Measure(itemsOf(rows...), Config{Annotators: []string{"a", "b", "c"}, Rounds: 5})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := json.Marshal(r); err != nil { // NaN and infinity do not marshal
			t.Fatal(err)
		}
		for _, v := range []Value{r.Kappa, r.Marked, r.Alpha} {
			if v.Undefined == "" && (v.X > 1+1e-9 || v.X < -2) {
				t.Fatalf("%+v", v)
			}
		}
	})
}

// Whoever comes first, and in whatever order the messages come, the agreement
// is the same; with oneself it is perfect.
func TestSymmetry(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := rapid.StringMatching(`[.PL]{8}`).Draw(t, "a")
		b := rapid.StringMatching(`[.PL]{8}`).Draw(t, "b")
		ab, _ := Measure(itemsOf([]string{a, b}, []string{b, b}), Config{Annotators: []string{"a", "b"}})
		ba, _ := Measure(itemsOf([]string{b, b}, []string{b, a}), Config{Annotators: []string{"a", "b"}})
		if ab.Kappa.Undefined != ba.Kappa.Undefined || math.Abs(ab.Kappa.X-ba.Kappa.X) > 1e-12 ||
			math.Abs(ab.Alpha.X-ba.Alpha.X) > 1e-12 || ab.Spans.X != ba.Spans.X {
			t.Fatalf("%+v\n%+v", ab, ba)
		}
		self, _ := Measure(itemsOf([]string{a, a}), Config{Annotators: []string{"a", "b"}})
		if self.Kappa.Undefined == "" && math.Abs(self.Kappa.X-1) > 1e-12 || self.Spans.Undefined == "" && self.Spans.X != 100 {
			t.Fatalf("with oneself: %+v", self)
		}
	})
}

func TestRepeats(t *testing.T) {
	list, err := Repeats([]Repeat{
		{"ben", tagsOf("P...."), tagsOf("P....")},
		{"anna", tagsOf("P.L.."), tagsOf("P.P..")},
		{"anna", tagsOf("..P.."), tagsOf("..P..")},
	}, Config{})
	if err != nil || len(list) != 2 || list[0].Annotator != "anna" || list[0].Messages != 2 || list[0].Same != 1 {
		t.Fatalf("%+v, %v", list, err)
	}
	near(t, "ben", list[1].Kappa, 1)
	// Ten tokens: observed 0.9, chance 0.7·0.7 + 0.2·0.3 + 0.1·0 = 0.55.
	near(t, "anna", list[0].Kappa, 0.35/0.45)
	near(t, "anna's spans", list[0].Spans, 2.0/3*100)
	if _, err := Repeats([]Repeat{{"ben", tagsOf("P"), tagsOf("..")}}, Config{}); err == nil {
		t.Error("different lengths are accepted")
	}
}

func TestWriteText(t *testing.T) {
	var b strings.Builder
	r := measure(t, three(), "anna", "ben", "cleo")
	if err := r.WriteText(&b); err != nil {
		t.Fatal(err)
	}
	list, _ := Repeats([]Repeat{{"ben", tagsOf("..."), tagsOf("...")}}, Config{})
	if err := WriteConsistency(&b, list); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"messages 9", "kappa, all tokens     0.5482", "Krippendorff's alpha  0.5466", "rows ben, columns cleo",
		"kappa undefined: both used only O", "1 of 1 messages alike",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in\n%s", want, b.String())
		}
	}
}

func BenchmarkMeasure(b *testing.B) {
	var items []Item
	for range 30 {
		items = append(items, three()...)
	}
	for b.Loop() {
		if _, err := Measure(items, Config{Annotators: []string{"a", "b", "c"}, Rounds: 1000}); err != nil {
			b.Fatal(err)
		}
	}
}

func TestPlaces(t *testing.T) {
	for x, want := range map[float64]string{-0.00001: "0.0000", 0: "0.0000", -0.5: "-0.5000", 1: "1.0000", 0.00006: "0.0001"} {
		if got := places(x); got != want {
			t.Errorf("%v is printed as %s", x, got)
		}
	}
}
