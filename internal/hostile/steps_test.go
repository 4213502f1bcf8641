package hostile_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/bauta/bauta/internal/hostile"
)

// Doubling the length may cost so many times the steps; above two is what
// coreference takes until its memory of people is full. A window in which another
// language is told than in the first takes several times as much, once: where a
// doubling leaps, three of them together may not.
const most = 2.3

// counted are the packages whose basic blocks are counted: ours, and those of the
// library in which a loop of ours may hide.
const counted = "./...,strings,slices,bytes,regexp,unicode,sort,maps,unicode/utf8,golang.org/x/text/unicode/norm"

// TestStepsGrowWithTheLength: twice the text takes twice the basic blocks, in the
// real pipelines of the presets. The steps are counted, not timed, so that the
// test says the same on every machine; the program is built with the counters of
// coverage for it, and the code that is measured has none. BAUTA_LONG=1 tries all
// families with all presets, which takes an hour.
func TestStepsGrowWithTheLength(t *testing.T) {
	program := filepath.Join(t.TempDir(), "measure")
	build := exec.Command("go", "build", "-cover", "-covermode=atomic", "-coverpkg="+counted, "-o", program, "./internal/hostile/measure")
	build.Dir = filepath.Join("..", "..")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	tries := []struct{ presets, families string }{
		{"gdpr", "names,coined,greetings,thread-names,cards,cards-drawn,apart-drawn,apart-dots"},
		{"seekhide", "coined,hyphens,capitals-coined,codes,codes-drawn,greetings"},
		{"sms4science", "names,names-and,slashes,numbers-run-on"},
		{"anonymate", "titles,mail-masked,entity"},
	}
	if os.Getenv("BAUTA_LONG") != "" {
		tries = tries[:1]
		tries[0].presets, tries[0].families = "anonymate,anonymate-safe,gdpr,hipaa,ner,seekhide,seekhide-2013,sms4science,sms4science-safe", "*"
	}
	lines := 0
	for _, try := range tries {
		for _, line := range countSteps(t, program, try.presets, try.families, "20k,40k") {
			lines++
			if grew(t, line) <= most {
				continue
			}
			f := strings.Fields(line)
			longer := countSteps(t, program, f[0], f[1], "20k,160k")[0]
			if grew(t, longer) > most*most*most {
				t.Errorf("%s: twice the length takes more than %g times the steps, and 8 times the length %.3g times", line, most, grew(t, longer))
			}
		}
	}
	if lines < 21 {
		t.Errorf("%d measures; some are missing", lines)
	}
}

// countSteps gives what the program prints of presets and families, a line a pair.
func countSteps(t *testing.T, program, presets, families, sizes string) []string {
	t.Helper()
	run := exec.Command(program, "-steps", "-presets", presets, "-families", families, "-sizes", sizes)
	run.Env = append(os.Environ(), "GOCOVERDIR="+t.TempDir())
	out, err := run.Output()
	if err != nil {
		t.Fatalf("%s: %v", presets, err)
	}
	return strings.Split(strings.TrimSpace(string(out)), "\n")
}

// grew is how many times more the greater size of a line took.
func grew(t *testing.T, line string) float64 {
	t.Helper()
	fields := strings.Fields(line)
	times, err := strconv.ParseFloat(fields[len(fields)-1], 64)
	if err != nil || times < 0.5 {
		t.Fatalf("%s: no measure", line)
	}
	return times
}

// TestFamiliesHaveTheLengthAskedFor, cut at a character.
func TestFamiliesHaveTheLengthAskedFor(t *testing.T) {
	seen := map[string]bool{}
	for _, f := range hostile.Families() {
		if seen[f.Name] {
			t.Errorf("%s stands twice", f.Name)
		}
		seen[f.Name] = true
		for _, n := range []int{100, 4096} {
			if got := len(f.Text(n)); got > n || got < n-3 {
				t.Errorf("%s: %d bytes, asked for %d", f.Name, got, n)
			}
		}
	}
	for _, talk := range hostile.Threads() {
		if got := talk.Messages(7); len(got) != 7 || got[6].Text == "" {
			t.Errorf("%s: %d messages", talk.Name, len(got))
		}
	}
}
