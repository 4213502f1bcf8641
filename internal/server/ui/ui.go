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

//go:embed templates/*.zst img css/*.zst js/*.zst phrases/*.zst
var files embed.FS

// Files are the assets: img/, and templates/, css/, js/ and phrases/, what the pages
// say in each language, which lie packed (go run ./gen/phrases) and are read unpacked.
var Files = packed.FS(files)

// Read gives a file of the assets.
func Read(name string) ([]byte, error) { return fs.ReadFile(Files, name) }

// Path is where the assets of this build are served, with a digest of them all,
// so that a browser never mixes two builds.
var Path = sync.OnceValue(func() string { return "/assets/" + digest(files) + "/" })

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
