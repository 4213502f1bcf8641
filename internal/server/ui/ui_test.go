package ui_test

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/bauta/bauta/internal/packed"
	"github.com/bauta/bauta/internal/server/ui"
)

func ExamplePath() {
	fmt.Println(len(ui.Path()) == len("/assets/")+16+1)
	// Output: true
}

// each goes through the assets of a folder.
func each(t *testing.T, folder string, visit func(name, text string)) {
	t.Helper()
	names, err := fs.Glob(ui.Files, folder+"/*")
	if err != nil || len(names) == 0 {
		t.Fatalf("no assets in %s: %v", folder, err)
	}
	for _, name := range names {
		name = strings.TrimSuffix(name, packed.Suffix)
		data, err := fs.ReadFile(ui.Files, name)
		if err != nil {
			t.Fatal(err)
		}
		visit(name, string(data))
	}
}

// TestModulesMakeNoMarkup: text becomes nodes, never markup, and nothing is
// kept in the browser but ids.
func TestModulesMakeNoMarkup(t *testing.T) {
	forbidden := regexp.MustCompile(`innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|localStorage|createContextualFragment`)
	each(t, "js", func(name, text string) {
		if m := forbidden.FindString(text); m != "" {
			t.Errorf("%s uses %s", name, m)
		}
	})
}

// TestNothingInline: the security policy refuses inline styles and handlers,
// and no asset is fetched from elsewhere.
func TestNothingInline(t *testing.T) {
	inline := regexp.MustCompile(`(?i)\sstyle=|\son[a-z]+=|javascript:|<script[^>]*>[^<]*[a-z]\(`)
	foreign := regexp.MustCompile(`(?i)(src|href|url\()["'=( ]*(https?:)?//`)
	for _, folder := range []string{"templates", "css", "js", "img"} {
		each(t, folder, func(name, text string) {
			if folder == "templates" {
				if m := inline.FindString(text); m != "" {
					t.Errorf("%s has %q inline", name, m)
				}
			}
			if m := foreign.FindString(text); m != "" {
				t.Errorf("%s goes elsewhere: %q", name, m)
			}
		})
	}
}

// TestC14RawTextIsMarked: whatever has the class raw is kept from spelling
// services and translators.
func TestC14RawTextIsMarked(t *testing.T) {
	tag := regexp.MustCompile(`<[a-z0-9]+ [^>]*class="raw[^>]*>`)
	each(t, "templates", func(name, text string) {
		for _, m := range tag.FindAllString(text, -1) {
			if !strings.Contains(m, `translate="no"`) || !strings.Contains(m, `spellcheck="false"`) {
				t.Errorf("%s: %s", name, m)
			}
		}
	})
}

// TestLabelsHaveColourAndShape: the kinds of labels are told apart by a colour and by a sign,
// each its own, and every label has one.
func TestLabelsHaveColourAndShape(t *testing.T) {
	data, err := fs.ReadFile(ui.Files, "css/work.css")
	if err != nil {
		t.Fatal(err)
	}
	css := string(data)
	colours, signs := map[string]string{}, map[string]string{}
	name := regexp.MustCompile(`\[data-label="([A-Z_]+)"\]`)
	for _, m := range regexp.MustCompile(`(?m)^((?:\[data-label="[A-Z_]+"\](?:::before)?(?:, )?)+) \{ (--label|content): ([^;]+);`).FindAllStringSubmatch(css, -1) {
		for _, l := range name.FindAllStringSubmatch(m[1], -1) {
			map[string]map[string]string{"--label": colours, "content": signs}[m[2]][l[1]] = m[3]
		}
	}
	byColour, bySign := map[string]string{}, map[string]string{}
	for label, colour := range colours {
		sign := signs[label]
		if sign == "" || byColour[colour] != "" && byColour[colour] != sign || bySign[sign] != "" && bySign[sign] != colour {
			t.Errorf("%s has the colour %s and the sign %s", label, colour, sign)
		}
		byColour[colour], bySign[sign] = sign, colour
	}
	if len(colours) < 8 || len(byColour) < 3 || len(signs) != len(colours) {
		t.Errorf("%d labels of %d kinds, %d with a sign", len(colours), len(byColour), len(signs))
	}
	if other := regexp.MustCompile(`(?m)^\[data-label\]::before \{ content: ([^;]+);`).FindStringSubmatch(css); other == nil || bySign[other[1]] != "" {
		t.Error("the other labels have no sign of their own")
	}
}

// TestAssetsArePacked: the program holds what lies beside it, unpacked.
func TestAssetsArePacked(t *testing.T) {
	for _, pattern := range []string{"phrases/*.tsv", "js/*.js", "css/*.css", "templates/*.html"} {
		same(t, pattern)
	}
}

func same(t *testing.T, pattern string) {
	packed, err := fs.Glob(ui.Files, pattern+packed.Suffix)
	if err != nil {
		t.Fatal(err)
	}
	beside, err := filepath.Glob(pattern)
	if err != nil || len(beside) == 0 || len(beside) != len(packed) {
		t.Fatalf("%s: %d files, %d packed, %v; run go run ./gen/phrases", pattern, len(beside), len(packed), err)
	}
	for _, name := range beside {
		want, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		got, err := ui.Read(filepath.ToSlash(name))
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is not what is packed of it, %v; run go run ./gen/phrases", name, err)
		}
	}
}
