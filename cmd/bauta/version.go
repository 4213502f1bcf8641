package main

import (
	"fmt"
	"runtime"

	"github.com/spf13/cobra"

	"github.com/bauta/bauta/internal/lexicon"
)

func versionCommand() *cobra.Command {
	return &cobra.Command{
		Use: "version", Short: "the version, and what it was built with", Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := fmt.Fprintf(cmd.OutOrStdout(), "bauta %s, %s %s/%s, lexicon of %d sources\n", version,
				runtime.Version(),
				runtime.GOOS, runtime.GOARCH, len(lexicon.Default().Sources()))
			return err
		},
	}
}
