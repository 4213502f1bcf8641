package location

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/bauta/bauta"
)

// TestGreedyIsABeamOfOne: what is carried along is what a pass over all words
// gives, repeated words, pairs that deletions make and several messages included.
func TestGreedyIsABeamOfOne(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 3))
	found, repeated := 0, 0
	for i := range 300 {
		words := 4 + r.IntN(20)
		c := inventedClassifier(r, words, 20)
		p := inventedProblem(r, c, words, 3+r.IntN(12), 0.08+0.4*r.Float64())
		if r.IntN(3) == 0 {
			second := inventedClassifier(r, words, 2)
			p.targets = append(p.targets, target{c: second, threshold: 0.6, only: 1, base: second.Weights.Bias})
		}
		p.prepare(0)
		repeated += len(p.sides[0].repeated)
		want, wantOK := p.beam(1)
		got, ok := p.greedy()
		if ok != wantOK || ok && (got.count != want.count || got.value != want.value || !slices.Equal(got.deleted, want.deleted)) {
			t.Fatalf("case %d: %v %+v, a beam of one %v %+v", i, ok, got, wantOK, want)
		}
		if ok {
			found++
		}
	}
	if found < 100 || repeated < 100 {
		t.Errorf("%d answers, %d repeated features: the test shows little", found, repeated)
	}
}

// TestScoresAreCarried: after any deletions the carried scores are those of a
// pass over what is left, and to try a word changes nothing.
func TestScoresAreCarried(t *testing.T) {
	r := rand.New(rand.NewPCG(12, 3))
	for range 100 {
		words := 4 + r.IntN(10)
		c := inventedClassifier(r, words, 6)
		p := inventedProblem(r, c, words, 12, 0.1)
		p.prepare(0)
		g := newGreedy(p)
		for _, i := range r.Perm(12)[:8] {
			for j := range p.words {
				if !g.gone[j] {
					g.without(j)
				}
			}
			g.remove(i)
			want := p.scores(p.sides[0], g.gone)
			for k, z := range g.sides[0].z {
				if math.Abs(z-want[k]) > 1e-9 {
					t.Fatalf("class %d: %g carried, %g", k, z, want[k])
				}
			}
		}
	}
}

// TestLongTimeline: hundreds of messages of one author are de-identified
// together.
func TestLongTimeline(t *testing.T) {
	m, rs := townModel(t)
	var docs []*bauta.Doc
	words := 0
	for i, r := range rs[:120] {
		docs = append(docs, doc(t, fmt.Sprint(i), r.Text))
	}
	c, err := NewCleaner(m, nil, Options{Threshold: 0.7})
	if err != nil {
		t.Fatal(err)
	}
	got, err := c.Timeline(docs)
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range got {
		words += len(g.Units)
		if g.Suppressed || g.After >= 0.7 || g.Minimal && g.Count() > 0 {
			t.Fatalf("before %.3f, after %.3f, suppressed %v, minimal %v", g.Before, g.After, g.Suppressed, g.Minimal)
		}
	}
	if words <= maxBeam {
		t.Errorf("%d words: not long", words)
	}
}
