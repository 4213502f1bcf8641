package main

import (
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/server/ui"
	"github.com/bauta/bauta/policy"
)

// TestEverySettlerIsNamedForReaders: the pages have a name in the reader's language
// for each settler of the presets.
func TestEverySettlerIsNamedForReaders(t *testing.T) {
	phrases, err := ui.Read("phrases/common.tsv")
	if err != nil {
		t.Fatal(err)
	}
	gap := regexp.MustCompile(`[^a-z]+`)
	seen := map[string]bool{}
	for _, name := range []string{"gdpr", "seekhide", "anonymate"} {
		f, err := policy.Load(name)
		if err != nil {
			t.Fatal(err)
		}
		b, err := f.Build(policy.Options{Lang: "fr", FindOnly: true})
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range append(append([]bauta.Settler{}, b.Pipeline.Settlers...), b.Pipeline.Across...) {
			seen[s.Name()] = true
		}
	}
	if len(seen) < 6 {
		t.Fatalf("the presets have %d settlers alone", len(seen))
	}
	for name := range seen {
		if key := "\njs.settler." + gap.ReplaceAllString(name, "-") + "\t"; !strings.Contains(string(phrases), key) {
			t.Errorf("the settler %q has no phrase%s", name, key)
		}
	}
}

// TestImportKeepsWhatSettlersDid: a question comes into the store with what settlers
// changed before it was asked.
func TestImportKeepsWhatSettlersDid(t *testing.T) {
	dir := t.TempDir()
	store, messages := filepath.Join(dir, "desk"), filepath.Join(dir, "sms.txt")
	text := "je vois rose et marin demain\nsalut Rose, on mange avec Pierre ?\n"
	if err := os.WriteFile(messages, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"review", "init", store, "--name", "p", "--lang", "fr"},
		{"review", "import", store, messages, "--policy", "gdpr"},
	} {
		var errs strings.Builder
		if code := run(t.Context(), args, strings.NewReader(""), io.Discard, &errs); code != 0 {
			t.Fatalf("%v: %d, %s", args, code, errs.String())
		}
	}
	var at desk
	s, p, err := at.both(t.Context(), store)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	occurrences, changes := 0, 0
	for m, err := range s.Messages(t.Context(), p.ID) {
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range m.Occurrences {
			occurrences++
			changes += len(o.Changes)
			for _, c := range o.Changes {
				if c.Settler == "" || strings.Contains(c.Before.Why+c.After.Why, "Rose") {
					t.Errorf("a change by %q", c.Settler)
				}
			}
		}
	}
	if occurrences == 0 || changes == 0 {
		t.Errorf("%d occurrences with %d changes", occurrences, changes)
	}
}
