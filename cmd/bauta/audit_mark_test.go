package main

import "testing"

// TestMarks: a leak, or how many, is told in any of the six languages; nothing is no look.
func TestMarks(t *testing.T) {
	for mark, want := range map[string]struct {
		leaks  int
		looked bool
	}{
		"": {}, " X ": {1, true}, "Oui": {1, true}, "SÌ": {1, true}, "sí": {1, true}, "ja": {1, true}, "1": {1, true},
		"4": {4, true}, "0": {0, true}, "Nej": {0, true}, "ok": {0, true},
	} {
		if leaks, looked, err := markOf(mark); leaks != want.leaks || looked != want.looked || err != nil {
			t.Errorf("%q: %d, %v, %v", mark, leaks, looked, err)
		}
	}
	for _, bad := range []string{"-1", "peut-être", "1e9", "99999999"} {
		if _, _, err := markOf(bad); err == nil {
			t.Errorf("%q is taken for a mark", bad)
		}
	}
}
