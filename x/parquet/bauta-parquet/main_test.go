package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/apache/arrow-go/v18/arrow"
	"github.com/apache/arrow-go/v18/arrow/array"
	"github.com/apache/arrow-go/v18/arrow/ipc"
	"github.com/apache/arrow-go/v18/arrow/memory"
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

// TestInputStays: a file is not written over what is read, under another name neither.
func TestInputStays(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := parquet.WriteFile("a.parquet", []message{{"c'est Marie Dupont"}}); err != nil {
		t.Fatal(err)
	}
	before, err := os.ReadFile("a.parquet")
	if err != nil || os.Symlink("a.parquet", "b.parquet") != nil {
		t.Skip("no links here", err)
	}
	for _, out := range []string{"a.parquet", "./a.parquet", "b.parquet"} {
		cmd := command()
		cmd.SetArgs([]string{"a.parquet", "-o", out})
		if err := cmd.ExecuteContext(context.Background()); err == nil || !strings.Contains(err.Error(), "another name") {
			t.Errorf("-o %s: %v", out, err)
		}
		if after, err := os.ReadFile("a.parquet"); err != nil || !bytes.Equal(before, after) {
			t.Errorf("-o %s: what is read is changed (%v)", out, err)
		}
	}
}

// TestArrow: a file of Arrow goes through the same command, told by its first bytes.
func TestArrow(t *testing.T) {
	t.Chdir(t.TempDir())
	schema := arrow.NewSchema([]arrow.Field{{Name: "text", Type: arrow.BinaryTypes.String}}, nil)
	rows := array.NewRecordBuilder(memory.DefaultAllocator, schema)
	rows.Field(0).(*array.StringBuilder).Append("c'est Marie Dupont, on se voit demain ?")
	var b bytes.Buffer
	w, err := ipc.NewFileWriter(&b, ipc.WithSchema(schema))
	if err == nil {
		err = w.Write(rows.NewRecordBatch())
	}
	if err != nil || w.Close() != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("talks.arrow", b.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	cmd := command()
	cmd.SetArgs([]string{"talks.arrow", "-o", "clean.arrow"})
	cmd.SetErr(&bytes.Buffer{})
	if err := cmd.ExecuteContext(context.Background()); err != nil {
		t.Fatal(err)
	}
	out, err := os.ReadFile("clean.arrow")
	if err != nil || !bytes.HasPrefix(out, []byte("ARROW1")) || bytes.Contains(out, []byte("Dupont")) || !bytes.Contains(out, []byte("demain")) {
		t.Errorf("%d bytes, %v; or a name stays", len(out), err)
	}
}
