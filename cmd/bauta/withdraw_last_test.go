package main

import (
	"os"
	"strings"
	"testing"
)

// TestWithdrawTheLast: who alone wrote a release goes as anybody does: a table without rows is left, of a folder what
// others wrote, and nothing is certified.
func TestWithdrawTheLast(t *testing.T) {
	alone := "id,author,text\n1,u7,Quilebo ici\n2,u7,ok\n"
	folder(t, map[string]string{
		"release.csv": alone, "release.jsonl": `{"id":"1","author":"u7","text":"ok"}` + "\n",
		"some/a.csv": alone, "some/b.csv": letters(20), "one/a.csv": alone,
	})
	for from, want := range map[string]string{"release.csv": "id,author,text\n", "release.jsonl": ""} {
		got := must(t, "withdraw", "--author", "u7", "--release", from, "-o", "left", "--certificate", "none.json", "--key", "none.key", "--renewed", "left.json")
		if left := string(must2(os.ReadFile("left"))); left != want || !strings.Contains(got.err, "left: no message is left; there is nothing to audit, nor to certify") {
			t.Errorf("%s: left %q, %s", from, left, got.err)
		}
		if _, err := os.Stat("left.json"); err == nil {
			t.Errorf("%s: nothing is certified", from)
		}
	}
	must(t, "audit", "draw", "release.csv", "--log", "ended", "--canaries", "0", "--limit", "0.6", "-o", "sheet.csv")
	must(t, "withdraw", "--author", "u7", "--release", "release.csv", "-o", "left", "--log", "ended")
	if got := must(t, "audit", "status", "--log", "ended"); !strings.Contains(got.out, "no message is left") || strings.Contains(got.out, "may be certified") {
		t.Error(got.out)
	}
	must(t, "withdraw", "--author", "u7", "--release", "one", "-o", "none")
	must(t, "withdraw", "--author", "u7", "--release", "some", "-o", "others")
	for _, gone := range []string{"none/a.csv", "others/a.csv"} {
		if _, err := os.Stat(gone); err == nil {
			t.Errorf("%s: is there", gone)
		}
	}
	if raw := string(must2(os.ReadFile("others/b.csv"))); strings.Count(raw, "\n") != 19 {
		t.Errorf("of others is left %q", raw)
	}
	must(t, "audit", "draw", "others", "--log", "log", "--canaries", "0", "--limit", "0.2", "-o", "sheet.csv")

	must(t, "review", "init", "desk.db")
	must(t, "review", "import", "desk.db", "release.csv", "--policy", "gdpr", "--lang", "fr")
	if got := must(t, "withdraw", "desk.db", "--author", "u7", "--receipt", "receipt.json"); !strings.Contains(got.err, "no message is left, and there is nothing to export") {
		t.Error(got.err)
	}
	if got := invoke(t, "", "review", "release", "desk.db"); !strings.Contains(got.out, "there is no message, and nothing to release") {
		t.Errorf("the gates of a desk without messages: %s", got.out)
	}
}
