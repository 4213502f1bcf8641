// Package manual writes the manual pages of a tree of commands. It is a package
// of its own because the program that people install does not hold what writes them:
// half a megabyte, linked under the build tag man alone, when a release is made.
package manual

import (
	"errors"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
)

// Write makes a page for every command that is not hidden, in section 1, and the folder
// for them, each with what the program exits with. They bear the date that SOURCE_DATE_EPOCH gives.
func Write(root *cobra.Command, version, exits, dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	root.DisableAutoGenTag = true
	err := doc.GenManTree(root, &doc.GenManHeader{
		Section: "1", Source: root.Name() + " " + version, Manual: "Manual of " + root.Name(),
	}, dir)
	if err != nil {
		return err
	}
	pages, err := filepath.Glob(filepath.Join(dir, root.Name()+"*.1"))
	for _, page := range pages {
		err = errors.Join(err, exiting(page, exits))
	}
	return err
}

// unset takes away what an option is without being given where that says nothing.
var unset = strings.NewReplacer(`\fP=""`, `\fP`, `\fP=[]`, `\fP`, `\fP[=false]`, `\fP`)

// exiting adds to a page what the program exits with, before what else there is to see.
func exiting(page, exits string) error {
	data, err := os.ReadFile(page)
	if err != nil {
		return err
	}
	head, tail, more := strings.Cut(unset.Replace(string(data)), ".SH SEE ALSO")
	out := strings.TrimRight(head, "\n") + "\n\n.SH EXIT STATUS\n" + exits + "\n"
	if more {
		out += "\n.SH SEE ALSO" + tail
	}
	return os.WriteFile(page, []byte(out), 0o644)
}
