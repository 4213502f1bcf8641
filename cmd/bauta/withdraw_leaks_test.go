package main

import (
	"os"
	"strings"
	"testing"
)

// TestLeaksAreThoseOfWhatIsLeft: after a withdrawal leaks that it masked, or took out, stand no more, and the others have
// the numbers of what is left.
func TestLeaksAreThoseOfWhatIsLeft(t *testing.T) {
	folder(t, map[string]string{"release.csv": letters(200)})
	must(t, "key", "new", "project.key")
	must(t, "audit", "draw", "release.csv", "--log", "log", "--limit", "0.2", "--canaries", "0", "-n", "200", "-o", "sheet.csv")
	sheet := strings.Split(strings.TrimSuffix(string(must2(os.ReadFile("sheet.csv"))), "\n"), "\n")
	for i, row := range sheet[1:] {
		mark := "0"
		for _, leaks := range []string{"demain 15,", "salut Quilebo, 12", "Quilebo ici 27,", "demain 36,"} {
			if strings.Contains(strings.ReplaceAll(row, `"`, ""), leaks) {
				mark = "1"
			}
		}
		sheet[i+1] = row + mark
	}
	put(t, "sheet.csv", strings.Join(sheet, "\n")+"\n")
	must(t, "audit", "enter", "sheet.csv", "--log", "log")
	if got := must(t, "audit", "status", "--log", "log"); !strings.Contains(got.out, "messages 12, 15, 27, 36: a leak was found there") {
		t.Fatal(got.out)
	}
	must(t, "withdraw", "--author", "u7", "--name", "Quilebo", "--release", "release.csv", "-o", "left.csv", "--log", "log")
	certified := func(left, from string) {
		t.Helper()
		got := must(t, "audit", "certify", from, "--log", "log", "--key", "project.key", "--unreported", "-o", "left.json")
		if !strings.Contains(got.err, "; "+left+", in which a leak was seen") {
			t.Errorf("%s: certified: %s", from, got.err)
		}
	}
	if got := must(t, "audit", "status", "--log", "log"); !strings.Contains(got.out, "messages 14, 33 of what the withdrawal left: a leak") {
		t.Error(got.out)
	}
	certified("messages 14, 33", "left.csv")
	certified("messages 12, 15, 27, 36", "release.csv")
	must(t, "withdraw", "--author", "u5", "--release", "left.csv", "-o", "less.csv", "--log", "log")
	certified("message 29", "less.csv")
}
