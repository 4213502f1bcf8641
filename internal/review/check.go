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
	why := d.unbounded()
	if why == "" {
		why = d.misfit()
	}
	if why == "" {
		why = d.incomplete()
	}
	if why == "" {
		return nil
	}
	return fmt.Errorf("%w: %s", ErrRefused, why)
}

// unbounded says what of a decision is longer or more than it may be.
func (d Decision) unbounded() string {
	switch {
	case len(d.ID) < 8 || len(d.ID) > MaxID:
		return "a decision needs an ID of 8 to 64 characters"
	case d.Shown != "":
		return "only a look of the audit says what was shown"
	case len(d.Reason) > MaxReason:
		return "the reason is too long"
	case len(d.Excludes) > MaxExcludes:
		return "too many occurrences are left out"
	case outside(d.ActiveMS, MaxActive) || outside(d.Keys, MaxKeys):
		return "time or keys out of bounds"
	}
	return ""
}

// outside reports a figure that is negative or above most.
func outside(n, most int) bool { return n < 0 || n > most }

// misfit says what of a decision does not go with its scope.
func (d Decision) misfit() string {
	switch {
	case d.Effect == Mask && d.Label == "":
		return "masking needs a label"
	case !d.Scope.takes(d.Effect):
		return fmt.Sprintf("scope %q has no effect %q", d.Scope, d.Effect)
	case d.Scope.single() && (d.Message == 0 || d.Range.End <= d.Range.Start):
		return "the occurrence is missing"
	case d.Scope == OnEach && d.Again:
		return "this is not asked twice"
	case d.Scope == OnMessage && d.Message == 0:
		return "the message is missing"
	case d.As != Range{} && !d.edges():
		return "other edges are for masking one occurrence, and lie about it"
	case d.Again && (d.Scope == OnGold || d.Scope == OnConfirm):
		return "this is not asked twice"
	}
	return ""
}

// edges reports whether other edges may be given, and overlap the occurrence.
func (d Decision) edges() bool {
	if d.Effect != Mask || d.Scope != OnOccurrence && d.Scope != OnGold {
		return false
	}
	span := d.As.Start >= 0 && d.As.End > d.As.Start
	return span && d.As.Start < d.Range.End && d.As.End > d.Range.Start
}

// incomplete says what a decision refers to but does not name.
func (d Decision) incomplete() string {
	switch {
	case d.Group == 0 && !d.Scope.groupless() && !d.Points():
		return "the group is missing"
	case (d.Scope == OnUndo || d.Scope == OnConfirm) && d.Of == "":
		return "the decision it is about is missing"
	}
	return ""
}

// Points reports a decision that says where in a message, and leaves it to the
// store to find the group.
func (d Decision) Points() bool {
	somewhere := d.Message != 0 && d.Range.Start >= 0 && d.Range.End > d.Range.Start
	return d.Group == 0 && somewhere && (d.Scope == OnOccurrence || d.Scope == OnWord)
}

// takes reports whether decisions of the scope have the effect.
func (s Scope) takes(e Effect) bool {
	switch s {
	case OnUndo, OnConfirm:
		return e == Undecided
	case OnPattern, OnWord, OnEach:
		return e == Mask || e == Keep
	case OnGold, OnMessage:
		return e == Mask || e == Keep || e == Accept
	case OnOccurrence, OnGroup:
		return e == Mask || e == Keep || e == Accept || e == Skip || e == Flag
	}
	return false
}

// single reports scopes that name one occurrence: of a pattern, the one from
// which the context is taken.
func (s Scope) single() bool { return s == OnOccurrence || s == OnPattern }

// groupless reports scopes that find their group themselves or have none.
func (s Scope) groupless() bool { return s == OnAudit || s == OnUndo || s == OnConfirm }
