// Command japanese writes the dictionary by which Japanese is cut into words: the IPA
// dictionary of module github.com/ikawaha/kagome-dict/ipa without readings and base
// forms, which nobody here asks for, as package lean has it, compressed.
//
//	internal/location/japanese/ipa.dict.zst
//
// Run it from the top of the module: go run ./gen/japanese.
package main

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/ikawaha/kagome-dict/ipa"

	"github.com/bauta/bauta/gen/tight"
	"github.com/bauta/bauta/internal/location/japanese/lean"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "gen/japanese:", err)
		os.Exit(1)
	}
}

func run() error {
	words, err := lean.Write(ipa.DictShrink())
	if err != nil {
		return err
	}
	return tight.Write(filepath.FromSlash("internal/location/japanese/ipa.dict"), words)
}
