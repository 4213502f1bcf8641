package main

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/bauta/bauta/internal/page"
	"github.com/bauta/bauta/models"
)

// made are the parts of the models, as scripts.
var made = sync.OnceValues(func() (*site, error) {
	s := newSite("")
	return s, s.packs()
})

// opened gives the parts as a page has them, and the names of those that were fetched; what
// is missing cannot be.
func opened(t *testing.T, missing map[string]bool) (*page.Parts, *[]string) {
	t.Helper()
	s, err := made()
	if err != nil {
		t.Fatal(err)
	}
	var fetched []string
	part := func(name string) (fs.FS, error) {
		_, text, _ := strings.Cut(string(s.files[name+".js"]), ", \"")
		data, err := base64.StdEncoding.DecodeString(strings.TrimSuffix(text, "\");\n"))
		if err != nil || missing[name] {
			return nil, errors.Join(err, fs.ErrNotExist)
		}
		fetched = append(fetched, name)
		z, err := gzip.NewReader(bytes.NewReader(data))
		if err == nil {
			data, err = io.ReadAll(z)
		}
		if err != nil {
			return nil, err
		}
		return page.Archive(bytes.NewReader(data), int64(len(data)))
	}
	index, err := part(page.Index)
	if err != nil {
		t.Fatal(err)
	}
	return page.NewParts(index, part), &fetched
}

