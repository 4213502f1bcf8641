package private

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// TestModeBits: others may not read, where there are bits that say so. On
// Windows every file seems to be readable by all (0666), and is taken.
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
		{"windows", 0o666, false},
		{"windows", 0o444, false},
	} {
		if got := shared(c.goos, c.mode); got != c.want {
			t.Errorf("%s %o: %t", c.goos, c.mode, got)
		}
	}
}

// TestRead: what is too long, a folder, or nowhere is refused without a word of
// what is in it.
func TestRead(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "a")
	if err := os.WriteFile(name, []byte("12345678"), 0o600); err != nil {
		t.Fatal(err)
	}
	if data, err := Read(name, 8); err != nil || string(data) != "12345678" {
		t.Errorf("%d bytes, %v", len(data), err)
	}
	if _, err := Read(name, 7); !errors.Is(err, ErrLong) {
		t.Errorf("too long: %v", err)
	}
	for _, bad := range []string{dir, filepath.Join(dir, "none")} {
		if _, err := Read(bad, 8); !errors.Is(err, ErrAbsent) {
			t.Errorf("%s: %v", bad, err)
		}
	}
	if _, err := os.Stat(os.DevNull); err == nil {
		if _, err := Read("/dev/zero", 8); err == nil {
			t.Error("a device without end was read")
		}
	}
	if err := os.Chmod(name, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Read(name, 8); !errors.Is(err, ErrShared) {
		t.Errorf("readable by all: %v", err)
	}
}
