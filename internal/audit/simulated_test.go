package audit_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"

	"github.com/bauta/bauta/eval"
	"github.com/bauta/bauta/internal/audit"
)

// Simulated audits draw the looks that find a leak, not the messages: between two of
// them the wealth rises, so that an audit in which x leaks were seen is proved at the
// look that proves x leaks, wherever they lay (TestWealthIsOfNumbers), unless the next
// leak comes before.

// logChance is the logarithm of the chance of a sequence of n looks of which x saw a
// leak, if so many of N messages leak and a reader sees a share of them.
func logChance(t audit.Test, leaking, n, x int) float64 {
	lg := func(x int) float64 { v, _ := math.Lgamma(float64(x + 1)); return v }
	falling := func(a, k int) float64 { return lg(a) - lg(a-k) }
	sum, most := []float64{}, math.Inf(-1)
	for m := 0; m <= n-x && m <= leaking-x; m++ { // missed
		if n-x-m > t.N-leaking {
			continue
		}
		v := lg(n-x) - lg(m) - lg(n-x-m) + falling(leaking, x+m) + falling(t.N-leaking, n-x-m) - falling(t.N, n) +
			float64(x)*math.Log(t.Sees)
		if m > 0 {
			v += float64(m) * math.Log(1-t.Sees)
		}
		if sum, most = append(sum, v), max(most, v); t.Sees == 1 || v < most-40 {
			break
		}
	}
	total := 0.0
	for _, v := range sum {
		total += math.Exp(v - most)
	}
	return most + math.Log(total)
}

// wealthOf is the wealth after n looks of which x saw a leak.
func wealthOf(t audit.Test, n, x int) float64 {
	null, v := logChance(t, t.Least(), n, x), 0.0
	for _, b := range []struct{ weight, part float64 }{{0.4, 0}, {0.3, 1. / 6}, {0.2, 1. / 3}, {0.1, 1. / 2}} {
		if leaking := int(b.part * float64(t.Least())); leaking >= x {
			v += b.weight * math.Exp(logChance(t, leaking, n, x)-null)
		}
	}
	return v
}

// TestWealthIsOfNumbers: the wealth follows from how many looks there were and how many
// saw a leak, and what is simulated is what the program computes.
func TestWealthIsOfNumbers(t *testing.T) {
	for _, c := range []audit.Test{
		{N: 1000, Limit: 0.01, Sees: 1}, {N: 5000, Limit: 0.004, Sees: 0.919}, {N: 20_000, Limit: 0.001, Sees: 0.85},
	} {
		for _, leaks := range [][]int{nil, {1}, {700}, {3, 90, 91}, {400, 600, 800, 900}} {
			got, want := wealthOf(c, 950, len(leaks)), c.Replay(950, leaks).Value()
			if math.Abs(got-want) > 1e-6*want+1e-12 {
				t.Errorf("%+v, leaks at %v: a wealth of %v, the program has %v", c, leaks, got, want)
			}
			n, ok := c.Need(len(leaks), 0.02)
			if got := proves(c, len(leaks), 0.02); ok && got != n {
				t.Errorf("%+v, %d leaks: proved by %d looks, the program says %d", c, len(leaks), got, n)
			}
		}
	}
}

// proves is how many looks prove a claim if x of them saw a leak; more than all where
// none do.
func proves(t audit.Test, x int, alpha float64) int {
	lo, hi := max(x, 1), t.N+1
	for lo < hi {
		if mid := (lo + hi) / 2; wealthOf(t, mid, x) >= 1/alpha {
			hi = mid
		} else {
			lo = mid + 1
		}
	}
	return lo
}

// needs remembers what proves a claim.
type needs map[string][]int

func (all needs) of(t audit.Test, x, attempt int) int {
	key := fmt.Sprint(t, attempt)
	for len(all[key]) <= x {
		all[key] = append(all[key], proves(t, len(all[key]), audit.UsualLevel.Alpha(attempt, attempt)))
	}
	return all[key][x]
}

// leaksAt are the looks, in order and up to one of them, that would find a leak if n
// messages of which so many leak lay in a random order.
func leaksAt(r *rand.Rand, n, leaking, upto int) (at []int) {
	upto = min(upto, n)
	if leaking <= 64 || 4*upto > n {
		drawn := map[int]bool{}
		for i := n - leaking; i < n; i++ { // Floyd, Communications of the ACM 30(9), 1987
			if j := r.IntN(i + 1); drawn[j] {
				drawn[i] = true
			} else {
				drawn[j] = true
			}
		}
		for j := range drawn {
			if j < upto {
				at = append(at, j+1)
			}
		}
		slices.Sort(at)
		return at
	}
	// Thinned: the chance of the next look is at most that of the last one, with all leaks left.
	most := float64(leaking) / float64(n-upto)
	for i := 0; ; {
		if i += 1 + int(math.Log(1-r.Float64())/math.Log1p(-most)); i > upto {
			return at
		}
		if r.Float64()*most < float64(leaking-len(at))/float64(n-i+1) {
			at = append(at, i)
		}
	}
}

