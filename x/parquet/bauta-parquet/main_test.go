package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"
)

// line is the command of the README.
var line = regexp.MustCompile("`bauta-parquet ([^`]+)`")

type message struct {
	Text string `parquet:"text"`
}

// TestReadme runs the command of the README on a small file.
func TestReadme(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "..", "..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	m := line.FindSubmatch(page)
	if m == nil {
		t.Fatal("the README has no command")
	}
	t.Chdir(t.TempDir())
	if err := os.Mkdir("clean", 0o700); err != nil {
		t.Fatal(err)
	}
	if err := parquet.WriteFile("table.parquet", []message{{"c'est Marie Dupont, on se voit demain ?"}}); err != nil {
		t.Fatal(err)
	}
	cmd, notes := command(), &bytes.Buffer{}
	cmd.SetArgs(strings.Fields(string(m[1])))
	cmd.SetErr(notes)
	if err := cmd.ExecuteContext(context.Background()); err != nil {
		t.Fatal(err)
	}
	rows, err := parquet.ReadFile[message]("clean/table.parquet")
	if err != nil || len(rows) != 1 || strings.Contains(rows[0].Text, "Dupont") || !strings.Contains(rows[0].Text, "demain") {
		t.Errorf("%v %v", rows, err)
	}
	if !strings.Contains(notes.String(), "1 rows in = 1 out") {
		t.Errorf("notes %q", notes)
	}
}

// TestNothingOfADamagedFile: no output appears, and the error names the file.
func TestNothingOfADamagedFile(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("a.parquet", []byte("PAR1 no file"), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := command()
	cmd.SetArgs([]string{"a.parquet", "-o", "b.parquet", "--policy", "seekhide"})
	if err := cmd.ExecuteContext(context.Background()); err == nil || !strings.HasPrefix(err.Error(), "a.parquet: ") {
		t.Errorf("%v", err)
	}
	if left, _ := filepath.Glob("b.parquet*"); len(left) > 0 {
		t.Errorf("%v appeared", left)
	}
}
