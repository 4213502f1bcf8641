//go:build unix

package main

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/spf13/cobra"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/corpus"
)

// TestNamedPipesAreReadOnce: the check of threads does not open a pipe, whose
// writer would lose its reader.
func TestNamedPipesAreReadOnce(t *testing.T) {
	name := filepath.Join(t.TempDir(), "pipe.csv")
	if err := syscall.Mkfifo(name, 0o600); err != nil {
		t.Skip("no named pipes here")
	}
	text := interleaved(20_000, ",")
	written := make(chan error, 1)
	go func() { written <- os.WriteFile(name, []byte(text), 0o600) }()
	cmd := &cobra.Command{}
	cmd.SetContext(t.Context())
	o, worked := &reading{format: "csv", jobs: 1}, &remembering{}
	_, err := o.each(cmd, []string{name}, &bauta.Pipeline{Analyse: worked, Link: worked}, nil, func(string, *corpus.Reader) (func(*bauta.Result) error, error) {
		return func(*bauta.Result) error { return nil }, nil
	})
	if wrote := <-written; err != nil || wrote != nil || worked.seen != 40_000 {
		t.Errorf("%d messages of 40,000 were read: %v, %v", worked.seen, err, wrote)
	}
}
