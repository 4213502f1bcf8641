package location

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/bauta/bauta/internal/learn/logistic"
)

// inventedClassifier has n words with pairs and sparse random weights.
func inventedClassifier(r *rand.Rand, words, classes int) *Classifier {
	var grams []string
	for i := range words {
		grams = append(grams, fmt.Sprint("w", i))
	}
	for range words * words / 3 {
		grams = append(grams, fmt.Sprintf("w%d w%d", r.IntN(words), r.IntN(words)))
	}
	slices.Sort(grams)
	grams = slices.Compact(grams)
	// Two of the three unknown words are spelt alike, one says nothing.
	v := newVocabulary(grams, []string{"0>", "<unk", "n1>", "own0", "unkno"})
	if r.IntN(3) == 0 {
		v = hashed(8)
	}
	m := &logistic.Model{Classes: classes, Weight: make([]float32, v.Len()*classes), Bias: make([]float32, classes), Temperature: 0.7 + r.Float32()}
	for i := range m.Weight {
		m.Weight[i] = float32(r.NormFloat64()) * 0.2
		if r.IntN(classes) < 2 {
			m.Weight[i] += float32(r.NormFloat64()) * 3
		}
	}
	return &Classifier{v, m}
}

func inventedProblem(r *rand.Rand, c *Classifier, words, n int, threshold float64) *problem {
	p := &problem{targets: []target{{c: c, threshold: threshold, only: -1, base: c.Weights.Bias, apart: r.IntN(4) == 0}}}
	for i := range n {
		w := fmt.Sprint("w", r.IntN(words))
		if r.IntN(6) == 0 {
			w = []string{"unknown0", "unknown1", "???"}[r.IntN(3)]
		}
		unit := []string{w}
		for r.IntN(4) == 0 { // a hashtag of several words
			unit = append(unit, fmt.Sprint("w", r.IntN(words)))
		}
		if len(unit) > 1 {
			unit = append(unit, " "+strings.Join(unit, ""))
		}
		p.add(unit, 0)
		p.fixed[i], p.gap[i] = r.IntN(12) == 0, r.IntN(15) == 0
	}
	return p
}

// brute tries all deletions by their size.
func brute(p *problem) (answer, bool) {
	n := len(p.words)
	p.prepare(n)
	for m := 0; m <= n; m++ {
		var best answer
		for set := range 1 << n {
			if bits.OnesCount(uint(set)) != m {
				continue
			}
			d, ok := make([]bool, n), true
			for i := range d {
				d[i] = set>>i&1 == 1
				ok = ok && !(d[i] && p.fixed[i])
			}
			if !ok {
				continue
			}
			a := answer{deleted: d, value: p.exact(d), count: m}
			if a.value < 1 && (best.deleted == nil || p.better(a, best)) {
				best = a
			}
		}
		if best.deleted != nil {
			return best, true
		}
	}
	return answer{}, false
}

// TestSolveIsBruteForce is the proof of the search: 2,000 random messages of up
// to 12 words and 200 classes, with repeated and unknown words, protected ones,
// both ways to treat neighbours, one and two targets.
func TestSolveIsBruteForce(t *testing.T) {
	cases := 2000
	if testing.Short() {
		cases = 300
	}
	r := rand.New(rand.NewPCG(1, 2))
	sizes := map[int]int{}
	var c, second *Classifier
	for i := range cases {
		words := 6 + r.IntN(40)
		if i%50 == 0 {
			c, second = inventedClassifier(r, words, 200), inventedClassifier(r, words, 2)
		}
		n := 1 + r.IntN(7)
		if i%8 == 0 {
			n = 8 + r.IntN(5)
		}
		p := inventedProblem(r, c, words, n, 0.02+0.5*r.Float64()*r.Float64())
		if r.IntN(4) == 0 {
			p.targets = append(p.targets, target{c: second, threshold: 0.3 + 0.4*r.Float64(), only: 1, base: second.Weights.Bias})
		}
		got, ok := p.solve(1<<40, 4)
		want, wantOK := brute(p)
		if ok != wantOK || ok && (got.count != want.count || got.value != want.value || !slices.Equal(got.deleted, want.deleted)) {
			t.Fatalf("case %d: got %v %+v, brute force %v %+v", i, ok, got, wantOK, want)
		}
		if !got.minimal {
			t.Fatalf("case %d: not said to be minimal", i)
		}
		if ok {
			sizes[got.count]++
		} else {
			sizes[-1]++
		}
	}
	t.Log("deletions needed:", sizes)
	if sizes[0] == 0 || sizes[2] == 0 || sizes[-1] == 0 {
		t.Errorf("the cases do not cover the ways to end: %v", sizes)
	}
}

func TestBudgetFallsBackAndSaysSo(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 2))
	c := inventedClassifier(r, 60, 50)
	short := 0
	for range 30 {
		p := inventedProblem(r, c, 60, 30, 0.06)
		clear(p.fixed)
		a, ok := p.solve(5, 2)
		if ok && !a.minimal {
			short++
			if a.value >= 1 || p.exact(a.deleted) != a.value {
				t.Error("an answer that does not reach the threshold")
			}
		}
	}
	if short == 0 {
		t.Error("no budget was spent: the test shows nothing")
	}
}

func BenchmarkSolve(b *testing.B) {
	for _, n := range []int{20, 40} {
		b.Run(fmt.Sprint("n=", n), func(b *testing.B) {
			r := rand.New(rand.NewPCG(7, 7))
			c := inventedClassifier(r, 400, 200)
			var ps []*problem
			for len(ps) < 40 {
				p := inventedProblem(r, c, 400, n, 0.3)
				p.targets[0].apart = false
				clear(p.fixed)
				ps = append(ps, p)
			}
			i, sum, proved := 0, 0, 0
			for b.Loop() {
				a, _ := ps[i%len(ps)].solve(1<<40, 8)
				sum += a.count
				if a.minimal {
					proved++
				}
				i++
			}
			b.ReportMetric(float64(sum)/float64(i), "deleted")
		})
	}
}
