// Package models holds the model bundles that come with the program. Each
// folder is a bundle with its card, MODEL.md; package model opens them.
package models

import (
	"embed"
	"io/fs"
)

//go:embed all:*
var files embed.FS

// FS gives the folder of bundles.
func FS() fs.FS { return files }

// Names lists the bundles, sorted.
func Names() []string {
	entries, err := fs.ReadDir(files, ".")
	if err != nil {
		return nil // the root of an embedded folder is always there
	}
	var names []string
	for _, e := range entries {
		if e.IsDir() {
			names = append(names, e.Name())
		}
	}
	return names
}
