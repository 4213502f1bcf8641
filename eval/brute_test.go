package eval

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/bauta/bauta"
)

// TestTaggedComesBack: what is written as lines of tokens is read as it was,
// with other columns before the tags and any number of blank lines between.
func TestTaggedComesBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var want []Tagged
		var b strings.Builder
		columns := rapid.IntRange(0, 3).Draw(t, "columns")
		for range rapid.IntRange(0, 5).Draw(t, "sentences") {
			s := drawTagged(t, "tokens")
			if len(s.Gold) > 0 {
				want = append(want, s)
			}
			for i := range s.Gold {
				b.WriteString(strings.Repeat("mot ", columns))
				b.WriteString(s.Gold[i] + rapid.SampledFrom([]string{" ", "\t", "   "}).Draw(t, "blank") + s.Pred[i])
				b.WriteString(rapid.SampledFrom([]string{"\n", "\r\n", " \n"}).Draw(t, "end"))
			}
			b.WriteString(rapid.SampledFrom([]string{"\n", "\n\n", " \t\n", "\r\n"}).Draw(t, "gap"))
		}
		got, err := ReadTagged(strings.NewReader(b.String()))
		if err != nil {
			t.Fatal(err)
		}
		if len(got) != len(want) {
			t.Fatalf("%d sentences of %d", len(got), len(want))
		}
		for i := range want {
			if !slices.Equal(got[i].Gold, want[i].Gold) || !slices.Equal(got[i].Pred, want[i].Pred) {
				t.Fatalf("sentence %d: %+v, want %+v", i, got[i], want[i])
			}
		}
	})
}

// TestTaggedErrorsNameTheLine wherever the fault stands, and never its text.
func TestTaggedErrorsNameTheLine(t *testing.T) {
	for _, bad := range []string{"geheim", " geheim ", "geheim" + strings.Repeat("x", maxTaggedLine)} {
		for before := range 5 {
			text := strings.Repeat("mot O O\n", before) + bad + "\nmot O O\n"
			_, err := ReadTagged(strings.NewReader(text))
			if err == nil {
				t.Errorf("line %d: no error", before+1)
			} else if !strings.HasPrefix(err.Error(), fmt.Sprintf("line %d: ", before+1)) || strings.Contains(err.Error(), "geheim") {
				t.Errorf("line %d: %v", before+1, err)
			}
		}
	}
}

// TestChunksAgainstTheScheme: chunks written as IOB2 are read as they were.
func TestChunksAgainstTheScheme(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var want []Chunk
		var tags []string
		for range rapid.IntRange(0, 8).Draw(t, "parts") {
			n := rapid.IntRange(1, 3).Draw(t, "length")
			if rapid.Bool().Draw(t, "outside") {
				tags = append(tags, slices.Repeat([]string{"O"}, n)...)
				continue
			}
			kind := rapid.SampledFrom([]string{"PERSON", "URL", "A-B"}).Draw(t, "type")
			want = append(want, Chunk{len(tags), len(tags) + n, kind})
			tags = append(append(tags, "B-"+kind), slices.Repeat([]string{"I-" + kind}, n-1)...)
		}
		if got := Chunks(tags); !slices.Equal(got, want) {
			t.Fatalf("%v is %v, want %v", tags, got, want)
		}
	})
}

// TestSpansAgainstCharacters counts what ScoreSpans counts, character by
// character and span by span.
func TestSpansAgainstCharacters(t *testing.T) {
	labels := []bauta.Label{"PERSON", "URL", "CITY"}
	hide := []bauta.Label{"PERSON", "CITY"}
	rapid.Check(t, func(t *rapid.T) {
		const n = 24
		draw := func(what string) (out []bauta.Span) {
			at := 0
			for range rapid.IntRange(0, 4).Draw(t, what) {
				start := at + rapid.IntRange(0, 4).Draw(t, "gap")
				end := start + rapid.IntRange(1, 4).Draw(t, "length")
				if end > n {
					break
				}
				out = append(out, bauta.Span{Start: start, End: end, Label: rapid.SampledFrom(labels).Draw(t, "label")})
				at = end
			}
			return out
		}
		gold, pred := draw("gold"), draw("found")
		r := ScoreSpans([]SpanCase{{Length: n, Gold: gold, Pred: pred}}, SpanConfig{Hide: hide})
		covers := func(spans []bauta.Span, i int) bool {
			return slices.ContainsFunc(spans, func(s bauta.Span) bool { return s.Start <= i && i < s.End })
		}
		var want CoverageScore
		for i := range n {
			toHide := slices.ContainsFunc(gold, func(s bauta.Span) bool {
				return s.Start <= i && i < s.End && slices.Contains(hide, s.Label)
			})
			found := covers(pred, i)
			want.Gold += one(toHide)
			want.Hidden += one(toHide && found)
			want.Found += one(found)
			want.Needed += one(found && covers(gold, i))
		}
		if r.Coverage != want {
			t.Fatalf("%+v, counted %+v", r.Coverage, want)
		}
		whole, partly := 0, 0
		for _, g := range gold {
			if !slices.Contains(hide, g.Label) {
				continue
			}
			under := 0
			for i := g.Start; i < g.End; i++ {
				under += one(covers(pred, i))
			}
			whole += one(under == g.End-g.Start)
			partly += one(under > 0 && under < g.End-g.Start)
		}
		if r.Entities.Whole != whole || r.Entities.Partly != partly {
			t.Fatalf("%+v, counted %d whole and %d in part", r.Entities, whole, partly)
		}
	})
}

func one(b bool) int {
	if b {
		return 1
	}
	return 0
}

// TestBootstrapHangsOnTheSeed alone, and a report printed twice is the same.
func TestBootstrapHangsOnTheSeed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var list []Tagged
		for range rapid.IntRange(1, 8).Draw(t, "sentences") {
			list = append(list, drawTagged(t, "tokens"))
		}
		r, seed := ScoreChunks(list), rapid.Uint64().Draw(t, "seed")
		a, b := r.Bootstrap(20, seed), ScoreChunks(list).Bootstrap(20, seed)
		if !slices.Equal(a, b) {
			t.Fatal("one seed, two results")
		}
		if r.Bootstrap(0, seed) != nil || r.Bootstrap(-1, seed) != nil {
			t.Fatal("intervals out of no rounds")
		}
		var x, y bytes.Buffer
		if err := r.WriteIntervals(&x, 20, seed); err != nil {
			t.Fatal(err)
		}
		if err := r.WriteIntervals(&y, 20, seed); err != nil {
			t.Fatal(err)
		}
		if x.String() != y.String() {
			t.Fatal("printed twice it differs")
		}
	})
}
