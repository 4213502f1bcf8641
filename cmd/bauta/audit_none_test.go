package main

import (
	"os"
	"strings"
	"testing"
)

// TestNoLogIsLeftOfNoAudit: a draw that is refused leaves no log, and an empty one is of no audit.
func TestNoLogIsLeftOfNoAudit(t *testing.T) {
	folder(t, map[string]string{"release.csv": letters(20), "empty": ""})
	if got := invoke(t, "", "audit", "draw", "release.csv", "--log", "log", "--limit", "0.001", "--canaries", "0", "-o", "sheet.csv"); got.code == 0 {
		t.Skip("it is not refused")
	}
	if _, err := os.Stat("log"); err == nil {
		t.Error("a log is there")
	}
	if got := invoke(t, "", "audit", "status", "--log", "empty"); got.code != 1 || !strings.Contains(got.err, "empty: no audit was begun in it") {
		t.Errorf("%d %s%s", got.code, got.out, got.err)
	}
}
