package triage

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/bauta/bauta/eval"
)

// Scored is a labelled message with the model's probability.
type Scored struct {
	P  float64
	TA bool
}

// Goal is what the thresholds must keep.
type Goal struct {
	// Leak is the greatest share of messages to anonymise among those released.
	Leak float64
	// Precision is the least share of messages to anonymise among those that
	// are anonymised without the expert; 0 means 0.9.
	Precision float64
	// Observed takes the leak that was seen instead of its upper 95 % bound
	// (Clopper–Pearson, one-sided).
	Observed bool
}

// Choice is what Select found.
type Choice struct {
	Goal           Goal       `json:"goal"`
	LeaveBelow     float64    `json:"leave_below"`
	AnonymiseAbove float64    `json:"anonymise_above"`
	Messages       int        `json:"messages"`
	Leak           eval.Bound `json:"leak"` // TA among the released
	Anonymised     int        `json:"anonymised"`
	Right          int        `json:"right"` // of these to anonymise
	Expert         int        `json:"expert"`
	Met            bool       `json:"met"`
	Why            string     `json:"why,omitempty"` // it could not be met
}

// Share is the expert's share of the messages.
func (c Choice) Share() float64 { return float64(c.Expert) / float64(max(1, c.Messages)) }

// Precision of what is anonymised without the expert; 1 where nothing is.
func (c Choice) Precision() float64 {
	if c.Anonymised == 0 {
		return 1
	}
	return float64(c.Right) / float64(c.Anonymised)
}

// String is a line for people.
func (c Choice) String() string {
	if !c.Met {
		return c.Why
	}
	return fmt.Sprintf("leave at or below %.4g, anonymise from %.4g: %d released with %d leaks (%.3f %%, at most "+
		"%.3f %%), %d anonymised with precision %.3f, %d for the expert (%.1f %%)",
		c.LeaveBelow, c.AnonymiseAbove, c.Leak.Trials, c.Leak.Events, 100*c.Leak.Rate, 100*c.Leak.Upper, c.Anonymised,
		c.Precision(), c.Expert, 100*c.Share())
}

// sorted returns the messages by rising probability.
func sorted(scored []Scored) []Scored {
	s := slices.Clone(scored)
	slices.SortStableFunc(s, func(a, b Scored) int { return cmp.Compare(a.P, b.P) })
	return s
}

// Select chooses the thresholds that send the fewest messages to the expert. The
// messages must not be those that the model learnt from. The bound holds for one
// threshold looked at; it is chosen among many on the same messages, so check it
// on later ones.
func Select(scored []Scored, g Goal) Choice {
	if g.Precision == 0 {
		g.Precision = 0.9
	}
	s := sorted(scored)
	c := Choice{Goal: g, Messages: len(s), LeaveBelow: 0, AnonymiseAbove: 1}
	released := release(s, g, &c)
	hidden := conceal(s, g, released, &c)
	c.Expert = len(s) - released - hidden
	c.Met = released > 0
	if !c.Met {
		c.Why = unmet(s, g)
	}
	return c
}

// release finds how many of the least likely messages may go.
func release(s []Scored, g Goal, c *Choice) int {
	best, leaks := 0, 0
	for i, m := range s {
		if m.TA {
			leaks++
		}
		if i+1 < len(s) && s[i+1].P == m.P {
			continue
		}
		// The bound only falls until the next leak: look where it is least.
		if i+1 < len(s) && !s[i+1].TA && !g.Observed {
			continue
		}
		b := eval.ClopperPearson(leaks, i+1)
		rate := b.Upper
		if g.Observed {
			rate = b.Rate
		}
		if rate <= g.Leak {
			best, c.Leak, c.LeaveBelow = i+1, b, m.P
		}
	}
	return best
}

// conceal finds how many of the likeliest messages need no expert.
func conceal(s []Scored, g Goal, released int, c *Choice) int {
	best, right := 0, 0
	for i := len(s) - 1; i >= released; i-- {
		if s[i].TA {
			right++
		}
		if i > released && s[i-1].P == s[i].P {
			continue
		}
		if n := len(s) - i; float64(right) >= g.Precision*float64(n) {
			best, c.Anonymised, c.Right, c.AnonymiseAbove = n, n, right, s[i].P
		}
	}
	return best
}

// unmet says why no threshold keeps the bound.
func unmet(s []Scored, g Goal) string {
	nta := 0
	for _, m := range s {
		if !m.TA {
			nta++
		}
	}
	if !g.Observed && eval.ClopperPearson(0, nta).Upper > g.Leak {
		return fmt.Sprintf("a leak bound of %.3g %% cannot be shown with %d messages that need nothing: even "+
			"without a leak about %d are needed; label more, or ask for less", 100*g.Leak, nta, rule(g.Leak))
	}
	return fmt.Sprintf("a leak bound of %.3g %% cannot be met: messages to anonymise stand among the least likely; "+
		"every message goes to the expert", 100*g.Leak)
}

// rule is how many trials without an event bound a rate at 95 %.
func rule(rate float64) int {
	lo, hi := 1, 1<<30
	for lo < hi {
		if mid := (lo + hi) / 2; eval.ClopperPearson(0, mid).Upper <= rate {
			hi = mid
		} else {
			lo = mid + 1
		}
	}
	return lo
}

// Curve is the coverage–risk curve: what the expert's share is at each leak.
type Curve struct {
	Choices []Choice `json:"choices"` // by rising leak
	Bounded bool     `json:"bounded"` // leaks are upper bounds
}

// leaks are the lines of the table; the fifth is the paper's.
var leaks = [...]float64{0, 0.0005, 0.001, 0.002, 0.0042, 0.005, 0.01, 0.02, 0.05}

// NewCurve computes the expert's share at usual leaks, seen or bounded.
func NewCurve(scored []Scored, precision float64, bounded bool) Curve {
	c := Curve{Bounded: bounded}
	for _, l := range leaks {
		c.Choices = append(c.Choices, Select(scored, Goal{Leak: l, Precision: precision, Observed: !bounded}))
	}
	return c
}

// WriteText prints the table.
func (c Curve) WriteText(w io.Writer) error {
	var b strings.Builder
	b.WriteString("leak ≤ %   expert %   released   leaks   bound %   anonymised   precision   leave ≤     " +
		"anonymise ≥\n")
	for _, p := range c.Choices {
		if !p.Met {
			fmt.Fprintf(&b, "%8.3f   %8.1f   cannot be met\n", 100*p.Goal.Leak, 100.0)
			continue
		}
		fmt.Fprintf(&b, "%8.3f   %8.1f   %8d   %5d   %7.3f   %10d   %9.3f   %-9.4g   %-9.4g\n", 100*p.Goal.Leak,
			100*p.Share(), p.Leak.Trials, p.Leak.Events,
			100*p.Leak.Upper, p.Anonymised, p.Precision(), p.LeaveBelow, p.AnonymiseAbove)
	}
	_, err := io.WriteString(w, b.String())
	return err
}
