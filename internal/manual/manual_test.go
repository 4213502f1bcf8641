package manual_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/spf13/cobra"

	"github.com/bauta/bauta/internal/manual"
)

func ExampleWrite() {
	dir, _ := os.MkdirTemp("", "man")
	defer os.RemoveAll(dir)
	greet := &cobra.Command{Use: "greet", Short: "say hello", Run: func(*cobra.Command, []string) {}}
	if err := manual.Write(greet, "0.1.0", dir); err != nil {
		fmt.Println(err)
	}
	pages, _ := filepath.Glob(filepath.Join(dir, "*"))
	fmt.Println(filepath.Base(pages[0]))
	// Output: greet.1
}

// TestWriteSaysSo: a folder that cannot be made is an error.
func TestWriteSaysSo(t *testing.T) {
	name := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(name, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if manual.Write(&cobra.Command{Use: "greet"}, "0.1.0", name) == nil {
		t.Error("written into a file")
	}
}
