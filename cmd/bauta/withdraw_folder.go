package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/bauta/bauta/internal/audit"
)

// restOfFolder writes what is left of each file of a folder, and reads them again. Files of which nobody reads a
// message come along as they are: what the certificate names as looked at by nobody stays what it was.
func (o *withdrawing) restOfFolder(cmd *cobra.Command, done *remainder) (audit.Release, error) {
	if err := apartFrom(o.release, o.out); err != nil {
		return nil, err
	}
	files, err := inFolder(o.release, map[string]int{})
	if err != nil {
		return nil, err
	}
	if o.folder, err = stage(o.out); err != nil {
		return nil, err
	}
	read := map[string]bool{}
	for _, f := range files {
		read[f.to] = true
		if err := o.withoutIn(cmd, f, files, done); err != nil {
			return nil, err
		}
	}
	if done.Gone == 0 {
		return nil, nil
	}
	if err := o.alongside(read); err != nil {
		return nil, err
	}
	if o.kept == 0 {
		return audit.Release{}, nil
	}
	o.alone = true
	now, err := o.auditing.folder(o.folder.dir)
	if err != nil {
		return nil, fmt.Errorf("%s: what is left cannot be read again: %w", o.out, err)
	}
	return releaseOf(now), nil
}

// withoutIn writes what is left of one file of a folder.
func (o *withdrawing) withoutIn(cmd *cobra.Command, f found, files []found, done *remainder) error {
	release, original := o.release, o.original
	defer func() { o.release, o.original = release, original }()
	o.release, o.as = f.name, told(files)
	if original != "" {
		o.original = filepath.Join(original, f.to)
	}
	if err := o.losesRecords(cmd); err != nil {
		return err
	}
	authors, err := o.authorsIn(cmd)
	if err != nil {
		return fmt.Errorf("%s: %w", f.name, err)
	}
	to, err := o.folder.place(f.to)
	if err != nil {
		return err
	}
	out, err := create(to, forAll, nil)
	if err != nil {
		return err
	}
	defer out.Discard()
	kept := o.kept
	if err := o.filter(cmd, out, authors, done); err != nil {
		return err
	}
	if o.kept == kept && len(authors) > 0 { // nothing is left of it, and nobody reads a file without messages
		o.folder.files = o.folder.files[:len(o.folder.files)-1]
		return nil
	}
	return out.Commit()
}

// authorsIn gives whose each message of a file is.
func (o *withdrawing) authorsIn(cmd *cobra.Command) ([]string, error) {
	in, size, err := input(o.release, nil)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	before, err := o.read(anywhere(in, in, size), o.release)
	if err != nil || len(before) == 0 {
		return nil, err
	}
	return o.authors(cmd, before)
}

// alongside copies the files of a folder that are not read.
func (o *withdrawing) alongside(read map[string]bool) error {
	root := os.DirFS(o.release)
	return fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		to := filepath.FromSlash(name)
		if err != nil || d.IsDir() || read[to] {
			return err
		}
		at, err := o.folder.place(to)
		if err != nil {
			return err
		}
		from, err := root.Open(name)
		if err != nil {
			return err
		}
		defer from.Close()
		out, err := create(at, forAll, nil)
		if err != nil {
			return err
		}
		defer out.Discard()
		if _, err := io.Copy(out, from); err != nil {
			return fmt.Errorf("%s: cannot be copied: %w", filepath.Join(o.release, to), reason(err))
		}
		return out.Commit()
	})
}

// apartFrom refuses a folder for what is left that holds something, or lies in the one that is read, or around it.
func apartFrom(release, out string) error {
	if there, err := os.ReadDir(out); err == nil && len(there) > 0 {
		return fmt.Errorf("%s: holds files already; give a new folder for what is left", out)
	}
	in, err := filepath.Abs(place(release))
	to, err2 := filepath.Abs(place(out))
	if err := errors.Join(err, err2); err != nil {
		return err
	}
	for _, way := range [][2]string{{in, to}, {to, in}} {
		rel, err := filepath.Rel(way[0], way[1])
		if err != nil || rel == "." || rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
			return fmt.Errorf("%s: lies in the folder of the release, or around it; give another one", out)
		}
	}
	return nil
}
