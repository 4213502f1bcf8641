package main

import (
	"archive/tar"
	"archive/zip"
	"compress/gzip"
	"io"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"strconv"
)

// entry is a file of a release.
type entry struct {
	at   string // its folder in a package of a system, which has a place for it
	name string // its path in an archive
	path string // where it lies now
	mode int64
}

// completions are the shells that the program writes completion for, and where
// a system keeps it.
var completions = []struct{ shell, at, file string }{
	{"bash", "/usr/share/bash-completion/completions", "bauta"},
	{"zsh", "/usr/share/zsh/site-functions", "_bauta"},
	{"fish", "/usr/share/fish/vendor_completions.d", "bauta.fish"},
	{"powershell", "", "bauta.ps1"},
}

// about gathers what goes with the program on every system: what the project
// says of it, and completion and manual pages, which the program writes itself.
func (r *release) about(work string) ([]entry, error) {
	var all []entry
	for _, name := range r.docs {
		all = append(all, entry{"/usr/share/doc/" + r.name, name, filepath.Join(r.dir, name), 0o644})
	}
	if !r.describe {
		return all, nil
	}
	here := filepath.Join(work, "here"+exe(runtime.GOOS))
	if err := r.build(here, runtime.GOOS, runtime.GOARCH, "man"); err != nil {
		return nil, err
	}
	for _, c := range completions {
		script, err := r.command(here, "completion", c.shell).Output()
		if err != nil {
			return nil, err
		}
		file := filepath.Join(work, c.file)
		if err := os.WriteFile(file, script, 0o644); err != nil {
			return nil, err
		}
		all = append(all, entry{c.at, path.Join("completion", c.file), file, 0o644})
	}
	pages, err := r.manual(here, filepath.Join(work, "man"))
	return append(all, pages...), err
}

// manual gathers the pages, which are as old as the commit.
func (r *release) manual(program, dir string) ([]entry, error) {
	cmd := r.command(program, "man", dir)
	cmd.Env = append(os.Environ(), "SOURCE_DATE_EPOCH="+strconv.FormatInt(r.time.Unix(), 10))
	if err := cmd.Run(); err != nil {
		return nil, err
	}
	pages, err := os.ReadDir(dir)
	var all []entry
	for _, p := range pages {
		all = append(all, entry{"/usr/share/man/man1", path.Join("man", p.Name()), filepath.Join(dir, p.Name()), 0o644})
	}
	return all, err
}

// tarGz packs entries into a folder of the release's name.
func (r *release) tarGz(w io.Writer, all []entry) error {
	zw, err := gzip.NewWriterLevel(w, gzip.BestCompression)
	if err != nil {
		return err
	}
	tw := tar.NewWriter(zw)
	for _, e := range all {
		if err := r.tarFile(tw, path.Join(r.name+"-"+r.version, e.name), e); err != nil {
			return err
		}
	}
	if err := tw.Close(); err != nil {
		return err
	}
	return zw.Close()
}

func (r *release) tarFile(tw *tar.Writer, name string, e entry) error {
	f, err := os.Open(e.path)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	err = tw.WriteHeader(&tar.Header{Name: name, Mode: e.mode, Size: info.Size(), ModTime: r.time})
	if err != nil {
		return err
	}
	_, err = io.Copy(tw, f)
	return err
}

// zip packs entries as Windows opens them.
func (r *release) zip(w io.Writer, all []entry) error {
	zw := zip.NewWriter(w)
	for _, e := range all {
		f, err := os.Open(e.path)
		if err != nil {
			return err
		}
		defer f.Close()
		h := &zip.FileHeader{Name: path.Join(r.name+"-"+r.version, e.name), Method: zip.Deflate, Modified: r.time}
		h.SetMode(os.FileMode(e.mode))
		to, err := zw.CreateHeader(h)
		if err != nil {
			return err
		}
		if _, err := io.Copy(to, f); err != nil {
			return err
		}
	}
	return zw.Close()
}
