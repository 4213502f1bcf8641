package main

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/bauta/bauta/internal/review"
)

// decidedAll has somebody decide about what stands in places.
func decidedAll(t *testing.T, store string, all ...review.Decision) {
	t.Helper()
	s, p, err := (&desk{}).both(t.Context(), store)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	u, err := s.AddUser(t.Context(), review.User{Login: "reviewer"})
	if err == nil {
		err = s.SetMember(t.Context(), review.Member{Project: p.ID, User: u.ID, Role: review.Reviewer}, u.ID)
	}
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range all {
		d.Project, d.User, d.Expect, d.Scope = p.ID, u.ID, -1, review.OnOccurrence
		if _, err := s.Decide(t.Context(), d); err != nil {
			t.Fatal(err)
		}
	}
}

// keepOnce has somebody leave what stands in one place.
func keepOnce(t *testing.T, store string, message int64, at review.Range) {
	t.Helper()
	decidedAll(t, store, review.Decision{ID: "keep-once", Message: message, Range: at, Effect: review.Keep})
}

// TestDeskSaysWhatStays: the report of what left the desk counts what was found and stays in clear as
// that of a run does, and what somebody left beside it.
func TestDeskSaysWhatStays(t *testing.T) {
	folder(t, map[string]string{
		"kept.yaml": "policy: kept\ndetect: {lexical: {resolve: evidence}, pattern: {}}\nmask: {DATE: keep, EMAIL: keep, PHONE: keep}\ndefault: tag\n",
		"a.csv":     "id,text\n1,vu Cédric le 3 mars 2024 a@example.org\n2,appelle au 06 12 34 56 78\n3,vu Cédric le 4 mars 2024\n",
	})
	fatesOf := func(name string) map[string]fates {
		t.Helper()
		var report struct{ Fates map[string]fates }
		raw, err := os.ReadFile(name)
		if err == nil {
			err = json.Unmarshal(raw, &report)
		}
		if err != nil {
			t.Fatal(err)
		}
		return report.Fates
	}
	must(t, "anonymise", "-q", "--lang", "fr", "--policy", "kept.yaml", "a.csv", "-o", "out.csv", "--report", "run.json")
	must(t, "review", "init", "desk.db", "--lang", "fr")
	must(t, "review", "import", "desk.db", "a.csv", "--policy", "kept.yaml")
	must(t, "review", "export", "desk.db", "--policy", "kept.yaml", "--unreleased", "-o", "out.jsonl", "--fates", "desk.json")
	run, desk, kept := fatesOf("run.json"), fatesOf("desk.json"), 0
	for label, want := range run {
		if got := desk[label]; got.Kept != want.Kept {
			t.Errorf("%s: %d kept, and %d by the run", label, got.Kept, want.Kept)
		}
		kept += want.Kept
	}
	if kept < 2 || len(run) < 3 {
		t.Errorf("the run kept %d: %v", kept, run)
	}
	keepOnce(t, "desk.db", 1, review.Range{Start: 3, End: 3 + len("Cédric")})
	must(t, "review", "export", "desk.db", "--policy", "kept.yaml", "--unreleased", "-o", "out.jsonl", "--fates", "desk.json")
	if now := fatesOf("desk.json")["PERSON"]; now.Kept != 1 || now.Removed+now.Replaced != 1 {
		t.Errorf("one of two names left: %+v, before %+v", now, desk["PERSON"])
	}
}
