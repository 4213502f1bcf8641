package main

import (
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// TestEveryOptionSaysWhatItDoesWithFiles, so that none writes over what a run
// reads.
func TestEveryOptionSaysWhatItDoesWithFiles(t *testing.T) {
	used := map[string]bool{}
	var walk func(*cobra.Command)
	walk = func(cmd *cobra.Command) {
		if cmd.PersistentPreRunE != nil && cmd.HasParent() {
			t.Errorf("%s has a hook of its own, which takes the place of the one that keeps inputs", cmd.CommandPath())
		}
		cmd.LocalFlags().VisitAll(func(f *pflag.Flag) {
			kind := f.Value.Type()
			if kind != "string" && kind != "stringSlice" && kind != "stringArray" {
				return
			}
			used[f.Name], used[cmd.CommandPath()+" --"+f.Name] = true, true
			if roleOf(cmd, f.Name) == unknownRole {
				t.Errorf("%s --%s: say in roles what a run does with it", cmd.CommandPath(), f.Name)
			}
		})
		for _, c := range cmd.Commands() {
			walk(c)
		}
	}
	walk(root())
	for name := range roles {
		if !used[name] {
			t.Errorf("%s: no command has it", name)
		}
	}
}

// TestNoOutputOverWhatBelongsToAnArgument: of every command that is given a store or a part, no option
// writes over it or over what lies beside it: the key, the sessions, the database's own log, the index.
func TestNoOutputOverWhatBelongsToAnArgument(t *testing.T) {
	beside := map[role][]string{readsStore: {"", ".key", ".sessions", "-wal", "-shm", "-journal"}, readsPart: {"", ".shard"}}
	files := map[string]string{}
	for _, tails := range beside {
		for _, tail := range tails {
			files["given"+tail] = "x"
		}
	}
	folder(t, files)
	var tried []string
	for c := range leaves(root()) {
		for _, tail := range beside[roleOfArguments(c)] {
			c.Flags().VisitAll(func(f *pflag.Flag) {
				if r := roleOf(c, f.Name); f.Value.Type() != "string" || r != writes && r != writesEach {
					return
				}
				path := strings.Fields(c.CommandPath())[1:]
				cmd, _, err := root().Find(path)
				if err == nil {
					err = cmd.ParseFlags([]string{"--" + f.Name, "given" + tail})
				}
				if err != nil {
					t.Fatal(err)
				}
				if err := apart(cmd, []string{"given"}); err == nil || !strings.Contains(err.Error(), "overwritten") {
					t.Errorf("%s given --%s given%s: %v", c.CommandPath(), f.Name, tail, err)
				}
				tried = append(tried, c.CommandPath())
			})
		}
	}
	for _, want := range []string{"bauta withdraw", "bauta merge", "bauta review export", "bauta review serve"} {
		if !slices.Contains(tried, want) {
			t.Errorf("%s was not tried", want)
		}
	}
}
