package review

import "testing"

func TestOutdated(t *testing.T) {
	rows := []Decision{
		{ID: "a", Group: 1, Scope: OnGroup, Effect: Accept, Guideline: 1},
		{ID: "b", Group: 2, Scope: OnWord, Effect: Mask, Guideline: 1},
		{ID: "c", Group: 3, Scope: OnWord, Effect: Keep, Guideline: 1},
		{ID: "d", Group: 3, Scope: OnOccurrence, Effect: Mask, Guideline: 2}, // looked at again
		{ID: "e", Group: 2, Scope: OnGroup, Effect: Flag, Guideline: 2},      // no label
		{ID: "f", Group: 4, Scope: OnGroup, Effect: Accept, Guideline: 1},
		{ID: "g", Of: "f", Group: 4, Scope: OnUndo, Guideline: 2},
		{ID: "h", Message: 9, Scope: OnAudit, Effect: Keep, Guideline: 1},
	}
	log := logged(rows...)
	for guideline, want := range []string{"", "", "ba", "dba"} {
		got := ""
		for _, l := range Outdated(log, guideline) {
			got += l.ID
		}
		if got != want {
			t.Errorf("under guidelines %d: %q, want %q", guideline, got, want)
		}
	}
}
