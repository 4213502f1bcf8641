// Package bounded reads files whole, up to a bound. What a policy or an option
// names may be anything: a corpus of many gigabytes, or a device that never ends.
package bounded

import (
	"fmt"
	"io"
	"os"
)

// MiB is the unit in which bounds are given and told.
const MiB = 1 << 20

// File reads a file of at most limit bytes.
func File(path string, limit int64) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("%s: cannot be opened; does it exist, and may you read it?", path)
	}
	defer f.Close()
	if info, err := f.Stat(); err == nil && info.IsDir() {
		return nil, fmt.Errorf("%s: a folder; give a file", path)
	}
	return Read(f, path, limit)
}

// Read reads at most limit bytes, and fails where there are more. The name stands
// in errors, which show nothing of what was read.
func Read(r io.Reader, name string, limit int64) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, limit+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s: cannot be read to its end", name)
	case int64(len(data)) > limit:
		return nil, fmt.Errorf("%s: more than %s; is this the right file?", name, size(limit))
	}
	return data, nil
}

// size writes a bound for people.
func size(n int64) string {
	if n >= MiB && n%MiB == 0 {
		return fmt.Sprintf("%d MiB", n/MiB)
	}
	return fmt.Sprintf("%d bytes", n)
}
