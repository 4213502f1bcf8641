package main

import (
	"os"
	"strings"
	"testing"
)

// TestIDsThatStandTwice: IDs leave the desk as they came, twice where files have them twice, and the export says how many do.
func TestIDsThatStandTwice(t *testing.T) {
	folder(t, map[string]string{"one.csv": "id,text\na,ok\na,oui\nb,non\n", "two.csv": "text\ncoucou\nsalut\n", "three.csv": "text\nautre chose\nencore\n"})
	must(t, "review", "init", "desk.db")
	export := func(want string) {
		t.Helper()
		got := must(t, "review", "export", "desk.db", "--unreleased", "-o", "out.jsonl")
		if says := strings.Contains(got.err, " before "); says != (want != "") || !strings.Contains(got.err, want) {
			t.Errorf("exported: %s, want %q", got.err, want)
		}
	}
	for _, c := range [][2]string{{"two.csv", ""}, {"one.csv", "1 message has the ID of one before it: IDs stay"}, {"three.csv", "3 messages have the ID of one before them"}} {
		must(t, "review", "import", "desk.db", c[0], "--policy", "gdpr", "--lang", "fr")
		export(c[1])
	}
	if raw := string(must2(os.ReadFile("out.jsonl"))); strings.Count(raw, `"id":"a"`) != 2 || strings.Count(raw, `"id":"2"`) != 2 {
		t.Errorf("exported %s", raw)
	}
}
