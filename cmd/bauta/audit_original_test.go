package main

import (
	"fmt"
	"strings"
	"testing"
)

// TestOriginalsBelongToTheRelease: an audit takes no others for what went in, and one with
// canaries hands none of its rows out without them.
func TestOriginalsBelongToTheRelease(t *testing.T) {
	original, released := corpusOf(60)
	var foreign strings.Builder
	foreign.WriteString(strings.SplitAfter(original, "\n")[0])
	lines := strings.SplitAfter(strings.TrimSuffix(original, "\n"), "\n")[1:]
	for i := range lines {
		fmt.Fprintf(&foreign, "%d,der Zug nach Köln kommt heute um %d Uhr\n", i+1, i)
	}
	turned := strings.SplitAfter(original, "\n")[0] + lines[1] + lines[0] + strings.Join(lines[2:], "")
	folder(t, map[string]string{"sms.csv": original, "release.csv": released, "turned.csv": turned, "foreign.csv": foreign.String()})
	for name, says := range map[string]string{
		"turned.csv": "has the ID of another one", "foreign.csv": "most of its texts have nothing in common",
	} {
		err := invoke(t, "", "audit", "draw", "release.csv", "--original", name, "--log", "log", "--limit", "10%", "-o", "s.csv").err
		if !strings.Contains(err, says) {
			t.Errorf("%s: %s", name, err)
		}
	}
	must(t, "audit", "draw", "release.csv", "--original", "sms.csv", "--log", "log", "--limit", "10%", "-n", "10", "-o", "s.csv")
	if err := invoke(t, "", "audit", "draw", "release.csv", "--canaries", "0", "--log", "log", "-n", "40", "-o", "s.csv").err; !strings.Contains(err, "are still to be drawn among the messages; give --original FILE") {
		t.Errorf("rows without canaries: %s", err)
	}
}
