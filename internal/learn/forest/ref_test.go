package forest

import (
	"math"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/bauta/bauta/internal/fixture"
	"github.com/bauta/bauta/internal/learn"
	"github.com/bauta/bauta/internal/learn/arff"
	"github.com/bauta/bauta/internal/learn/assess"
)

func readARFF(t testing.TB, path string) *learn.Dataset {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	d, err := arff.Config{}.Read(f)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// TestBaggingReference holds our cross-validated accuracy to the reference
// program's: the seeds being the same, it must be the same to the last digit
// printed, which is stricter than the 1.5 points asked for.
func TestBaggingReference(t *testing.T) {
	fixture.Each(t, fixture.Shared(t, "reference/weka"), "*.arff", func(t *testing.T, file string) {
		want := referenceAccuracy(t, strings.TrimSuffix(file, ".arff")+".bagging-cv.txt")
		r, err := assess.CrossValidate(Bagging{}, readARFF(t, file), 10, 1)
		if err != nil {
			t.Fatal(err)
		}
		if got := 100 * r.Accuracy(); math.Abs(got-want) > 1e-4 {
			t.Errorf("accuracy %.4f %%, reference %.4f %%", got, want)
		}
	})
}

func referenceAccuracy(t *testing.T, path string) float64 {
	t.Helper()
	all, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(string(all), "\n") {
		if f := strings.Fields(line); len(f) == 6 && f[0] == "Correctly" {
			v, err := strconv.ParseFloat(f[4], 64)
			if err != nil {
				t.Fatal(err)
			}
			return v
		}
	}
	t.Fatalf("no accuracy in %s", path)
	return 0
}
