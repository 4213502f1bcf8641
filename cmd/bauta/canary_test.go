package main

import (
	"bytes"
	"context"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// canary is a word that nobody writes. No four letters of it may be shown.
const canary = "Zyxwvqutjkpfq"

// betrays reports whether a part of the canary stands in what was printed.
func betrays(printed string) bool {
	for i := range len(canary) - 3 {
		if strings.Contains(printed, canary[i:i+4]) {
			return true
		}
	}
	return false
}

// mistakes are files that somebody gives by mistake: corpora in the place of
// anything else.
var mistakes = map[string]string{
	"corpus":    canary + " arrive demain,oui " + canary + "\nsalut " + canary + ",ok\n",
	"header":    "id,text," + canary + " 0612345678\n1,salut " + canary + ",x\n",
	"table":     "id\ttext\n1\t" + canary + "\n" + canary + "\n",
	"lines":     canary + "\nsalut " + canary + " 😘\n",
	"yaml":      "policy: " + canary + "\n" + canary + ": " + canary + "\ndetect: " + canary + "\nmask: [" + canary + "]\n",
	"operators": "policy: a\ndetect: {pattern: {kinds: [" + canary + "]}}\nmask:\n  " + canary + ": " + canary + "\n",
	"json":      `{"` + canary + `":"` + canary + `","text":["` + canary + `"],"spans":"` + canary + `"}` + "\n",
	"gold":      `{"id":"1","text":"` + canary + `","spans":[{"start":0,"end":99,"type":"` + canary + `"}]}` + "\n" + `{"text":"` + canary,
	"array":     `["` + canary + `",{"` + canary + `":1}]`,
	"conll":     canary + " B-PER\n" + canary + " I-" + canary + "\n\n" + canary + "\n",
	"latin":     "text\nd\xe9j\xe0 " + canary + "\n",
	"nul":       canary + "\x00" + canary + "\n",
	"hex":       strings.Repeat("0", 60) + canary + "\n",
}

// purposes are commands that print text because that is what they are for: only
// what they write to standard error is held.
var purposes = []string{
	"bauta anonymise", "bauta explain", "bauta lexicon check", "bauta lexicon show", "bauta triage rank", "bauta triage select",
	"bauta ner select", "bauta location deidentify", "bauta look", "bauta reveal",
}

// TestCanaryInEveryArgument gives each command a file of somebody's messages in
// the place of each of its arguments and of the value of each of its flags: no
// error, summary or table shows what stands in it.
func TestCanaryInEveryArgument(t *testing.T) {
	commands := 0
	for _, kind := range slices.Sorted(maps.Keys(mistakes)) {
		t.Run(kind, func(t *testing.T) {
			dir := t.TempDir()
			for c := range leaves(root()) {
				commands++
				for _, args := range mistaken(c) {
					given(t, dir, mistakes[kind])
					got := inTime(t, args...)
					if betrays(got.err) || betrays(got.out) && !slices.Contains(purposes, c.CommandPath()) {
						t.Errorf("bauta %s\nshows the file: %s%s", strings.Join(args, " "), got.err, got.out)
					}
				}
			}
		})
	}
	if commands < 30*len(mistakes) {
		t.Errorf("only %d commands were tried", commands)
	}
}

// TestTextInArgumentsIsNotShown gives each command a message itself in the place of each of its files and of the value
// of each of its options: the error says what is wrong without it. Names of files are shown.
func TestTextInArgumentsIsNotShown(t *testing.T) {
	dir, failed := t.TempDir(), 0
	messages := []string{"salut " + canary + ", ok", canary + "@example.com", canary + "\t\"06\" \\ " + canary, strings.Repeat(canary, 6)}
	for c := range leaves(root()) {
		path := strings.Fields(c.CommandPath())[1:]
		with := func(more ...string) []string { return append(slices.Clone(path), more...) }
		for _, message := range messages {
			lines := [][]string{with(message), with("given.csv", message), with("--" + message), with("-o", message, "given.csv", "nothing")}
			c.Flags().VisitAll(func(f *pflag.Flag) {
				lines = append(lines, with("--"+f.Name+"="+message, "given.csv"))
				if message == messages[0] {
					lines = append(lines, with("--"+f.Name, message, "given.csv"), with("--"+f.Name, message+"=drop", "given.csv"))
				}
			})
			for _, args := range lines {
				given(t, dir, "salut\nok\n")
				got := inTime(t, args...)
				if got.code == 0 {
					continue
				}
				if failed++; betrays(got.err) {
					t.Errorf("bauta %s\nshows the text: %s", strings.Join(args, " "), got.err)
				}
			}
		}
	}
	if failed < 500 {
		t.Errorf("only %d errors", failed)
	}
	given(t, dir, "ok\n")
	for _, name := range []string{"no such file.txt", "chats/nothing", "none"} {
		if got := inTime(t, "anonymise", name); !strings.Contains(got.err, name+": cannot be opened") {
			t.Errorf("%s: %s", name, got.err)
		}
	}
	if got := inTime(t, "anonymise", "--format", "cvs", "given.csv"); !strings.Contains(got.err, `"cvs"`) {
		t.Errorf("a word: %s", got.err)
	}
}

// given makes the folder of a run anew: the small policy, and the mistake under
// the names that commands look for.
func given(t *testing.T, dir, data string) {
	t.Helper()
	t.Chdir(dir)
	want := map[string]string{"small.yaml": small, "given": data, "given.csv": data, "given.jsonl": data, "given.yaml": data}
	old, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range old {
		if is, ok := want[e.Name()]; ok && holds(e, is) {
			delete(want, e.Name()) // as most runs leave it
		} else if err := os.RemoveAll(e.Name()); err != nil {
			t.Fatal(err)
		}
	}
	for name, data := range want {
		if err := os.WriteFile(name, []byte(data), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// holds reports a file of that text and no other, which others may not read.
func holds(e os.DirEntry, text string) bool {
	info, err := e.Info()
	if err != nil || info.Mode() != 0o600 || info.Size() != int64(len(text)) {
		return false
	}
	data, err := os.ReadFile(e.Name())
	return err == nil && string(data) == text
}

// inTime runs the program, without a word of its own to read.
func inTime(t *testing.T, args ...string) printed {
	t.Helper()
	var out, errOut bytes.Buffer
	code := run(context.Background(), args, strings.NewReader(""), &out, &errOut)
	return printed{code, out.String(), errOut.String()}
}

// leaves are the commands that do something.
func leaves(cmd *cobra.Command) func(func(*cobra.Command) bool) {
	return func(yield func(*cobra.Command) bool) {
		if !cmd.HasSubCommands() {
			yield(cmd)
			return
		}
		for _, c := range cmd.Commands() {
			for leaf := range leaves(c) {
				if !yield(leaf) {
					return
				}
			}
		}
	}
}

// mistaken are the command lines with a mistake in each place.
func mistaken(c *cobra.Command) [][]string {
	path := strings.Fields(c.CommandPath())[1:]
	with := func(more ...string) []string { return append(slices.Clone(path), more...) }
	small := func(except string) []string {
		if f := c.Flags().Lookup("policy"); f == nil || except == "policy" {
			return nil
		}
		return []string{"--policy", "small.yaml"}
	}
	var out [][]string
	for _, name := range []string{"given", "given.csv", "given.jsonl", "given.yaml"} {
		out = append(out, with(append(small(""), name)...), with(append(small(""), name, name)...))
	}
	c.Flags().VisitAll(func(f *pflag.Flag) {
		if f.Value.Type() != "string" || f.Name == "output" {
			return
		}
		out = append(out, with(append(small(f.Name), "--"+f.Name, "given", "given.csv")...))
	})
	return out
}
