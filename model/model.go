// Package model opens model bundles: a folder with a manifest that says what
// the model is, what it was made of and what it scored, and the files that the
// manifest lists with their digests.
//
// [Open] reads the manifest of a bundle in any fs.FS, [Bundle.Read] a file of it,
// checked against its digest; [Write] makes a bundle. A file that is not listed,
// too large or changed is an error.
package model

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
)

// Bounds of what is read.
const (
	maxManifest = 1 << 20
	maxFile     = 64 << 20
	maxFiles    = 64
)

// ManifestName is the name of the manifest in its bundle; CardName that of the
// page for people.
const (
	ManifestName = "manifest.json"
	CardName     = "MODEL.md"
)

// Manifest says what a model is.
type Manifest struct {
	Kind    string    `json:"kind"`    // what opens it: names, crf, langid, triage, location …
	Version int       `json:"version"` // of its file format
	Lang    string    `json:"lang,omitempty"`
	Labels  []string  `json:"labels,omitempty"`
	Data    []Dataset `json:"data"`             // what it was trained on
	Licence string    `json:"licence"`          // of the model itself
	Seed    uint64    `json:"seed"`             // of every random choice
	Scores  []Score   `json:"scores,omitempty"` // figures, each with what it was measured on
	// probability from which a tagger's word is a person; 0: none was chosen
	Person   float64 `json:"person,omitempty"`
	Files    []File  `json:"files"`
	Comments string  `json:"comments,omitempty"`
}

// Dataset is a source of training data.
type Dataset struct {
	Name    string `json:"name"`
	Licence string `json:"licence"`
	Size    int    `json:"size,omitempty"` // sentences, words or rows, as the card says
}

// Score is one figure.
type Score struct {
	On    string  `json:"on"`
	Name  string  `json:"name"`
	Value float64 `json:"value"`
}

// File is a file of a bundle with its size in bytes and SHA-256 in hex. In is the folder
// beside the bundle's that it lies in, where several bundles share it; "" is their own.
type File struct {
	Name   string `json:"name"`
	Size   int64  `json:"size"`
	Digest string `json:"sha256"`
	In     string `json:"in,omitempty"`
}

// Bundle is an open bundle.
type Bundle struct {
	Manifest
	all  fs.FS // the folder that the bundle's is in
	name string
}

// ErrDamaged is wrapped by the error for a file that is not what its manifest
// says.
var ErrDamaged = errors.New("the model is damaged or was changed; get it again or train it again")

// Open reads the manifest of the bundle in folder name.
func Open(files fs.FS, name string) (*Bundle, error) {
	data, err := read(files, path.Join(name, ManifestName), maxManifest)
	if err != nil {
		return nil, fmt.Errorf("model %s: %w", name, err)
	}
	b := &Bundle{all: files, name: name}
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&b.Manifest); err != nil {
		return nil, fmt.Errorf("model %s: %s is not a manifest of this version; train the model again", name,
			ManifestName)
	}
	if len(b.Files) > maxFiles {
		return nil, fmt.Errorf("model %s: %w", name, ErrDamaged)
	}
	for _, f := range b.Files {
		if !fs.ValidPath(f.Name) || !fs.ValidPath(cmp.Or(f.In, name)) || f.Size < 0 || f.Size > maxFile {
			return nil, fmt.Errorf("model %s: %w", name, ErrDamaged)
		}
	}
	return b, nil
}

// Name is the folder the bundle was opened from.
func (b *Bundle) Name() string { return b.name }

// Read returns a file of the bundle, checked against size and digest.
func (b *Bundle) Read(name string) ([]byte, error) {
	i := slices.IndexFunc(b.Files, func(f File) bool { return f.Name == name })
	if i < 0 {
		return nil, fmt.Errorf("model %s has no file %s; train it again with this version", b.name, name)
	}
	data, err := read(b.all, path.Join(cmp.Or(b.Files[i].In, b.name), name), b.Files[i].Size)
	if err != nil {
		return nil, fmt.Errorf("model %s, file %s: %w", b.name, name, err)
	}
	if !whole(data, b.Files[i]) {
		return nil, fmt.Errorf("model %s, file %s: %w", b.name, name, ErrDamaged)
	}
	return data, nil
}

// Verify reads every file.
func (b *Bundle) Verify() error {
	for _, f := range b.Files {
		if _, err := b.Read(f.Name); err != nil {
			return err
		}
	}
	return nil
}

// Digest identifies the bundle: the SHA-256 over the digests of its files.
func (b *Bundle) Digest() string {
	h := sha256.New()
	for _, f := range b.Files {
		io.WriteString(h, f.Name+" "+f.Digest+"\n")
	}
	return hex.EncodeToString(h.Sum(nil))
}

// read reads at most limit bytes; a longer file is damaged.
func read(dir fs.FS, name string, limit int64) ([]byte, error) {
	f, err := dir.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if unpacked, ok := f.(interface{ Whole() []byte }); ok {
		data := unpacked.Whole()
		if int64(len(data)) > limit {
			return nil, ErrDamaged
		}
		return data, nil
	}
	var data bytes.Buffer
	if info, err := f.Stat(); err == nil && info.Size() <= limit {
		data.Grow(int(info.Size()) + bytes.MinRead) // read at once, without growing
	}
	if _, err = data.ReadFrom(io.LimitReader(f, limit+1)); err == nil && int64(data.Len()) > limit {
		err = ErrDamaged
	}
	return data.Bytes(), err
}

func fileOf(name string, data []byte) File {
	sum := sha256.Sum256(data)
	return File{Name: name, Size: int64(len(data)), Digest: hex.EncodeToString(sum[:])}
}

// Write makes a bundle in folder dir: the files, the card, and last the
// manifest, whose Files it fills in. All are written before the first takes its
// place, so that a bundle which is there stays whole where one cannot be. Files
// of an older bundle that the new one does not name are removed. Files of the manifest
// that lie in a folder that bundles share are left as they are.
func Write(dir string, m Manifest, card string, files map[string][]byte) (err error) {
	m.Files = slices.DeleteFunc(slices.Clone(m.Files), func(f File) bool { return f.In == "" })
	for name, data := range files {
		if !fs.ValidPath(name) || name == ManifestName || name == CardName {
			return fmt.Errorf("a model file cannot be named %q", name)
		}
		m.Files = append(m.Files, fileOf(name, data))
	}
	slices.SortFunc(m.Files, func(a, b File) int { return cmp.Compare(a.Name, b.Name) })
	manifest, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	var stale []File
	if old, err := Open(os.DirFS(filepath.Dir(dir)), path.Base(filepath.ToSlash(dir))); err == nil {
		stale = slices.DeleteFunc(old.Files, func(f File) bool { _, keep := files[f.Name]; return keep || f.In != "" })
	}
	var names []string
	defer func() {
		for _, name := range names {
			os.Remove(name + fresh) // gone already where all went well
		}
	}()
	put := func(name string, data []byte) error {
		at := filepath.Join(dir, filepath.FromSlash(name))
		names = append(names, at)
		return os.WriteFile(at+fresh, data, 0o644)
	}
	for name, data := range files {
		if err := put(name, data); err != nil {
			return err
		}
	}
	if err := errors.Join(put(CardName, []byte(card)), put(ManifestName, append(manifest, '\n'))); err != nil {
		return err
	}
	for _, name := range names {
		if err := os.Rename(name+fresh, name); err != nil {
			return err
		}
	}
	for _, f := range stale {
		os.Remove(filepath.Join(dir, filepath.FromSlash(f.Name)))
	}
	return nil
}

// fresh ends the name of a file that has not yet taken its place.
const fresh = ".new"
