package review

import (
	"math"
	"testing"

	"github.com/bauta/bauta"
)

func weighed(n int, p float64) (w Weight) {
	for range n {
		w.Add(bauta.Span{P: p})
	}
	return w
}

// TestWorth: what costs most if nobody looks comes first.
func TestWorth(t *testing.T) {
	var r Ranking
	better := func(name string, a, b Evidence) {
		t.Helper()
		if x, y := r.Worth(&a), r.Worth(&b); x <= y {
			t.Errorf("%s: %.4f, not above %.4f", name, x, y)
		}
	}
	better("a likelier name in clear", Evidence{Passed: weighed(3, 0.4), Times: 3}, Evidence{Passed: weighed(3, 0.1), Times: 3})
	better("more places", Evidence{Passed: weighed(9, 0.4), Times: 9}, Evidence{Passed: weighed(3, 0.4), Times: 3})
	better("a word hidden for little", Evidence{Sure: weighed(5, 0.4), Times: 5}, Evidence{Sure: weighed(5, 0.99), Times: 5})
	better("in doubt", Evidence{Open: weighed(2, 0.5), Times: 2}, Evidence{Open: weighed(2, 0.01), Times: 2})
	if w := r.Worth(&Evidence{}); w != 0 {
		t.Errorf("nothing is worth %v", w)
	}
}

// TestLearn: what decisions show moves the ranking; what says nothing does not.
func TestLearn(t *testing.T) {
	capital := Evidence{Passed: weighed(2, 0.1), Times: 2, Capitals: 2}
	small := Evidence{Passed: weighed(2, 0.1), Times: 2}
	var lessons []Lesson
	for range RefitEvery {
		lessons = append(lessons, Lesson{capital, 2, 0}, Lesson{small, 0, 2})
	}
	r := Learn(lessons)
	if p, q := r.P(&capital, 0.1, true), r.P(&small, 0.1, true); p < 0.7 || q > 0.25 {
		t.Errorf("capital %.2f, small %.2f", p, q)
	}
	if r := Learn(nil); r != (Ranking{}) {
		t.Error("learnt from nothing")
	}
	hopeless := Learn([]Lesson{{Evidence{Sure: Weight{N: 1, Leak: math.Inf(1)}}, 1, 0}, {}})
	if p := hopeless.P(&small, 0.1, true); math.IsNaN(p) {
		t.Error("not a number")
	}
}

// TestWeights: what was learnt shows in the weights, and nothing learnt is the beginning.
func TestWeights(t *testing.T) {
	var none Ranking
	lessons := make([]Lesson, 40)
	for i := range lessons {
		e := Evidence{Open: Weight{N: 1, Leak: 0.5}, Times: 3, Named: i%2 == 0}
		lessons[i] = Lesson{Evidence: e, Names: (i + 1) % 2, Others: i % 2}
	}
	learnt := Learn(lessons)
	before, after := none.Weights(), learnt.Weights()
	for i, w := range before {
		if w.Of != after[i].Of || w.Of == "in a list of names" && after[i].Weight <= w.Weight {
			t.Errorf("%s: %f, then %f", w.Of, w.Weight, after[i].Weight)
		}
	}
}

// BenchmarkLearn refits a ranking to 2,000 words that people have decided about: 20 per 1,000
// of 100,000 messages.
func BenchmarkLearn(b *testing.B) {
	lessons := make([]Lesson, 2_000)
	for i := range lessons {
		e := Evidence{Passed: weighed(1+i%3, float64(1+i%97)/100), Times: 1 + i%40, Capitals: i % 2, Named: i%5 == 0}
		lessons[i] = Lesson{Evidence: e, Names: (i / 7) % 2, Others: 1 - (i/7)%2}
	}
	for b.Loop() {
		Learn(lessons)
	}
}
