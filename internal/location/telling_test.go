package location

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// told is the telling of invented messages on a street of cells.
func told(t testing.TB, d *Division, messages [][]string, class []int, author []string) (*telling, func(string) float64) {
	t.Helper()
	v, _ := learnVocabulary(messages, 1, true)
	got := d.telling(v, v.matrix(messages), class, author)
	return got, func(w string) float64 {
		for i, g := range v.grams {
			if g == w {
				return got.share[i]
			}
		}
		t.Fatalf("no word %q", w)
		return 0
	}
}

// village is messages of 60 authors on eight cells: "old pier" is written in cell
// 1, "hill" in cells 5 and 6, "nice" everywhere, and "annex" by one author alone,
// ten times in cell 3.
func village(seed uint64) (messages [][]string, class []int, author []string) {
	r := rand.New(rand.NewPCG(seed, 1))
	add := func(k int, who string, words ...string) {
		messages, class, author = append(messages, words), append(class, k), append(author, who)
	}
	for i := range 60 {
		who := fmt.Sprint("author ", i)
		add(r.IntN(8), who, "nice", "flat")
		add(r.IntN(8), who, "nice")
		switch i % 3 {
		case 0:
			add(1, who, "old", "pier")
		case 1:
			add(5+r.IntN(2), who, "hill")
		}
	}
	for range 10 {
		add(3, "author 0", "annex")
	}
	return messages, class, author
}

// TestTelling: words of one place and of a neighbourhood tell, one of everywhere
// less, as the widest reach is nearly the whole street; and what one author says again and again is nothing that
// others say, however often.
func TestTelling(t *testing.T) {
	messages, class, author := village(1)
	got, share := told(t, street(t, 8), messages, class, author)
	if pier, hill, nice := share("pier"), share("hill"), share("nice"); pier < 0.9 || hill < 0.9 || nice > pier-0.2 {
		t.Errorf("pier %.2f, hill %.2f, nice %.2f", pier, hill, nice)
	}
	if annex, pier := share("annex"), share("pier"); annex >= pier {
		t.Errorf("a word of one author tells %.2f, one of twenty authors %.2f", annex, pier)
	}
	for f, g := range got.words.grams {
		want := map[string]int{"pier": 20, "hill": 20, "annex": 1, "nice": 60, "old pier": 20}[g]
		if want > 0 && got.authors[f] != want {
			t.Errorf("%q: %d authors, want %d", g, got.authors[f], want)
		}
	}
}

// TestTellingIsByAuthor: an author who repeats a message changes nothing.
func TestTellingIsByAuthor(t *testing.T) {
	messages, class, author := village(2)
	d := street(t, 8)
	once, _ := told(t, d, messages, class, author)
	near, usual := d.near(), prior(class, 8)
	ms := []mention{{1, 2}, {2, 2}, {3, 5}}
	repeated := []mention{{1, 2}, {1, 2}, {1, 2}, {2, 2}, {3, 5}}
	n, a := foretold(ms, near, usual)
	m, b := foretold(repeated, near, usual)
	if n != 3 || m != 3 || len(a) != 3 || len(b) != 3 {
		t.Fatalf("%d and %d authors, %d and %d pieces of evidence", n, m, len(a), len(b))
	}
	for i := range a {
		for s := range a[i].likely {
			if math.Abs(a[i].likely[s]-b[i].likely[s]) > 1e-9 || math.Abs(a[i].weight-b[i].weight) > 1e-9 {
				t.Errorf("message %d: %v, repeated %v", i, a[i], b[i])
			}
		}
	}
	// The order of the messages is nothing either.
	order := rand.New(rand.NewPCG(3, 4)).Perm(len(class))
	var mm [][]string
	var cc []int
	var aa []string
	for _, i := range order {
		mm, cc, aa = append(mm, messages[i]), append(cc, class[i]), append(aa, author[i])
	}
	other, _ := told(t, d, mm, cc, aa)
	for f, s := range once.share {
		if math.Abs(s-other.share[f]) > 1e-6 {
			t.Errorf("%q: %.6f, in another order %.6f", once.words.grams[f], s, other.share[f])
		}
	}
}

