package bcubed

import (
	"bytes"
	"fmt"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// chain makes mentions one after the other, a letter an entity; "." is a mention
// without one, and a blank is no mention.
func chain(entities string) []Mention {
	var out []Mention
	for i, e := range entities {
		switch e {
		case ' ':
		case '.':
			out = append(out, Mention{0, 10 * i, 10*i + 5, ""})
		default:
			out = append(out, Mention{0, 10 * i, 10*i + 5, string(e)})
		}
	}
	return out
}

func TestBCubed(t *testing.T) {
	for _, c := range []struct {
		what, gold, pred string
		p, r             float64
	}{
		// Bagga and Baldwin (1998), figures 1 to 3: 76 % and 58 %, recall 100 %.
		{"the paper's first response", "aaaaabbccccc", "xxxxxyyyyyyy", (5 + 2*2./7 + 5*5./7) / 12, 1},
		{"the paper's second response", "aaaaabbccccc", "xxxxxyyxxxxx", (10*0.5 + 2) / 12, 1},
		{"names play no part", "aabb", "bbaa", 1, 1},
		{"all in one", "ab", "xx", 0.5, 1},
		{"all apart", "aaa", "xyz", 1, 1. / 3},
		{"no entity is alone", "aa", "..", 1, 0.5},
		{"one not found", "aab", "xx ", 1, 2. / 3},
		{"half a chain not found", "aa", "x ", 1, 0.25},
		{"one too many", "aa ", "xxx", (2 * 2. / 3) / 3, 1},
		{"nothing", "", "", 0, 0},
		{"nothing found", "a", " ", 0, 0},
	} {
		r := Of([]Case{{"t", chain(c.gold), chain(c.pred)}})
		if math.Abs(r.All.Precision()-100*c.p) > 1e-9 || math.Abs(r.All.Recall()-100*c.r) > 1e-9 {
			t.Errorf("%s: P %.4f R %.4f, want %.4f %.4f", c.what, r.All.Precision(), r.All.Recall(), 100*c.p, 100*c.r)
		}
	}
}

func TestCorefAligns(t *testing.T) {
	gold := []Mention{{0, 0, 12, "a"}, {0, 20, 25, "a"}, {1, 0, 5, "b"}}
	pred := []Mention{{0, 0, 3, "x"}, {0, 4, 12, "x"}, {0, 20, 26, "x"}, {2, 0, 5, "y"}}
	// The longer half of the first stands for it; the other half and the
	// mention of another message stand for nothing.
	r := Of([]Case{{"t", gold, pred}})
	if got, want := r.All.Precision(), 100*(2*2./3)/4; math.Abs(got-want) > 1e-9 {
		t.Errorf("P %.3f, want %.3f", got, want)
	}
	if got, want := r.All.Recall(), 100*2./3; math.Abs(got-want) > 1e-9 {
		t.Errorf("R %.3f, want %.3f", got, want)
	}
}

func TestCorefReport(t *testing.T) {
	r := Of([]Case{{"good", chain("aab"), chain("xxy")}, {"bad", chain("ab"), chain("xx")}, {"worse", chain("ab"), nil}})
	if r.Threads[0].Thread != "worse" || r.Threads[1].Thread != "bad" {
		t.Error("the worst do not stand first")
	}
	var b bytes.Buffer
	if err := r.WriteText(&b); err != nil {
		t.Fatal(err)
	}
	want := "B-cubed  P  80.00 R  71.43 F1  75.47  mentions 7 found 5\nthreads 3 without a fault 1\n" +
		"  thread worse        P   0.00 R   0.00 F1   0.00  n 2\n  thread bad          P  50.00 R 100.00 F1  66.67  n 2\n"
	if b.String() != want {
		t.Errorf("%s", b.String())
	}
}

// TestBCubedByCounting: the sums over pairs of clusters are the averages over
// mentions of the definition.
func TestBCubedByCounting(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 12).Draw(t, "n")
		draw := func(name string) string {
			var b strings.Builder
			for i := range n {
				b.WriteString(rapid.SampledFrom([]string{"a", "b", "c", "d"}).Draw(t, fmt.Sprint(name, i)))
			}
			return b.String()
		}
		gold, pred := draw("gold"), draw("pred")
		p, r := 0.0, 0.0
		for i := range n {
			both, g, s := 0.0, 0.0, 0.0
			for j := range n {
				if gold[i] == gold[j] {
					g++
				}
				if pred[i] == pred[j] {
					s++
				}
				if gold[i] == gold[j] && pred[i] == pred[j] {
					both++
				}
			}
			p, r = p+both/s, r+both/g
		}
		got := Of([]Case{{"t", chain(gold), chain(pred)}}).All
		if math.Abs(got.Precision()-100*p/float64(n)) > 1e-9 || math.Abs(got.Recall()-100*r/float64(n)) > 1e-9 {
			t.Fatalf("%s %s: P %.3f R %.3f", gold, pred, got.Precision(), got.Recall())
		}
	})
}
