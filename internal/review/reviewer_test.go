package review

import (
	"strings"
	"testing"
	"time"
)

func TestByPerson(t *testing.T) {
	at := func(id string, user int64, ms, keys int) Decision {
		return Decision{ID: id, User: user, Scope: OnGroup, Effect: Accept, ActiveMS: ms, Keys: keys, Affected: 3, Made: time.Unix(1, 0)}
	}
	log := logged(at("a", 70, 4000, 1), at("b", 9, 2000, 1), at("c", 70, 6000, 3), Decision{ID: "d", User: 70, Scope: OnUndo, Of: "c"})
	people := ByPerson(Progress{Messages: 100}, log)
	if len(people) != 2 || people[0].Decisions != 1 || people[0].UndoRate != 50 || people[1].Median != 2 {
		t.Fatalf("%+v", people)
	}
	var b strings.Builder
	if err := WriteEffort(&b, people); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(b.String(), "\n")
	if len(lines) != 4 || lines[1] != "reviewer-1,1,4.00,4.00,4.00,1.00,3.00,0,0,50.00,0.00,0,0,0" || !strings.HasPrefix(lines[2], "reviewer-2,1,2.00") {
		t.Errorf("%q", lines)
	}
	if strings.Count(lines[0], ",") != strings.Count(lines[1], ",") || strings.Contains(b.String(), "70") {
		t.Errorf("columns or names: %q", lines)
	}
	if err := WriteEffort(&b, nil); err != nil || len(ByPerson(Progress{}, nil)) != 0 {
		t.Error("nobody")
	}
}
