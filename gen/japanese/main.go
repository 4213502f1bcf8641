// Command japanese writes the dictionary by which Japanese is cut into words: the IPA
// dictionary of module github.com/ikawaha/kagome-dict/ipa without readings and base
// forms, which nobody here asks for, compressed.
//
//	internal/location/japanese/ipa.dict.zst
//
// Run it from the top of the module: go run ./gen/japanese. It needs zstd, which packs
// a quarter smaller than the encoder of package packed.
package main

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/bauta/bauta/internal/packed"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "gen/japanese:", err)
		os.Exit(1)
	}
}

func run() error {
	dir, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/ikawaha/kagome-dict/ipa").Output()
	if err != nil {
		return err
	}
	whole, err := zip.OpenReader(filepath.Join(strings.TrimSpace(string(dir)), "ipa.dict"))
	if err != nil {
		return err
	}
	defer whole.Close()
	lean, err := without(&whole.Reader, "content.")
	if err != nil {
		return err
	}
	at := filepath.FromSlash("internal/location/japanese/ipa.dict")
	defer os.Remove(at)
	if err := os.WriteFile(at, lean, 0o644); err != nil {
		return err
	}
	return exec.Command("zstd", "-q", "-f", "-19", at, "-o", at+packed.Suffix).Run()
}

// without writes an archive again, not compressed, without the files of a prefix.
func without(from *zip.Reader, prefix string) ([]byte, error) {
	var out bytes.Buffer
	to := zip.NewWriter(&out)
	for _, f := range from.File {
		if strings.HasPrefix(f.Name, prefix) {
			continue
		}
		w, err := to.CreateHeader(&zip.FileHeader{Name: f.Name, Method: zip.Store})
		if err != nil {
			return nil, err
		}
		r, err := f.Open()
		if err != nil {
			return nil, err
		}
		_, err = io.Copy(w, r)
		r.Close()
		if err != nil {
			return nil, err
		}
	}
	err := to.Close()
	return out.Bytes(), err
}
