package tree

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bauta/bauta/internal/fixture"
	"github.com/bauta/bauta/internal/learn"
	"github.com/bauta/bauta/internal/learn/arff"
)

func readARFF(t testing.TB, path string) *learn.Dataset {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	d, err := arff.Config{File: filepath.Base(path)}.Read(f)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// treeText cuts the tree out of a report of the reference program.
func treeText(t testing.TB, path string) string {
	t.Helper()
	all, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	s := string(all)
	from, to := strings.Index(s, "J48 "), strings.Index(s, "Size of the tree")
	if from < 0 || to < 0 {
		t.Fatalf("%s holds no tree", path)
	}
	return s[from : to+strings.Index(s[to:], "\n")+1]
}

func compareFolder(t *testing.T, dir string) {
	fixture.Each(t, dir, "*.arff", func(t *testing.T, file string) {
		d := readARFF(t, file)
		for suffix, c := range map[string]C45{".j48.txt": {}, ".j48-unpruned.txt": {Unpruned: true}} {
			got, err := c.Tree(d)
			if err != nil {
				t.Fatal(err)
			}
			want := treeText(t, strings.TrimSuffix(file, ".arff")+suffix)
			if diff := cmp.Diff(want, got.String()); diff != "" {
				t.Errorf("%s%s (-want +got):\n%s", filepath.Base(file), suffix, diff)
			}
		}
	})
}

func TestReference(t *testing.T) { compareFolder(t, fixture.Shared(t, "reference/weka")) }

// TestInvented is TestReference on data of our own, generated at random: many
// missing values, fractional and zero weights, attributes that are constant,
// missing everywhere or almost equal, rows without a class. The trees beside
// them are what the reference program printed.
func TestInvented(t *testing.T) { compareFolder(t, "testdata") }
