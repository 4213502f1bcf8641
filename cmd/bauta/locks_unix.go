//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package main

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"time"
)

// lock marks a file as one that is being written, for as long as it is open; false where
// another program does.
// Where the file system knows no locks, sweep finds none to take either.
func lock(f *os.File) bool {
	err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	return !errors.Is(err, syscall.EWOULDBLOCK)
}

// abandoned is how long nothing was written to a file that nobody writes.
const abandoned = time.Hour

// sweep removes what a run left beside its outputs that was killed before it
// could: such files may hold originals.
func sweep(dir string) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return
	}
	for _, e := range entries {
		name := filepath.Join(dir, e.Name())
		if ok, _ := filepath.Match(tmpHead+"*"+tmpTail, e.Name()); !ok {
			continue
		}
		info, err := os.Lstat(name)
		if err != nil || !info.Mode().IsRegular() || time.Since(info.ModTime()) < abandoned {
			continue
		}
		if f, err := os.Open(name); err == nil {
			if syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == nil {
				os.Remove(name)
			}
			f.Close()
		}
	}
}
