// Command japanese writes the dictionary by which Japanese is cut into words: the IPA
// dictionary of module github.com/ikawaha/kagome-dict/ipa without readings and base
// forms, which nobody here asks for, as package lean has it, compressed.
//
//	internal/location/japanese/ipa.dict.zst
//
// Run it from the top of the module: go run ./gen/japanese. It needs zstd, which packs
// smaller than the encoder of package packed.
package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"github.com/ikawaha/kagome-dict/ipa"

	"github.com/bauta/bauta/internal/location/japanese/lean"
	"github.com/bauta/bauta/internal/packed"
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
	at := filepath.FromSlash("internal/location/japanese/ipa.dict")
	defer os.Remove(at)
	if err := os.WriteFile(at, words, 0o644); err != nil {
		return err
	}
	return exec.Command("zstd", "-q", "-f", "--ultra", "-22", at, "-o", at+packed.Suffix).Run()
}
