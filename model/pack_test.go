package model_test

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"testing/fstest"

	"github.com/bauta/bauta/model"
)

func TestJoin(t *testing.T) {
	file := func(s string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(s)} }
	fr := model.Pack{Lang: "fr", Files: fstest.MapFS{"ner-fr/manifest.json": file("fr"), "both/manifest.json": file("first"), "page.md": file("")}}
	de := model.Pack{Lang: "de", Files: fstest.MapFS{"ner-de/manifest.json": file("de"), "both/manifest.json": file("second")}}
	all := model.Join(fr, model.Pack{Lang: "it"}, de)
	if got := all.Names(); !slices.Equal(got, []string{"both", "ner-de", "ner-fr"}) {
		t.Errorf("%v", got)
	}
	for name, want := range map[string]string{"ner-fr/manifest.json": "fr", "ner-de/manifest.json": "de", "both/manifest.json": "first"} {
		if data, err := fs.ReadFile(all, name); err != nil || string(data) != want {
			t.Errorf("%s: %q, %v", name, data, err)
		}
	}
	for _, name := range []string{"ner-it/manifest.json", "ner-fr/b", "page.md", "", "."} {
		if _, err := all.Open(name); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%q: %v", name, err)
		}
	}
}

func ExampleJoin() {
	fr := model.Pack{Lang: "fr", Files: fstest.MapFS{"ner-fr/manifest.json": {}}}
	all := model.Join(fr)
	fmt.Println(all.Names(), all.Has("ner-de"))
	// Output: [ner-fr] false
}

// TestSharedFile: a file that several bundles share lies in a folder that is no bundle, and is
// held against the digest of each.
func TestSharedFile(t *testing.T) {
	dir := t.TempDir()
	shared := []byte("weights")
	sum := sha256.Sum256(shared)
	m := model.Manifest{Kind: "neural", Files: []model.File{
		{Name: "net", Size: int64(len(shared)), Digest: hex.EncodeToString(sum[:]), In: "network"},
	}}
	for _, name := range []string{"neural-fr", "neural-de"} {
		if err := model.Write(filepath.Join(dir, name), m, "# card", map[string][]byte{"own": []byte(name)}); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.MkdirAll(filepath.Join(dir, "network"), 0o755); err != nil {
		t.Fatal(err)
	}
	put := func(data string) {
		if err := os.WriteFile(filepath.Join(dir, "network", "net"), []byte(data), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	put("weights")
	all := model.Join(model.Pack{Lang: "fr", Files: os.DirFS(dir)})
	if got := all.Names(); !slices.Equal(got, []string{"neural-de", "neural-fr"}) {
		t.Errorf("bundles %v", got)
	}
	b, err := model.Open(all, "neural-fr")
	if err != nil {
		t.Fatal(err)
	}
	if data, err := b.Read("net"); err != nil || string(data) != "weights" || b.Verify() != nil {
		t.Errorf("%q, %v, %v", data, err, b.Verify())
	}
	put("weightS")
	if _, err := b.Read("net"); !errors.Is(err, model.ErrDamaged) {
		t.Errorf("a changed file is %v", err)
	}
	m.Files[0].In = "../secret"
	if err := model.Write(filepath.Join(dir, "out"), m, "", nil); err != nil {
		t.Fatal(err)
	}
	if _, err := model.Open(os.DirFS(dir), "out"); !errors.Is(err, model.ErrDamaged) {
		t.Errorf("a file outside is %v", err)
	}
}
