package policy_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/policy"
)

// TestWithout: each slot can be switched off, and nothing else is; what the pipeline
// reads a second time goes without it too.
func TestWithout(t *testing.T) {
	b, err := load(t, "gdpr").Build(policy.Options{FindOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	slots := b.Slots()
	for _, want := range []string{"detector patterns", "detector taggers", "settler announcers", "settler readings", "thread answers"} {
		if !slices.Contains(slots, want) {
			t.Errorf("no slot %s among %s", want, strings.Join(slots, ", "))
		}
	}
	parts := func(p *bauta.Pipeline) int { return len(p.Detectors) + len(p.Settlers) + len(p.Across) }
	for _, slot := range slots {
		p, err := b.Without(slot)
		if err != nil {
			t.Fatal(err)
		}
		if gone := parts(b.Pipeline) - parts(p); gone != 1 && !strings.HasPrefix(slot, "thread ") {
			t.Errorf("without %s: %d parts are gone", slot, gone)
		}
	}
	thread := dialogue("fr", "l: je suis en bas, le code ?", "c: 4816A puis 2e droite")
	for slot, left := range map[string]bool{"detector patterns": true, "thread answers": true, "detector frames": false} {
		p, err := b.Without(slot)
		if err != nil {
			t.Fatal(err)
		}
		r, err := p.Thread(t.Context(), thread)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(r[1].Text, "4816A"); got != left {
			t.Errorf("without %s: %q", slot, r[1].Text)
		}
	}
	if _, err := b.Without("detector of lies"); err == nil {
		t.Error("a slot that is not there is switched off")
	}
}
