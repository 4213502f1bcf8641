package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/parquet-go/parquet-go"
)

// The command as it is typed, on this machine.
func TestCommand(t *testing.T) {
	beam.Init()
	dir := t.TempDir()
	data := `{"thread":"1","text":"call me at zyx@example.org, Paul"}` + "\n" + `{"zyx` + "\n"
	if err := os.WriteFile(filepath.Join(dir, "chat.jsonl"), []byte(data), 0o600); err != nil {
		t.Fatal(err)
	}
	*from, *to, *lang = filepath.Join(dir, "*.jsonl"), filepath.Join(dir, "out"), "en"
	if err := run(t.Context()); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"out":      `{"thread":"1","text":"call me at EMAIL, Person 1"}` + "\n",
		"out.dead": filepath.Join(dir, "chat.jsonl") + ":2: not a JSON object; put one object a line\n",
	} {
		got, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil || string(got) != want {
			t.Errorf("%s: %q, %v; want %q", name, got, err, want)
		}
	}
	linked := filepath.Join(dir, "another.name")
	if err := os.Link(filepath.Join(dir, "chat.jsonl"), linked); err != nil {
		t.Fatal(err)
	}
	for _, written := range []*string{to, dead} {
		for _, name := range []string{filepath.Join(dir, ".", "chat.jsonl"), linked} {
			kept := *written
			*written = name
			if err := run(t.Context()); err == nil || !strings.Contains(err.Error(), "other names") {
				t.Errorf("over what is read: %v", err)
			}
			*written = kept
		}
	}
	if got, err := os.ReadFile(linked); err != nil || string(got) != data {
		t.Errorf("what is read is %q; %v", got, err)
	}
	if err := os.WriteFile(filepath.Join(dir, "chat.jsonl"), []byte(`{"text":"hi Paul"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(*dead); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("what the run before withheld is still there: %v", err)
	}
	*preset = "none"
	if err := run(t.Context()); err == nil || !strings.HasPrefix(cause(err), `no such preset as "none"`) {
		t.Errorf("no such policy: %v", err)
	}
	*preset, *format = "gdpr", "csv"
	if err := run(t.Context()); err == nil || !strings.Contains(err.Error(), "jsonl, text or table") {
		t.Errorf("format csv: %v", err)
	}
	*from = ""
	if err := run(t.Context()); err == nil {
		t.Error("nothing to read, and no error")
	}
}

// A table through the command, told by its name: rows and what is beside them stay.
func TestTable(t *testing.T) {
	beam.Init()
	dir := t.TempDir()
	type said struct {
		ID   int64  `parquet:"id"`
		Text string `parquet:"text"`
	}
	*format, *lang, *dead = "", "en", ""
	*from, *to = filepath.Join(dir, "chat.parquet"), filepath.Join(dir, "out.parquet")
	if err := parquet.WriteFile(*from, []said{{7, "call Paul at zyx@example.org"}, {8, ""}}); err != nil {
		t.Fatal(err)
	}
	if err := run(t.Context()); err != nil {
		t.Fatal(err)
	}
	rows, err := parquet.ReadFile[said](*to)
	if err != nil || len(rows) != 2 || rows[0] != (said{7, "call Person 1 at EMAIL"}) || rows[1] != (said{8, ""}) {
		t.Errorf("%+v, %v", rows, err)
	}
	columns.Thread = "talk"
	if err := run(t.Context()); err == nil || !strings.HasPrefix(err.Error(), *from+": no such column") {
		t.Errorf("no column of conversations: %v", err)
	}
	columns.Thread = ""
	*to = *from
	if err := run(t.Context()); err == nil || !strings.Contains(err.Error(), "other names") {
		t.Errorf("over what is read: %v", err)
	}
}
