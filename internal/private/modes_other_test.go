//go:build !windows

package private

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// TestModeBits: others may not read, where there are bits that say so.
func TestModeBits(t *testing.T) {
	for _, c := range []struct {
		goos string
		mode fs.FileMode
		want bool
	}{
		{"linux", 0o600, false},
		{"linux", 0o400, false},
		{"linux", 0o640, true},
		{"darwin", 0o604, true},
		{"linux", 0o620, true},
		{"linux", fs.ModeNamedPipe | 0o600, false},
		{"plan9", 0o666, false},
	} {
		if got := shared(c.goos, c.mode); got != c.want {
			t.Errorf("%s %o: %t", c.goos, c.mode, got)
		}
	}
}

// TestShared: a file that others may read is refused, and one that OpenFile
// makes is not.
func TestShared(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a")
	f, err := OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL)
	if err != nil {
		t.Fatal(err)
	}
	f.Close()
	if _, err := Read(name, 8); err != nil {
		t.Error(err)
	}
	if err := os.Chmod(name, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Read(name, 8); !errors.Is(err, ErrShared) {
		t.Errorf("readable by all: %v", err)
	}
}
