package main

import (
	"github.com/spf13/cobra"
)

// helpful makes the library's own commands, help and completion, refuse what they do not know, as
// all others do.
func helpful(root *cobra.Command) {
	root.InitDefaultCompletionCmd()
	for _, cmd := range root.Commands() {
		if cmd.Name() == "completion" {
			cmd.RunE = func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
			for _, shell := range cmd.Commands() {
				shell.Example = "  bauta completion " + shell.Name()
			}
		}
	}
	root.InitDefaultHelpCmd()
	for _, cmd := range root.Commands() {
		if cmd.Name() == "help" {
			cmd.Args = known
		}
	}
}

// known refuses the path of a command that is none.
func known(cmd *cobra.Command, path []string) error {
	_, rest, err := cmd.Root().Find(path)
	if err == nil && len(rest) > 0 {
		return cobra.NoArgs(cmd, rest)
	}
	return err
}
