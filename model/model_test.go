package model_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/bauta/bauta/model"
)

func write(t testing.TB, files map[string][]byte) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "toy")
	m := model.Manifest{Kind: "toy", Version: 1, Data: []model.Dataset{{Name: "invented", Licence: "CC0"}}, Licence: "Apache-2.0", Seed: 7}
	if err := model.Write(dir, m, "# toy\n", files); err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestRoundTrip(t *testing.T) {
	dir := write(t, map[string][]byte{"b.bin": {1, 2, 3}, "a.json": []byte("{}")})
	b, err := model.Open(os.DirFS(filepath.Dir(dir)), "toy")
	if err != nil {
		t.Fatal(err)
	}
	if err := b.Verify(); err != nil {
		t.Error(err)
	}
	data, err := b.Read("b.bin")
	if diff := cmp.Diff([]byte{1, 2, 3}, data); diff != "" || err != nil {
		t.Error(diff, err)
	}
	if b.Kind != "toy" || b.Seed != 7 || b.Files[0].Name != "a.json" || len(b.Digest()) != 64 {
		t.Errorf("manifest came back as %+v", b.Manifest)
	}
}

func TestRewriteRemovesOldFiles(t *testing.T) {
	dir := write(t, map[string][]byte{"old.bin": {1}})
	if err := model.Write(dir, model.Manifest{Kind: "toy"}, "", map[string][]byte{"new.bin": {2}}); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(dir, "old.bin")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("old file is still there: %v", err)
	}
}

// TestABundleThatCannotBeWrittenLeavesTheOldOne, whole, and nothing beside it.
func TestABundleThatCannotBeWrittenLeavesTheOldOne(t *testing.T) {
	dir := write(t, map[string][]byte{"a.bin": {1, 2, 3}})
	if err := model.Write(dir, model.Manifest{Kind: "toy"}, "", map[string][]byte{"a.bin": {4}, "no/such/folder.bin": {5}}); err == nil {
		t.Fatal("written into a folder that is not there")
	}
	b, err := model.Open(os.DirFS(filepath.Dir(dir)), "toy")
	if err != nil {
		t.Fatal(err)
	}
	if err := b.Verify(); err != nil {
		t.Errorf("the old bundle: %v", err)
	}
	if left, err := filepath.Glob(filepath.Join(dir, "*.new")); err != nil || len(left) > 0 {
		t.Errorf("left %d files, %v", len(left), err)
	}
}

func TestDamage(t *testing.T) {
	for _, c := range []struct {
		name string
		harm func(dir string) error
	}{
		{"changed", func(d string) error { return os.WriteFile(filepath.Join(d, "a.bin"), []byte{9, 9, 9}, 0o600) }},
		{"longer", func(d string) error { return os.WriteFile(filepath.Join(d, "a.bin"), make([]byte, 100), 0o600) }},
		{"shorter", func(d string) error { return os.WriteFile(filepath.Join(d, "a.bin"), nil, 0o600) }},
		{"gone", func(d string) error { return os.Remove(filepath.Join(d, "a.bin")) }},
	} {
		dir := write(t, map[string][]byte{"a.bin": {1, 2, 3}})
		if err := c.harm(dir); err != nil {
			t.Fatal(err)
		}
		b, err := model.Open(os.DirFS(filepath.Dir(dir)), "toy")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := b.Read("a.bin"); err == nil {
			t.Errorf("%s: read without error", c.name)
		}
		if b.Verify() == nil {
			t.Errorf("%s: verified", c.name)
		}
	}
}

func TestRefusals(t *testing.T) {
	for name, manifest := range map[string]string{
		"not JSON": "x", "unknown field": `{"kind":"a","what":1}`, "path out": `{"files":[{"name":"../x","size":1}]}`,
		"huge": `{"files":[{"name":"x","size":99999999999}]}`,
	} {
		if _, err := model.Open(fstest.MapFS{"m/manifest.json": {Data: []byte(manifest)}}, "m"); err == nil {
			t.Errorf("%s: opened", name)
		}
	}
	if _, err := model.Open(fstest.MapFS{}, "none"); err == nil {
		t.Error("opened what is not there")
	}
	if err := model.Write(t.TempDir(), model.Manifest{}, "", map[string][]byte{"../x": nil}); err == nil {
		t.Error("wrote outside the bundle")
	}
}

func FuzzOpen(f *testing.F) {
	f.Add([]byte(`{"kind":"a","files":[{"name":"x","size":1,"sha256":""}]}`))
	f.Fuzz(func(t *testing.T, manifest []byte) {
		b, err := model.Open(fstest.MapFS{"m/manifest.json": {Data: manifest}, "m/x": {Data: []byte("y")}}, "m")
		if err == nil {
			b.Verify()
		}
	})
}

func ExampleOpen() {
	files := fstest.MapFS{"toy/manifest.json": {Data: []byte(`{"kind":"toy","version":1,"data":[],"licence":"CC0","seed":1,"files":[]}`)}}
	b, err := model.Open(files, "toy")
	fmt.Println(b.Kind, err)
	// Output: toy <nil>
}
