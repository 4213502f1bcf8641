package model_test

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"testing"
	"testing/fstest"

	"github.com/bauta/bauta/model"
)

func TestJoin(t *testing.T) {
	file := func(s string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(s)} }
	fr := model.Pack{Lang: "fr", Files: fstest.MapFS{"ner-fr/a": file("fr"), "both/a": file("first"), "page.md": file("")}}
	de := model.Pack{Lang: "de", Files: fstest.MapFS{"ner-de/a": file("de"), "both/a": file("second")}}
	all := model.Join(fr, model.Pack{Lang: "it"}, de)
	if got := all.Names(); !slices.Equal(got, []string{"both", "ner-de", "ner-fr"}) {
		t.Errorf("%v", got)
	}
	for name, want := range map[string]string{"ner-fr/a": "fr", "ner-de/a": "de", "both/a": "first"} {
		if data, err := fs.ReadFile(all, name); err != nil || string(data) != want {
			t.Errorf("%s: %q, %v", name, data, err)
		}
	}
	for _, name := range []string{"ner-it/a", "ner-fr/b", "page.md", "", "."} {
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
