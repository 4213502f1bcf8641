package eval

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/fixture"
	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestChunks(t *testing.T) {
	tests := []struct {
		name, tags string
		want       []Chunk
	}{
		{"empty", "", nil},
		{"outside", "O O", nil},
		{"IOB2", "B-PER I-PER O B-LOC", []Chunk{{0, 2, "PER"}, {3, 4, "LOC"}}},
		{"touching", "B-PER B-PER", []Chunk{{0, 1, "PER"}, {1, 2, "PER"}}},
		{"IOB1", "I-PER I-PER B-PER", []Chunk{{0, 2, "PER"}, {2, 3, "PER"}}},
		{"type changes inside", "B-PER I-LOC", []Chunk{{0, 1, "PER"}, {1, 2, "LOC"}}},
		{"BIOES", "S-PER B-LOC I-LOC E-LOC I-LOC", []Chunk{{0, 1, "PER"}, {1, 4, "LOC"}, {4, 5, "LOC"}}},
		{"BILOU", "U-PER B-LOC L-LOC", []Chunk{{0, 1, "PER"}, {1, 3, "LOC"}}},
		{"hyphen in the type", "B-a-b I-a-b", []Chunk{{0, 2, "a-b"}}},
		{"no type", "B I O", []Chunk{{0, 2, ""}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, Chunks(strings.Fields(tt.tags))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestChunksAreSortedAndApart(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tags := rapid.SliceOf(rapid.SampledFrom([]string{"O", "", "B-A", "I-A", "I-B", "E-A", "S-B", "x", "-", "L-A"})).Draw(t, "tags")
		end := 0
		for _, c := range Chunks(tags) {
			if c.Start < end || c.End <= c.Start || c.End > len(tags) {
				t.Fatalf("chunk %v of %q after %d", c, tags, end)
			}
			end = c.End
		}
	})
}

func TestReportAgainstGolden(t *testing.T) {
	for _, name := range []string{"iob2", "mixed"} {
		in, err := os.Open(filepath.Join("testdata", name+".txt"))
		if err != nil {
			t.Fatal(err)
		}
		defer in.Close()
		sentences, err := ReadTagged(in)
		if err != nil {
			t.Fatal(err)
		}
		want, err := os.ReadFile(filepath.Join("testdata", name+".golden"))
		if err != nil {
			t.Fatal(err)
		}
		var got bytes.Buffer
		if err := ScoreChunks(sentences).WriteText(&got); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), got.String()); diff != "" {
			t.Errorf("%s: (-conlleval +ours)\n%s", name, diff)
		}
	}
}

// TestAgreesWithConlleval runs the reference on random taggings, the
// ill-formed ones included, and compares every digit printed.
func TestAgreesWithConlleval(t *testing.T) {
	script := fixture.Shared(t, "tools/conlleval.py")
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("python3 is not installed: the comparison with conlleval needs it")
	}
	rng := rand.New(rand.NewPCG(7, 7))
	for round := range 12 {
		var file bytes.Buffer
		for range 1 + rng.IntN(60) {
			for range 1 + rng.IntN(25) {
				gold := randomTag(rng, round)
				pred := gold
				if rng.IntN(4) == 0 {
					pred = randomTag(rng, round)
				}
				fmt.Fprintln(&file, "w", gold, pred)
			}
			fmt.Fprintln(&file)
		}
		path := filepath.Join(t.TempDir(), "tagged.txt")
		if err := os.WriteFile(path, file.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
		want, err := exec.Command(python, script, path).Output()
		if err != nil {
			t.Fatal(err)
		}
		sentences, err := ReadTagged(&file)
		if err != nil {
			t.Fatal(err)
		}
		var got bytes.Buffer
		if err := ScoreChunks(sentences).WriteText(&got); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), got.String()); diff != "" {
			t.Fatalf("round %d: (-conlleval +ours)\n%s", round, diff)
		}
	}
}

func randomTag(rng *rand.Rand, round int) string {
	prefixes := []string{"B", "I", "I"}
	if round%2 == 1 {
		prefixes = []string{"B", "I", "E", "S", "L", "U"}
	}
	if rng.IntN(2) == 0 {
		return "O"
	}
	return prefixes[rng.IntN(len(prefixes))] + "-" + []string{"PERSON", "LOCATION", "É", "creative-work"}[rng.IntN(4)]
}

