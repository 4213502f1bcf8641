package triage_test

import (
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/bauta/bauta/eval"
	"github.com/bauta/bauta/internal/triage"
)

// world is how scores and truth come about: the share of messages at each score, and
// the share of these to anonymise.
type world struct {
	name      string
	labels    int // half of them to plan on
	goal      float64
	share, ta []float64
}

// smooth is a world of many scores in which what is to anonymise rises with the score
// as u^power, from the floor.
func smooth(name string, labels int, goal, floor, power float64) world {
	const n = 1000
	w := world{name: name, labels: labels, goal: goal}
	for i := range n {
		u := (float64(i) + 0.5) / n
		rise := u
		for range int(power) - 1 {
			rise *= u
		}
		w.share, w.ta = append(w.share, 1.0/n), append(w.ta, floor+(0.95-floor)*rise)
	}
	return w
}

// worlds are what the simulation draws from; hopeless says that no threshold is right.
func worlds() []world {
	return []world{
		smooth("easy", 4000, 0.01, 0, 12),
		smooth("easy, strict", 8000, 0.002, 0, 20),
		smooth("middling", 2000, 0.01, 0.001, 8),
		smooth("few positives", 4000, 0.005, 0, 200),
		smooth("few labels", 800, 0.02, 0.001, 6),
		smooth("nearly out of reach", 4000, 0.003, 0.0015, 8),
		smooth("hopeless by a hair", 4000, 0.01, 0.011, 8),
		smooth("hopeless", 4000, 0.002, 0.01, 4),
		{"tied scores", 4000, 0.01, []float64{0.6, 0.2, 0.1, 0.1}, []float64{0.002, 0.03, 0.3, 0.9}},
		{"tied scores, nearly out of reach", 4000, 0.005, []float64{0.7, 0.1, 0.2}, []float64{0.0035, 0.006, 0.5}},
	}
}

func (w world) draw(r *rand.Rand, n int) []triage.Scored {
	out := make([]triage.Scored, n)
	for i := range out {
		at := r.IntN(len(w.share)) // all scores as frequent
		if w.share[0] != w.share[1] {
			at = 0
			for u := r.Float64() - w.share[0]; u >= 0 && at+1 < len(w.share); u -= w.share[at] {
				at++
			}
		}
		out[i] = triage.Scored{P: float64(at) / float64(len(w.share)), TA: r.Float64() < w.ta[at]}
	}
	return out
}

// leak is the true leak at or below a threshold.
func (w world) leak(at float64) float64 {
	ta, all := 0.0, 0.0
	for i := range w.share {
		if float64(i)/float64(len(w.share)) <= at {
			ta, all = ta+w.share[i]*w.ta[i], all+w.share[i]
		}
	}
	return ta / all
}

// TestProveKeepsItsWord: of many draws the share of wrong "met" is at most 5 %, in
// every world, and among all that were called met. BAUTA_DRAWS asks for more draws a
// world than the 200 of an ordinary run.
func TestProveKeepsItsWord(t *testing.T) {
	draws := 200
	if n, err := strconv.Atoi(os.Getenv("BAUTA_DRAWS")); err == nil {
		draws = n
	}
	allMet, allWrong := 0, 0
	for i, w := range worlds() {
		r := rand.New(rand.NewPCG(21, uint64(i)))
		met, wrong, share := 0, 0, 0.0
		for range draws {
			c := triage.Prove(w.draw(r, w.labels/2), w.draw(r, w.labels/2), triage.Goal{Leak: w.goal})
			if !c.Met {
				continue
			}
			met++
			share += float64(c.Leak.Trials) / float64(c.Messages)
			if w.leak(c.LeaveBelow) > w.goal {
				wrong++
			}
		}
		b := eval.ClopperPearson(wrong, draws)
		t.Logf("%-33s met %4d of %d, releasing %4.1f %%; wrong %3d (%.2f %%, 95 %%: %.2f–%.2f)", w.name, met, draws,
			100*share/float64(max(1, met)), wrong, 100*b.Rate, 100*b.Low, 100*b.High)
		if b.Low > triage.Level {
			t.Errorf("%s: %d of %d wrong", w.name, wrong, draws)
		}
		if w.leak(0) > w.goal && met > draws/100 {
			t.Errorf("%s: nothing can be met there, and %d of %d were called met", w.name, met, draws)
		}
		allMet, allWrong = allMet+met, allWrong+wrong
	}
	b := eval.ClopperPearson(allWrong, allMet)
	t.Logf("of %d called met %d are wrong: %.2f %% (95 %%: %.2f–%.2f)", allMet, allWrong, 100*b.Rate, 100*b.Low,
		100*b.High)
	if allMet < draws || b.High > triage.Level {
		t.Errorf("of %d called met %d are wrong", allMet, allWrong)
	}
}

// TestChoosingOnOneHalfBreaksIt: what the plan alone calls met is wrong too often
// where the goal is nearly out of reach: the simulation can tell.
func TestChoosingOnOneHalfBreaksIt(t *testing.T) {
	w := smooth("hopeless by a hair", 4000, 0.01, 0.011, 8)
	r := rand.New(rand.NewPCG(21, 1))
	met, proven := 0, 0
	for range 200 {
		a, b := w.draw(r, 2000), w.draw(r, 2000)
		if triage.Select(slices.Concat(a, b), triage.Goal{Leak: w.goal}).Met {
			met++
		}
		if triage.Prove(a, b, triage.Goal{Leak: w.goal}).Met {
			proven++
		}
	}
	if met == 0 || proven >= met {
		t.Errorf("the plan calls %d met, the test %d: nothing was tried here", met, proven)
	}
}

func TestProveSaysHowManyWouldDo(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	few := ramp(400, 396, 397, 398, 399)
	c := triage.Prove(few, few, triage.Goal{Leak: 0.003})
	if c.Met || c.Expert+c.Anonymised != 400 || !strings.Contains(c.Why, "labels, nothing was tested: about ") {
		t.Errorf("%+v", c)
	}
	w := smooth("", 0, 0.01, 0.2, 2)
	if c = triage.Prove(w.draw(r, 400), w.draw(r, 400), triage.Goal{Leak: 0.01}); c.Met ||
		!strings.Contains(c.Why, "no number of labels helps") {
		t.Errorf("%+v", c)
	}
	if c, no := triage.Hopeless(100, triage.Goal{Leak: 0.001}); !no || !strings.Contains(c.Why, "label about 5990") {
		t.Errorf("%+v", c)
	}
	for _, s := range [][]triage.Scored{nil, {{P: 0.1}}, ramp(50)} {
		if c := triage.Prove(s, s, triage.Goal{Leak: 0}); c.Met {
			t.Errorf("%d messages show a leak of 0: %+v", len(s), c)
		}
	}
}

// TestHalves: every message is in one half, and the same seed parts alike.
func TestHalves(t *testing.T) {
	for _, n := range []int{0, 1, 2, 101} {
		a, b := triage.Halves(n, 7)
		again, _ := triage.Halves(n, 7)
		all := slices.Sorted(slices.Values(slices.Concat(a, b)))
		for i, at := range all {
			if i != at {
				t.Fatalf("%d: %v", n, all)
			}
		}
		if len(all) != n || !slices.Equal(a, again) || len(b)-len(a) > 1 {
			t.Errorf("%d: %v, %v", n, a, b)
		}
	}
}
