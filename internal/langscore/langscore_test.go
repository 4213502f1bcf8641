package langscore_test

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/bauta/bauta/internal/fixture"
	"github.com/bauta/bauta/internal/langscore"
	"github.com/bauta/bauta/langid"
)

func Example() {
	files := fstest.MapFS{}
	for _, set := range langscore.Sets() {
		files[set+"/fr.txt"] = &fstest.MapFile{Data: []byte("bonjour à tous\n")}
		files[set+"/en.txt"] = &fstest.MapFile{Data: []byte("good morning everyone\n")}
	}
	langs := []string{"en", "fr"}
	m, err := langid.Default()
	if err != nil {
		fmt.Println(err)
		return
	}
	id, err := m.With(langid.Config{Languages: langs})
	if err != nil {
		fmt.Println(err)
		return
	}
	r, err := langscore.Evaluate(id, langs, files)
	fmt.Println(r.Sets[0].Macro(), err)
	// Output: 1 <nil>
}

// identifier gives the shipped model, narrowed; to no languages: all.
func identifier(t testing.TB, langs []string) *langid.Identifier {
	t.Helper()
	m, err := langid.Default()
	if err != nil {
		t.Fatal(err)
	}
	id, err := m.With(langid.Config{Languages: langs})
	if err != nil {
		t.Fatal(err)
	}
	return id
}

// The bars of the issue, on the test lines that no model is trained on.
func TestAccuracy(t *testing.T) {
	r, err := langscore.Evaluate(identifier(t, nil), nil, os.DirFS(fixture.Shared(t, "data/langid/dev")))
	if err != nil {
		t.Fatal(err)
	}
	bars := map[string]float64{"sentences": 0.988, "pairs": 0.93, "words": 0.78}
	for _, s := range r.Sets {
		t.Logf("%s %.2f %%, calibration error %.2f %%", s.Name, 100*s.Macro(), 100*s.Calibration)
		if s.Macro() < bars[s.Name] {
			t.Errorf("%s: %.2f %%, want %.1f %%", s.Name, 100*s.Macro(), 100*bars[s.Name])
		}
		if s.Calibration > 0.03 {
			t.Errorf("%s: calibration error %.3f", s.Name, s.Calibration)
		}
	}
}

func TestEvaluateReport(t *testing.T) {
	files := fstest.MapFS{}
	for _, set := range langscore.Sets() {
		files[set+"/fr.txt"] = &fstest.MapFile{Data: []byte("bonjour à tous\nsee you tomorrow morning\n\n")}
		files[set+"/en.txt"] = &fstest.MapFile{Data: []byte("good morning everyone\n")}
	}
	langs := []string{"en", "fr"}
	id := identifier(t, langs)
	r, err := langscore.Evaluate(id, langs, files)
	if err != nil {
		t.Fatal(err)
	}
	s := r.Sets[0]
	if s.Accuracy(0) != 1 || s.Accuracy(1) != 0.5 || s.Macro() != 0.75 || s.Mistaken[1] != "en" || s.Lines[1] != 2 {
		t.Errorf("report %+v", s)
	}
	var b strings.Builder
	if _, err := r.WriteTo(&b); err != nil || !strings.Contains(b.String(), "mean         75.00") {
		t.Errorf("table:\n%s%v", b.String(), err)
	}
	delete(files, "words/en.txt")
	if _, err := langscore.Evaluate(id, langs, files); err == nil {
		t.Error("a missing file is no error")
	}
}
