package main

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/bauta/bauta/internal/lexicon"
)

// scowlSize is the largest SCOWL list taken in; beyond it stand words that
// only crossword players know.
const scowlSize = 70

// english reads the SCOWL lists up to scowlSize, American, British, Canadian
// and Australian with their spelling variants. Genitives are left out: a
// look-up cuts at the apostrophe. Lists of words with a capital are no forms;
// see english_capital in lists.go for days and months.
func (g *generator) english() error {
	const name = "scowl"
	p, err := g.debian(name)
	if err != nil {
		return err
	}
	files, err := filepath.Glob(filepath.Join(p.dir, "usr/share/dict/scowl/*"))
	if err != nil {
		return err
	}
	slices.Sort(files)
	source := lexicon.Source{
		Package: name, Version: p.version, Licence: "LicenseRef-SCOWL", Lang: "en",
		Credit: "Spell Checker Oriented Word Lists, copyright 2000–2020 Kevin Atkinson and the authors of the lists " +
			"it is made from; " +
			"permission to use, copy, modify, distribute and sell is granted provided that the copyright notices " +
			"appear",
	}
	for _, part := range []struct {
		name  string
		kind  lexicon.Kind
		lists []string
	}{
		{"English words up to size 70", lexicon.Form, []string{"words", "contractions"}},
		{"English capitalised words up to size 70", lexicon.Proper, []string{"upper", "proper-names"}},
	} {
		for _, f := range files {
			if err := g.addScowl(f, part.kind, part.lists); err != nil {
				return err
			}
		}
		source.Name, source.Kind = part.name, part.kind.String()
		g.done(source)
	}
	return nil
}

// addScowl adds the words of one list, such as "british-words.35".
func (g *generator) addScowl(path string, kind lexicon.Kind, lists []string) error {
	list, size, _ := strings.Cut(filepath.Base(path), ".")
	n, err := strconv.Atoi(size)
	region, list, _ := strings.Cut(list, "-")
	if err != nil || n > scowlSize || !slices.Contains(lists, list) || region == "special" ||
		strings.Contains(region, "variant_3") {
		return nil
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	a := lexicon.Attr{Lang: "en", Kinds: kind, WordRank: uint8(100 - n)}
	for _, w := range strings.Fields(latin1(data)) {
		if strings.HasSuffix(w, "'s") && list != "contractions" || strings.HasSuffix(w, "s'") {
			continue
		}
		if len(w) == 1 && w != "a" && w != "I" {
			continue
		}
		if err := g.add(w, a); err != nil {
			return err
		}
	}
	return nil
}

// latin1 decodes ISO 8859-1, the encoding of the SCOWL files.
func latin1(b []byte) string {
	r := make([]rune, len(b))
	for i, c := range b {
		r[i] = rune(c)
	}
	return string(r)
}
