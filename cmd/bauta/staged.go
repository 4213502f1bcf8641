package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// staged is a folder that appears as a whole: its files are written beside their places, on the
// same disk, and are moved there when all are complete. A run that fails leaves nothing.
type staged struct {
	out, dir string
	files    []string // in it
	keep     func()
}

// stage begins a folder of outputs.
func stage(out string) (*staged, error) {
	at := out
	for {
		info, err := os.Stat(at)
		if err == nil && !info.IsDir() {
			return nil, fmt.Errorf("%s: is no folder; give another name", at)
		}
		if err == nil || at == filepath.Dir(at) {
			break
		}
		at = filepath.Dir(at)
	}
	dir, err := os.MkdirTemp(at, tmpHead+"*"+tmpTail)
	if err != nil {
		return nil, fmt.Errorf("%s: cannot be made: %w", out, reason(err))
	}
	ctx, stop := signalled()
	unwatch := context.AfterFunc(ctx, func() { os.RemoveAll(dir) })
	return &staged{out: out, dir: dir, keep: func() { unwatch(); stop() }}, nil
}

// place is where a file of the folder is written.
func (s *staged) place(name string) (string, error) {
	info, err := os.Stat(filepath.Join(s.out, name))
	switch {
	case err == nil && info.IsDir():
		return "", fmt.Errorf("%s: is a folder; give another one for what comes out", filepath.Join(s.out, name))
	case err == nil && (!info.Mode().IsRegular() || info.Mode().Perm()&0o200 == 0):
		return "", fmt.Errorf("%s: is there, and may not be changed; give another folder", filepath.Join(s.out, name))
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return "", fmt.Errorf("%s: cannot be written: %w", filepath.Join(s.out, name), reason(err))
	}
	s.files = append(s.files, name)
	to := filepath.Join(s.dir, name)
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return "", fmt.Errorf("%s: cannot be made: %w", filepath.Join(s.out, filepath.Dir(name)), reason(err))
	}
	return to, nil
}

// appear moves the files to their places. Of a file that is there the mode stays, and a link does.
func (s *staged) appear() error {
	if s == nil {
		return nil
	}
	for _, name := range s.files {
		from, to := filepath.Join(s.dir, name), filepath.Join(s.out, name)
		err := os.MkdirAll(filepath.Dir(to), 0o755)
		if info, there := os.Stat(to); err == nil && there == nil {
			err = os.Chmod(from, info.Mode().Perm())
		}
		if err == nil {
			err = os.Rename(from, place(to))
		}
		if err != nil {
			return fmt.Errorf("%s: cannot be put in its place: %w", to, reason(err))
		}
	}
	return nil
}

// Discard removes what did not appear. It may be called at any time.
func (s *staged) Discard() {
	if s != nil && s.dir != "" {
		os.RemoveAll(s.dir)
		s.keep()
		s.dir = ""
	}
}
