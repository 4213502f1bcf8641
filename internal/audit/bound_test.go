package audit_test

import (
	"math"
	"testing"

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
	if got := audit.UsualLevel.Sees(1, 98, 100); math.Abs(got-0.919) > 0.001 {
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

// TestWealthStays: a claim that all looks prove stays proved to the last one.
func TestWealthStays(t *testing.T) {
	w := audit.Test{N: 240, Limit: 0.05, Sees: 1}.Start()
	for range 240 {
		last := w.Value()
		if w.Add(false); w.Value() < last {
			t.Fatalf("the wealth falls from %v to %v at look %d", last, w.Value(), w.Looks)
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

// TestLeaksRefuteAClaim: a limit is not proved, and no bound lies below what was found, however
// sure it was before.
func TestLeaksRefuteAClaim(t *testing.T) {
	c := audit.Test{N: 900, Limit: 0.03, Sees: 1}
	var leaks []int
	for look := 500; look < 527; look++ {
		leaks = append(leaks, look)
	}
	if c.Replay(900, leaks).Best() < 1000 {
		t.Error("27 of 900 leaks refute that at most 27 leak")
	}
	leaks = append(leaks, 600)
	if got := c.Replay(900, leaks).Best(); got != 0 {
		t.Errorf("28 leaks found, and a wealth of %g for at most 27", got)
	}
	if got := c.Bound(900, leaks, 0.05); got < 28./900-1e-4 {
		t.Errorf("28 leaks of 900 found, and a bound of %.4f", got)
	}
}
