package location

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/corpus"
	"github.com/bauta/bauta/model"
)

func TestLetterGroups(t *testing.T) {
	got := letterGroups("nana")
	want := map[string]int{"<na": 1, "nan": 1, "ana": 1, "na>": 1, "<nan": 1, "nana": 1, "ana>": 1, "<nana": 1, "nana>": 1}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if n := letterGroups("aaaaa")["aaa"]; n != 3 {
		t.Errorf("%d times, want 3", n)
	}
	// "<é>" is the whole word and no group; a long word is cut, not refused.
	if n := len(letterGroups("é")); n != 0 {
		t.Errorf("%d groups of one letter", n)
	}
	if n := len(letterGroups(strings.Repeat("ab", 5000))); n > 3*maxLetters {
		t.Errorf("%d groups of a long word", n)
	}
}

func TestWordsNotKnownAreSpelt(t *testing.T) {
	messages := [][]string{{"castle"}, {"castles"}, {"castle", "x"}, {"castles", "x"}, {"harbour"}, {"harbours"}}
	v, in := learnVocabulary(messages, 2, true)
	if want := []string{"castle", "castles", "x"}; !slices.Equal(v.grams, want) || !slices.Equal(in, []int{2, 2, 2}) {
		t.Fatalf("words %q in %v messages", v.grams, in)
	}
	if !slices.Contains(v.letters, "castl") || slices.Contains(v.letters, "harbo") {
		t.Errorf("letter groups %q: those of two words and four messages", v.letters)
	}
	known, _ := v.Row([]string{"castle"})
	if !slices.Equal(known, []int32{0}) {
		t.Errorf("a word that is known is %v", known)
	}
	once, val := v.Row([]string{"x", "kastle", "x"})
	twice, again := v.Row([]string{"kastle", "x", "kastle"})
	if !slices.Equal(once, twice) || !slices.Equal(val, again) || len(once) < 3 || once[0] != 2 || val[0] != 1 || val[1] != letterValue {
		t.Errorf("%v %v and %v %v", once, val, twice, again)
	}
	if v.Known() != 3 || v.Len() != 3+len(v.letters) {
		t.Errorf("%d known of %d", v.Known(), v.Len())
	}
	// Parts of a word that counts for two are worth half as much to it.
	p := v.parts([]float32{1, 2, 1})
	_, a := p.Row(0)
	_, b := p.Row(1)
	if p.Check() != nil || p.Rows() != v.Len() || a[0] != letterValue || b[0] != letterValue/2 {
		t.Errorf("parts %v and %v: %v", a, b, p.Check())
	}
}

// TestRowsAreSorted: a row is what learn/logistic takes, whatever the words.
func TestRowsAreSorted(t *testing.T) {
	v, _ := learnVocabulary([][]string{{"ab", "abc"}, {"abcd", "ab"}, {"abc", "abd"}, {"abcd", "abd"}, {"ab", "abc"}}, 2, true)
	h := hashed(8)
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOfN(rapid.StringMatching(`[abcdé]{1,6}`), 0, 9).Draw(t, "words")
		for _, v := range []*Vocabulary{v, h} {
			col, val := v.Row(words)
			if len(col) != len(val) {
				t.Fatalf("%d features, %d values", len(col), len(val))
			}
			for i, f := range col {
				if f < 0 || int(f) >= v.Len() || i > 0 && f <= col[i-1] || !(val[i] > 0) {
					t.Fatalf("%v %v", col, val)
				}
			}
		}
		if m := v.matrix([][]string{words}); m.Check() != nil {
			t.Fatal(m.Check())
		}
	})
}

func FuzzSpell(f *testing.F) {
	v, _ := learnVocabulary([][]string{{"castle"}, {"castles"}, {"castle"}, {"castles"}}, 1, true)
	for _, s := range []string{"castle", "", "CASTLE", "\xff\xfe", "城跡の石垣", strings.Repeat("castle", 40)} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, word string) {
		col, val := v.spell(word)
		if len(col) != len(val) || !slices.IsSorted(col) {
			t.Fatalf("%v %v", col, val)
		}
		for g := range letterGroups(word) {
			if n := utf8.RuneCountInString(g); n < shortestLetters || n > longestLetters {
				t.Errorf("a group of %d characters", n)
			}
		}
	})
}

