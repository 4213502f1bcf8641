package triage

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mathext"

	"github.com/bauta/bauta/eval"
)

// Level is the chance of calling a goal met that is not.
const Level = 0.05

// steps is how many thresholds are tested at most.
const steps = 50

// mostLabels is where the search for how many labels would do ends.
const mostLabels = 10_000_000

// Prove chooses the thresholds on one half of the labels and tests them on the
// other. The model that gave the probabilities of test must have seen no message of
// it; those of plan may come from cross-validation, as nothing is promised from them.
//
// From plan come a fixed list of thresholds, evenly spread over its scores, and the
// one to begin with: where a test on so many messages is likeliest to succeed. If even
// that is unlikely, nothing is tested, and the answer says how many labels would do.
// From there on the thresholds are tested one after the other, each by the exact
// binomial tail of the leaks below it, until the first that fails; the last before it
// is taken. With probability 1 − Level or more the true leak below the threshold is at
// most the goal, though many were looked at: fixed-sequence testing (Angelopoulos,
// Bates, Candès, Jordan and Lei, Learn then Test, arXiv:2110.01052, section 2.3).
func Prove(plan, test []Scored, g Goal) Choice {
	if g.Precision == 0 {
		g.Precision = 0.9
	}
	seq, need := sequence(sorted(plan), len(test), g.Leak)
	c := Choice{Goal: g, Messages: len(test), AnonymiseAbove: 1}
	s := sorted(test)
	last := 0
	for _, at := range seq {
		k, n := below(s, at)
		if tail(k, n, g.Leak) > Level {
			break
		}
		last, c.Leak, c.LeaveBelow = n, eval.ClopperPearson(k, n), at
	}
	hidden := conceal(s, g, last, &c)
	c.Expert = len(s) - last - hidden
	if c.Met = last > 0; !c.Met {
		c.Why = unproven(g, len(plan)+len(test), need, len(seq) > 0)
	}
	return c
}

// place is a threshold with what plan has at or below it.
type place struct {
	at       float64
	leaks, n int
}

// sequence gives the thresholds to test, the first one first, for a test on so many
// messages; none, and how many labels would do, where success is unlikely.
func sequence(plan []Scored, messages int, leak float64) (seq []float64, need int) {
	grid := places(plan)
	first, best := -1, 0.5
	for i, p := range grid {
		if w := p.power(len(plan), messages, leak); w > best {
			first, best = i, w
		}
	}
	if first < 0 {
		return nil, enough(grid, len(plan), leak)
	}
	for _, p := range grid[first:] {
		seq = append(seq, p.at)
	}
	return seq, 0
}

// places spreads thresholds evenly over the scores of sorted messages.
func places(plan []Scored) []place {
	var out []place
	leaks, next := 0, 1
	for i, m := range plan {
		if m.TA {
			leaks++
		}
		if i+1 < len(plan) && plan[i+1].P == m.P || (i+1)*steps < next*len(plan) {
			continue
		}
		out = append(out, place{m.P, leaks, i + 1})
		next = (i+1)*steps/len(plan) + 1
	}
	return out
}

// power is how likely a test on so many messages is to succeed at a threshold, if the
// leak below it is what the plan shows (Jeffreys' estimate, which is not 0).
func (p place) power(plan, messages int, leak float64) float64 {
	n := int(float64(p.n) * float64(messages) / float64(plan))
	leaks := allowed(n, leak)
	if leaks < 0 {
		return 0
	}
	rate := (float64(p.leaks) + 0.5) / (float64(p.n) + 1)
	return most(n, leaks, rate)
}

// enough is how many labels in all would do, about; 0 where none would.
func enough(grid []place, plan int, leak float64) int {
	can := func(labels int) bool {
		return slices.ContainsFunc(grid, func(p place) bool { return p.power(plan, labels/2, leak) > 0.5 })
	}
	hi := 2
	for ; !can(hi); hi *= 2 {
		if hi > mostLabels {
			return 0
		}
	}
	lo := hi / 2
	for hi-lo > max(1, hi/100) {
		if mid := (lo + hi) / 2; can(mid) {
			hi = mid
		} else {
			lo = mid
		}
	}
	return hi
}

// allowed is the most leaks among n with which a test succeeds; −1 where none may be.
func allowed(n int, leak float64) int {
	if tail(0, n, leak) > Level {
		return -1
	}
	lo, hi := 0, min(n, int(float64(n)*leak)+1) // below what is expected
	for lo < hi {
		if mid := (lo + hi + 1) / 2; tail(mid, n, leak) <= Level {
			lo = mid
		} else {
			hi = mid - 1
		}
	}
	return lo
}

// tail is the chance of k leaks or fewer among n if the true share is leak or more.
func tail(k, n int, leak float64) float64 {
	switch {
	case n == 0 || leak <= 0:
		return 1
	case leak >= 1:
		return 0
	case k == 0:
		return math.Pow(1-leak, float64(n))
	}
	return most(n, k, leak)
}

// most is the chance of k hits or fewer in n trials, 0 ≤ k, with a chance p of each
// strictly between 0 and 1.
func most(n, k int, p float64) float64 {
	if k >= n {
		return 1
	}
	return mathext.RegIncBeta(float64(n-k), float64(k+1), 1-p)
}

// below counts sorted messages at or below a threshold, and the leaks among them.
func below(s []Scored, at float64) (leaks, n int) {
	for n < len(s) && s[n].P <= at {
		if s[n].TA {
			leaks++
		}
		n++
	}
	return leaks, n
}

// unproven says why no threshold was taken.
func unproven(g Goal, labels, need int, tested bool) string {
	switch {
	case tested:
		return fmt.Sprintf("a leak of at most %.3g %% looked possible and failed on the half that was kept for the "+
			"test; every message goes to the expert; label others, or ask for less", 100*g.Leak)
	case need > labels:
		return fmt.Sprintf("a leak of at most %.3g %% is out of reach with %d labels, nothing was tested: about %d "+
			"would do, half of them for the test; label more, or ask for less", 100*g.Leak, labels, need)
	}
	return fmt.Sprintf("a leak of at most %.3g %% is out of reach, nothing was tested: as these labels "+
		"have it, even the messages that look safest hold more, and no number of labels helps; ask for less, or "+
		"train a better model", 100*g.Leak)
}
