package review

import (
	"fmt"
	"slices"

	"github.com/bauta/bauta/internal/audit"
)

// Gate is one condition of a release.
type Gate struct {
	Name    string // open, flagged, second, audit, approver
	Refusal string // why it is shut; empty where it is open
	Figures []any  // what Refusal counts, in its order: int, and shares as float64
}

// Gates says what stands in the way of a release: the whole log of the project
// is needed, in any order, where its audit stands, and what must be looked at again
// where what would be released is not what it is of. Somebody else than the approver has
// to have decided, or to be one of the lookers of that audit. All gates open: release.
func Gates(
	now Progress, log []Logged, approver int64, a audit.Standing, ahead *Ahead, lookers []int64,
) []Gate {
	shut := func(yes bool, why string, args ...any) string {
		if !yes {
			return ""
		}
		return fmt.Sprintf(why, args...)
	}
	others := slices.ContainsFunc(lookers, func(user int64) bool { return user != approver })
	for _, l := range log {
		others = others || l.Scope.labels() && !l.Undone && !l.Again && l.User != approver
	}
	stale, changed, all := 0, 0, 0
	audited := shut(!a.Proved, "the audit of %d messages (%d leak) bounds the leak at %.2f %%, the limit is %.2f %%; "+
		"look at more", a.Looks, len(a.Leaks), 100*a.Bound, 100*a.Limit)
	switch {
	case now.Messages == 0:
		stale, audited = 1, "there is no message, and nothing to release"
	case a.Attempt == 0 || ahead.Holds(a.Proved):
	case ahead.Changed == 0:
		stale, all = 1, ahead.Messages
		audited = "messages were taken out since the audit began, before its limit was proved; begin it anew"
	default:
		stale, changed, all = 1, ahead.Changed, ahead.Messages
		audited = fmt.Sprintf("what would be released has changed since its audit began: of its %d messages %d are "+
			"new or not as they were, and must be looked at again; begin it anew", all, changed)
	}
	return []Gate{
		{"open", shut(now.Left > 0, "%d %s open", now.Left, groups(now.Left)), []any{now.Left}},
		{
			"flagged", shut(now.Flagged > 0, "%d %s flagged or in conflict; adjudicate them", now.Flagged,
				groups(now.Flagged)),
			[]any{now.Flagged},
		},
		{"second", shut(now.Second > 0, "%d “never” wait for a second person", now.Second), []any{now.Second}},
		{
			"audit", audited, []any{a.Looks, len(a.Leaks), a.Bound, a.Limit, stale, changed, all},
		},
		{"approver", shut(!others, "nobody beside the approver has decided anything, or looked at messages in the "+
			"audit; somebody else has to, or has to approve"), nil},
	}
}

// groups is what stands behind a number of them.
func groups(n int) string {
	if n == 1 {
		return "group is"
	}
	return "groups are"
}