func report() ChunkReport {
	return ScoreChunks([]Tagged{
		{Gold: []string{"B-PERSON", "I-PERSON", "O", "B-URL"}, Pred: []string{"B-PERSON", "I-PERSON", "O", "O"}},
		{Gold: []string{"B-PERSON", "O", "B-EMAIL"}, Pred: []string{"O", "B-PERSON", "B-EMAIL"}},
	})
}

func TestGroupAveragesColumns(t *testing.T) {
	// PERSON 1/2 found, 1/2 right: 50 50 50; EMAIL 100 100 100.
	want := Average{P: 75, R: 75, F1: 75, Types: 2}
	if diff := cmp.Diff(want, report().Group(PII())); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(Average{Types: 1}, report().Group(CII())); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(Average{}, report().Group([]bauta.Label{bauta.Event})); diff != "" {
		t.Error(diff)
	}
}

func TestOnlyKeepsWhatIsNamed(t *testing.T) {
	r := report().Only("PERSON")
	if diff := cmp.Diff(Score{Gold: 2, Found: 2, Correct: 1}, r.All); diff != "" {
		t.Error(diff)
	}
	if r.Type("EMAIL") != (Score{}) || r.Type("PERSON") != r.All {
		t.Error("types:", r.Types)
	}
	if iv := r.Bootstrap(50, 1); len(iv) != 2 || iv[1].Type != "PERSON" {
		t.Error("intervals:", iv)
	}
}

func TestBootstrap(t *testing.T) {
	var sentences []Tagged
	for i := range 200 {
		pred := "B-X"
		if i%4 == 0 {
			pred = "O"
		}
		sentences = append(sentences, Tagged{Gold: []string{"B-X"}, Pred: []string{pred}})
	}
	r := ScoreChunks(sentences)
	a, b := r.Bootstrap(1000, 3), r.Bootstrap(1000, 3)
	if !slices.Equal(a, b) {
		t.Fatal("the same seed gives other intervals")
	}
	// Recall is binomial: 75 ± 1.96·√(0.75·0.25/200)·100 = 69.0 … 81.0.
	if iv := a[0].R; iv.Low < 67 || iv.Low > 71 || iv.High < 79 || iv.High > 83 {
		t.Errorf("recall 75 within [%.1f, %.1f]", iv.Low, iv.High)
	}
	if a[0].P != (Interval{100, 100}) {
		t.Errorf("precision is always 100, interval %v", a[0].P)
	}
	if r.Bootstrap(0, 1) != nil || ScoreChunks(nil).Bootstrap(10, 1) != nil {
		t.Error("nothing to draw gives intervals")
	}
}

func TestScoreJSON(t *testing.T) {
	got, err := json.Marshal(Score{Gold: 4, Found: 2, Correct: 1})
	if err != nil {
		t.Fatal(err)
	}
	want := `{"gold":4,"found":2,"correct":1,"p":50,"r":25,"f1":33.333333333333336}`
	if string(got) != want {
		t.Errorf("got %s", got)
	}
}

func TestReadTaggedErrors(t *testing.T) {
	_, err := ReadTagged(strings.NewReader("a O O\nsecret\n"))
	if err == nil || !strings.HasPrefix(err.Error(), "line 2:") || strings.Contains(err.Error(), "secret") {
		t.Errorf("error %v", err)
	}
	if _, err := ReadTagged(strings.NewReader("O O " + strings.Repeat("x", maxTaggedLine))); err == nil {
		t.Error("an endless line is read")
	}
}

func FuzzReadTagged(f *testing.F) {
	for _, s := range []string{"", "a B-X I-X\n\n", "a\n", "O O\nB-É S-É", "\x00 \xff B"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, in string) {
		sentences, err := ReadTagged(strings.NewReader(in))
		if err != nil {
			return
		}
		r := ScoreChunks(sentences)
		if r.All.Correct > min(r.All.Gold, r.All.Found) {
			t.Fatalf("%+v", r.All)
		}
	})
}
