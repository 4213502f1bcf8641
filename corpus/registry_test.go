package corpus_test

import (
	"bytes"
	"cmp"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/bauta/bauta/corpus"
	"github.com/bauta/bauta/internal/fixture/exports"
	"github.com/bauta/bauta/internal/formats"
)

var update = flag.Bool("update", false, "write the golden files anew")

// TestEveryFormat: whatever bauta formats lists is told whatever its file is called, has three
// variants or more that are written as a golden file says, and says for people what it is. What
// a module of its own reads is held to the same there. Of each the README has a row
// (TestReadmeFormats), the measure of names a thousand messages (TestGeneratedGold), and damage
// a thousand files of each variant (TestDamagedShapes); FuzzShapes begins with all of them.
func TestEveryFormat(t *testing.T) {
	variants := map[string]int{}
	for _, s := range exports.Shapes(t) {
		what := s.Format + "/" + s.Variant
		variants[s.Format]++
		data := s.Write(t, exports.Messages(t, 5))
		_, ends, _ := strings.Cut(s.Name, ".")
		s.Name = "-." + ends
		out, r, err := goneThrough(&s, data)
		if err != nil || r == nil {
			t.Errorf("%s: %v", what, err)
			continue
		}
		if packed := strings.HasPrefix(s.Format, "."); !packed && string(r.Format()) != s.Format {
			t.Errorf("%s is told as %s", what, r.Format())
		}
		golden(t, filepath.Join("testdata", "shapes", strings.NewReplacer(".", "", ", ", "-").Replace(what)), exports.Unpacked(t, out))
	}
	for _, f := range formats.Registry() {
		if f.What == "" || f.Told == "" || f.People == "" {
			t.Errorf("%s: nothing is said of it", f.Name)
		}
		if f.Module == "" && variants[f.Name] < 3 {
			t.Errorf("%s: %d variants", f.Name, variants[f.Name])
		}
	}
}

// golden holds a text to a file.
func golden(t *testing.T, name, text string) {
	t.Helper()
	if *update {
		if err := cmp.Or(os.MkdirAll(filepath.Dir(name), 0o755), os.WriteFile(name, []byte(text), 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	if want, err := os.ReadFile(name); err != nil || string(want) != text {
		t.Errorf("%s: %s, where golden says %s (%v)", name, text, want, err)
	}
}

// FuzzShapes: no bytes make the reader of any format panic, or lose a record on the way. An
// archive, too, begins as a shape.
func FuzzShapes(f *testing.F) {
	shapes := exports.Shapes(f)
	for i, s := range shapes {
		f.Add(s.Write(f, exports.Messages(f, 5)), i)
	}
	f.Fuzz(func(t *testing.T, data []byte, shape int) {
		s := &shapes[uint(shape)%uint(len(shapes))]
		cfg := corpus.Config{Fields: true, Key: []byte("a key for tests, of no use"), Also: s.Also}
		_, r, err := throughConfig(bytes.NewReader(data), s.Name, cfg, dash)
		if err == nil && r.Ledger().In != r.Ledger().Out {
			t.Errorf("%s: %v", s.Format, r.Ledger())
		}
	})
}
