package main

import (
	"bytes"
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"github.com/bauta/bauta/models"
	"github.com/bauta/bauta/policy"
)

// TestPhrases: whatever the page says is there in each language.
func TestPhrases(t *testing.T) {
	s := &site{files: map[string][]byte{}}
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
	for _, file := range []string{"index.html", "page.js"} {
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

// TestPacksAreTheSame: the same models give the same bytes, so that a page made twice is one.
func TestPacksAreTheSame(t *testing.T) {
	a, err := zipped(models.French())
	if err != nil {
		t.Fatal(err)
	}
	b, err := zipped(models.French())
	if err != nil || !bytes.Equal(a, b) || len(a) < 1<<20 {
		t.Errorf("%d and %d bytes, %v", len(a), len(b), err)
	}
}

// TestSecondReader: the page fetches second readers for the presets that ask them, and for
// no other; those are the packs that are made.
func TestSecondReader(t *testing.T) {
	s := &site{files: map[string][]byte{}}
	if err := s.look(); err != nil {
		t.Fatal(err)
	}
	var langs []string
	for _, p := range second {
		langs = append(langs, p.Lang)
	}
	want, asked := "const second = { ", 0
	for _, m := range regexp.MustCompile(`<option value="([a-z0-9-]+)">[a-z]`).FindAllSubmatch(s.files["index.html"], -1) {
		f, err := policy.Load(string(m[1]))
		if err != nil {
			t.Fatal(err)
		}
		if f.Detect.NER != nil && f.Detect.NER.Kind != "" && f.Detect.NER.Kind != "crf" {
			asked++
			want += string(m[1]) + `: ["` + strings.Join(langs, `", "`) + `"]`
		}
	}
	if !bytes.Contains(s.files["page.js"], []byte(want+" }")) || asked != 1 {
		t.Errorf("page.js has no %s }", want)
	}
}
