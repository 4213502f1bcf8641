package main

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/bauta/bauta/policy"
)

// tellable are the options whose values stand in reports: choices among words that the
// program knows. What else is written behind an option may be a name, of a file or a
// column.
var tellable = []string{
	"lang", "format", "encoding", "offsets", "pending", "authors", "on-error", "shard",
}

// ranAs is the command line of a run for reports: its command and options. Of files, and
// of whatever may name somebody, "…" stands.
func ranAs(cmd *cobra.Command) string {
	said := []string{cmd.CommandPath()}
	for range cmd.Flags().Args() {
		said = append(said, "…")
	}
	cmd.Flags().Visit(func(f *pflag.Flag) {
		switch value := f.Value.String(); {
		case f.Value.Type() == "bool" && value == "true":
			said = append(said, "--"+f.Name)
		case tells(f.Name, f.Value.Type(), value):
			said = append(said, "--"+f.Name+"="+value)
		default:
			said = append(said, "--"+f.Name+"=…")
		}
	})
	return strings.Join(said, " ")
}

// tells reports whether the value of an option names nothing but what the program knows.
func tells(name, kind, value string) bool {
	switch kind {
	case "string":
		return slices.Contains(tellable, name) || name == "policy" && slices.Contains(policy.Presets(), value)
	case "stringSlice", "stringArray":
		return false
	}
	return true
}
