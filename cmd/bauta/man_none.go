//go:build !man

package main

import "github.com/spf13/cobra"

// unlisted are the commands that only a release is made with: none here.
var unlisted []func() *cobra.Command
