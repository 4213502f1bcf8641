package audit_test

import (
	"math"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"github.com/bauta/bauta/eval"
	"github.com/bauta/bauta/internal/audit"
)

// TestLooksNeeded: so many looks prove a limit at 95 % after 0, 1, 2 … leaks, and of
// a small release fewer do.
func TestLooksNeeded(t *testing.T) {
	for limit, want := range map[float64][]int{
		0.001: {3423, 6663, 8631, 10548}, 0.003: {1140, 2219, 2875}, 0.01: {341, 664, 861},
	} {
		for leaks, n := range want {
			got, ok := audit.Test{Limit: limit, Sees: 1}.Need(leaks, float64(audit.UsualLevel))
			if !ok || math.Abs(float64(got-n)) > 0.03*float64(n) {
				t.Errorf("limit %v, %d leaks: %d looks, want %d", limit, leaks, got, n)
			}
		}
	}
	for n, want := range map[int]int{0: 2995, 88_274: 2921, 5000: 1965, 1000: 777} {
		got, ok := audit.Test{N: n, Limit: 0.001, Sees: 1, OneLook: true}.Need(0, float64(audit.UsualLevel))
		if !ok || math.Abs(float64(got-want)) > 1 {
			t.Errorf("one look at %d messages: %d, want %d", n, got, want)
		}
	}
	if got := audit.UsualLevel.Sees(98, 100); math.Abs(got-0.919) > 0.001 {
		t.Errorf("98 of 100 seen: %v", got)
	}
	if got, _ := (audit.Test{Limit: 0.001, Sees: 0.919, OneLook: true}).Need(0, 0.04); got < 3490 || got > 3510 {
		t.Errorf("a reader who sees .919: %d looks", got)
	}
	if _, ok := (audit.Test{N: 100, Limit: 0.05, Sees: 0.2}).Need(0, float64(audit.UsualLevel)); ok {
		t.Error("a reader who sees a fifth proves something of 100 messages")
	}
}

// TestWealthOfAnHonestGame: with just so many leaks that the claim is wrong, the
// expected factor of every look is at most 1, whatever was seen before and whatever
// the reader misses. Checked by walking through all that may be seen.
func TestWealthOfAnHonestGame(t *testing.T) {
	for _, c := range []audit.Test{
		{N: 9, Limit: 0.3, Sees: 1}, {N: 9, Limit: 0.3, Sees: 0.7}, {N: 12, Limit: 0.5, Sees: 0.9}, {N: 7, Limit: 0.1, Sees: 0.5},
	} {
		for leaking := c.Least(); leaking <= c.N; leaking++ {
			for _, sees := range []float64{c.Sees, (1 + c.Sees) / 2, 1} {
				if v := expected(c, leaking, sees, 7); v > 1+1e-9 {
					t.Errorf("%+v with %d leaks, a reader who sees %v: a wealth of %v is expected", c, leaking, sees, v)
				}
			}
		}
	}
}

