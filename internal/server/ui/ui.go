// Package ui holds the pages' templates, styles and ES modules, embedded, so that
// the binary is all there is to install. Package server fills and serves them.
package ui

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"io/fs"
	"sync"

	"github.com/bauta/bauta/internal/packed"
)

// Files are the assets: templates/, css/, js/ and img/, and phrases/, what the
// pages say in each language, packed.
//
//go:embed templates css js img phrases/*.zst
var Files embed.FS

// Read gives a file of the assets, unpacked.
func Read(name string) ([]byte, error) { return fs.ReadFile(packed.FS(Files), name) }

// Path is where the assets of this build are served, with a digest of them all,
// so that a browser never mixes two builds.
var Path = sync.OnceValue(func() string { return "/assets/" + digest(Files) + "/" })

// digest names the contents of a file system: 16 hexadecimal digits.
func digest(files fs.FS) string {
	h := sha256.New()
	err := fs.WalkDir(files, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		h.Write([]byte(name + "\x00"))
		h.Write(data)
		return nil
	})
	if err != nil {
		return "unread"
	}
	return hex.EncodeToString(h.Sum(nil)[:8])
}
