package corpus_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/bauta/bauta/internal/fixture/exports"
)

// samplesOf are all files of a format that the project has: examples, goldens, generated ones.
func samplesOf(t *testing.T, format, ext string) map[string]string {
	t.Helper()
	out := map[string]string{}
	for _, where := range []string{"../examples/exports/*" + ext, "../internal/formats/testdata/" + format + "/*" + ext} {
		files, err := filepath.Glob(where)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range files {
			data, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			out[filepath.Base(name)] = string(data)
		}
	}
	for _, s := range exports.Shapes(t) {
		if s.Format == format {
			out[s.Variant] = string(s.Write(t, exports.Messages(t, 14)))
		}
	}
	return out
}

func isTEI(file string) bool {
	return strings.Contains(file, "<TEI") || strings.Contains(file, "<teiCorpus")
}

// aName is what the tests of validity hide of samples: words with a capital.
var aName = regexp.MustCompile(`\p{Lu}\p{Ll}[\pL_]*`)

// TestHidingAddsNoFault: a sample in TEI or CHAT has no fault when names are hidden that it has
// not by itself; those without any stay so.
func TestHidingAddsNoFault(t *testing.T) {
	clean := 0
	for _, c := range []struct {
		format, ext string
		faults      func(string) []string
	}{
		{"tei", ".xml", func(file string) (out []string) {
			for _, f := range teiFaults(file) {
				if kind, _, _ := strings.Cut(f, " "); kind == "pointer" || kind == "ID" {
					f = kind
				}
				out = append(out, f)
			}
			return out
		}},
		{"chat", ".cha", func(file string) (out []string) {
			for _, n := range clanCheck(strings.ReplaceAll(strings.TrimPrefix(file, "\ufeff"), "\r\n", "\n")) {
				out = append(out, fmt.Sprint("error ", n))
			}
			return out
		}},
	} {
		for name, file := range samplesOf(t, c.format, c.ext) {
			if c.format == "tei" && !isTEI(file) {
				continue // another XML
			}
			before := c.faults(file)
			if len(before) == 0 {
				clean++
			}
			for _, with := range []string{"Person 12", "<PRE_6_4774>", "LOCATION"} {
				for _, f := range c.faults(renamedBy(t, aName, file, "a"+c.ext, with)) {
					if !slices.Contains(before, f) {
						t.Errorf("%s with %q: %s", name, with, f)
					}
				}
			}
		}
	}
	if clean < 4 {
		t.Errorf("%d samples without a fault", clean)
	}
}
