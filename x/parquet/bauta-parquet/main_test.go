package main

import (
	"bytes"
	"context"
	"errors"
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

// TestReadme runs the commands of the README, for Parquet and for Arrow, on small files.
func TestReadme(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "..", "..", "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	err = errors.Join(os.Mkdir("clean", 0o700), os.WriteFile("table.arrow", arrowFile(t), 0o600),
		parquet.WriteFile("table.parquet", []message{{said}}))
	if err != nil {
		t.Fatal(err)
	}
	lines := line.FindAllSubmatch(page, -1)
	for _, m := range lines {
		cmd, notes := command(), &bytes.Buffer{}
		cmd.SetArgs(strings.Fields(string(m[1])))
		cmd.SetErr(notes)
		if err := cmd.ExecuteContext(context.Background()); err != nil {
			t.Errorf("%s: %v", m[0], err)
		}
		if !strings.Contains(notes.String(), "1 rows in = 1 out") {
			t.Errorf("%s: %s", m[0], notes)
		}
	}
	rows, err := parquet.ReadFile[message]("clean/table.parquet")
	if err != nil || len(rows) != 1 || strings.Contains(rows[0].Text, "Dupont") || !strings.Contains(rows[0].Text, "demain") {
		t.Errorf("%v %v", rows, err)
	}
	out, err := os.ReadFile("clean/table.arrow")
	kept := bytes.HasPrefix(out, []byte("ARROW1")) && bytes.Contains(out, []byte("demain"))
	if err != nil || !kept || bytes.Contains(out, []byte("Dupont")) {
		t.Errorf("%d bytes of Arrow, %v; or a name stays", len(out), err)
	}
	if len(lines) != 2 {
		t.Errorf("the README has %d commands", len(lines))
	}
}

const said = "c'est Marie Dupont, on se voit demain ?"

// arrowFile is a file of a batch of a row.
func arrowFile(t *testing.T) []byte {
	t.Helper()
	schema := arrow.NewSchema([]arrow.Field{{Name: "text", Type: arrow.BinaryTypes.String}}, nil)
	rows := array.NewRecordBuilder(memory.DefaultAllocator, schema)
	rows.Field(0).(*array.StringBuilder).Append(said)
	var b bytes.Buffer
	w, err := ipc.NewFileWriter(&b, ipc.WithSchema(schema))
	if err == nil {
		err = w.Write(rows.NewRecordBatch())
	}
	if err != nil || w.Close() != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestRowsAlone: where no column is a conversation and one beside the texts is read, that is said.
func TestRowsAlone(t *testing.T) {
	t.Chdir(t.TempDir())
	type row struct {
		Author string `parquet:"author"`
		Text   string `parquet:"text"`
	}
	if err := parquet.WriteFile("a.parquet", []row{{"Marie Dupont", "salut"}}); err != nil {
		t.Fatal(err)
	}
	for args, says := range map[string]bool{
		"--also author=name": true, "--also author=name --thread-column author": false, "--text text": false,
	} {
		cmd, notes := command(), &bytes.Buffer{}
		cmd.SetArgs(append([]string{"a.parquet", "-o", "b.parquet", "--policy", "seekhide"}, strings.Fields(args)...))
		cmd.SetErr(notes)
		if err := cmd.ExecuteContext(context.Background()); err != nil || strings.Contains(notes.String(), "--thread-column") != says {
			t.Errorf("%s: %v %s", args, err, notes)
		}
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
