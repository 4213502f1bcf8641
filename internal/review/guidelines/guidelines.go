// Package guidelines holds what annotators are told: a page of rules and two
// invented examples of each label, in six languages. They are where a project
// starts; its own versions are kept with it.
//
// [Text] gives the page of a language. A page is Markdown: headings, lists and
// tables of label, what it covers, and examples, in which what is to be marked
// stands between two pairs of asterisks.
package guidelines

import (
	"embed"
	"slices"
	"strings"
)

//go:embed *.md
var pages embed.FS

// Languages lists the codes of the languages that have a page, sorted.
func Languages() []string {
	entries, err := pages.ReadDir(".")
	if err != nil {
		return nil // embedded: cannot be
	}
	var out []string
	for _, e := range entries {
		out = append(out, strings.TrimSuffix(e.Name(), ".md"))
	}
	slices.Sort(out)
	return out
}

// Text gives the page of a language; English for one that has none.
func Text(lang string) string {
	for _, l := range []string{lang, "en"} {
		if slices.Contains(Languages(), l) {
			if data, err := pages.ReadFile(l + ".md"); err == nil {
				return string(data)
			}
		}
	}
	return ""
}
