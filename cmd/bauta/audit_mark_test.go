package main

import (
	"strings"
	"testing"
)

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

// TestUnmarkedLeaksAreTold: a leak that is said to be none once it is in the log still counts, and status,
// certificate and page say so in front.
func TestUnmarkedLeaksAreTold(t *testing.T) {
	was, now := corpusOf(600)
	folder(t, map[string]string{"a.csv": was, "r.csv": now})
	must(t, "key", "new", "project.key")
	must(t, "audit", "draw", "r.csv", "--canaries", "0", "--log", "log", "--limit", "0.1", "-n", "600", "-o", "sheet.csv")
	readAs(t, "sheet.csv")
	must(t, "audit", "enter", "sheet.csv", "--log", "log")
	markIf(t, "sheet.csv", 0)
	told := "no more: 1"
	for range 2 { // the second time nothing is new
		got := must(t, "audit", "enter", "sheet.csv", "--log", "log").out
		if !strings.Contains(got, told) || !strings.Contains(got, "1 found a leak") || !strings.Contains(got, "1 mark changed") {
			t.Errorf("entered: %s", got)
		}
	}
	must(t, "audit", "certify", "r.csv", "--log", "log", "--key", "project.key", "-o", "c.json", "--unreported")
	if says := must(t, "audit", "verify", "r.csv", "c.json").out; !strings.Contains(says, "leak first, and "+told) || !strings.Contains(says, "1 leak found") {
		t.Errorf("verified: %s", says)
	}
}
