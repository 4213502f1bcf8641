package main

import (
	"os"
	"strings"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/review"
)

// maskOnce has somebody mask what stands in places as another type.
func maskOnce(t *testing.T, store string, as bauta.Label, at map[int64]review.Range) {
	t.Helper()
	var all []review.Decision
	for message, r := range at {
		id := "masked-by-hand-" + string(rune('0'+message))
		all = append(all, review.Decision{ID: id, Message: message, Range: r, Effect: review.Mask, Label: as})
	}
	decidedAll(t, store, all...)
}

// TestDeskNumbersWhatIsMaskedByHand: what somebody masks as another type has the number of that
// type that the policy would give it, the same for the same in a thread, and others keep theirs.
func TestDeskNumbersWhatIsMaskedByHand(t *testing.T) {
	folder(t, map[string]string{
		"all.yaml": "policy: all\ndetect: {lexical: {resolve: evidence}, pattern: {}}\ncoref: true\ndefault: {operator: tag, numbered: true}\n",
		"a.csv":    "id,thread,text\n1,x,vu Patrice et Rosalie hier\n2,x,salut Rosalie\n3,x,salut Patrice\n4,y,salut Patrice\n5,,vers Patrice\n",
	})
	must(t, "review", "init", "desk.db", "--lang", "fr")
	must(t, "review", "import", "desk.db", "a.csv", "--policy", "all.yaml", "--thread-column", "thread")
	texts := func() string {
		t.Helper()
		must(t, "review", "export", "desk.db", "--policy", "all.yaml", "--unreleased", "-o", "out.jsonl")
		raw, err := os.ReadFile("out.jsonl")
		if err != nil {
			t.Fatal(err)
		}
		return string(raw)
	}
	if before := texts(); !strings.Contains(before, "vu Person 1 et Person 2 hier") || !strings.Contains(before, "salut Person 2") {
		t.Fatalf("before:\n%s", before)
	}
	maskOnce(t, "desk.db", bauta.Location, map[int64]review.Range{1: {Start: 3, End: 10}, 3: {Start: 6, End: 13}, 5: {Start: 5, End: 12}})
	got := texts()
	for _, want := range []string{"vu Location 1 et Person 2 hier", "salut Person 2", "salut Location 1", "salut Person 1", "vers Location 1"} {
		if !strings.Contains(got, `"`+want+`"`) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
}
