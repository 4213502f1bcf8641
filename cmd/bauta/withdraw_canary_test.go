package main

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// TestNoCanaryNamesWhoWent: the next audit puts the name of somebody who was taken out back in no sheet, whether the run
// had masked it or the withdrawal did; other names are put back.
func TestNoCanaryNamesWhoWent(t *testing.T) {
	var was strings.Builder
	was.WriteString("id,author,text\n")
	for i := range 300 {
		name := []string{"Quilebo", "Ruprecht", "Thusnelda", "quilébooo's"}[i%4]
		fmt.Fprintf(&was, "%d,u%d,hier %s m'a tout dit %d\n", i, i%10, name, i)
	}
	masked := strings.NewReplacer("Quilebo", "***", "Ruprecht", "***", "Thusnelda", "***", "quilébooo's 1", "*** 1", "quilébooo's", "***").Replace(was.String())
	folder(t, map[string]string{"was.csv": was.String(), "release.csv": strings.Replace(masked, "hier *** m'a tout dit 4\n", "hier Quilebo m'a tout dit 4\n", 1)})
	draw := func(release string, more ...string) string {
		t.Helper()
		must(t, append([]string{"audit", "draw", release, "--original", "was.csv", "--log", "log", "--limit", "0.1", "-n", "300", "-o", "sheet.csv"}, more...)...)
		return strings.ToLower(string(must2(os.ReadFile("sheet.csv"))))
	}
	if sheet := draw("release.csv"); !strings.Contains(sheet, "quil") || !strings.Contains(sheet, "ruprecht") {
		t.Fatal("no canaries")
	}
	must(t, "withdraw", "--author", "u7", "--name", "Quilebo", "--release", "release.csv", "-o", "left.csv", "--log", "log")
	if log := strings.ToLower(string(must2(os.ReadFile("log")))); strings.Contains(log, "quil") {
		t.Error("the log names who went")
	}
	if sheet := draw("left.csv"); strings.Contains(sheet, "quil") || !strings.Contains(sheet, "ruprecht") {
		t.Errorf("drawn from what is left: %d bytes, the name is there: %t", len(sheet), strings.Contains(sheet, "quil"))
	}
	more := string(must2(os.ReadFile("left.csv")))
	put(t, "new.csv", strings.Replace(more, "tout dit 5", "rien dit 5", 1))
	if sheet := draw("new.csv"); strings.Contains(sheet, "quil") {
		t.Error("the name is in a sheet of a release after that")
	}
}
