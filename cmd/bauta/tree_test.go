package main

import (
	"debug/buildinfo"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/bauta/bauta/internal/manual"
)

// visible gives every command that the help lists, from the top down.
func visible(cmd *cobra.Command) []*cobra.Command {
	all := []*cobra.Command{cmd}
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() {
			all = append(all, visible(c)...)
		}
	}
	return all
}

// variable is one of the shell's.
var variable = regexp.MustCompile(`\$\w+`)

// words cuts a line as a shell would, as far as examples go; what a variable stands for
// may be a number.
func words(line string) []string {
	var out []string
	line = variable.ReplaceAllString(strings.ReplaceAll(line, `"`, "'"), "1")
	for i, part := range strings.Split(line, "'") {
		if i%2 == 1 {
			out = append(out, part)
			continue
		}
		out = append(out, strings.Fields(part)...)
	}
	return out
}

// TestExamples: every command shows itself at work, by options that there are and as
// many arguments as it takes; one that only holds others shows some of them.
func TestExamples(t *testing.T) {
	for _, cmd := range visible(root()) {
		if cmd.Example == "" {
			t.Errorf("%s has no example", cmd.CommandPath())
		}
		own := false
		for line := range strings.SplitSeq(strings.ReplaceAll(cmd.Example, "\\\n", ""), "\n") {
			_, run, found := strings.Cut(line, "bauta ")
			if !found {
				continue
			}
			run, _, _ = strings.Cut(run, " > ")
			shown, err := parses(run)
			if err != nil {
				t.Errorf("%s: %s: %v", cmd.CommandPath(), line, err)
			}
			own = own || strings.HasPrefix(shown.CommandPath(), cmd.CommandPath())
		}
		if !own {
			t.Errorf("no example of %s runs it", cmd.CommandPath())
		}
	}
}

// parses holds a line against the tree: its command, options and number of arguments.
func parses(line string) (*cobra.Command, error) {
	cmd, args, err := root().Find(words(line))
	if err == nil {
		err = cmd.ParseFlags(args)
	}
	if err == nil {
		err = cmd.ValidateArgs(cmd.Flags().Args())
	}
	return cmd, err
}

// TestDocsCommands: what a page of the docs shows to be typed is a command with options
// that there are.
func TestDocsCommands(t *testing.T) {
	blocks, seen := regexp.MustCompile("(?s)```([a-z]*)\n(.*?)```"), 0
	err := filepath.WalkDir(filepath.Join("..", "..", "docs"), func(name string, _ fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(name) != ".md" {
			return err
		}
		page, err := os.ReadFile(name)
		for _, b := range blocks.FindAllStringSubmatch(string(page), -1) {
			for line := range strings.SplitSeq(strings.ReplaceAll(b[2], "\\\n", ""), "\n") {
				typed, found := strings.CutPrefix(strings.TrimPrefix(line, "$ "), "bauta ")
				if !found || strings.Contains(typed, "…") {
					continue
				}
				seen++
				typed, _, _ = strings.Cut(typed, " #")
				if at := regexp.MustCompile(` (?:\||>|<|&|2>)`).FindStringIndex(typed); at != nil {
					typed = typed[:at[0]]
				}
				if _, err := parses(typed); err != nil {
					t.Errorf("%s: %s: %v", name, line, err)
				}
			}
		}
		return err
	})
	if err != nil || seen < 40 {
		t.Errorf("%d commands, %v", seen, err)
	}
}

// TestHelpIsGrouped: no command stands outside a heading, and every option says what it
// does.
func TestHelpIsGrouped(t *testing.T) {
	for _, cmd := range root().Commands() {
		if cmd.GroupID == "" {
			t.Errorf("%s is under no heading", cmd.Name())
		}
	}
	for _, cmd := range visible(root()) {
		cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
			if f.Usage == "" {
				t.Errorf("%s --%s says nothing", cmd.CommandPath(), f.Name)
			}
		})
	}
}

// TestManual: a page for every command, the same twice.
func TestManual(t *testing.T) {
	t.Setenv("SOURCE_DATE_EPOCH", "1700000000")
	one, two := filepath.Join(t.TempDir(), "man"), t.TempDir()
	for _, dir := range []string{one, two} {
		if err := manual.Write(root(), "0.1.0", exits, dir); err != nil {
			t.Fatal(err)
		}
	}
	pages, err := os.ReadDir(one)
	if err != nil {
		t.Fatal(err)
	}
	if have, want := len(pages), len(visible(root())); have < want {
		t.Errorf("%d pages of %d commands", have, want)
	}
	for _, p := range pages {
		a, _ := os.ReadFile(filepath.Join(one, p.Name()))
		b, err := os.ReadFile(filepath.Join(two, p.Name()))
		if err != nil || string(a) != string(b) {
			t.Errorf("%s differs: %v", p.Name(), err)
		}
		for _, want := range []string{`"Nov 2023" "bauta 0.1.0"`, ".SH EXAMPLE"} {
			if !strings.Contains(string(a), want) {
				t.Errorf("%s has no %s", p.Name(), want)
			}
		}
		for _, odd := range []string{`=""`, "=[]", "[=false]"} {
			if strings.Contains(string(a), `\fP`+odd) {
				t.Errorf("%s says of an option that it is %s", p.Name(), odd)
			}
		}
	}
}

// TestCompletionSaysWhat: wherever the shell is told which words an option takes, it is told
// what each is for.
func TestCompletionSaysWhat(t *testing.T) {
	for _, cmd := range visible(root()) {
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			known, there := cmd.GetFlagCompletionFunc(f.Name)
			if !there {
				return
			}
			words, _ := known(cmd, nil, "")
			for _, word := range words {
				if _, what, _ := strings.Cut(word, "\t"); what == "" {
					t.Errorf("%s --%s %q says nothing", cmd.CommandPath(), f.Name, word)
				}
			}
		})
	}
}

// TestVersion: version and --version say the same, with the digests that model verify
// prints, and what the compiler noted of the repository.
func TestVersion(t *testing.T) {
	said := invoke(t, "", "version")
	if flag := invoke(t, "", "--version"); said.code != 0 || flag != said {
		t.Errorf("%+v and %+v", said, flag)
	}
	if verified := invoke(t, "", "model", "verify"); !strings.HasSuffix(said.out, verified.out) {
		t.Errorf("%s does not end with\n%s", said.out, verified.out)
	}
	var b built
	if err := json.Unmarshal([]byte(invoke(t, "", "version", "--json").out), &b); err != nil || b.Version != version {
		t.Errorf("%+v, %v", b, err)
	}
	info := &buildinfo.BuildInfo{Settings: []debug.BuildSetting{
		{Key: "vcs.revision", Value: "0123abcd"},
		{Key: "vcs.time", Value: "2026-11-25T20:08:50Z"},
		{Key: "vcs.modified", Value: "true"},
	}}
	info.Main.Version = "v0.1.0"
	b.note(info)
	if b.Revision != "0123abcd" || b.Date != "2026-11-25T20:08:50Z" || !b.Changed {
		t.Errorf("of the repository it notes %+v", b)
	}
	if b.Version != "0.1.0" {
		t.Errorf("go install of v0.1.0 says %s", b.Version)
	}
	for _, other := range []string{"(devel)", "v0.0.0-20260101000000-abcdefabcdef", "v0.1.0+dirty"} {
		b.Version, info.Main.Version = "dev", other
		if b.note(info); b.Version != "dev" {
			t.Errorf("%s is a version", other)
		}
	}
}