func saved(t *testing.T, p *page.Page, text string) string {
	t.Helper()
	if err := p.Read(t.Context(), "m.txt", []byte(text), func(page.Row) error { return nil }); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := p.Save(t.Context(), &out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

const (
	french = "coucou Patrice, on se voit demain devant la gare avec Rosalie ?\noui mais je ne sais pas encore à quelle heure\n"
	german = "Ich habe gestern mit Annegret über die neue Wohnung gesprochen.\n"
)

// TestPartsComeAsTheyAreRead: with languages told, a part of a language is fetched when a message
// asks for it, once; what comes out is what all packs give. One language fetches its own before.
func TestPartsComeAsTheyAreRead(t *testing.T) {
	for _, preset := range []string{"gdpr", "seekhide"} {
		parts, fetched := opened(t, nil)
		p, err := parts.Open(preset, "")
		if err != nil {
			t.Fatal(err)
		}
		whole, err := page.Open(preset, "", models.All()...)
		if err != nil {
			t.Fatal(err)
		}
		if slices.Contains(*fetched, "ner-fr") || !slices.Contains(*fetched, "langid") {
			t.Errorf("%s: opened with %v", preset, *fetched)
		}
		for _, text := range []string{french, french + german} {
			if preset == "seekhide" && text != french {
				continue // which reads one language
			}
			if got, want := saved(t, p, text), saved(t, whole, text); got != want || got == text {
				t.Errorf("%s:\n%s\nwith all packs:\n%s", preset, got, want)
			}
			if !slices.Contains(*fetched, "ner-fr") || slices.Contains(*fetched, "ner-sv") ||
				slices.Contains(*fetched, "ner-de") != (text != french) {
				t.Errorf("%s: of %q were fetched %v", preset, text, *fetched)
			}
		}
		if once := slices.Compact(slices.Sorted(slices.Values(*fetched))); len(once) != len(*fetched) {
			t.Errorf("%s: fetched twice: %v", preset, *fetched)
		}
	}
	for _, preset := range []string{"seekhide", "gdpr"} {
		parts, fetched := opened(t, nil)
		p, err := parts.Open(preset, "fr")
		if err != nil {
			t.Fatal(err)
		}
		before := slices.Clone(*fetched)
		saved(t, p, french)
		if !slices.Equal(before, *fetched) || !slices.Contains(before, page.Network) ||
			slices.ContainsFunc(before, func(name string) bool { return name == "langid" || strings.HasSuffix(name, "-en") }) {
			t.Errorf("%s in French fetches %v, and then %v", preset, before, *fetched)
		}
	}
}

// TestPartIsMissing: a file whose language cannot be fetched is an error that the page has words
// for, and is read once the part is there.
func TestPartIsMissing(t *testing.T) {
	missing := map[string]bool{"ner-de": true}
	parts, _ := opened(t, missing)
	p, err := parts.Open("gdpr", "")
	if err != nil {
		t.Fatal(err)
	}
	err = p.Read(t.Context(), "m.txt", []byte(german), func(page.Row) error { return nil })
	if !errors.Is(err, page.ErrPart) || strings.Contains(err.Error(), "m.txt") || !parts.Lost() || parts.Lost() {
		t.Errorf("without the part: %v", err)
	}
	if _, err := parts.Open("gdpr", "de"); !errors.Is(err, page.ErrPart) {
		t.Errorf("opened without the part: %v", err)
	}
	delete(missing, "ner-de")
	if p, err = parts.Open("gdpr", ""); err != nil {
		t.Fatal(err)
	}
	if got := saved(t, p, german); strings.Contains(got, "Annegret") {
		t.Errorf("with the part: %s", got)
	}
}

// TestPartsAreTheSame: the same models give the same bytes, so that a page made twice is one.
func TestPartsAreTheSame(t *testing.T) {
	s := newSite("")
	files := map[string][]byte{"a/b": []byte("b"), "a/a": []byte("a"), "c/d": nil}
	for range 2 {
		if err := s.zipped("part", files); err != nil {
			t.Fatal(err)
		}
		s.files["first.js"] = append(s.files["first.js"], s.files["part.js"]...)
	}
	if one := string(s.files["part.js"]); string(s.files["first.js"]) != one+one {
		t.Error("two archives of the same files differ")
	}
}

// TestEachLanguage: each language that the page offers opens under the first policy, asking for what
// the page is told beforehand, and hides a name.
func TestEachLanguage(t *testing.T) {
	s, err := made()
	if err != nil {
		t.Fatal(err)
	}
	data, err := s.asked()
	if err != nil {
		t.Fatal(err)
	}
	var told map[string]map[string][]string
	if err := json.Unmarshal(data, &told); err != nil {
		t.Fatal(err)
	}
	for lang, text := range map[string]string{
		"fr": "coucou Rosalie, on se voit demain ?\n", "en": "hi Rosalind, see you tomorrow?\n", "de": "Hallo Annegret, bis morgen?\n",
		"es": "hola Maite, nos vemos mañana?\n", "it": "ciao Giulia, ci vediamo domani?\n", "sv": "Hej Märta, ses vi imorgon?\n",
	} {
		parts, fetched := opened(t, nil)
		p, err := parts.Open(policies[0], lang)
		if err != nil {
			t.Errorf("%s: %v", lang, err)
			continue
		}
		if want := told[policies[0]][lang]; !slices.Equal(*fetched, want) {
			t.Errorf("%s asks for %q, the page is told %q", lang, *fetched, want)
		}
		if out := saved(t, p, text); out == text || strings.Contains(out, strings.Fields(text)[1]) {
			t.Errorf("%s: a name stays", lang)
		}
	}
	for _, policy := range policies {
		if len(told[policy][""]) < 2 {
			t.Errorf("%s: nothing is fetched ahead", policy)
		}
	}
}

// TestPolicies: the page offers those whose parts it is told.
func TestPolicies(t *testing.T) {
	index, err := assets.ReadFile("assets/index.html")
	if err != nil {
		t.Fatal(err)
	}
	_, list, _ := strings.Cut(string(index), `<select id="policy">`)
	list, _, _ = strings.Cut(list, "</select>")
	var want strings.Builder
	for _, p := range policies {
		fmt.Fprintf(&want, `<option value=%q>%[1]s</option>`, p)
	}
	if list != want.String() {
		t.Errorf("the page offers %s", list)
	}
}
