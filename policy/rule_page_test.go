package policy

import (
	"cmp"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/detect/pattern"
)

var update = flag.Bool("update", false, "write the rules anew in docs/formats/policy.md")

// TestRuleKeysPage: the list of rules in docs/formats/policy.md is that of the code.
func TestRuleKeysPage(t *testing.T) {
	name := filepath.Join("..", "docs", "formats", "policy.md")
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	const begin, end = "-update -->\n", "<!-- end of rules -->"
	head, rest, ok := strings.Cut(string(data), begin)
	was, tail, closed := strings.Cut(rest, end)
	if !ok || !closed {
		t.Fatal("the page has no place for the rules")
	}
	var w strings.Builder
	w.WriteString("\n| type | rules of patterns |\n|---|---|\n")
	last, said := bauta.Label(""), "\n| rule | says |\n|---|---|\n"
	for _, k := range ruleKeysOfFinds() {
		switch {
		case k.Why != "":
			said += fmt.Sprintf("| `%s` | %s |\n", k.Key, k.Why)
		case k.Label == "":
			t.Errorf("%s is of no type", k.Key)
		case k.Label != last && last != "":
			fmt.Fprintf(&w, " |\n| %s | `%s`", k.Label, k.Key)
		case k.Label != last:
			fmt.Fprintf(&w, "| %s | `%s`", k.Label, k.Key)
		default:
			fmt.Fprintf(&w, " `%s`", k.Key)
		}
		if k.Why == "" {
			last = k.Label
		}
	}
	want := w.String() + " |\n" + said + "\n"
	if *update {
		if err := os.WriteFile(name, []byte(head+begin+want+end+tail), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if was != want {
		t.Error("docs/formats/policy.md has other rules than the code: go test ./policy -run TestRuleKeysPage -update")
	}
}

// ruleKeysOfFinds lists the keys that finds may have. COUNTRY and LANGUAGE stand for codes.
func ruleKeysOfFinds() []ruleKey {
	var out []ruleKey
	for label, keys := range pattern.RuleKeys() {
		for _, k := range keys {
			out = append(out, ruleKey{Key: k, Label: label})
		}
	}
	slices.SortFunc(out, func(a, b ruleKey) int {
		return cmp.Or(cmp.Compare(a.Label, b.Label), cmp.Compare(a.Key, b.Key))
	})
	return append(out, furtherKeys()...)
}
