package main

import (
	"os"
	"strings"
	"testing"
)

// TestNoLogIsLeftOfNoAudit: a draw that is refused leaves no log, and an empty one is of no audit.
func TestNoLogIsLeftOfNoAudit(t *testing.T) {
	folder(t, map[string]string{"was.csv": letters(200), "release.csv": strings.ReplaceAll(letters(200), "demain", "***"), "empty": ""})
	if got := invoke(t, "", "audit", "draw", "release.csv", "--log", "log", "--original", "was.csv", "--limit", "0.1%", "-o", "sheet.csv"); got.code != 1 || !strings.Contains(got.err, "proves no limit of 0.001") {
		t.Fatalf("%d %s", got.code, got.err)
	}
	if _, err := os.Stat("log"); err == nil {
		t.Error("a log is there")
	}
	if got := invoke(t, "", "audit", "status", "--log", "empty"); got.code != 1 || !strings.Contains(got.err, "empty: no audit was begun in it") {
		t.Errorf("%d %s%s", got.code, got.out, got.err)
	}
}
