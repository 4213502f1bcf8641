package manual_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/bauta/bauta/internal/manual"
)

func ExampleWrite() {
	dir, _ := os.MkdirTemp("", "man")
	defer os.RemoveAll(dir)
	greet := &cobra.Command{Use: "greet", Short: "say hello", Run: func(*cobra.Command, []string) {}}
	if err := manual.Write(greet, "0.1.0", "0 done, 1 not.", dir); err != nil {
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
	if manual.Write(&cobra.Command{Use: "greet"}, "0.1.0", "", name) == nil {
		t.Error("written into a file")
	}
}

// TestExits: each page says what the program exits with, before what else there is to see.
func TestExits(t *testing.T) {
	dir, root := t.TempDir(), &cobra.Command{Use: "greet", Run: func(*cobra.Command, []string) {}}
	root.AddCommand(&cobra.Command{Use: "all", Run: func(*cobra.Command, []string) {}})
	if err := manual.Write(root, "0.1.0", "0 done, 1 not.", dir); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"greet.1", "greet-all.1"} {
		page, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		_, after, found := strings.Cut(string(page), ".SH EXIT STATUS\n0 done, 1 not.\n")
		if !found || !strings.Contains(after, ".SH SEE ALSO") {
			t.Errorf("%s:\n%s", name, page)
		}
	}
}
