package review

import (
	"fmt"
)

// Bounds of a decision.
const (
	MaxID       = 64      // bytes of an ID
	MaxReason   = 200     // bytes of a reason
	MaxExcludes = 10_000  // occurrences left out
	MaxActive   = 120_000 // milliseconds counted for one decision
	MaxKeys     = 1000    // keys counted for one decision
)

// Check says what is wrong with a decision before any store looks at it. The
// error wraps ErrRefused.
func (d Decision) Check() error {
	refuse := func(why string) error { return fmt.Errorf("%w: %s", ErrRefused, why) }
	switch {
	case len(d.ID) < 8 || len(d.ID) > MaxID:
		return refuse("a decision needs an ID of 8 to 64 characters")
	case len(d.Shown) > MaxID || d.Shown != "" && d.Scope != OnAudit:
		return refuse("only a look of the audit says what was shown")
	case len(d.Reason) > MaxReason:
		return refuse("the reason is too long")
	case len(d.Excludes) > MaxExcludes:
		return refuse("too many occurrences are left out")
	case d.ActiveMS < 0 || d.ActiveMS > MaxActive || d.Keys < 0 || d.Keys > MaxKeys:
		return refuse("time or keys out of bounds")
	case d.Effect == Mask && d.Label == "" && d.Scope != OnAudit:
		return refuse("masking needs a label")
	case !d.Scope.takes(d.Effect):
		return refuse(fmt.Sprintf("scope %q has no effect %q", d.Scope, d.Effect))
	case d.Scope.single() && (d.Message == 0 || d.Range.End <= d.Range.Start):
		return refuse("the occurrence is missing")
	case (d.Scope == OnMessage || d.Scope == OnAudit) && d.Message == 0:
		return refuse("the message is missing")
	case d.As != Range{} && (d.Scope != OnOccurrence && d.Scope != OnGold || d.Effect != Mask || d.As.Start < 0 || d.As.End <= d.As.Start || d.As.Start >= d.Range.End || d.As.End <= d.Range.Start):
		return refuse("other edges are for masking one occurrence, and lie about it")
	case d.Again && (d.Scope == OnGold || d.Scope == OnConfirm || d.Scope == OnAudit):
		return refuse("this is not asked twice")
	case d.Group == 0 && !d.Scope.groupless():
		return refuse("the group is missing")
	case (d.Scope == OnUndo || d.Scope == OnConfirm) && d.Of == "":
		return refuse("the decision it is about is missing")
	}
	return nil
}

// takes reports whether decisions of the scope have the effect.
func (s Scope) takes(e Effect) bool {
	switch s {
	case OnUndo, OnConfirm:
		return e == Undecided
	case OnAudit, OnPattern, OnWord:
		return e == Mask || e == Keep
	case OnGold, OnMessage, OnOccurrence, OnGroup:
		return e == Mask || e == Keep || e == Accept || (s == OnOccurrence || s == OnGroup) && (e == Skip || e == Flag)
	}
	return false
}

// single reports scopes that name one occurrence: of a pattern, the one from
// which the context is taken.
func (s Scope) single() bool { return s == OnOccurrence || s == OnPattern }

// groupless reports scopes that find their group themselves or have none.
func (s Scope) groupless() bool { return s == OnAudit || s == OnUndo || s == OnConfirm }
