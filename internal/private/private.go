// Package private reads files that their owner alone may read: keys, and
// configurations with a secret in them. It tells keys that were drawn from
// those that somebody made up.
package private

import (
	"errors"
	"io"
	"os"
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
	if err := closed(f, info); err != nil {
		return nil, err
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
