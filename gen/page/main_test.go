package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/bauta/bauta/internal/page"
	"github.com/bauta/bauta/models"
)

// TestPhrases: whatever the page says is there in each language.
func TestPhrases(t *testing.T) {
	s := newSite("")
	if err := s.phrases(); err != nil {
		t.Fatal(err)
	}
	_, data, _ := strings.Cut(string(s.files["phrases.js"]), " = ")
	said := map[string]map[string]string{}
	if err := json.Unmarshal([]byte(strings.TrimSuffix(data, ";\n")), &said); err != nil {
		t.Fatal(err)
	}
	if err := s.look(); err != nil {
		t.Fatal(err)
	}
	asked := 0
	for _, file := range []string{"index.html", "page.js", "plan.js", "about.js"} {
		for _, m := range regexp.MustCompile(`(?:data-say=|[(,?:] ?)"(page\.[a-z.]*[a-z])"`).FindAllSubmatch(s.files[file], -1) {
			asked++
			for lang, of := range said {
				if of[string(m[1])] == "" {
					t.Errorf("%s asks for %s, which is not said in %s", file, m[1], lang)
				}
			}
		}
	}
	if len(said) != 6 || asked < 30 {
		t.Errorf("%d languages, %d phrases asked for", len(said), asked)
	}
}

// TestBare: a page whose scripts do not run says what it needs, in each language.
func TestBare(t *testing.T) {
	s := newSite("")
	if err := s.look(); err != nil {
		t.Fatal(err)
	}
	said := map[string]bool{}
	for _, m := range regexp.MustCompile(`<p lang="([a-z]{2})">([^<]+)</p>`).FindAllSubmatch(s.files["index.html"], -1) {
		said[string(m[2])] = bytes.Contains(m[2], []byte("JavaScript"))
	}
	if len(said) != len(langs) {
		t.Errorf("said in %d languages: %v", len(said), said)
	}
	for text, ok := range said {
		if !ok {
			t.Errorf("%q does not say what is needed", text)
		}
	}
}

// TestKeptOffline: what the page is made of is kept for when there is no network.
func TestKeptOffline(t *testing.T) {
	s := newSite("")
	if err := s.look(); err != nil {
		t.Fatal(err)
	}
	keeper, err := assets.ReadFile("assets/sw.js")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range s.names() {
		if !bytes.Contains(keeper, []byte(`"`+name+`"`)) {
			t.Errorf("%s is not kept", name)
		}
	}
}

// TestErrorsAreSaid: what goes wrong with a file is said in the page's languages: the parts
// of errors that are keys stand in the program, and of files that nothing reads each gives
// an error that has one.
func TestErrorsAreSaid(t *testing.T) {
	s := newSite("")
	if err := s.phrases(); err != nil {
		t.Fatal(err)
	}
	var sources strings.Builder
	for _, folder := range []string{"corpus", "internal/formats", "internal/page", "policy"} {
		names, _ := filepath.Glob(filepath.Join("..", "..", folder, "*.go"))
		for _, name := range names {
			data, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			sources.Write(bytes.ReplaceAll(data, []byte("\" +\n"), nil))
		}
	}
	source := regexp.MustCompile(`\n\t*"`).ReplaceAllString(sources.String(), "")
	var parts []string
	for _, m := range regexp.MustCompile(`"said\.([^"]+)":`).FindAllSubmatch(s.files["phrases.js"], -1) {
		parts = append(parts, strings.Split(string(m[1]), "|")...)
	}
	if len(parts) < 6*40 {
		t.Errorf("%d parts of errors", len(parts))
	}
	for _, part := range parts {
		if !strings.Contains(source, part) {
			t.Errorf("no error says %q", part)
		}
	}
	p, err := page.Open("gdpr", "fr", models.French())
	if err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string]string{
		"empty.txt": "", "binary.txt": "\x00\x01\x02\xff\xfe", "latin.txt": "\xe9t\xe9 \xe0 No\xebl\n", "head.csv": "id,text\n",
		"columns.csv": "a,b\nune phrase ici,une autre phrase\n", "fields.csv": "id,text\n1,2,3\n", "quote.csv": "id,text\n1,\"a\n",
		"a.jsonl": "{\"text\": 1}\n", "b.jsonl": "[1]\n", "c.jsonl": "{\"text\":\"a\",\"text\":\"b\"}\n", "chat.zip": "PK\x03\x04",
		"a.docx": "PK\x03\x04", "a.xlsx": "PK\x03\x04x", "a.pdf": "%PDF-1.7\n", "a.json": "{\"messages\": [", "a.xml": "<a><b>",
	} {
		err := p.Read(t.Context(), name, []byte(data), func(page.Row) error { return nil })
		if err == nil {
			t.Errorf("%s is read", name)
		} else if !slices.ContainsFunc(parts, func(part string) bool { return strings.Contains(err.Error(), part) }) {
			t.Errorf("%s: the page has no words for %v", name, err)
		}
	}
}
