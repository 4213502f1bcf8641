package assess

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/bauta/bauta/internal/fixture"
	"github.com/bauta/bauta/internal/learn/arff"
	"github.com/bauta/bauta/internal/learn/tree"
)

// TestReference compares the whole cross-validation of J48, folds and figures
// and layout, with what the reference program printed.
func TestReference(t *testing.T) {
	fixture.Each(t, fixture.Shared(t, "reference/weka"), "*.arff", func(t *testing.T, file string) {
		f, err := os.Open(file)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		d, err := arff.Config{}.Read(f)
		if err != nil {
			t.Fatal(err)
		}
		report, err := os.ReadFile(strings.TrimSuffix(file, ".arff") + ".j48.txt")
		if err != nil {
			t.Fatal(err)
		}
		_, want, ok := strings.Cut(string(report), "=== Stratified cross-validation ===")
		if !ok {
			t.Fatal("no cross-validation in the reference")
		}
		r, err := CrossValidate(tree.C45{}, d, 10, 1)
		if err != nil {
			t.Fatal(err)
		}
		_, got, _ := strings.Cut(r.String(), "=== Stratified cross-validation ===")
		var kept []string
		for _, line := range strings.Split(got, "\n") {
			if !strings.HasPrefix(line, "Balanced") && !strings.HasPrefix(line, "Folds") {
				kept = append(kept, line)
			}
		}
		if diff := cmp.Diff(trimmed(want), trimmed(strings.Join(kept, "\n"))); diff != "" {
			t.Errorf("-want +got:\n%s", diff)
		}
	})
}

// trimmed leaves the blanks at the ends of lines out.
func trimmed(s string) string {
	lines := strings.Split(strings.TrimSpace(s), "\n")
	for i, l := range lines {
		lines[i] = strings.TrimRight(l, " ")
	}
	return strings.Join(lines, "\n")
}
