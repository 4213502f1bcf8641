package models_test

import (
	"fmt"
	"os/exec"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/bauta/bauta/model"
	"github.com/bauta/bauta/models"
)

// TestShippedBundles: every bundle is whole, says what it was trained on, and
// has its card.
func TestShippedBundles(t *testing.T) {
	total := int64(0)
	for _, name := range models.Names() {
		b, err := model.Open(models.FS(), name)
		if err != nil {
			t.Fatal(err)
		}
		if err := b.Verify(); err != nil {
			t.Error(err)
		}
		if b.Kind == "" || b.Licence == "" || len(b.Data) == 0 {
			t.Errorf("%s: kind %q, licence %q, %d data sets", name, b.Kind, b.Licence, len(b.Data))
		}
		for _, f := range b.Files {
			total += f.Size
		}
		f, err := models.FS().Open(name + "/" + model.CardName)
		if err != nil {
			t.Errorf("%s has no card", name)
			continue
		}
		f.Close()
	}
	if len(models.Names()) == 0 || total == 0 {
		t.Error("no models are embedded")
	}
}

// TestShareAlike: the build tag leaves out every bundle that read text or counts
// under CC BY-SA, and what is made of two such bundles; without it they are in.
func TestShareAlike(t *testing.T) {
	embedded := func(tags string) map[string]bool {
		out, err := exec.Command("go", "list", "-tags", tags, "-f", "{{range .EmbedFiles}}{{.}}\n{{end}}", ".").Output()
		if err != nil {
			t.Fatal(err)
		}
		in := map[string]bool{}
		for name := range strings.Lines(string(out)) {
			in[path.Dir(strings.TrimSpace(name))] = true
		}
		return in
	}
	usual, without := embedded(""), embedded("no_sharealike")
	alike := 0
	for _, name := range models.Names() {
		b, err := model.Open(models.FS(), name)
		if err != nil {
			t.Fatal(err)
		}
		read := b.Kind == "joint" || slices.ContainsFunc(b.Data, func(d model.Dataset) bool { return strings.Contains(d.Licence, "BY-SA") })
		if !usual[name] || read && without[name] {
			t.Errorf("%s: embedded %t, with no_sharealike %t", name, usual[name], without[name])
		}
		if read {
			alike++
		}
	}
	if alike == 0 {
		t.Error("no bundle read anything under CC BY-SA; then the tag can go")
	}
}

func ExampleNames() {
	fmt.Println(slices.ContainsFunc(models.Names(), func(n string) bool { return strings.HasPrefix(n, "names-") }))
	// Output: true
}
