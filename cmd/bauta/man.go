//go:build man

package main

import (
	"github.com/spf13/cobra"

	"github.com/bauta/bauta/internal/manual"
)

// unlisted are the commands that only a release is made with.
var unlisted = []func() *cobra.Command{manCommand}

func manCommand() *cobra.Command {
	return &cobra.Command{
		Use: "man FOLDER", Short: "write the manual pages into a folder", Hidden: true, Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return manual.Write(cmd.Root(), version, exits, args[0])
		},
	}
}
