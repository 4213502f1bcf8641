package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// fileAt is a file that a run reads or writes.
type fileAt struct {
	name   string
	at     string      // where the name leads
	info   fs.FileInfo // nil where there is nothing
	folder bool        // a folder that an output fills
}

// lookAt follows a name.
func lookAt(name string, folder bool) fileAt {
	info, err := os.Stat(name)
	if err != nil {
		info = nil
	}
	return fileAt{name, place(name), info, folder}
}

// standard is standard input or output where it is a file.
func standard(stream any, name string) []fileAt {
	switch s := stream.(type) {
	case *sink:
		stream = s.w
	case *interruptible:
		stream = s.in
	}
	f, ok := stream.(*os.File)
	if !ok {
		return nil
	}
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return nil
	}
	return []fileAt{{name: name, info: info}}
}

// distinct refuses outputs that would take the place of an input, of a part of
// one, or of each other.
func distinct(inputs, outputs []fileAt) error {
	for i, out := range outputs {
		for _, in := range inputs {
			switch {
			case out.is(in) && out.name == in.name:
				return fmt.Errorf("%s: would be overwritten by its own output; give the output another name", out.name)
			case out.is(in):
				return fmt.Errorf("%s: is %s under another name, which would be overwritten by its own output; "+
					"give the output another name", out.name, in.name)
			case in.holds(out):
				return fmt.Errorf("%s: is a part of %s, which is read; give the output another name", out.name, in.name)
			case out.folder && out.holds(in):
				return fmt.Errorf("%s: holds %s, which is read; give the output a folder of its own", out.name, in.name)
			}
		}
		for _, other := range outputs[:i] {
			if out.is(other) {
				return fmt.Errorf("%s: two outputs have this name; give each its own", out.name)
			}
		}
	}
	return nil
}

// is reports that two names are one file: by what is there (links of both kinds,
// and capitals where they do not count), or by where they lead. Devices and
// pipes are nobody's.
func (n fileAt) is(other fileAt) bool {
	if n.info != nil && other.info != nil {
		plain := n.info.Mode().IsRegular() || n.info.IsDir()
		return plain && os.SameFile(n.info, other.info)
	}
	return n.at != "" && n.info == nil && other.info == nil && samePath(n.at, other.at)
}

// holds reports that a file which is there lies in a folder.
func (n fileAt) holds(file fileAt) bool {
	if n.info == nil || !n.info.IsDir() || file.info == nil || file.at == "" {
		return false
	}
	rel, err := filepath.Rel(n.at, file.at)
	return err == nil && rel != "." && filepath.IsLocal(rel)
}

// samePath compares names of files that are not there yet.
func samePath(a, b string) bool {
	if runtime.GOOS == "windows" || runtime.GOOS == "darwin" {
		return strings.EqualFold(a, b)
	}
	return a == b
}

// maxLinks bounds how many links are followed one behind the other.
const maxLinks = 40

// place is where a name leads, links followed as far as there is something, also
// where the last of them leads nowhere yet.
func place(name string) string {
	at, err := filepath.Abs(name)
	if err != nil {
		return name
	}
	for range maxLinks {
		if to, err := filepath.EvalSymlinks(at); err == nil {
			return to
		}
		if dir, err := filepath.EvalSymlinks(filepath.Dir(at)); err == nil {
			at = filepath.Join(dir, filepath.Base(at))
		}
		to, err := os.Readlink(at)
		if err != nil {
			return at
		}
		if !filepath.IsAbs(to) {
			to = filepath.Join(filepath.Dir(at), to)
		}
		at = to
	}
	return at
}