// TestSpellingHelps: a word never seen is placed by one that is spelt like it.
func TestSpellingHelps(t *testing.T) {
	rs, d := town(1200)
	for i := range rs {
		if i%2 == 0 {
			rs[i].Text = strings.NewReplacer("castle", "castles", "ferry", "ferries", "stalls", "stall").Replace(rs[i].Text)
		}
	}
	m, _, err := Train(context.Background(), rs, d, Words{}, Config{})
	if err != nil {
		t.Fatal(err)
	}
	for word, k := range map[string]int{"castled": 1, "stalled": 2} {
		p := m.Probabilities([]string{word})
		if top := slices.Index(p, slices.Max(p)); top != k || p[k] < 0.4 {
			t.Errorf("%s, never seen: %v, want %d", word, p, k)
		}
	}
	plain := m.Probabilities(nil)
	if nothing := m.Probabilities([]string{"qqq"}); !slices.Equal(nothing, plain) {
		t.Errorf("no word %v, a word that is like none %v", plain, nothing)
	}
}

func TestHashedModel(t *testing.T) {
	rs, d := town(1200)
	training, _ := Select(rs, Training, 1)
	m, _, err := Train(context.Background(), training, d, Words{}, Config{HashBits: 12})
	if err != nil {
		t.Fatal(err)
	}
	test, _ := Select(rs, HeldParts, 1)
	r, err := m.Evaluate(test)
	if err != nil || r.Accuracy < 0.75 {
		t.Fatalf("%+v: %v", r, err)
	}
	dir := filepath.Join(t.TempDir(), "town")
	if err := m.Write(dir, model.Manifest{}, ""); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{vocabularyFile, lettersFile} {
		if data, err := os.ReadFile(filepath.Join(dir, name)); err != nil || len(data) > 0 {
			t.Errorf("%s of a hashed model holds %d bytes: %v", name, len(data), err)
		}
	}
	b, err := model.Open(os.DirFS(filepath.Dir(dir)), "town")
	if err != nil {
		t.Fatal(err)
	}
	again, err := OpenModel(b, nil)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(again.Probabilities([]string{"near", "the", "castle"}), m.Probabilities([]string{"near", "the", "castle"})) {
		t.Error("read anew, it guesses otherwise")
	}
	c, err := NewCleaner(again, nil, Options{Threshold: 0.6})
	if err != nil {
		t.Fatal(err)
	}
	got, err := c.Clean(doc(t, "1", "lunch near the castle"))
	if err != nil || got.Count() != 1 || !got.Deleted[3] {
		t.Errorf("deleted %v: %v", got.Deleted, err)
	}
	for _, bits := range []int{1, 40, -3} {
		if _, _, err := Train(context.Background(), training, d, Words{}, Config{HashBits: bits}); err == nil || !strings.Contains(err.Error(), "bits of hash") {
			t.Errorf("%d bits: %v", bits, err)
		}
	}
}

// syllables is a segmenter of one's own: every two letters are a word.
type syllables struct{}

func (syllables) Segment(d *bauta.Doc) ([]bauta.Token, error) {
	var out []bauta.Token
	for i := 0; i+2 <= len(d.Text); i += 2 {
		out = append(out, bauta.Token{Start: i, End: i + 2, Norm: d.Text[i : i+2], Kind: bauta.Word})
	}
	return out, nil
}

// TestSegmenterOfOnesOwn goes the whole way with a segmenter that the package
// does not know, through a bundle that names it.
func TestSegmenterOfOnesOwn(t *testing.T) {
	segs := Segmenters{"syllables": func() (Segmenter, error) { return syllables{}, nil }}
	seg, err := segs.Open("syllables")
	if err != nil {
		t.Fatal(err)
	}
	rs, d := town(600)
	for i := range rs {
		if rs[i].Text = "baba"; i%4 > 0 {
			rs[i].Text += []string{"bo", "bi", "lu"}[d.Of(rs[i].Point)]
		}
	}
	m, _, err := Train(context.Background(), rs, d, seg, Config{Segmenter: "syllables"})
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "town")
	if err := m.Write(dir, model.Manifest{}, ""); err != nil {
		t.Fatal(err)
	}
	b, err := model.Open(os.DirFS(filepath.Dir(dir)), "town")
	if err != nil {
		t.Fatal(err)
	}
	if m, err = OpenModel(b, segs); err != nil {
		t.Fatal(err)
	}
	c, err := NewCleaner(m, nil, Options{Threshold: 0.6})
	if err != nil {
		t.Fatal(err)
	}
	got, err := c.Clean(doc(t, "1", "bababo"))
	if err != nil || got.Apply("bababo", "") != "baba" {
		t.Errorf("%v: %v", got, err)
	}
	if _, err := OpenModel(b, nil); err == nil || !strings.Contains(err.Error(), `no segmenter "syllables"`) {
		t.Errorf("without it: %v", err)
	}
}

