package location

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// sentence draws words of the invented town, unknown ones, signs and noise.
func sentence(t *rapid.T) string {
	pieces := rapid.SliceOfN(rapid.SampledFrom([]string{
		"near", "the", "castle", "harbour", "market", "tower", "moat", "good", "bread", "Castle",
		"zzz", ",", "!", "🙂", "@me", "#castle", "https://x.example", "12", "  ", "été", "lunch was great",
	}), 0, 12).Draw(t, "pieces")
	return strings.Join(pieces, " ")
}

// TestWhatIsLeftIsBelow: the text that Apply writes, read anew by somebody who
// knows nothing of the deletion, is as improbable as was said.
func TestWhatIsLeftIsBelow(t *testing.T) {
	m, _ := townModel(t)
	rapid.Check(t, func(t *rapid.T) {
		threshold := rapid.Float64Range(0.4, 0.95).Draw(t, "threshold")
		c, err := NewCleaner(m, nil, Options{Threshold: threshold})
		if err != nil {
			t.Fatal(err)
		}
		in := sentence(t)
		d, err := analyse("1", in)
		if err != nil {
			t.Fatal(err)
		}
		got, err := c.Clean(d)
		if err != nil || got.Suppressed {
			t.Fatalf("suppressed %v: %v", got.Suppressed, err)
		}
		if got.After >= threshold || (got.Before < threshold) != !got.Touched() {
			t.Fatalf("%.3f, then %.3f; threshold %.3f, touched %v", got.Before, got.After, threshold, got.Touched())
		}
		left, err := analyse("1", got.Apply(in, ""))
		if err != nil {
			t.Fatal(err)
		}
		ts, err := m.reader().read(left)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(flat(ts), got.left) {
			t.Fatalf("left %q, read anew %q", got.left, flat(ts))
		}
		p := m.Probabilities(flat(ts))
		if top := float64(slices.Max(p)); math.Abs(top-got.After) > 1e-4 {
			t.Fatalf("%.5f said, %.5f read anew", got.After, top)
		}
		again, err := c.Clean(left)
		if err != nil || again.Touched() {
			t.Fatalf("a second run changes its own output: %v", err)
		}
	})
}

// TestOutsideSpansNothingChanges: what Spans does not cover is in the output.
func TestOutsideSpansNothingChanges(t *testing.T) {
	m, _ := townModel(t)
	c, err := NewCleaner(m, nil, Options{Replace: true})
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(t *rapid.T) {
		in := sentence(t)
		d, err := analyse("1", in)
		if err != nil {
			t.Fatal(err)
		}
		got, err := c.Clean(d)
		if err != nil {
			t.Fatal(err)
		}
		out, at := got.Apply(in, "\x00"), 0
		for _, s := range got.Spans(in) {
			if s.Start < at || s.End > len(in) || s.Start >= s.End {
				t.Fatalf("span %v after byte %d", s, at)
			}
			if s.Start > at {
				if piece := strings.TrimSpace(in[at:s.Start]); !strings.Contains(out, piece) {
					t.Fatal("text between spans is gone")
				}
			}
			at = s.End
		}
		if !strings.HasSuffix(out, in[at:]) {
			t.Fatal("the text after the last span is gone")
		}
		if got.Count() == 0 && out != in {
			t.Fatal("nothing deleted, yet changed")
		}
	})
}

// TestTies: of deletions that leave the same, the fewest characters, then the
// leftmost.
func TestTies(t *testing.T) {
	c := &Classifier{newVocabulary([]string{"aa", "bbbb", "cc"}, nil), nil}
	c.Weights = inventedClassifier(rand.New(rand.NewPCG(1, 1)), 3, 4).Weights
	c.Weights.Weight = []float32{3, 0, 0, 0, 3, 0, 0, 0, 3, 0, 0, 0}
	c.Weights.Bias, c.Weights.Temperature = make([]float32, 4), 1
	for _, x := range []struct {
		words string
		want  string
	}{{"bbbb aa", "aa"}, {"aa cc", "aa"}, {"cc bbbb aa", "cc aa"}, {"aa zz", "aa"}} {
		p := &problem{targets: []target{{c: c, threshold: 0.96, only: -1, base: c.Weights.Bias}}}
		if strings.Count(x.words, " ") < 2 {
			p.targets[0].threshold = 0.9
		}
		for _, w := range strings.Fields(x.words) {
			p.add([]string{w}, 0)
		}
		got, ok := p.solve(1<<20, 8)
		var deleted []string
		for i, d := range got.deleted {
			if d {
				deleted = append(deleted, p.words[i]...)
			}
		}
		want, wantOK := brute(p)
		if ok != wantOK || !slices.Equal(got.deleted, want.deleted) {
			t.Errorf("%s: deleted %q, brute force %v", x.words, deleted, want.deleted)
		}
		if len(strings.Fields(x.want)) == len(deleted) && strings.Join(deleted, " ") != x.want {
			t.Errorf("%s: deleted %q, want %q", x.words, deleted, x.want)
		}
	}
}

func TestVocabulary(t *testing.T) {
	v, _ := learnVocabulary([][]string{{"a", "b", "a"}, {"b", "a"}, {"c"}}, 2, false)
	if want := []string{"a", "b", "b a"}; !slices.Equal(v.grams, want) {
		t.Fatalf("features %q, want %q", v.grams, want)
	}
	for words, want := range map[string][]int32{"a b": {0, 1}, "b a b a": {0, 1, 2}, "x": nil, "": nil} {
		if got, _ := v.Row(strings.Fields(words)); !slices.Equal(got, want) {
			t.Errorf("%q: %v, want %v", words, got, want)
		}
	}
	long := strings.Repeat("w", 300)
	if v.pair(long, long) != -1 || v.word(long) != -1 {
		t.Error("an unknown long word has a feature")
	}
}

func FuzzDivision(f *testing.F) {
	_, d := town(30)
	data, err := json.Marshal(d)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	f.Add([]byte(`{"grid":{"north":1,"east":1,"rows":1,"cols":2},"class":[0,9],"cells":[0,1],"count":[1,1]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		var d Division
		if json.Unmarshal(data, &d) != nil || d.Check() != nil {
			return
		}
		for k := range d.Classes() {
			if c := d.Grid.Cell(d.Place(k)); c != d.Cells[k] && c >= 0 && d.Grid.North-d.Grid.South > 1e-6 && d.Grid.East-d.Grid.West > 1e-6 {
				t.Errorf("the centre of cell %d lies in %d", d.Cells[k], c)
			}
		}
		d.Of(Point{0.5, 0.5})
	})
}

func TestPointCheck(t *testing.T) {
	for p, want := range map[Point]string{{1, 2}: "", {91, 200}: "beyond", {120, 30}: "swapped", {math.Inf(1), 0}: "not a number", {0, 181}: "beyond"} {
		err := p.Check()
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v, want %q", fmt.Sprint(p), err, want)
		}
	}
}
