package main

import (
	"github.com/spf13/cobra"

	"github.com/bauta/bauta/internal/formats"
)

// formatsCommand lists what is read and written.
func formatsCommand() *cobra.Command {
	return &cobra.Command{
		Use: "formats", Short: "what is read and written, how it is told, which fields hold people",
		Example: "  bauta formats\n" +
			"  bauta formats --json",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			l := list{fields: []string{"format", "what", "told by", "people"}}
			for _, f := range formats.Registry() {
				l.add(f.Name, f.What, f.Told, f.People)
			}
			return l.print(cmd)
		},
	}
}
