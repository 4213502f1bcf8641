//go:build e2e

package main_test

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestDocsSearch: the search of the docs, from a disk, finds by stem where no word of theirs
// begins as asked, in other languages than theirs too, and says so where it finds nothing.
func TestDocsSearch(t *testing.T) {
	chromium(t)
	dir := t.TempDir()
	if out, err := exec.Command("go", "-C", filepath.Join("..", "..", "tools"), "run", "./site", "-o", dir).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	b := open(t, nil)
	finds := func(words string) []string {
		eval[bool](b, `(document.getElementById("q").focus(), document.getElementById("q").select(), true)`)
		b.write(words)
		return eval[[]string](b, `[...document.querySelectorAll("#found a")].map((a) => a.textContent)`)
	}
	b.goTo("file://" + dir + "/index.html")
	for _, words := range []string{"anonymiser", "Anonymisierung"} {
		if eval[bool](b, `Object.keys(bautaWords.words).some((w) => w.startsWith("`+strings.ToLower(words)+`"))`) {
			t.Fatalf("%s is a word of the docs now; take another one", words)
		}
		if got := finds(words); len(got) == 0 || !strings.Contains(strings.ToLower(strings.Join(got, "|")), "anonymis") {
			t.Errorf("%s finds %q", words, got)
		}
	}
	if got := finds("zzyzx"); len(got) != 0 || b.text("#found") != "Nothing found" {
		t.Errorf("no word at all finds %q", got)
	}
	b.clean("file://" + dir)
}
