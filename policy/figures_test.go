package policy_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bauta/bauta/policy"
)

// TestFigures: the figures of presets are those of the last run of the judge, and
// every preset has some.
func TestFigures(t *testing.T) {
	data, err := os.ReadFile("../docs/experiments/judge.json")
	if err != nil {
		t.Fatal(err)
	}
	var last struct{ Figures []policy.Figure }
	if err := json.Unmarshal(data, &last); err != nil {
		t.Fatal(err)
	}
	for _, name := range policy.Presets() {
		var want []policy.Figure
		for _, f := range last.Figures {
			if f.Preset == name {
				want = append(want, f)
			}
		}
		got := load(t, name).Figures()
		if len(got) == 0 || !cmp.Equal(got, want) {
			t.Errorf("%s: %d figures, the judge has %d: run make judge", name, len(got), len(want))
		}
		for _, f := range got {
			if f.Between.Low > f.Value || f.Between.High < f.Value || !strings.Contains(f.String(), f.Name) {
				t.Errorf("%s: %s", name, f)
			}
		}
	}
	own, err := policy.Parse(load(t, policy.Newcomer).Source(), "own.yaml")
	if err != nil || len(own.Figures()) > 0 {
		t.Error("a policy of the user's has figures of a preset", err)
	}
}
