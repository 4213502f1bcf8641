package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bauta/bauta/internal/fixture"
)

// program runs the program and returns what it wrote.
func program(t *testing.T, args ...string) (code int, out, errOut string) {
	t.Helper()
	var o, e bytes.Buffer
	code = run(context.Background(), args, strings.NewReader(""), &o, &e)
	return code, o.String(), e.String()
}

// The tree is printed byte for byte as the reference program prints it, pruned
// and not, on every data set of the references.
func TestTreesAreTheReferences(t *testing.T) {
	dir := fixture.Shared(t, "reference/weka")
	sets, err := filepath.Glob(filepath.Join(dir, "*.arff"))
	if err != nil || len(sets) == 0 {
		t.Fatalf("no data sets: %v", err)
	}
	for _, set := range sets {
		base := strings.TrimSuffix(set, ".arff")
		for _, c := range []struct{ file, head, flag string }{
			{base + ".j48.txt", "J48 pruned tree", "--unpruned=false"},
			{base + ".j48-unpruned.txt", "J48 unpruned tree", "--unpruned"},
		} {
			ref, err := os.ReadFile(c.file)
			if err != nil {
				t.Fatal(err)
			}
			want := string(ref)
			want = want[strings.Index(want, c.head):]
			end := strings.Index(want, "Size of the tree")
			want = want[:end+strings.IndexByte(want[end:], '\n')+1]
			code, got, errOut := program(t, "triage", "train", "--arff", set, "--print", c.flag)
			if code != 0 || got != want {
				t.Errorf("%s %s: exit %d %s; %d bytes, want %d", filepath.Base(set), c.flag, code, errOut, len(got), len(want))
			}
		}
	}
}

func TestLabelOf(t *testing.T) {
	for s, want := range map[string]string{
		"true": "true", " TRUE ": "true", "1": "true", "TA": "true", "oui": "true", "yes": "true",
		"false": "false", "0": "false", "nta": "false", "non": "false", "no": "false", "": "none", "  ": "none", "maybe": "error", "2": "error",
	} {
		got := "none"
		l, err := labelOf(s)
		switch {
		case err != nil:
			got = "error"
			if strings.Contains(err.Error(), s) {
				t.Errorf("the error shows the cell: %v", err)
			}
		case l != nil && *l:
			got = "true"
		case l != nil:
			got = "false"
		}
		if got != want {
			t.Errorf("labelOf(%q): %s, want %s", s, got, want)
		}
	}
}

// What is learnt from a corpus never shows its text, in output or in errors.
func TestTriageShowsNoText(t *testing.T) {
	const canary = "zorglubine"
	dir := t.TempDir()
	var b strings.Builder
	b.WriteString("id,text,ta\n")
	for i := range 30 {
		if i%3 == 0 {
			b.WriteString("x,je vois Camille " + canary + ",true\n")
		} else {
			b.WriteString("x,ok a demain " + canary + ",false\n")
		}
	}
	file := filepath.Join(dir, "labels.csv")
	if err := os.WriteFile(file, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	model := filepath.Join(dir, "model")
	for _, args := range [][]string{
		{"triage", "train", file, "--folds", "3", "-o", model},
		{"triage", "evaluate", file, "--model", model},
		{"triage", "select", file, "--model", model, "-n", "3"},
		{"triage", "show", model},
		{"triage", "rank", file},
		{"triage", "train", file, "--folds", "90"},
		{"triage", "train", file, "--ta-column", "text"},
	} {
		code, out, errOut := program(t, args...)
		if strings.Contains(out+errOut, canary) || strings.Contains(out+errOut, "Camille") {
			t.Errorf("%v (exit %d) shows text", args[:2], code)
		}
		if code == 2 {
			t.Errorf("%v: wrong usage: %s", args, errOut)
		}
	}
	entries, err := os.ReadDir(model)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		data, err := os.ReadFile(filepath.Join(model, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(data, []byte(canary)) {
			t.Errorf("%s holds a word of the corpus", e.Name())
		}
	}
}
