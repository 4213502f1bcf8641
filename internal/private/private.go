// Package private reads files that their owner alone may read: keys, and
// configurations with a secret in them. It tells keys that were drawn from
// those that somebody made up.
package private

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"runtime"
)

// The reasons why a file is not read. None of them shows what is in it.
var (
	ErrAbsent = errors.New("cannot be opened")
	ErrShared = errors.New("others may read it")
	ErrLong   = errors.New("is too long")
)

// Read reads a file, a pipe, or what a shell gives for <(command), of at most
// limit bytes. A file that others may read is refused: what it guards has to be
// taken as read.
func Read(path string, limit int64) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, ErrAbsent
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil || info.IsDir() {
		return nil, ErrAbsent
	}
	if shared(runtime.GOOS, info.Mode()) {
		return nil, fmt.Errorf("%w (mode %#o)", ErrShared, info.Mode().Perm())
	}
	data, err := io.ReadAll(io.LimitReader(f, limit+1))
	if err != nil {
		return nil, ErrAbsent
	}
	if int64(len(data)) > limit {
		return nil, ErrLong
	}
	return data, nil
}

// shared reports mode bits that let others read or write. On Windows there are
// none: what Go shows there is made of the read-only flag alone, and who may
// read is in the access list of the file and its folder.
func shared(goos string, mode fs.FileMode) bool {
	return goos != "windows" && goos != "plan9" && mode.Perm()&0o077 != 0
}
