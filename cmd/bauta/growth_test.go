//go:build unix

package main

import (
	"bufio"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// numbers is a policy of patterns that numbers people, and starts at once.
const numbers = "policy: numbers\nlanguage: fr\ncoref: true\ndetect: {pattern: {}}\n" +
	"mask: {EMAIL: {operator: tag, numbered: true}}\ndefault: suppress\n"

// TestMoreThreadsThanMemory: who comes back after more conversations than memory holds is who they were, and no file of
// that is left.
func TestMoreThreadsThanMemory(t *testing.T) {
	dir := t.TempDir()
	put(t, filepath.Join(dir, "p.yaml"), numbers)
	growing(t, filepath.Join(dir, "in.csv"), 52_000, 1, 500)
	if err := runIn(t, dir, 0, "anonymise", "-q", "--policy", "p.yaml", "in.csv", "-o", "out.csv"); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(read(t, dir, "out.csv")), "\n")
	if len(lines) != 1+52_000+2*500 {
		t.Fatalf("%d lines", len(lines))
	}
	for i, line := range lines[1:] {
		who := "salut Person 1"
		if i >= 52_000 && i%2 == 0 { // Léa, and then Nicolas once more
			who = "salut Person 2"
		}
		if !strings.Contains(line, who) {
			t.Fatalf("line %d: %s, want %s", i+2, line, who)
		}
	}
	if files, err := os.ReadDir(dir); err != nil || len(files) != 3 {
		t.Errorf("left beside: %v, %v", files, err)
	}
}

// growing writes conversations one behind the other, of so many messages each; of the first some come back at the end,
// with somebody else and who was there.
func growing(t testing.TB, name string, threads, each, back int) {
	t.Helper()
	f, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	w := bufio.NewWriter(f)
	fmt.Fprintln(w, "id,thread,text")
	for i := range threads * each {
		fmt.Fprintf(w, "%d,t%d,salut nicolas@example.org à demain %d\n", i, i/each, i)
	}
	for i := range back {
		fmt.Fprintf(w, "%d,t%d,salut lea@example.org\n%d,t%d,salut nicolas@example.org\n", i, i, i, i)
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
}

// TestGrowth measures runs of ten times as many messages each for docs/scale.md, and holds their memory to its bounds.
// BAUTA_LONG=1 goes to ten million, a quarter of an hour.
func TestGrowth(t *testing.T) {
	resides(t)
	dir, bound := t.TempDir(), int64(350)
	put(t, filepath.Join(dir, "p.yaml"), numbers)
	runs := []struct{ threads, each, back int }{{1000, 10, 0}, {10_000, 10, 0}}
	if os.Getenv("BAUTA_LONG") != "" {
		runs = append(runs, []struct{ threads, each, back int }{{100_000, 10, 0}, {1_000_000, 10, 0}, {1_000_000, 1, 100_000}}...)
	}
	for _, r := range runs {
		growing(t, filepath.Join(dir, "in.csv"), r.threads, r.each, r.back)
		cmd := exec.Command("bauta", "anonymise", "-q", "--policy", "p.yaml", "in.csv", "-o", "out.csv")
		cmd.Dir = dir
		out, most, err := resident(cmd)
		if err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		n, took := r.threads*r.each+2*r.back, cmd.ProcessState.UserTime()+cmd.ProcessState.SystemTime()
		t.Logf("%d messages, %d conversations: %.1f CPU s, %.0f µs a message, %d MB", n, r.threads, took.Seconds(),
			float64(took.Microseconds())/float64(n), most)
		if r.back > 0 {
			bound = 600
		}
		if most > bound {
			t.Errorf("%d messages: %d MB, of %d", n, most, bound)
		}
	}
}

// TestCurve: the picture of docs/scale.md shows what the table beside it says.
func TestCurve(t *testing.T) {
	docs := filepath.Join("..", "..", "docs")
	page, picture := read(t, docs, "scale.md"), read(t, docs, "scale.svg")
	var took, held []string
	for _, n := range []string{"10,000", "100,000", "1,000,000", "10,000,000"} {
		row := regexp.MustCompile(`(?m)^\| ` + n + ` \| [0-9,]+ \| ([0-9.]+) \| [0-9]+ \| ([0-9]+) \|$`).FindStringSubmatch(page)
		if row == nil {
			t.Fatalf("no row of %s messages", n)
		}
		seconds, e1 := strconv.ParseFloat(row[1], 64)
		mb, e2 := strconv.ParseFloat(row[2], 64)
		if e1 != nil || e2 != nil {
			t.Fatal(e1, e2)
		}
		x := 60 + 160*len(took)
		took = append(took, fmt.Sprintf("%d,%.0f", x, 300-65*(math.Log10(seconds)+1))) // ten times is 65
		held = append(held, fmt.Sprintf("%d,%.0f", x, 300-mb*260/600))
	}
	for _, points := range [][]string{took, held} {
		if line := `points="` + strings.Join(points, " ") + `"`; strings.Count(picture, line) != 1 {
			t.Errorf("no line of %s", line)
		}
	}
}
