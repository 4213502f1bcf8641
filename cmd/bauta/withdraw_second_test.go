package main

import (
	"os"
	"strings"
	"testing"
)

// TestOriginalOfASecondWithdrawal: the whole original serves where the release names no authors and became shorter.
func TestOriginalOfASecondWithdrawal(t *testing.T) {
	was := letters(40)
	var bare strings.Builder
	for _, row := range strings.Split(strings.TrimSuffix(was, "\n"), "\n") {
		cells := strings.SplitN(row, ",", 3)
		bare.WriteString(cells[0] + "," + cells[2] + "\n")
	}
	folder(t, map[string]string{"was.csv": was, "r0.csv": bare.String()})
	must(t, "withdraw", "--author", "u7", "--release", "r0.csv", "--original", "was.csv", "-o", "r1.csv")
	must(t, "withdraw", "--author", "u3", "--release", "r1.csv", "--original", "was.csv", "-o", "r2.csv")
	if left := string(must2(os.ReadFile("r2.csv"))); strings.Count(left, "\n") != 33 || strings.Contains(left, "\n33,") {
		t.Error(left)
	}
}
