//go:build unix

package main

import (
	"bytes"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// talked writes a corpus in which conversations of all lengths come and go.
func talked(t testing.TB, name string, messages, threads int) {
	t.Helper()
	rng := rand.New(rand.NewPCG(25, 1))
	people := []string{"Nicolas", "Léa", "Camille", "Hugo Zylberman", "Nico", "Patrice Martin", "zylberman"}
	words := []string{"salut", "demain", "à la gare", "ok", "merci", "tu viens ?", "lea@example.com", "06 12 34 56 78", "c'est loin"}
	var b strings.Builder
	b.WriteString("id,thread,text\n")
	thread, left := 0, 0
	for i := range messages {
		if left--; left < 0 {
			thread, left = rng.IntN(threads), []int{0, 0, 1, 5, 300}[rng.IntN(5)]
		}
		fmt.Fprintf(&b, "%d,t%d,\"%s %s, %s\"\n", i, thread, words[rng.IntN(len(words))], people[rng.IntN(len(people))], words[rng.IntN(len(words))])
	}
	if err := os.WriteFile(name, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
}

// remembers is a policy that numbers people, and starts at once.
const remembers = "policy: remembers\nlanguage: fr\ncoref: true\ndetect: {thread: true, lexical: {resolve: evidence, name_above: 0.5, word_below: 0.5}, pattern: {}}\n" +
	"mask: {PERSON: {operator: tag, numbered: true}, EMAIL: tag}\ndefault: suppress\n"

// runIn runs the program in a folder to its end, or for so long.
func runIn(t testing.TB, dir string, limit time.Duration, args ...string) error {
	t.Helper()
	cmd := exec.Command("bauta", args...)
	var errs bytes.Buffer
	cmd.Dir, cmd.Stderr = dir, &errs
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if limit > 0 {
		kill := time.AfterFunc(limit, func() { cmd.Process.Kill() })
		defer kill.Stop()
	}
	if err := cmd.Wait(); err != nil {
		return fmt.Errorf("%w: %s", err, errs.String())
	}
	return nil
}

func read(t testing.TB, dir, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// TestKilledAndResumed: a run that kill -9 ends at any point, and is called again until it is
// through, writes the bytes of one that nobody disturbed, in all its files, and leaves
// nothing beside. BAUTA_LONG=1 kills fifty times.
func TestKilledAndResumed(t *testing.T) {
	dir, points, messages := t.TempDir(), 4, 12_000
	if os.Getenv("BAUTA_LONG") != "" {
		points, messages = 50, 60_000
	}
	put(t, filepath.Join(dir, "p.yaml"), remembers)
	talked(t, filepath.Join(dir, "in.csv"), messages, 500)
	args := func(to string, more ...string) []string {
		return append([]string{"anonymise", "-q", "--policy", "p.yaml", "in.csv", "-o", to + ".csv", "--spans", to + ".spans"}, more...)
	}
	begun := time.Now()
	if err := runIn(t, dir, 0, args("whole")...); err != nil {
		t.Fatal(err)
	}
	took := time.Since(begun)
	rng := rand.New(rand.NewPCG(uint64(begun.UnixNano()), 1))
	killed := 0
	for killed < points {
		if err := runIn(t, dir, time.Duration(rng.Int64N(int64(took))), args("again", "--resume")...); err != nil {
			killed++
			if !strings.Contains(err.Error(), "killed") {
				t.Fatal(err)
			}
			continue
		}
		asUndisturbed(t, dir, "again")
	}
	if err := runIn(t, dir, 0, args("again", "--resume")...); err != nil {
		t.Fatal(err)
	}
	asUndisturbed(t, dir, "again")
	t.Logf("killed %d times", killed)
}

// TestKilledWhileItsKeyIsDrawn: a run that was killed before its key was written whole is gone on with from
// the beginning; what is longer than a key, or a link, is none.
func TestKilledWhileItsKeyIsDrawn(t *testing.T) {
	dir := t.TempDir()
	put(t, filepath.Join(dir, "p.yaml"), remembers)
	talked(t, filepath.Join(dir, "in.csv"), 40, 5)
	key := filepath.Join(dir, "again.csv.journal.key")
	args := []string{"anonymise", "-q", "--policy", "p.yaml", "in.csv", "--spans"}
	if err := runIn(t, dir, 0, append(args, "whole.spans", "-o", "whole.csv")...); err != nil {
		t.Fatal(err)
	}
	resumed := func() error { return runIn(t, dir, 0, append(args, "again.spans", "-o", "again.csv", "--resume")...) }
	for _, part := range []string{"", "0123456789abcdef"} {
		if err := os.WriteFile(key, []byte(part), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := resumed(); err != nil {
			t.Fatal(err)
		}
		asUndisturbed(t, dir, "again")
	}
	if err := os.WriteFile(key, make([]byte, keyBytes+1), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := resumed(); err == nil {
		t.Error("a file that is no key is taken")
	}
	if err := os.Remove(key); err != nil {
		t.Fatal(err)
	}
	put(t, filepath.Join(dir, "short"), "abc")
	if err := os.Symlink("short", key); err != nil {
		t.Skipf("a system without links for everybody, as Windows: %v", err)
	}
	if err := resumed(); err == nil || read(t, dir, "short") != "abc" {
		t.Errorf("a link is taken: %v", err)
	}
}

// asUndisturbed holds what a resumed run wrote against that of one that nobody disturbed.
func asUndisturbed(t *testing.T, dir, name string) {
	t.Helper()
	for _, end := range []string{".csv", ".spans"} {
		if read(t, dir, name+end) != read(t, dir, "whole"+end) {
			t.Fatalf("%s: other bytes", end)
		}
	}
	left, err := filepath.Glob(filepath.Join(dir, name+".csv.*"))
	if len(left) > 0 || err != nil {
		t.Errorf("left beside: %v", left)
	}
}

// TestResumedByMistake: a journal of another run, or of other messages, is gone on with by nobody.
func TestResumedByMistake(t *testing.T) {
	dir := t.TempDir()
	put(t, filepath.Join(dir, "p.yaml"), remembers)
	in := filepath.Join(dir, "in.csv")
	talked(t, in, 12_000, 500)
	args := []string{"anonymise", "--policy", "p.yaml", "in.csv", "-o", "out.csv", "--resume"}
	s := start(t, dir, append([]string{"bauta"}, args...)...)
	put(t, filepath.Join(dir, "p.yaml"), remembers)
	await(t, "a journal", func() bool {
		info, err := os.Stat(filepath.Join(dir, "out.csv.journal-wal"))
		return err == nil && info.Size() > 200_000
	})
	s.Process.Kill()
	s.Wait()
	for want, more := range map[string][]string{"another version, policy": {"--lang", "en"}, "--together": {"--together"}} {
		if err := runIn(t, dir, 0, append(args, more...)...); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v", more, err)
		}
	}
	text := read(t, dir, "in.csv")
	put(t, in, strings.Replace(text, "salut", "hallo", 1))
	if err := runIn(t, dir, 0, args...); err == nil || !strings.Contains(err.Error(), "not those that the journal") {
		t.Errorf("another corpus: %v", err)
	}
	put(t, in, text)
	if data := read(t, dir, "out.csv.journal"); strings.Contains(data, "Zylberman") || strings.Contains(data, "Nicolas") {
		t.Error("the journal shows a name")
	}
	if err := runIn(t, dir, 0, args...); err != nil {
		t.Error(err)
	}
}

// TestShardsMerge: what the parts of a run give together is what one run gives, byte for byte,
// for each format that has parts, also when a part was killed and went on.
func TestShardsMerge(t *testing.T) {
	dir := t.TempDir()
	put(t, filepath.Join(dir, "p.yaml"), remembers)
	talked(t, filepath.Join(dir, "in.csv"), 12_000, 300)
	text := read(t, dir, "in.csv")
	put(t, filepath.Join(dir, "in.txt"), strings.TrimSuffix(text, "\n"))
	for _, name := range []string{"in.csv", "in.txt"} {
		if err := runIn(t, dir, 0, "anonymise", "-q", "--policy", "p.yaml", name, "-o", "whole"); err != nil {
			t.Fatal(err)
		}
		parts := []string{"merge", "-q", "-o", "merged"}
		for i := range 5 {
			part := fmt.Sprint("part", 5-i)
			args := []string{"anonymise", "-q", "--policy", "p.yaml", name, "-o", part, "--shard", fmt.Sprintf("%d/5", 5-i), "--resume"}
			if i == 2 {
				runIn(t, dir, 300*time.Millisecond, args...)
			}
			if err := runIn(t, dir, 0, args...); err != nil {
				t.Fatal(err)
			}
			parts = append(parts, part)
		}
		if err := runIn(t, dir, 0, parts...); err != nil {
			t.Fatal(err)
		}
		if read(t, dir, "merged") != read(t, dir, "whole") {
			t.Errorf("%s: other bytes", name)
		}
		for want, args := range map[string][]string{
			"part 5 of 5 is missing": append(parts[:4:4], parts[5:]...), "is there twice": append(parts[:len(parts):len(parts)], "part2"),
		} {
			if err := runIn(t, dir, 0, args...); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %v", want, err)
			}
		}
	}
}

// TestScaleCommands runs each command of docs/scale.md as it stands there: whichever way is taken, what
// comes out is the same.
func TestScaleCommands(t *testing.T) {
	dir := t.TempDir()
	talked(t, filepath.Join(dir, "chat.csv"), 120, 9)
	page := read(t, filepath.Join("..", ".."), filepath.Join("docs", "scale.md"))
	plain := regexp.MustCompile("\\| `(bauta anonymise FILE -o OUT)` \\|").FindStringSubmatch(page)
	if plain == nil {
		t.Fatal("the page has no plain way")
	}
	shell(t, dir, strings.NewReplacer("FILE", "chat.csv", "OUT", "whole.csv").Replace(plain[1]))
	for _, block := range recipes(t, "scale.md", "sh") {
		shell(t, dir, block)
		if read(t, dir, "released.csv") != read(t, dir, "whole.csv") {
			t.Errorf("other bytes come of\n%s", block)
		}
		if err := os.Remove(filepath.Join(dir, "released.csv")); err != nil {
			t.Fatal(err)
		}
	}
}

// TestWaysAreTried: each command of the pages on many machines is run by TestScaleCommands, stands behind a line that
// names the test that runs it, or one that says untried, as does each way to choose; and there is every test that they
// name. Modules beside are tested by what CI runs.
func TestWaysAreTried(t *testing.T) {
	top := filepath.Join("..", "..")
	tests := allTests(t, top)
	ways := regexp.MustCompile(`(?m)^\| [^|]+ \| [^|]+ \| (.*) \|$`).FindAllStringSubmatch(
		strings.Split(read(t, filepath.Join(top, "docs"), "scale.md"), "## One machine")[0], -1)
	if len(ways) < 10 {
		t.Fatalf("%d ways", len(ways))
	}
	for _, way := range ways[1:] {
		if !strings.Contains(way[1], "`Test") {
			t.Errorf("no test runs %s", way[0])
		}
	}
	run, make := read(t, top, filepath.Join(".ci", "run")), read(t, top, "Makefile")
	ci := regexp.MustCompile(`nice make (.*) lint`).FindStringSubmatch(run)
	if ci == nil || !strings.Contains(ci[1], "otel") || !strings.Contains(ci[1], "test-x") {
		t.Error("CI leaves a module beside out")
	}
	for _, module := range regexp.MustCompile("of `(x/[a-z]+)`").FindAllStringSubmatch(fmt.Sprint(ways), -1) {
		_, beside, _ := strings.Cut(make, "\ntest-x:\n")
		if beside, _, _ = strings.Cut(beside, "\n\n"); !strings.Contains(beside, "cd "+module[1]+" ") {
			t.Errorf("make test-x leaves %s out", module[1])
		}
	}
	for _, name := range []string{"scale.md", "queues.md", "objects.md", "beam.md"} {
		page := read(t, filepath.Join(top, "docs"), name)
		for _, m := range regexp.MustCompile("(?s)\n([^\n]*)\n\n```([a-z]*)\n.*?```\n").FindAllStringSubmatch(page, -1) {
			run := m[2] == "sh" && name == "scale.md"
			if !run && !strings.Contains(m[1], "untried") && !strings.Contains(m[1], "`Test") {
				t.Errorf("%s: what stands behind %q is neither run nor said to be untried", name, m[1])
			}
		}
		for _, m := range regexp.MustCompile("Test[A-Z][A-Za-z]+").FindAllString(page, -1) {
			if !tests[m] {
				t.Errorf("%s names %s, which is no test", name, m)
			}
		}
	}
}

// allTests are the names of the tests of all modules.
func allTests(t *testing.T, top string) map[string]bool {
	t.Helper()
	names := map[string]bool{}
	err := filepath.WalkDir(top, func(path string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		data, err := os.ReadFile(path)
		for _, m := range regexp.MustCompile(`(?m)^func (Test[A-Za-z0-9_]*)\(`).FindAllSubmatch(data, -1) {
			names[string(m[1])] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

// FuzzMerge: whatever stands beside a part, nothing panics, and nothing is taken as whole that lacks
// a message.
func FuzzMerge(f *testing.F) {
	f.Add([]byte(`{"bauta":"shard 1","part":1,"of":1,"messages":2,"here":2,"header":1,"bytes":7}`+"\n\x00\x03\x01\x03"), []byte("habcdef"))
	f.Add([]byte(`{"bauta":"shard 1","part":1,"of":1,"messages":2,"here":2,"header":1,"bytes":7}`+"\n\x00\x03\x02\x03"), []byte("habcdef"))
	f.Add([]byte(`{"bauta":"shard 1","part":1,"of":1,"header":1,"bytes":7}`+"\n"), []byte("habcdef"))
	f.Fuzz(func(t *testing.T, index, text []byte) {
		name := filepath.Join(t.TempDir(), "part")
		put(t, name, string(text))
		put(t, name+".shard", string(index))
		parts, err := partsOf([]string{name})
		defer func() {
			for _, p := range parts {
				p.close()
			}
		}()
		if err != nil {
			return
		}
		var out bytes.Buffer
		if spliced(&out, parts) == nil && out.String() != string(text) {
			t.Errorf("%d bytes of %d", out.Len(), len(text))
		}
	})
}
