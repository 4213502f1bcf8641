package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/bauta/bauta/internal/lexicon"
)

// providerLocales are those of which the other library of names lacks usual first names.
var providerLocales = []string{"de_AT", "de_DE"}

var (
	// providerList is a list of first names in the source of a locale, up to its last line.
	providerList = regexp.MustCompile(`(?ms)^    first_names(_male|_female)? = (?:OrderedDict\()?\((.*?)\)\)?$`)
	providerName = regexp.MustCompile(`'([^']+)'|"([^"]+)"`)
)

// providers reads the first names that the library Faker for Python has for some
// locales. Its lists are under the licence of MIT; Debian's package is called GPL for a
// module that takes letters for others, of which nothing is read. Short forms that the
// project's own lists tell stay those.
func (g *generator) providers() error {
	const name = "python3-fake-factory"
	p, err := g.debian(name)
	if err != nil {
		return err
	}
	at := filepath.Join(p.dir, "usr/lib/python3/dist-packages/faker/providers/person")
	for _, locale := range providerLocales {
		source, err := os.ReadFile(filepath.Join(at, locale, "__init__.py"))
		if err != nil {
			return err
		}
		for _, l := range firstNames(locale, string(source)) {
			l.Names = slices.DeleteFunc(l.Names, func(n string) bool {
				return g.Kinds(n, "de")&lexicon.Hypocoristic != 0
			})
			if err := g.addNames(l, nil); err != nil {
				return err
			}
		}
	}
	g.done(lexicon.Source{
		Name: "first names of Germany and Austria", Package: name, Version: p.version,
		Licence: "MIT", Kind: lexicon.FirstName.String(),
		Credit: "names of Faker for Python, Daniele Faraglia",
	})
	return nil
}

// firstNames are the lists of first names in the source of a locale.
func firstNames(locale, source string) (out []fakerList) {
	for _, m := range providerList.FindAllStringSubmatch(source, -1) {
		l := fakerList{Locale: locale, Sex: strings.TrimPrefix(m[1], "_")}
		for _, n := range providerName.FindAllStringSubmatch(m[2], -1) {
			l.Names = append(l.Names, n[1]+n[2])
		}
		out = append(out, l)
	}
	return out
}
