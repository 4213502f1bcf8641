//go:build !windows

package private

import (
	"fmt"
	"io/fs"
	"os"
	"runtime"
)

// closed is nil where the mode bits of a file let in nobody but its owner.
func closed(_ *os.File, info fs.FileInfo) error {
	if shared(runtime.GOOS, info.Mode()) {
		return fmt.Errorf("%w (mode %#o)", ErrShared, info.Mode().Perm())
	}
	return nil
}

// shared reports mode bits that let others read or write; Plan 9 has others.
func shared(goos string, mode fs.FileMode) bool {
	return goos != "plan9" && mode.Perm()&0o077 != 0
}

// OpenFile is os.OpenFile, and what it makes is its owner's alone.
func OpenFile(path string, flag int) (*os.File, error) { return os.OpenFile(path, flag, 0o600) }

// Close says what to do so that others may read a file no longer.
func Close(string) string { return "chmod 600 it" }
