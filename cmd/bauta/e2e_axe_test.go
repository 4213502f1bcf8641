//go:build e2e

package main_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// axe is the accessibility checker, which internal/setup.sh keeps outside the
// project; empty where it is not.
func axe(t *testing.T) string {
	t.Helper()
	dir := os.Getenv("BAUTA_CACHE")
	if dir == "" {
		cache, err := os.UserCacheDir()
		if err != nil {
			t.Fatal(err)
		}
		dir = filepath.Join(cache, "bauta-tools")
	}
	src, err := os.ReadFile(filepath.Join(dir, "axe.min.js"))
	if err != nil && os.Getenv("CI") != "" {
		t.Fatal("axe-core is missing; internal/setup.sh fetches it")
	}
	if err != nil {
		t.Skip("axe-core is missing; type: sh internal/setup.sh")
	}
	return string(src)
}

// accessible fails the test for every violation on the page.
func (b *tab) accessible(script, where string) {
	b.t.Helper()
	b.holds(script, where, `["wcag2a","wcag2aa","wcag21a","wcag21aa","wcag22aa"]`)
}

// themed is accessible in one of the two themes. They differ in nothing but colours, so that in the dark
// one the rules of those levels that look at colours are asked alone.
func (b *tab) themed(script, theme, where string) {
	b.t.Helper()
	eval[bool](b, fmt.Sprintf(`(document.documentElement.dataset.theme = %q, true)`, theme))
	where += " " + theme
	if theme == "dark" {
		b.holds(script, where, `{type: "rule", values: ["color-contrast", "link-in-text-block"]}`)
		return
	}
	b.accessible(script, where)
}

// holds fails the test for every violation of some rules. Of what holds, axe gathers no more than it must.
func (b *tab) holds(script, where, rules string) {
	b.t.Helper()
	b.wait(`document.readyState === "complete"`)
	if !eval[bool](b, `"axe" in window`) {
		eval[bool](b, script+`; true`)
	}
	data := eval[string](b, `axe.run(document, {resultTypes: ["violations"], runOnly: `+rules+`}).then(r => JSON.stringify(r.violations))`)
	var found []struct {
		ID    string
		Nodes []struct{ HTML, FailureSummary string }
	}
	if err := json.Unmarshal([]byte(data), &found); err != nil {
		b.t.Fatal(err)
	}
	for _, v := range found {
		b.t.Errorf("%s: %s: %s: %s", where, v.ID, v.Nodes[0].HTML, v.Nodes[0].FailureSummary)
	}
}