// TestForetoldByHand: of three authors in cells 0, 0 and 1, the first is
// foretold by one in its cell and one beside it.
func TestForetoldByHand(t *testing.T) {
	d := street(t, 2)
	near, usual := d.near(), []float64{math.Log(0.8), math.Log(0.2)}
	n, es := foretold([]mention{{7, 0}, {8, 0}, {9, 1}}, near, usual)
	if n != 3 || len(es) != 3 {
		t.Fatalf("%d authors, %d pieces of evidence", n, len(es))
	}
	for i, want := range []float64{0.5 / 0.8, 0.5 / 0.8, 0} {
		if got := es[i].likely[0]; math.Abs(got-want) > 1e-9 {
			t.Errorf("message %d: %.4f times its usual chance by its own cell, want %.4f", i, got, want)
		}
		if es[i].likely[len(reach)] != 1 || es[i].weight != 1 {
			t.Errorf("message %d: %+v", i, es[i])
		}
	}
	wide := (near[1][0] + near[1][2]) / 2 / 0.8 // of 0 beside 0, and beside 1
	if got := es[0].likely[1]; math.Abs(got-wide) > 1e-9 {
		t.Errorf("within reach %.4f, want %.4f", got, wide)
	}
	if n, es := foretold([]mention{{1, 0}, {1, 1}}, near, usual); n != 1 || es != nil {
		t.Errorf("an author foretells itself: %d %v", n, es)
	}
}

// TestBlend: one step of the expectation maximisation never makes the messages
// less likely, and its parts sum to the weights.
func TestBlend(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		es := make([]evidence, rapid.IntRange(1, 9).Draw(t, "messages"))
		weight := 0.0
		for i := range es {
			es[i].weight = rapid.Float64Range(0.1, 1).Draw(t, "weight")
			weight += es[i].weight
			for s := range es[i].likely {
				es[i].likely[s] = rapid.Float64Range(0, 20).Draw(t, "likely")
			}
			es[i].likely[len(reach)] = 1
		}
		likelihood := func(b blend) (sum float64) {
			for _, e := range es {
				all := 0.0
				for s, v := range b {
					all += v * e.likely[s]
				}
				sum += e.weight * math.Log(all)
			}
			return sum
		}
		var b blend
		for s := range b {
			b[s] = 1 / float64(len(b))
		}
		for range 5 {
			var sum blend
			b.add(&sum, es)
			if math.Abs(sum.total()-weight) > 1e-9 {
				t.Fatalf("parts sum to %g, the messages to %g", sum.total(), weight)
			}
			next := sum.times(1 / sum.total())
			if likelihood(next) < likelihood(b)-1e-9 {
				t.Fatalf("from %g to %g", likelihood(b), likelihood(next))
			}
			b = next
		}
	})
}

// TestNear: chances sum to 1; the smallest reach is the cell itself; a wider one
// gives more to the end of the street.
func TestNear(t *testing.T) {
	d := street(t, 6)
	near := d.near()
	for s := range near {
		for i := range 6 {
			row := near[s][i*6 : (i+1)*6]
			sum := 0.0
			for _, v := range row {
				sum += v
			}
			if math.Abs(sum-1) > 1e-9 || slices.Max(row) != row[i] {
				t.Errorf("reach %v, cell %d: %v", reach[s], i, row)
			}
		}
		if s > 0 && near[s][5] <= near[s-1][5] {
			t.Errorf("reach %v gives the end of the street %g, reach %v %g", reach[s], near[s][5], reach[s-1], near[s-1][5])
		}
	}
	if near[0][0] != 1 || near[0][1] != 0 {
		t.Errorf("the cell itself: %v", near[0][:6])
	}
}
