package review

import (
	"testing"

	"github.com/bauta/bauta"
)

// TestNoCanaryOfWhoWent: at the desk no canary is made of what a withdrawal masked.
func TestNoCanaryOfWhoWent(t *testing.T) {
	m := Stored{Item: Item{Message: bauta.Message{Text: "hier Zita a tout dit à Paul"}}}
	for decision, at := range map[string]Range{ByWithdrawal + "1": {5, 9}, "2": {24, 28}} {
		m.Occurrences = append(m.Occurrences, Occurrence{Range: at, Now: Label{Effect: Mask, Label: bauta.Person, Decision: decision}})
	}
	if m.Occurrences[0].Start > 5 {
		m.Occurrences[0], m.Occurrences[1] = m.Occurrences[1], m.Occurrences[0]
	}
	if got := m.tries(); len(got) != 1 || got[0].Start != 24 {
		t.Errorf("canaries of %v", got)
	}
}
