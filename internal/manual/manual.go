// Package manual writes the manual pages of a tree of commands. It is a package
// of its own because the program that people install does not hold what writes them:
// half a megabyte, linked under the build tag man alone, when a release is made.
package manual

import (
	"os"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
)

// Write makes a page for every command that is not hidden, in section 1, and the folder
// for them. They bear the date that SOURCE_DATE_EPOCH gives.
func Write(root *cobra.Command, version, dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	root.DisableAutoGenTag = true
	return doc.GenManTree(root, &doc.GenManHeader{
		Section: "1", Source: root.Name() + " " + version, Manual: "Manual of " + root.Name(),
	}, dir)
}
