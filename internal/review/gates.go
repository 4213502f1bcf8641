package review

import (
	"fmt"

	"github.com/bauta/bauta/eval"
)

// Gate is one condition of a release.
type Gate struct {
	Name    string // open, flagged, second, audit, approver
	Refusal string // why it is shut; empty where it is open
	Figures []any  // what Refusal counts, in its order: int, and shares as float64
}

// Audit counts the looks at messages of the random sample that stand in a log,
// in any order: of several at one message the newest. A message leaks where the
// look says so. Looks at what has changed since do not count (Logged.Stale).
func Audit(log []Logged) eval.Bound {
	newest := map[int64]*Logged{}
	for i := range log {
		l := &log[i]
		if l.Scope != OnAudit || l.Undone || l.Stale {
			continue
		}
		if had := newest[l.Message]; had == nil || l.Made.After(had.Made) {
			newest[l.Message] = l
		}
	}
	leaks := 0
	for _, l := range newest {
		if l.Effect == Mask {
			leaks++
		}
	}
	return eval.ClopperPearson(leaks, len(newest))
}

// Gates says what stands in the way of a release: the whole log of the project
// is needed, in any order. All gates open: release.
func Gates(p Project, now Progress, log []Logged, approver int64) []Gate {
	shut := func(yes bool, why string, args ...any) string {
		if !yes {
			return ""
		}
		return fmt.Sprintf(why, args...)
	}
	audit := Audit(log)
	others, stale := false, 0
	for _, l := range log {
		if l.Stale && !l.Undone {
			stale++
		}
		others = others || l.Scope.labels() && !l.Undone && !l.Again && l.User != approver
	}
	outdated := ""
	if stale > 0 {
		outdated = fmt.Sprintf("; %d looks do not count, since what they saw was decided otherwise or messages came in",
			stale)
	}
	return []Gate{
		{"open", shut(now.Left > 0, "%d groups are open", now.Left), []any{now.Left}},
		{
			"flagged", shut(now.Flagged > 0, "%d groups are flagged or in conflict; adjudicate them", now.Flagged),
			[]any{now.Flagged},
		},
		{"second", shut(now.Second > 0, "%d “never” wait for a second person", now.Second), []any{now.Second}},
		{
			"audit", shut(audit.Upper > p.LeakLimit, "the audit of %d messages (%d leak) bounds the leak at %.2f %%, "+
				"the limit is %.2f %%; look at more%s",
				audit.Trials, audit.Events, 100*audit.Upper, 100*p.LeakLimit, outdated),
			[]any{audit.Trials, audit.Events, audit.Upper, p.LeakLimit, stale},
		},
		{"approver", shut(!others, "nobody but the approver has decided anything; somebody else has to approve"), nil},
	}
}
