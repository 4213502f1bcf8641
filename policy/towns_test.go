package policy_test

import (
	"testing"

	"github.com/bauta/bauta/policy"
)

// TestTowns: hipaa writes the country of a town, or the canton, and leaves its
// own output alone.
func TestTowns(t *testing.T) {
	p := build(t, load(t, "hipaa"), policy.Options{})
	for _, c := range [][2]string{
		{"she moved from London to Zürich last week", "she moved from <LOCATION_GB> to <LOCATION_CH_ZH> last week"},
		{"je reviens de Suède et de Lyon", "je reviens de <LOCATION_SE> et de <LOCATION_FR>"},
	} {
		got := one(t, p, c[0]).Text
		if got != c[1] {
			t.Errorf("%q becomes %q, want %q", c[0], got, c[1])
		}
		if again := one(t, p, got).Text; again != got {
			t.Errorf("%q, again %q", got, again)
		}
	}
}
