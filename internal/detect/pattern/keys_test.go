package pattern_test

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/detect/pattern"
	"github.com/bauta/bauta/internal/fixture"
	"github.com/bauta/bauta/text"
)

// TestRuleKeysAreAll: no find has a key that is not listed, in the messages of the
// fixture, in those of testdata, and in the code itself.
func TestRuleKeysAreAll(t *testing.T) {
	d, err := pattern.New(pattern.Config{Dates: true})
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	run := func(s string) {
		doc, err := text.Analyser{}.Analyse(context.Background(), bauta.Message{Text: s})
		if err != nil {
			return
		}
		found, err := d.Detect(context.Background(), doc)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range found {
			seen[s.Rule] = true
		}
	}
	for m := range fixture.Texts(10_000) {
		run(m)
	}
	files, err := filepath.Glob(filepath.Join("testdata", "examples", "*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		for line := range strings.Lines(string(read(t, name))) {
			for field := range strings.SplitSeq(line, "\t") {
				run(field)
			}
		}
	}
	code, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	given := regexp.MustCompile(`(?m)sc\.add\([^"\n]*"([a-z0-9-]+)"\)|return 0\.\d+, "([a-z-]+)"$`)
	for _, name := range code {
		for _, m := range given.FindAllStringSubmatch(string(read(t, name)), -1) {
			seen[m[1]+m[2]] = true
		}
	}
	if len(seen) < 40 {
		t.Fatalf("%d keys alone were seen", len(seen))
	}
	for key := range seen {
		if !pattern.IsRuleKey(key) {
			t.Errorf("a find with the rule %s, which RuleKeys does not list", key)
		}
	}
	for _, none := range []string{"", "date-foo", "phone-COUNTRY", "phone-x", "phone-f4", "ibna"} {
		if pattern.IsRuleKey(none) {
			t.Errorf("%q is a key", none)
		}
	}
}

func read(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return data
}
