package main

import (
	"fmt"
	"strings"
	"testing"
)

// TestNoAuditLeadsNowhere: where too few messages are left that were never a canary to measure a reader anew, and none is
// proved of the one who was measured, nothing offers another audit or begins one; nor is one begun that no look proves.
func TestNoAuditLeadsNowhere(t *testing.T) {
	var was strings.Builder
	was.WriteString("id,text\n")
	for i := range 130 {
		fmt.Fprintf(&was, "%d,vu Cédric à la gare %d\n", i, i)
	}
	folder(t, map[string]string{"was.csv": was.String(), "r.csv": strings.ReplaceAll(was.String(), "Cédric", "PERSON")})
	draw := []string{"audit", "draw", "r.csv", "--original", "was.csv", "--log", "log", "--limit", "20%", "-n", "500", "-o", "sheet.csv"}
	if got := invoke(t, "", "audit", "draw", "r.csv", "--original", "was.csv", "--log", "other", "--limit", "0.1%", "-o", "x.csv"); got.code != 1 || !strings.Contains(got.err, "even a look at all 130 messages") {
		t.Errorf("begun for nothing: %s", got.err)
	}
	for audit := 1; ; audit++ {
		if audit == 1 {
			must(t, draw...)
		} else if got := invoke(t, "", append(draw, "--anew")...); got.code == 1 && audit == 3 {
			if !strings.Contains(got.err, "no number of looks would prove it") {
				t.Errorf("refused: %s", got.err)
			}
			break
		} else if got.code != 0 || audit > 2 {
			t.Fatalf("audit %d: %d %s", audit, got.code, got.err)
		}
		markIf(t, "sheet.csv", 0)
		got := must(t, "audit", "enter", "sheet.csv", "--log", "log").out
		if offers := strings.Contains(got, "bauta audit draw --anew begins another"); offers != (audit == 1) || strings.Contains(got, "nor another audit") == offers {
			t.Errorf("behind audit %d: %s", audit, got)
		}
	}
}
