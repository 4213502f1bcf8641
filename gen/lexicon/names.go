package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bauta/bauta/internal/lexicon"
)

// nameOrder gives first names their index, by the line of names.txt. Lines are
// only ever added: an index once given stays with its name.
type nameOrder struct {
	order []string
	at    map[string]int
}

func readNameOrder(path string) (*nameOrder, error) {
	n := &nameOrder{at: map[string]int{}}
	data, err := os.ReadFile(path)
	if os.IsNotExist(err) {
		return n, nil
	}
	if err != nil {
		return nil, err
	}
	for i, name := range strings.Split(strings.TrimSuffix(string(data), "\n"), "\n") {
		if n.at[name] != 0 || name == "" {
			return nil, fmt.Errorf("%s:%d: an empty line, or a name that stands there twice; take the file from the "+
				"last commit", path, i+1)
		}
		n.index(name)
	}
	return n, nil
}

func (n *nameOrder) index(name string) int {
	if n.at[name] == 0 {
		n.order = append(n.order, name)
		n.at[name] = len(n.order)
	}
	return n.at[name]
}

func (n *nameOrder) bytes() []byte {
	return []byte(strings.Join(n.order, "\n") + "\n")
}

// fakerScript prints the first names and surnames of all locales as JSON.
const fakerScript = `
const {allLocales} = await import(process.argv[1]);
const out = [];
for (const [locale, data] of Object.entries(allLocales))
  for (const key of ['first_name', 'last_name'])
    for (const [sex, names] of Object.entries(data.person?.[key] ?? {}))
      if (Array.isArray(names)) out.push({locale, last: key == 'last_name', sex, names: names.map(n => n.value ?? n)});
console.log(JSON.stringify(out));`

// fakerList is one list of a locale.
type fakerList struct {
	Locale string
	Last   bool
	Sex    string // male, female, generic
	Names  []string
}

// fakerNames reads the names of all locales of Faker.
func (g *generator) fakerNames() error {
	const name = "@faker-js/faker"
	p, err := g.npm(name)
	if err != nil {
		return err
	}
	out, err := g.fetcher.command("node", "--input-type=module", "-e", fakerScript,
		filepath.Join(p.dir, "dist", "index.js"))
	if err != nil {
		return err
	}
	var lists []fakerList
	if err := json.NewDecoder(bytes.NewReader([]byte(out))).Decode(&lists); err != nil {
		return err
	}
	source := lexicon.Source{
		Package: name, Version: p.version, Licence: "MIT", Credit: "names by the Faker contributors",
	}
	for _, last := range []bool{false, true} {
		source.Name, source.Kind = "first names of all locales", lexicon.FirstName.String()
		if last {
			source.Name, source.Kind = "surnames of all locales", lexicon.Surname.String()
		}
		rank := nameRanks(lists, last)
		for _, l := range lists {
			if l.Last != last {
				continue
			}
			if err := g.addNames(l, rank); err != nil {
				return err
			}
		}
		g.done(source)
	}
	return nil
}

// nameRanks counts in how many locales a first name or a surname stands.
func nameRanks(lists []fakerList, last bool) map[string]uint8 {
	locales := map[string]map[string]bool{}
	for _, l := range lists {
		for _, n := range l.Names {
			if l.Last != last {
				continue
			}
			for _, n := range cleanName(n, last) {
				if n = lexicon.Fold(n); locales[n] == nil {
					locales[n] = map[string]bool{}
				}
				locales[n][l.Locale] = true
			}
		}
	}
	out := map[string]uint8{}
	for n, ls := range locales {
		out[n] = uint8(min(len(ls), 255))
	}
	return out
}

func (g *generator) addNames(l fakerList, rank map[string]uint8) error {
	lang, _, _ := strings.Cut(l.Locale, "_")
	a := lexicon.Attr{Kinds: lexicon.FirstName, Origin: lang}
	switch {
	case l.Last:
		a.Kinds = lexicon.Surname
	case l.Sex == "male":
		a.Sex = lexicon.Male
	case l.Sex == "female":
		a.Sex = lexicon.Female
	}
	for _, n := range l.Names {
		for i, n := range cleanName(n, l.Last) {
			if r := rank[lexicon.Fold(n)]; l.Last {
				a.SurnameRank = r
			} else {
				a.NameRank = r
			}
			if l.Last && g.form(n) && (i > 0 || utf8.RuneCountInString(n) <= 2 || g.functionWord(n)) {
				continue
			}
			if err := g.add(n, a); err != nil {
				return err
			}
		}
	}
	return nil
}

// form reports whether a word is a form of French, English or Spanish. The
// lists have a few surnames of two letters that are (le, de, so, he), compound
// ones that end in one (Le Roux, De Vos), and function words of French (pour,
// vos): hiding those words would make half of all messages ambiguous. Other
// names that are words stay names.
func (g *generator) form(name string) bool {
	return (g.Kinds(name, "fr")|g.Kinds(name, "en")|g.Kinds(name, "es"))&lexicon.Form != 0
}

// functionWord reports whether a word is a pronoun, determiner, preposition or
// conjunction of French.
func (g *generator) functionWord(name string) bool {
	return g.POS(name, "fr")&(lexicon.Pronoun|lexicon.Determiner|lexicon.Preposition|lexicon.Conjunction) != 0
}

// cleanName applies the rule for names of the Faker lists:
//   - invisible characters go, blanks are single;
//   - a name with anything but letters, marks, apostrophes, hyphens and blanks
//     is dropped (Mia+3);
//   - so is a single letter, but for scripts that write a name with one;
//   - a name of several words stays whole (Ana Luisa, Da Silva), and the last
//     word of a surname stands for itself too when it has four letters or more
//     (Silva), unless it is a form, for which see addNames.
func cleanName(name string, surname bool) []string {
	name = strings.Join(strings.Fields(strings.Map(func(r rune) rune {
		if unicode.In(r, unicode.Cf) {
			return -1
		}
		return r
	}, name)), " ")
	for _, r := range name {
		if !unicode.In(r, unicode.L, unicode.M) && !strings.ContainsRune("'’׳ -", r) {
			return nil
		}
	}
	first, _ := utf8.DecodeRuneInString(name)
	if n := utf8.RuneCountInString(name); n == 0 ||
		n == 1 && !unicode.In(first, unicode.Han, unicode.Hangul, unicode.Hiragana, unicode.Katakana) {
		return nil
	}
	out := []string{name}
	if words := strings.Fields(name); surname && len(words) > 1 {
		if last := words[len(words)-1]; utf8.RuneCountInString(last) >= 4 {
			out = append(out, last)
		}
	}
	return out
}
