package main

import (
	"bytes"
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"github.com/bauta/bauta/model"
	"github.com/bauta/bauta/models"
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
	a, err := zipped([]model.Pack{models.French(), models.FrenchNeural()})
	if err != nil {
		t.Fatal(err)
	}
	b, err := zipped([]model.Pack{models.French(), models.FrenchNeural()})
	if err != nil || !bytes.Equal(a, b) || len(a) < 1<<20 {
		t.Errorf("%d and %d bytes, %v", len(a), len(b), err)
	}
}
