package triage_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/bauta/bauta/eval"
	"github.com/bauta/bauta/internal/triage"
)

// ramp is n messages of rising probability; those listed hold something.
func ramp(n int, ta ...int) []triage.Scored {
	out := make([]triage.Scored, n)
	for i := range out {
		out[i].P = float64(i) / float64(n)
	}
	for _, i := range ta {
		out[i].TA = true
	}
	return out
}

func TestSelect(t *testing.T) {
	top := make([]int, 100)
	for i := range top {
		top[i] = 900 + i
	}
	for _, c := range []struct {
		name                         string
		scored                       []triage.Scored
		goal                         triage.Goal
		released, hidden, expert     int
		met                          bool
		leaveBelow, anonymiseAtLeast float64
	}{
		{"clean", ramp(1000, top...), triage.Goal{Leak: 0, Observed: true, Precision: 1}, 900, 100, 0, true, 0.899, 0.9},
		{"one leak below", ramp(1000, append([]int{500}, top...)...), triage.Goal{Leak: 0, Observed: true, Precision: 1}, 500, 100, 400, true, 0.499, 0.9},
		{"leak allowed", ramp(1000, append([]int{500}, top...)...), triage.Goal{Leak: 0.0042, Observed: true, Precision: 1}, 902, 98, 0, true, 0.901, 0.902},
		{"bounded", ramp(1000, top...), triage.Goal{Leak: 0.01, Precision: 1}, 903, 97, 0, true, 0.902, 0.903},
		{"bound out of reach", ramp(1000, top...), triage.Goal{Leak: 0.001}, 0, 111, 889, false, 0, 0.889},
	} {
		got := triage.Select(c.scored, c.goal)
		if got.Met != c.met || got.Leak.Trials != c.released || got.Anonymised != c.hidden || got.Expert != c.expert {
			t.Errorf("%s: met %v, released %d, anonymised %d, expert %d; want %v %d %d %d", c.name, got.Met, got.Leak.Trials, got.Anonymised, got.Expert, c.met, c.released, c.hidden, c.expert)
		}
		if got.LeaveBelow != c.leaveBelow || got.AnonymiseAbove != c.anonymiseAtLeast {
			t.Errorf("%s: thresholds %v and %v, want %v and %v", c.name, got.LeaveBelow, got.AnonymiseAbove, c.leaveBelow, c.anonymiseAtLeast)
		}
	}
}

// The rule of three: no leak in n trials bounds the rate by about 3/n.
func TestUnmetBoundSaysHowMany(t *testing.T) {
	c := triage.Select(ramp(1000, 999), triage.Goal{Leak: 0.001})
	if c.Met || !strings.Contains(c.Why, "2995 are needed") {
		t.Errorf("met %v: %s", c.Met, c.Why)
	}
	c = triage.Select(ramp(5000, 0), triage.Goal{Leak: 0.0001, Observed: true})
	if c.Met || !strings.Contains(c.Why, "cannot be met") {
		t.Errorf("met %v: %s", c.Met, c.Why)
	}
	if c := triage.Select(nil, triage.Goal{Leak: 0.1}); c.Met || c.Share() != 0 {
		t.Errorf("nothing to choose on: %+v", c)
	}
}

// No pair of thresholds does better, and the one chosen keeps the goal.
func TestSelectIsBest(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		n := rapid.IntRange(1, 60).Draw(r, "n")
		scored := make([]triage.Scored, n)
		for i := range scored {
			p := float64(rapid.IntRange(0, 12).Draw(r, "p")) / 12
			scored[i] = triage.Scored{P: p, TA: rapid.Float64Range(0, 1).Draw(r, "u") < p*p}
		}
		g := triage.Goal{Leak: rapid.SampledFrom([]float64{0, 0.05, 0.2}).Draw(r, "leak"), Precision: 0.7, Observed: rapid.Bool().Draw(r, "observed")}
		c := triage.Select(scored, g)
		best := 0
		for _, lo := range append([]float64{-1}, thresholds(scored)...) {
			k, m := under(scored, lo)
			b := eval.ClopperPearson(k, m)
			rate := b.Upper
			if g.Observed {
				rate = b.Rate
			}
			if m > 0 && rate <= g.Leak {
				best = max(best, m)
			}
		}
		if c.Leak.Trials != best {
			r.Fatalf("%d released, %d are possible", c.Leak.Trials, best)
		}
		if c.Met {
			if k, m := under(scored, c.LeaveBelow); k != c.Leak.Events || m != c.Leak.Trials {
				r.Fatalf("the threshold releases %d with %d leaks, said were %d and %d", m, k, c.Leak.Trials, c.Leak.Events)
			}
		}
		if c.Precision() < g.Precision || c.Expert+c.Leak.Trials+c.Anonymised != n || c.AnonymiseAbove < c.LeaveBelow {
			r.Fatalf("%+v", c)
		}
	})
}

func thresholds(scored []triage.Scored) []float64 {
	var out []float64
	for _, s := range scored {
		out = append(out, s.P)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func under(scored []triage.Scored, at float64) (leaks, n int) {
	for _, s := range scored {
		if s.P <= at {
			n++
			if s.TA {
				leaks++
			}
		}
	}
	return leaks, n
}

func TestCurve(t *testing.T) {
	scored := ramp(2000, 300, 1500, 1700, 1800, 1900, 1950, 1990, 1991, 1992, 1993, 1994, 1995, 1996, 1997, 1998, 1999)
	for _, bounded := range []bool{false, true} {
		c := triage.NewCurve(scored, 0.9, bounded)
		last := 1.1
		for _, p := range c.Choices {
			if p.Met && p.Share() > last {
				t.Errorf("bounded %v: the expert's share rises to %v as more leaks are allowed", bounded, p.Share())
			}
			if p.Met {
				last = p.Share()
			}
		}
		var b bytes.Buffer
		if err := c.WriteText(&b); err != nil || strings.Count(b.String(), "\n") != len(c.Choices)+1 {
			t.Errorf("table: %v\n%s", err, b.String())
		}
		if bounded && !strings.Contains(b.String(), "cannot be met") {
			t.Errorf("a leak of 0 is not bounded by any number of messages:\n%s", b.String())
		}
	}
}

func TestCurveSVG(t *testing.T) {
	for _, s := range [][]triage.Scored{nil, ramp(1, 0), ramp(500, 3, 490), {{P: math.NaN()}}} {
		dec := xml.NewDecoder(strings.NewReader(triage.CurveSVG(s)))
		for {
			_, err := dec.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatalf("%d messages: not XML: %v", len(s), err)
			}
		}
	}
	if !strings.Contains(triage.CurveSVG(ramp(500, 3, 490)), "polyline") {
		t.Error("no line is drawn")
	}
}
