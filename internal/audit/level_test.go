package audit_test

import (
	"math"
	"path/filepath"
	"testing"

	"github.com/bauta/bauta/internal/audit"
)

// TestLevels: a smaller chance of being wrong takes more looks; all audits of a release
// and the measurement of its reader spend the level, and no more.
func TestLevels(t *testing.T) {
	last := math.MaxInt
	for _, l := range []audit.Level{0.0001, 0.01, 0.05, 0.2} {
		p := audit.NewPlan(audit.Test{N: 50_000, Limit: 0.003}, l, 100)
		if n := *p.Looks[0].Likely; n >= last || p.Level != l {
			t.Errorf("level %v: %d looks, and %d at a smaller one", l, n, last)
		} else {
			last = n
		}
		for _, again := range []int{1, 2, 7} { // the reader is measured at first, and in each so manieth audit
			spent, measured := audit.SpentOnReader(l, 1), 1
			for k := 1; k <= 10_000; k++ {
				if again > 1 && k%again == 0 {
					measured = k
					spent += audit.SpentOnReader(l, k)
				}
				spent += l.Alpha(k, measured)
			}
			if spent > float64(l) || spent < 0.999*float64(l) {
				t.Errorf("level %v, measured anew every %d audits: %v is spent", l, again, spent)
			}
		}
	}
	for _, l := range []audit.Level{-1, 0, 0.00009, 0.21, 1, audit.Level(math.NaN())} {
		if l.Sound() {
			t.Errorf("%v is a level", l)
		}
	}
}

// TestOneLookIsPlannedAsSpent: the plan says how many looks an audit takes that begins with --one-look, which
// spends the first share of the level as all do.
func TestOneLookIsPlannedAsSpent(t *testing.T) {
	p := audit.NewPlan(audit.Test{N: 1000, Limit: 0.01}, audit.UsualLevel, 0)
	first := audit.Test{N: 1000, Limit: 0.01, OneLook: true, Sees: 1}
	want, ok := first.Need(0, audit.UsualLevel.Alpha(1, 0))
	if whole, _ := first.Need(0, float64(audit.UsualLevel)); !ok || *p.OneLook != want || want <= whole {
		t.Errorf("%d looks are planned, %d are needed, %d at the whole level", *p.OneLook, want, whole)
	}
}

// TestLevelIsBound: a certificate proves what it says at the level that was fixed
// before the first look, and at none that somebody writes into it.
func TestLevelIsBound(t *testing.T) {
	r := small(300)
	for _, c := range []struct {
		level  audit.Level
		looks  int
		proves bool
	}{{0, 90, true}, {0.05, 90, true}, {0.001, 90, false}, {0.001, 150, true}, {0.2, 60, true}} {
		l := openLog(t, filepath.Join(t.TempDir(), "log"))
		entries := []audit.Entry{{Begin: &audit.Begin{Release: r.Sum(), N: len(r), Limit: 0.05, Level: c.level}}}
		for i := range c.looks {
			key := audit.Secret(4)
			entries = append(entries, audit.Entry{Drawn: []audit.Row{{Key: key, Place: i, Number: i + 1}}},
				audit.Entry{Look: &audit.Look{Key: key}})
		}
		if err := l.Add(entries...); err != nil {
			t.Fatal(err)
		}
		made, err := l.Certify(r, r, audit.Key(nil), audit.Certificate{})
		if (err == nil) != c.proves {
			t.Errorf("level %v, %d looks: %v", c.level, c.looks, err)
		}
		if err != nil {
			continue
		}
		if made.Level != l.Risk() || made.Verify(r) != nil {
			t.Errorf("level %v: the certificate says %v", c.level, made.Level)
		}
		if made.Level = 0.0001; made.Verify(r) == nil {
			t.Error("another level, and the signature holds")
		}
	}
	l := openLog(t, filepath.Join(t.TempDir(), "log"))
	if l.Add(audit.Entry{Begin: &audit.Begin{N: 3, Limit: 0.05, Level: 0.5}}) == nil {
		t.Error("an audit that is wrong half the time may begin")
	}
}
