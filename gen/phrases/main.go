// Command phrases packs what the pages say, internal/server/ui/phrases/*.tsv and
// internal/dossier/*.tsv, for the program, which holds the packed files alone.
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
	for _, dir := range []string{"internal/server/ui/phrases", "internal/dossier"} {
		if err := pack(filepath.FromSlash(dir)); err != nil {
			fmt.Fprintln(os.Stderr, "phrases:", err)
			os.Exit(1)
		}
	}
}

// pack writes beside each table of a folder what is packed of it.
func pack(dir string) error {
	names, err := filepath.Glob(filepath.Join(dir, "*.tsv"))
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
