package models_test

import (
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
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
		if _, err := os.Stat(name + "/" + model.CardName); err != nil {
			t.Errorf("%s has no card", name)
		}
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

// TestNotice: NOTICE says of each source under CC BY-SA which models read it, as their
// manifests do.
func TestNotice(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "NOTICE"))
	if err != nil {
		t.Fatal(err)
	}
	_, said, _ := strings.Cut(strings.Join(strings.Fields(string(page)), " "), "Of these, three are under CC BY-SA 4.0. ")
	said, _, _ = strings.Cut(said, ". No sentence")
	readers := map[string]string{} // of a source: what NOTICE says
	for clause := range strings.SplitSeq(said, "; ") {
		source, by, _ := strings.Cut(clause, " for ")
		source, _, _ = strings.Cut(source, " ")
		readers[strings.ToLower(strings.TrimSuffix(source, "-128"))] = by
	}
	seen := map[string]bool{}
	for _, name := range models.Names() {
		b, err := model.Open(models.FS(), name)
		if err != nil {
			t.Fatal(err)
		}
		kind, _, of := strings.Cut(name, "-")
		for _, d := range b.Data {
			if !strings.Contains(d.Licence, "BY-SA") {
				continue
			}
			named := false
			for source, by := range readers {
				if strings.Contains(strings.ToLower(d.Name), source) {
					seen[source] = true
					named = strings.Contains(by, name) || of && strings.Contains(by, kind+"-*")
				}
			}
			if !named {
				t.Errorf("NOTICE does not say that %s read %s", name, d.Name)
			}
		}
	}
	if len(seen) != 3 || len(readers) != 3 {
		t.Errorf("models read %v, NOTICE names %v", seen, readers)
	}
}

func ExampleNames() {
	fmt.Println(slices.ContainsFunc(models.Names(), func(n string) bool { return strings.HasPrefix(n, "names-") }))
	// Output: true
}
