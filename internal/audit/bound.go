// Package audit bounds what a release still holds, from looks at messages drawn at
// random from it, and writes the certificate that says so.
//
// A look finds a leak or not. Whatever was found, one may go on, stop, or look at the
// bound after every message: the evidence against "more than the limit leak" is a
// wealth that a bettor against it would have made, and wealth of 1/α has a chance of
// at most α if more did leak (Ville's inequality; Vovk and Wang, E-values:
// calibration, combination and applications, Annals of Statistics 49(3), 2021).
package audit

import (
	"math"

	"gonum.org/v1/gonum/mathext"
)

// Test is a claim about a release that an audit puts to the proof: at most Limit of
// its N messages leak.
type Test struct {
	N     int     `json:"n"` // 0: without end, as if drawn with replacement
	Limit float64 `json:"limit"`
	// Sees is the least share of leaks that the reader sees, 1 for all.
	Sees float64 `json:"sees"`
	// OneLook bets all on no leak: fewer looks without one, none that help after one.
	OneLook bool `json:"one_look,omitempty"`
}

// The bets: what share of the wealth is put on which share of leaks, in parts of the
// limit. Fixed beforehand, before any message is seen.
var bets = [...]struct{ weight, part float64 }{{0.4, 0}, {0.3, 1. / 6}, {0.2, 1. / 3}, {0.1, 1. / 2}}

// Least is the fewest leaks with which the claim is wrong.
func (t Test) Least() int { return int(math.Floor(t.Limit*float64(t.N)+1e-9)) + 1 }

// Wealth is the evidence for the claim of a Test after some looks.
type Wealth struct {
	Test
	Looks, Leaks int
	log          [len(bets)]float64
	best         float64 // greatest logarithm so far
}

// Start is the wealth before the first look: 1.
func (t Test) Start() *Wealth {
	w := &Wealth{Test: t}
	for i, b := range bets {
		w.log[i] = math.Log(b.weight)
	}
	if t.OneLook {
		w.log = [len(bets)]float64{0, math.Inf(-1), math.Inf(-1), math.Inf(-1)}
	}
	return w
}

// Add takes one more look into account. Of N messages each is drawn once: the odds of
// a look follow from those before it (Waudby-Smith and Ramdas, Confidence sequences
// for sampling without replacement, NeurIPS 2020, section 2), and where the reader
// misses some, from what may have been missed, too.
//
// Each bet multiplies by the odds of what was seen under it over those under Least
// leaks. Were there more leaks, or did the reader see more, a leak would be likelier
// at every look (both orders are of the likelihood ratio, which a look keeps), and the
// expected factor at most 1: the claim is tested against all of them at once.
func (w *Wealth) Add(leak bool) {
	null := w.chance(float64(w.Least()), w.Limit)
	for i, b := range bets {
		if math.IsInf(w.log[i], -1) {
			continue
		}
		bet := min(null, w.chance(math.Floor(b.part*float64(w.Least())), b.part*w.Limit))
		if leak {
			w.log[i] += math.Log(bet) - math.Log(null)
		} else {
			w.log[i] += math.Log1p(-bet) - math.Log1p(-null)
		}
		if math.IsNaN(w.log[i]) {
			w.log[i] = math.Inf(-1)
		}
	}
	w.Looks++
	if leak {
		w.Leaks++
	}
	w.best = max(w.best, math.Log(w.Value()))
}

// chance is how likely the next look is to find a leak if so many messages leak; in a
// release without end, if such a share does.
func (w *Wealth) chance(leaking, share float64) float64 {
	if w.N == 0 {
		return share * w.Sees
	}
	left := leaking - float64(w.Leaks)
	if left <= 0 || w.Looks >= w.N {
		return 0
	}
	if w.Sees < 1 {
		left -= w.missed(leaking)
	}
	return min(1, max(0, w.Sees*left/float64(w.N-w.Looks))) // 1 and no leak: so many cannot leak any more
}

// missed is how many leaks are expected among the messages looked at that the reader
// did not see: the number of leaks in the sample is hypergeometric, and each was seen
// or not. The terms are summed from one to the next by their ratio.
func (w *Wealth) missed(leaking float64) float64 {
	n, seen, all := float64(w.Looks), float64(w.Leaks), float64(w.N)
	l := max(seen, n-(all-leaking))
	term, sum, mean := 1.0, 0.0, 0.0
	for ; l <= min(n, leaking); l++ {
		sum += term
		mean += term * (l - seen)
		ratio := (1 - w.Sees) * (leaking - l) * (n - l) / ((all - leaking - n + l + 1) * (l + 1 - seen))
		term *= ratio
		if ratio < 1 && term < 1e-12*sum {
			break
		}
		if term > 1e200 {
			term, sum, mean = term/1e200, sum/1e200, mean/1e200
		}
	}
	if sum == 0 {
		return 0
	}
	return mean / sum
}

