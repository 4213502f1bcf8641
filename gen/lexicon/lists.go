package main

import (
	"bufio"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bauta/bauta/internal/lexicon"
)

// fileKinds says what the lists of the project hold, by file name; another
// file says it on its first line: "# kind: brand".
func fileKinds() map[string]lexicon.Kind {
	return map[string]lexicon.Kind{
		"sms": lexicon.SMS, "onomatopoeia": lexicon.Onomatopoeia, "hypocoristics": lexicon.Hypocoristic,
		"kinship": lexicon.Kinship, "greetings": lexicon.Greeting, "interjections": lexicon.Interjection,
		"nationalities": lexicon.Nationality, "english_in_french": lexicon.Loan, "brands": lexicon.Brand,
	}
}

// lists reads the project's own lists, gen/lexicon/lists/LANG/NAME.tsv and
// gen/lexicon/extra/LANG/NAME.tsv.
func (g *generator) lists() error {
	for _, folder := range []string{"lists", "extra"} {
		files, err := fs.Glob(os.DirFS(g.root), "gen/lexicon/"+folder+"/*/*.tsv")
		if err != nil {
			return err
		}
		slices.Sort(files)
		for _, f := range files {
			if err := g.list(f); err != nil {
				return err
			}
		}
	}
	return nil
}

// list reads one file: fields separated by tabs, the first is the word, lines
// that begin with # are comments.
func (g *generator) list(path string) error {
	in, err := os.Open(filepath.Join(g.root, path))
	if err != nil {
		return err
	}
	defer in.Close()
	lang := filepath.Base(filepath.Dir(path))
	name := strings.TrimSuffix(filepath.Base(path), ".tsv")
	kind, pos := fileKinds()[name], lexicon.POS(0)
	s := bufio.NewScanner(in)
	for n := 1; s.Scan(); n++ {
		line := s.Text()
		if comment, ok := strings.CutPrefix(line, "#"); ok {
			if k, ok := strings.CutPrefix(strings.TrimSpace(comment), "kind:"); ok {
				if kind, err = lexicon.ParseKind(strings.TrimSpace(k)); err != nil {
					return fmt.Errorf("%s:%d: %w", path, n, err)
				}
			}
			if p, ok := strings.CutPrefix(strings.TrimSpace(comment), "pos:"); ok {
				if pos, err = lexicon.ParsePOS(strings.TrimSpace(p)); err != nil {
					return fmt.Errorf("%s:%d: %w", path, n, err)
				}
			}
			continue
		}
		if strings.TrimSpace(line) == "" {
			continue
		}
		if kind == 0 && pos == 0 {
			return fmt.Errorf("%s:%d: the kind of the list is not known; begin the file with a line \"# kind: …\"",
				path, n)
		}
		if err := g.listLine(strings.Split(line, "\t"), lexicon.Attr{Lang: lang, Kinds: kind, POS: pos}); err != nil {
			return fmt.Errorf("%s:%d: %w", path, n, err)
		}
	}
	if err := s.Err(); err != nil {
		return err
	}
	g.done(lexicon.Source{
		Name: "our list: " + strings.ReplaceAll(name, "_", " "), Package: path, Version: "of this repository",
		Licence: "Apache-2.0", Lang: lang, Kind: kind.String(),
	})
	return nil
}

// addSexed adds the word with the sex that the field says, if it is there.
func (g *generator) addSexed(word string, fields []string, sex int, a lexicon.Attr) error {
	if sex < len(fields) {
		var err error
		if a.Sex, err = lexicon.ParseSex(fields[sex]); err != nil {
			return err
		}
	}
	return g.add(word, a)
}

// listLine adds the word of one line.
func (g *generator) listLine(fields []string, a lexicon.Attr) error {
	word := strings.TrimSpace(fields[0])
	for i := range fields {
		fields[i] = strings.TrimSpace(fields[i])
	}
	switch a.Kinds {
	case lexicon.SMS:
		if len(fields) > 1 && fields[1] != "" {
			a.Normal = strings.Split(fields[1], "|")
		}
	case lexicon.Hypocoristic:
		if len(fields) > 1 && fields[1] != "" {
			a.FullNames = strings.Split(fields[1], "|")
		}
		return g.addSexed(word, fields[1:], 1, a)
	case lexicon.FirstName, lexicon.Surname:
		// Names hold in all languages.
		a.Origin, a.Lang = a.Lang, ""
		if a.Kinds == lexicon.FirstName {
			a.NameRank = 1
		}
		return g.addSexed(word, fields[1:], 0, a)
	case lexicon.City, lexicon.Country, lexicon.Place:
		return g.addPlaceName(word, a)
	}
	return g.add(word, a)
}
