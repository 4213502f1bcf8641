package main

import (
	"archive/tar"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// fetcher downloads packages by name and unpacks them.
type fetcher struct {
	dir       string
	temporary bool
}

func newFetcher(cache string) (*fetcher, error) {
	if cache != "" {
		abs, err := filepath.Abs(cache)
		if err != nil {
			return nil, err
		}
		return &fetcher{dir: abs}, os.MkdirAll(abs, 0o755)
	}
	dir, err := os.MkdirTemp("", "lexicon")
	return &fetcher{dir: dir, temporary: true}, err
}

// close removes what a run without cache has downloaded.
func (f *fetcher) close() error {
	if f.temporary {
		return os.RemoveAll(f.dir)
	}
	return nil
}

// pkg is an unpacked package.
type pkg struct {
	name    string
	dir     string
	version string
	licence string // path of its licence text
}

// command runs a client in the folder and returns what it prints.
func (f *fetcher) command(name string, args ...string) (string, error) {
	c := exec.Command(name, args...)
	c.Dir = f.dir
	var stderr strings.Builder
	c.Stderr = &stderr
	out, err := c.Output()
	if err != nil {
		return "", fmt.Errorf("%s %s: %w: %s", name, strings.Join(args, " "), err, strings.TrimSpace(stderr.String()))
	}
	return strings.TrimSpace(string(out)), nil
}

// find returns the one file that the pattern matches, "" when there is none.
func (f *fetcher) find(pattern string) string {
	if m, _ := filepath.Glob(filepath.Join(f.dir, pattern)); len(m) > 0 {
		return m[len(m)-1]
	}
	return ""
}

// debian gets a Debian package.
func (f *fetcher) debian(name string) (pkg, error) {
	if f.find(name+"_*.deb") == "" {
		if _, err := f.command("apt-get", "download", name); err != nil {
			return pkg{}, err
		}
	}
	deb := f.find(name + "_*.deb")
	if deb == "" {
		return pkg{}, fmt.Errorf("apt-get download %s left no package", name)
	}
	version, err := f.command("dpkg-deb", "-f", deb, "Version")
	if err != nil {
		return pkg{}, err
	}
	dir := filepath.Join(f.dir, "unpacked", name)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return pkg{}, err
	}
	_, err = f.command("dpkg-deb", "-x", deb, dir)
	return pkg{name, dir, version, filepath.Join(dir, "usr/share/doc", name, "copyright")}, err
}

// npm gets a package of the npm registry.
func (f *fetcher) npm(name string) (pkg, error) {
	file := strings.NewReplacer("@", "", "/", "-").Replace(name)
	if f.find(file+"-[0-9]*.tgz") == "" {
		if _, err := f.command("npm", "pack", "--silent", name); err != nil {
			return pkg{}, err
		}
	}
	tgz := f.find(file + "-[0-9]*.tgz")
	if tgz == "" {
		return pkg{}, fmt.Errorf("npm pack %s left no package", name)
	}
	version := strings.TrimSuffix(strings.TrimPrefix(filepath.Base(tgz), file+"-"), ".tgz")
	dir := filepath.Join(f.dir, "unpacked", file)
	return pkg{name, filepath.Join(dir, "package"), version, filepath.Join(dir, "package", "LICENSE")}, untar(tgz, dir)
}

// untar unpacks a gzipped tar; names that would leave the folder are errors.
func untar(path, dir string) error {
	in, err := os.Open(path)
	if err != nil {
		return err
	}
	defer in.Close()
	z, err := gzip.NewReader(in)
	if err != nil {
		return err
	}
	for r := tar.NewReader(z); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if h.Typeflag != tar.TypeReg {
			continue
		}
		if !filepath.IsLocal(h.Name) {
			return fmt.Errorf("%s: a file name leads out of the package", filepath.Base(path))
		}
		to := filepath.Join(dir, h.Name)
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			return err
		}
		content, err := io.ReadAll(r)
		if err != nil {
			return err
		}
		if err := os.WriteFile(to, content, 0o644); err != nil {
			return err
		}
	}
}