// TestReplacedTwice: a second run over an output with marks finds nothing more.
func TestReplacedTwice(t *testing.T) {
	m, _ := townModel(t)
	rapid.Check(t, func(t *rapid.T) {
		c, err := NewCleaner(m, nil, Options{Threshold: rapid.Float64Range(0.4, 0.95).Draw(t, "threshold"), Replace: true})
		if err != nil {
			t.Fatal(err)
		}
		once := sentence(t)
		for range 2 {
			d, err := analyse("1", once)
			if err != nil {
				t.Fatal(err)
			}
			got, err := c.Clean(d)
			if err != nil {
				t.Fatal(err)
			}
			for _, tok := range got.Units {
				if strings.ContainsAny(once[tok.Start:tok.End], "[…]") {
					t.Fatalf("the mark is a word: %q", once[tok.Start:tok.End])
				}
			}
			twice := got.Apply(once, Mark)
			if strings.Contains(once, Mark) && twice != once {
				t.Fatalf("%q, then %q", once, twice)
			}
			once = twice
		}
	})
}

// TestGridLaws: each cell's centre is in it, cells have the size asked for, and
// a fitted box holds its points.
func TestGridLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var points []Point
		for range rapid.IntRange(2, 20).Draw(t, "points") {
			points = append(points, Point{rapid.Float64Range(-60, 60).Draw(t, "lat"), rapid.Float64Range(-179, 179).Draw(t, "lon")})
		}
		g, err := Fit(points)
		if err != nil {
			t.Fatal(err)
		}
		g.Rows, g.Cols = rapid.IntRange(1, 40).Draw(t, "rows"), rapid.IntRange(2, 40).Draw(t, "cols")
		for _, p := range points {
			if g.Cell(p) < 0 {
				t.Fatalf("a point outside the box fitted to it")
			}
		}
		if cell := rapid.IntRange(0, g.Rows*g.Cols-1).Draw(t, "cell"); g.Cell(g.Centre(cell)) != cell && g.North-g.South > 1e-5 && g.East-g.West > 1e-5 {
			t.Fatalf("the centre of cell %d lies in %d", cell, g.Cell(g.Centre(cell)))
		}
		step := rapid.Float64Range(0.5, 5).Draw(t, "step")
		wide := g.ByDegrees(step)
		for _, p := range points {
			if c := wide.Cell(p); c < 0 && p.Lat < wide.North-1e-9 && p.Lon < wide.East-1e-9 {
				t.Fatalf("a point outside the widened box")
			}
		}
		if got := (wide.North - wide.South) / float64(wide.Rows); got < step*0.999 || got > step*1.001 {
			t.Fatalf("cells of %g degrees, asked for %g", got, step)
		}
	})
}

func FuzzReadVotes(f *testing.F) {
	f.Add("id,text,share\n1,x,0.5\n", "v.csv")
	f.Add("id,text,share\n1,x,NaN\n", "v.csv")
	f.Add(`{"text":"x","share":0.2}`, "v.jsonl")
	f.Fuzz(func(t *testing.T, body, name string) {
		vs, err := ReadVotes(strings.NewReader(body), name, corpus.Config{}, "")
		for _, v := range vs {
			if err == nil && !(v.Share >= 0 && v.Share <= 1) {
				t.Errorf("a share of %v", v.Share)
			}
		}
	})
}

func TestTradeIsDrawn(t *testing.T) {
	m, rs := townModel(t)
	c, err := NewCleaner(m, nil, Options{Threshold: 0.6})
	if err != nil {
		t.Fatal(err)
	}
	o, err := c.Try(rs[:60], 2)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := WriteTrade(&b, []Outcome{o, o}, "a <title>"); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"a &lt;title&gt;", "naive Bayes", "most frequent cell", "</svg>"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in the drawing", want)
		}
	}
	if strings.Count(b.String(), "<polyline") != 2+len(m.Attackers) {
		t.Error("a curve for each attacker and the most frequent cell")
	}
	if err := WriteTrade(&b, nil, ""); err == nil {
		t.Error("a drawing of nothing")
	}
}
