package main

import (
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