// TestLeaksAt: what is drawn by skipping has the mean that drawing each message has.
func TestLeaksAt(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, c := range [][3]int{{1000, 20, 300}, {10_000, 200, 1200}, {100_000, 101, 12_000}, {900, 100, 890}} {
		sum, draws := 0, 20_000
		for range draws {
			sum += len(leaksAt(r, c[0], c[1], c[2]))
		}
		got, want := float64(sum)/float64(draws), float64(c[1])*float64(c[2])/float64(c[0])
		if math.Abs(got-want) > 5*math.Sqrt(want/float64(draws)) {
			t.Errorf("%v: %v leaks a sample, want %v", c, got, want)
		}
	}
}

// An auditor goes on until the limit is proved, masks each leak that is found and
// begins anew, or goes on with it; what is certified in the end is right or wrong.
type auditor struct {
	n, leaking int
	limit      float64
	sees       float64
	anew       bool
}

// run reports whether something was certified, after how many looks, and whether it
// is right.
func (a auditor) run(r *rand.Rand, known needs) (certified, right bool, looks int) {
	const canaries = 100
	most := min(a.n, int(12/a.limit))
	for k := 1; k <= 4; k++ {
		seen := 0
		for range canaries {
			if r.Float64() < a.sees {
				seen++
			}
		}
		test := audit.Test{N: a.n, Limit: a.limit, Sees: audit.UsualLevel.Sees(k, seen, canaries)}
		x, last := 0, 0 // leaks seen, the look that saw the last
		for _, at := range append(leaksAt(r, a.n, a.leaking, most), most+1) {
			if at <= most && r.Float64() >= a.sees {
				continue // overlooked
			}
			if need := max(last, known.of(test, x, k)); need < at {
				return true, float64(a.leaking) <= a.limit*float64(a.n), looks + need
			}
			if x, last = x+1, at; a.anew {
				break
			}
		}
		if last > most || !a.anew || x == 0 {
			return false, true, looks + most
		}
		looks += last
		a.leaking-- // masked
	}
	return false, true, looks
}

// draws are how many audits are simulated in a cell: BAUTA_DRAWS of them, fewer in an
// ordinary run.
func draws(ordinary int) int {
	if n, err := strconv.Atoi(os.Getenv("BAUTA_DRAWS")); err == nil {
		return n
	}
	return ordinary
}

// TestCertificatesAreRight: of many audits at most 5 % certify what is wrong, whatever
// leaks, whoever reads, however large the release. BAUTA_DRAWS asks for another number
// of audits a cell: make certificates has 10,000.
func TestCertificatesAreRight(t *testing.T) {
	for _, limit := range []float64{0.01, 0.003, 0.001} {
		for _, n := range []int{1000, 10_000, 100_000} {
			known, worst := needs{}, eval.Bound{}
			for _, rate := range []float64{0, 0.0001, 0.0003, limit, 2 * limit} {
				for _, sees := range []float64{0.9, 0.95, 0.99, 1} {
					for _, anew := range []bool{true, false} {
						a := auditor{n, int(math.Ceil(rate * float64(n))), limit, sees, anew}
						if rate == limit {
							a.leaking++ // one too many
						}
						if b := a.cell(t, draws(500), known); b.Rate >= worst.Rate {
							worst = b
						}
					}
				}
			}
			t.Logf("limit %.1f %%, N %6d: wrong in the worst cell %.2f %% (%.2f–%.2f)", 100*limit, n, 100*worst.Rate,
				100*worst.Low, 100*worst.High)
		}
	}
}

// cell simulates audits of one kind; it gives the share of wrong ones.
func (a auditor) cell(t *testing.T, draws int, known needs) eval.Bound {
	t.Helper()
	r := rand.New(rand.NewPCG(uint64(a.n), uint64(1000*a.leaking)+uint64(1000*a.sees)))
	certified, wrong, looks := 0, 0, 0
	for range draws {
		yes, right, l := a.run(r, known)
		if yes {
			certified++
			looks += l
		}
		if !right {
			wrong++
		}
	}
	b := eval.ClopperPearson(wrong, draws)
	t.Logf("limit %.1f %%, N %6d, %4d leak, reader %3.0f %%, anew %-5v: certified %5.1f %% after %5d looks, wrong %.2f %% (%.2f–%.2f)",
		100*a.limit, a.n, a.leaking, 100*a.sees, a.anew, 100*float64(certified)/float64(draws), looks/max(1, certified),
		100*b.Rate, 100*b.Low, 100*b.High)
	if b.Low > float64(audit.UsualLevel) {
		t.Errorf("%+v: %d of %d certificates are wrong", a, wrong, draws)
	}
	return b
}
