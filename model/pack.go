package model

import (
	"io/fs"
	"maps"
	"slices"
	"strings"
)

// Pack is bundles that belong together: what a program brings for one language.
type Pack struct {
	Lang  string // "" for what is of no one language
	Files fs.FS  // a folder a bundle; nil for none
}

// Joined is the bundles of several packs as one folder, in which [Open] opens them.
type Joined map[string]fs.FS // by name of the bundle

var _ fs.FS = Joined{}

// Join puts packs together. Of two bundles of a name the first stands.
func Join(packs ...Pack) Joined {
	all := Joined{}
	for _, p := range packs {
		if p.Files == nil {
			continue
		}
		entries, err := fs.ReadDir(p.Files, ".")
		if err != nil {
			continue // opening one of its bundles says so
		}
		for _, e := range entries {
			if all[e.Name()] == nil && e.IsDir() {
				all[e.Name()] = p.Files
			}
		}
	}
	return all
}

// Names lists the bundles, sorted: a folder that they share, which has no manifest, is none.
func (j Joined) Names() []string {
	return slices.DeleteFunc(slices.Sorted(maps.Keys(j)), func(name string) bool { return !j.Has(name) })
}

// Has reports a bundle.
func (j Joined) Has(name string) bool {
	if j[name] == nil {
		return false
	}
	_, err := fs.Stat(j[name], name+"/"+ManifestName)
	return err == nil
}

// Open opens a file of a bundle: ner-fr/manifest.json.
func (j Joined) Open(name string) (fs.File, error) {
	bundle, _, _ := strings.Cut(name, "/")
	if files := j[bundle]; files != nil {
		return files.Open(name)
	}
	return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
}
