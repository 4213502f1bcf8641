package review

import (
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/audit"
)

// seconds is a row of second answers of a user about a group.
func seconds(id string, user, group int64, differs int, undone bool) Logged {
	return Logged{Decision: Decision{ID: id, User: user, Group: group, Scope: OnGroup, Effect: Accept, Again: true, Differs: differs}, Undone: undone}
}

func TestConsistency(t *testing.T) {
	skip := seconds("f", 1, 5, 0, false)
	skip.Effect = Skip
	log := []Logged{ // newest first
		seconds("d", 1, 2, 0, false), // corrected: as the first time after all
		seconds("c", 1, 2, 1, false),
		seconds("b", 2, 2, 3, false),
		seconds("a", 1, 3, 0, true), // taken back: not answered
		skip,
		{Decision: Decision{ID: "e", User: 1, Group: 4, Scope: OnGroup, Effect: Accept, Keys: 1}},
	}
	b := Consistency(log)
	if b.Trials != 2 || b.Events != 1 || b.Low <= 0 || b.High >= 1 {
		t.Errorf("%+v, want 1 of 2", b)
	}
	e := Measure(Progress{Messages: 1000}, log)
	if e.Twice != b || e.Decisions != 1 || e.PerThousand != 1 || e.KeysPerRow != 1 {
		t.Errorf("second answers count as decisions: %+v", e)
	}
	if old := Outdated(log, 2); len(old) != 1 || old[0].ID != "e" {
		t.Errorf("outdated: %+v", old)
	}
	for _, gate := range Gates(Progress{}, log[:4], 9, audit.Standing{Proved: true}, nil, nil) {
		if gate.Name == "approver" && gate.Refusal == "" {
			t.Error("a second answer counts as somebody else's decision")
		}
	}
}

func TestBlankAndDiffer(t *testing.T) {
	mask := Label{Effect: Mask, Label: bauta.Person, Decision: "a", User: 1}
	occ := []Occurrence{
		{ID: 1, Span: bauta.Span{Label: bauta.Person, Doubt: bauta.Unknown}, Now: mask},
		{ID: 2, Span: bauta.Span{Label: bauta.Person, Doubt: bauta.Unknown}, Now: Label{Effect: Keep, Decision: "b", User: 2}},
		{ID: 3, Span: bauta.Span{Label: bauta.Person}, Now: mask}, // a sure find under a rule
		{ID: 4, Span: bauta.Span{Label: bauta.Person}, Now: Label{Effect: Mask, Label: bauta.Person}},
	}
	blank, first := Blank(occ, 1)
	if len(blank) != 2 || blank[0].Now != (Label{}) || blank[1].Now.Effect != Mask || blank[1].Now.Decision != "" || len(first) != 2 || first[0] != mask {
		t.Errorf("blank %+v, first %+v", blank, first)
	}
	if occ[0].Now != mask {
		t.Error("what holds was changed")
	}
	keep, town := Label{Effect: Keep, Decision: "c", User: 1}, Label{Effect: Mask, Label: bauta.Location, Decision: "c", User: 1}
	for _, c := range []struct {
		second []Label
		want   int
	}{{[]Label{{}, {}}, 0}, {[]Label{mask, mask}, 0}, {[]Label{keep, mask}, 1}, {[]Label{town, keep}, 2}} {
		if got := Differ(first, c.second); got != c.want {
			t.Errorf("%+v differ in %d, want %d", c.second, got, c.want)
		}
	}
}

func TestAgainIsNoGold(t *testing.T) {
	d := Decision{ID: "12345678", User: 1, Group: 1, Scope: OnGold, Effect: Keep, Again: true}
	if d.Check() == nil {
		t.Error("an adjudicator is asked twice")
	}
	d.Scope = OnGroup
	if err := d.Check(); err != nil {
		t.Error(err)
	}
}