// Value is the wealth now.
func (w *Wealth) Value() float64 {
	v := 0.0
	for _, l := range w.log {
		v += math.Exp(l)
	}
	return v
}

// Best is the greatest wealth so far: what was proved once stays proved, unless the leaks
// that were seen are as many as the claim excludes.
func (w *Wealth) Best() float64 {
	if w.N > 0 && w.Leaks >= w.Least() {
		return 0
	}
	return math.Exp(w.best)
}

// Level is the share of wrong certificates that may be: α.
type Level float64

// UsualLevel is that of an audit if nothing else is said.
const UsualLevel Level = 0.05

// The levels that an audit may have: of less than the least the looks are hardly ever
// enough, and what is wrong more often than the greatest proves nothing.
const leastLevel, greatestLevel Level = 0.0001, 0.2

// Sound reports whether a level is one that an audit may have.
func (l Level) Sound() bool { return l >= leastLevel && l <= greatestLevel }

// forReader is the part of what may be wrong that goes to the measurement of a reader.
const forReader = 0.2

// share is what of a level the k-th audit of a release may spend, k from 1: a leak found is
// masked, and the audit begins anew on what is then a new release. All together spend it.
func (l Level) share(k int) float64 {
	return float64(l) * 6 / (math.Pi * math.Pi * float64(k) * float64(k))
}

// Alpha is the chance of being wrong that the k-th audit of a release may spend on its
// looks, where the reader was measured in one of that number, 0 for never. The first
// measurement takes its part of the whole level, a later one of what its own audit may spend,
// so that the sum over all audits and measurements is the level, whichever there were.
func (l Level) Alpha(k, measured int) float64 {
	alpha := l.share(k)
	if measured > 0 {
		alpha *= 1 - forReader
	}
	if measured > 1 && measured == k {
		alpha *= 1 - forReader
	}
	return alpha
}

// ofReader is the chance of being wrong that a measurement of the reader may spend.
func (l Level) ofReader(measured int) float64 {
	if measured > 1 {
		return forReader * (1 - forReader) * l.share(measured)
	}
	return forReader * float64(l)
}

// Sees is the least share of leaks that a reader sees who saw so many of the canaries
// shown in the audit of a number, but for the chance that goes to the reader (Clopper and
// Pearson, Biometrika 26, 1934); 1 without canaries, which is then a thing assumed.
func (l Level) Sees(measured, seen, shown int) float64 {
	switch {
	case shown == 0:
		return 1
	case seen == 0:
		return 0
	}
	return mathext.InvRegIncBeta(float64(seen), float64(shown-seen+1), l.ofReader(measured))
}

// Bound is the least limit that looks prove at a level: that many looks, with leaks at
// those numbers (from 1, rising). It is 1 where they prove nothing. Of limits
// near the bound a replay takes little; of great ones, with many leaks that may have
// been missed, much: the search begins below.
func (t Test) Bound(looks int, leaks []int, alpha float64) float64 {
	lo, hi := 0.0, min(1, 4*float64(len(leaks)+2)/float64(max(1, looks)))
	for hi < 1 && !t.proves(looks, leaks, alpha, hi) {
		lo, hi = hi, min(1, 2*hi)
	}
	if hi < 1 || t.proves(looks, leaks, alpha, hi) {
		for range 16 {
			if mid := (lo + hi) / 2; t.proves(looks, leaks, alpha, mid) {
				hi = mid
			} else {
				lo = mid
			}
		}
	}
	return hi
}

// proves reports whether looks prove a limit.
func (t Test) proves(looks int, leaks []int, alpha, limit float64) bool {
	if limit >= 1 {
		limit = 1 - 1e-9
	}
	t.Limit = limit
	return t.Replay(looks, leaks).Best() >= 1/alpha
}

// Replay is the wealth after so many looks, with leaks at those numbers (from 1,
// rising).
func (t Test) Replay(looks int, leaks []int) *Wealth {
	w := t.Start()
	for i := 1; i <= looks; i++ {
		found := len(leaks) > 0 && leaks[0] == i
		if found {
			leaks = leaks[1:]
		}
		w.Add(found)
	}
	return w
}

// Need is how many looks prove the claim at a level if so many leaks are found, all of
// them at once; false where even a look at all messages does not.
func (t Test) Need(leaks int, alpha float64) (int, bool) {
	const most = 10_000_000
	w := t.Start()
	for i := 0; w.N == 0 && i < most || i < w.N; i++ {
		w.Add(i < leaks)
		if i+1 >= leaks && w.Best() >= 1/alpha {
			return i + 1, true
		}
	}
	return 0, false
}
