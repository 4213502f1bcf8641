package bounded_test

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/bauta/bauta/internal/bounded"
)

// endless is a device that never ends and counts what is taken of it.
type endless struct{ n int }

func (e *endless) Read(p []byte) (int, error) {
	e.n += len(p)
	return len(p), nil
}

// TestReadStopsAtTheBound: no more than the bound is read of what never ends, and
// the error names file and bound.
func TestReadStopsAtTheBound(t *testing.T) {
	e := &endless{}
	_, err := bounded.Read(e, "a.txt", bounded.MiB)
	if err == nil || !strings.HasPrefix(err.Error(), "a.txt: more than 1 MiB") || e.n > 2*bounded.MiB {
		t.Errorf("read %d bytes: %v", e.n, err)
	}
	if _, err := bounded.Read(strings.NewReader("abcd"), "b", 3); err == nil || !strings.Contains(err.Error(), "3 bytes") {
		t.Errorf("one byte too many: %v", err)
	}
	if got, err := bounded.Read(strings.NewReader("abc"), "b", 3); err != nil || string(got) != "abc" {
		t.Errorf("%q, %v", got, err)
	}
}

// TestFile: a file, none, a folder, a device.
func TestFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "f")
	if err := os.WriteFile(path, []byte("abc"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got, err := bounded.File(path, 3); err != nil || string(got) != "abc" {
		t.Errorf("%q, %v", got, err)
	}
	bad := []string{path + "x", dir}
	if runtime.GOOS == "linux" {
		bad = append(bad, "/dev/zero")
	}
	for _, name := range bad {
		if _, err := bounded.File(name, 3); err == nil || !strings.HasPrefix(err.Error(), name+": ") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// ExampleRead shows what a file that is too long gives.
func ExampleRead() {
	_, err := bounded.Read(strings.NewReader("far too long"), "list.txt", 3)
	fmt.Println(err)
	// Output: list.txt: more than 3 bytes; is this the right file?
}
