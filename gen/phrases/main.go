// Command phrases packs what the pages say, internal/server/ui/phrases/*.tsv and
// internal/dossier/*.tsv, their templates, modules and styles, and what the desk is shown on,
// examples/sms-fr.csv, for the program, which holds the packed files alone.
//
//	go run ./gen/phrases
package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/bauta/bauta/gen/tight"
)

func main() {
	patterns := []string{
		"internal/server/ui/phrases/*.tsv", "internal/server/ui/js/*.js", "internal/server/ui/css/*.css",
		"internal/server/ui/templates/*.html",
		"internal/dossier/*.tsv", "examples/sms-fr.csv",
	}
	for _, names := range patterns {
		if err := pack(filepath.FromSlash(names)); err != nil {
			fmt.Fprintln(os.Stderr, "phrases:", err)
			os.Exit(1)
		}
	}
}

// pack writes beside each file of a pattern what is packed of it.
func pack(pattern string) error {
	names, err := filepath.Glob(pattern)
	if err != nil {
		return err
	}
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		if err := tight.Write(name, data); err != nil {
			return err
		}
	}
	return nil
}