// expected is the expected wealth after looks, over all that may be drawn and seen.
func expected(c audit.Test, leaking int, sees float64, looks int) float64 {
	var walk func(at []bool, left, p float64) float64
	walk = func(at []bool, left, p float64) float64 {
		if p == 0 {
			return 0
		}
		if len(at) == looks {
			w := c.Start()
			for _, leak := range at {
				w.Add(leak)
			}
			return p * w.Value()
		}
		r := left / float64(c.N-len(at))
		at = at[:len(at):len(at)]
		return walk(append(at, true), left-1, p*r*sees) + walk(append(at, false), left-1, p*r*(1-sees)) +
			walk(append(at, false), left, p*(1-r))
	}
	return walk(nil, float64(leaking), 1)
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
func (a auditor) run(r *rand.Rand) (certified, right bool, looks int) {
	const canaries = 100
	seen := 0
	for range canaries {
		if r.Float64() < a.sees {
			seen++
		}
	}
	for k := 1; k <= 4; k++ {
		w := audit.Test{N: a.n, Limit: a.limit, Sees: audit.UsualLevel.Sees(seen, canaries)}.Start()
		left, found := a.leaking, false
		for w.Looks < min(a.n, int(12/a.limit)) && !(found && a.anew) {
			leak := r.Float64()*float64(a.n-w.Looks) < float64(left)
			if leak {
				left--
			}
			found = leak && r.Float64() < a.sees
			w.Add(found)
			looks++
			if w.Best() >= 1/audit.UsualLevel.Alpha(k, true) {
				return true, float64(a.leaking) <= a.limit*float64(a.n), looks
			}
		}
		if !found || !a.anew {
			return false, true, looks
		}
		a.leaking-- // masked
	}
	return false, true, looks
}

// TestCertificatesAreRight: of many audits at most 5 % certify what is wrong, whatever
// leaks, whoever reads, however large the release. BAUTA_DRAWS asks for more audits a
// cell than an ordinary run makes, BAUTA_LIMIT for another limit than 1 %.
func TestCertificatesAreRight(t *testing.T) {
	draws, sizes := 60, []int{1000, 20_000}
	if n, err := strconv.Atoi(os.Getenv("BAUTA_DRAWS")); err == nil {
		draws, sizes = n, []int{1000, 10_000, 100_000}
	}
	limit := 0.01
	if l, err := strconv.ParseFloat(os.Getenv("BAUTA_LIMIT"), 64); err == nil {
		limit = l
	}
	for _, n := range sizes {
		for _, rate := range []float64{0, 0.0001, 0.0003, limit, 2 * limit} {
			for _, sees := range []float64{0.9, 0.95, 0.99, 1} {
				for _, anew := range []bool{true, false} {
					a := auditor{n, int(math.Ceil(rate * float64(n))), limit, sees, anew}
					if rate == limit {
						a.leaking++ // one too many
					}
					r := rand.New(rand.NewPCG(uint64(n), uint64(1e6*rate+1000*sees)))
					certified, wrong, looks := 0, 0, 0
					for range draws {
						yes, right, l := a.run(r)
						if yes {
							certified++
							looks += l
						}
						if !right {
							wrong++
						}
					}
					b := eval.ClopperPearson(wrong, draws)
					t.Logf("N %6d, leak %.2f %%, reader %3.0f %%, anew %-5v: certified %5.1f %% after %5d looks, wrong %.2f %% (%.2f–%.2f)",
						n, 100*rate, 100*sees, anew, 100*float64(certified)/float64(draws), looks/max(1, certified), 100*b.Rate, 100*b.Low, 100*b.High)
					if b.Low > float64(audit.UsualLevel) {
						t.Errorf("%+v: %d of %d certificates are wrong", a, wrong, draws)
					}
				}
			}
		}
	}
}

// TestBound: the bound falls with each look without a leak, and is the limit when the
// limit is proved.
func TestBound(t *testing.T) {
	c := audit.Test{N: 5000, Limit: 0.01, Sees: 1}
	last := 1.0
	for _, n := range []int{0, 1, 10, 100, 300, 1000, 5000} {
		b := c.Bound(n, nil, float64(audit.UsualLevel))
		if b > last || b < 0 {
			t.Errorf("%d looks: %v after %v", n, b, last)
		}
		last = b
	}
	n, _ := c.Need(1, float64(audit.UsualLevel))
	if b := c.Bound(n, []int{1}, float64(audit.UsualLevel)); b > 1.001*c.Limit || b < 0.95*c.Limit {
		t.Errorf("%d looks with a leak bound %v, want %v", n, b, c.Limit)
	}
	if c.Bound(100, []int{1, 2, 3, 50, 99}, float64(audit.UsualLevel)) < 0.05 {
		t.Error("five leaks of 100 are bounded below 5 %")
	}
}
