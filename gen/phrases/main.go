// Command phrases packs what the pages say, internal/server/ui/phrases/*.tsv and
// internal/dossier/*.tsv, their templates, modules and styles, what the desk is shown on,
// examples/sms-fr.csv, and the words of rules, internal/lexicon/data/lists, for the program,
// which holds the packed files alone.
//
//	go run ./gen/phrases
package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/bauta/bauta/gen/tight"
	"github.com/bauta/bauta/internal/lexicon/data/lists"
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
	if err := words(filepath.FromSlash("internal/lexicon/data/lists")); err != nil {
		fmt.Fprintln(os.Stderr, "phrases:", err)
		os.Exit(1)
	}
}

// words writes the lists of a folder, one behind the other, packed.
func words(dir string) error {
	names, err := filepath.Glob(filepath.Join(dir, "*", "*.tsv"))
	if err != nil {
		return err
	}
	var all bytes.Buffer
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		lang := filepath.Base(filepath.Dir(name))
		fmt.Fprintf(&all, "\n%s%s/%s\n", lists.Mark, lang, strings.TrimSuffix(filepath.Base(name), ".tsv"))
		for line := range strings.Lines(string(data)) {
			if !strings.HasPrefix(line, "#") {
				all.WriteString(line)
			}
		}
	}
	return tight.Write(filepath.Join(dir, "lists.txt"), all.Bytes())
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
