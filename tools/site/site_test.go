package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"
)

// TestDocs makes the site of the project: what a page links to is there, its heading
// too; pages ask nothing of any other host; and the search finds sections by their words.
func TestDocs(t *testing.T) {
	s := site{files: os.DirFS(filepath.Join("..", "..")), source: "https://example.com/"}
	if err := s.read(); err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(t.TempDir(), "site")
	if err := s.write(out); err != nil {
		t.Fatal(err)
	}
	loads := regexp.MustCompile(`(?:src|<link[^>]*href)="([^"]*)"`)
	linked := regexp.MustCompile(`href="([^"#:]+)(?:#([^"]*))?"`)
	written, menu := map[string]string{}, 0
	for _, p := range s.pages {
		data, err := os.ReadFile(filepath.Join(out, p.URL))
		if err != nil {
			t.Fatal(err)
		}
		written[p.URL] = string(data)
	}
	for at, page := range written {
		for _, m := range loads.FindAllStringSubmatch(page, -1) {
			if strings.Contains(m[1], ":") {
				t.Errorf("%s asks for %s", at, m[1])
			}
		}
		for _, m := range linked.FindAllStringSubmatch(page, -1) {
			menu++
			to := filepath.Join(filepath.Dir(at), m[1])
			if _, err := os.Stat(filepath.Join(out, to)); err != nil {
				t.Errorf("%s links to %s, which there is not", at, m[1])
			}
			if m[2] != "" && !strings.Contains(written[to], `id="`+m[2]+`"`) {
				t.Errorf("%s links to %s, which has no #%s", at, m[1], m[2])
			}
		}
	}
	if len(written) < 40 || menu < 1000 {
		t.Errorf("%d pages, %d links", len(written), menu)
	}
	finds(t, s.index(), "withdraw", "docs/privacy.html#who-takes-consent-back")
	finds(t, s.index(), "pseudonym", "")
}

// finds wants a section among those of a word; "" for any.
func finds(t *testing.T, script []byte, word, url string) {
	t.Helper()
	var all struct {
		Sections []place
		Words    map[string][]int
	}
	data := strings.TrimSuffix(strings.TrimPrefix(string(script), "var bautaWords = "), ";\n")
	if err := json.Unmarshal([]byte(data), &all); err != nil {
		t.Fatal(err)
	}
	for key, places := range all.Words {
		for _, at := range places {
			if strings.HasPrefix(key, word) && (url == "" || all.Sections[at].URL == url) {
				return
			}
		}
	}
	t.Errorf("%q does not find %s", word, url)
}

// TestFolded: words are found without their accents and special letters, in six languages,
// and the script of the search folds the same letters.
func TestFolded(t *testing.T) {
	for text, want := range map[string]string{
		"Données, Nœuds": "donnees noeuds", "Größe": "grosse", "Niño": "nino", "Perché": "perche", "Räksmörgås": "raksmorgas",
		"Na\u0131f \u00c6r\u00f8": "naif aero",
	} {
		if got := strings.Join(folded(text), " "); got != want {
			t.Errorf("%s is folded to %s", text, got)
		}
	}
	script, err := os.ReadFile(filepath.Join("static", "search.js"))
	if err != nil {
		t.Fatal(err)
	}
	for _, letter := range "ßœæøıł" {
		if rule := fmt.Sprintf("%q: %q", string(letter), whole.Replace(string(letter))); !strings.Contains(string(script), rule) {
			t.Errorf("search.js does not fold %s", rule)
		}
	}
}

// TestBroken: a link that leads nowhere is an error that names the page.
func TestBroken(t *testing.T) {
	for name, text := range map[string]string{
		"a page that there is not":    "# A\n[b](docs/gone.md)\n",
		"a picture that there is not": "# A\n![b](gone.png)\n",
		"a heading of another page":   "# A\n[b](docs/b.md#gone)\n",
		"a heading of its own":        "# A\n[b](#gone)\n",
		"no heading at all":           "a\n",
	} {
		s := site{files: fstest.MapFS{"a.md": {Data: []byte(text)}, "docs/b.md": {Data: []byte("# B\n")}}}
		if err := s.read(); err == nil || !strings.HasPrefix(err.Error(), "a.md: ") {
			t.Errorf("%s: %v", name, err)
		}
	}
	whole := "# A b\n[b](docs/b.md#b-1) [c](#a-b) [d](docs/x.txt) ![e](docs/e.png) [f](https://example.com) <b>x</b>\n"
	s := site{source: "https://example.com/", files: fstest.MapFS{
		"a.md": {Data: []byte(whole)}, "docs/b.md": {Data: []byte("# B\n## B\n[a](../a.md)\n")},
		"docs/x.txt": {}, "docs/e.png": {},
	}}
	if err := s.read(); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		`"docs/b.html#b-1"`, `"#a-b"`, `"https://example.com/docs/x.txt"`, `"docs/e.png"`, `"https://example.com"`,
	} {
		if !strings.Contains(string(s.pages[0].body), want) {
			t.Errorf("no %s in %s", want, s.pages[0].body)
		}
	}
	if strings.Contains(string(s.pages[0].body), "<b>") {
		t.Error("HTML of the text gets in")
	}
}
