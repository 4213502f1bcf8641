package main

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/text/language"
	"golang.org/x/text/language/display"

	"github.com/bauta/bauta/internal/lexicon/towns"
	"github.com/bauta/bauta/text"
)

// dominant is the share of all inhabitants of towns of one name from which a
// region has it.
const dominant = 0.8

// maxTowns is the most that the table of regions may take of the binary.
const maxTowns = 300_000

// townRegions writes internal/lexicon/towns/towns.bin: the country of each town of the
// lexicon, in Switzerland the canton, and of each country's names. It is apart
// from the lexicon, which is read for every word.
func townRegions(root string, f *fetcher) error {
	all, _, err := f.cities()
	if err != nil {
		return err
	}
	regions := dominating(all)
	if err := otherNames(filepath.Join(root, "gen", "lexicon", "exonyms.txt"), regions); err != nil {
		return err
	}
	for key, code := range countryNames() {
		regions[key] = code
	}
	out, err := towns.Encode(regions)
	if err != nil {
		return err
	}
	if len(out) > maxTowns {
		return fmt.Errorf("the towns have %d bytes, more than %d; take names out", len(out), maxTowns)
	}
	fmt.Fprintf(os.Stderr, "%d names of towns and countries, %d bytes\n", len(regions), len(out))
	return os.WriteFile(filepath.Join(root, "internal", "lexicon", "towns", "towns.bin"), out, 0o644)
}

// dominating gives, by name in plain letters, the region that has most of those
// who live in towns of the name.
func dominating(all []city) map[string]string {
	people := map[string]map[string]uint64{}
	for _, c := range all {
		if !c.listed() {
			continue
		}
		for _, n := range cityNames(c.name) {
			key := text.Plain(n)
			if people[key] == nil {
				people[key] = map[string]uint64{}
			}
			people[key][c.region()] += c.population
			break // the other ways to write it have the same plain letters
		}
	}
	out := map[string]string{}
	for key, by := range people {
		sum := uint64(0)
		for _, n := range by {
			sum += n
		}
		for region, n := range by {
			if float64(n) >= dominant*float64(sum) {
				out[key] = region
			}
		}
	}
	return out
}

// region is the country, in Switzerland with the canton.
func (c city) region() string {
	if c.country == "CH" && c.admin != "" {
		return "CH_" + c.admin
	}
	return c.country
}

// otherNames reads what towns are called elsewhere and at home: the region, a
// colon, and names with commas between them. They count before GeoNames'.
func otherNames(path string, to map[string]string) error {
	in, err := os.Open(path)
	if err != nil {
		return err
	}
	defer in.Close()
	for s := bufio.NewScanner(in); s.Scan(); {
		region, names, ok := strings.Cut(s.Text(), ":")
		if !ok || strings.HasPrefix(region, "#") {
			continue
		}
		for n := range strings.SplitSeq(names, ",") {
			to[text.Plain(n)] = strings.TrimSpace(region)
		}
	}
	return nil
}

// countryNames gives the codes of the names of countries in six languages.
func countryNames() map[string]string {
	out := map[string]string{}
	for _, lang := range []string{"fr", "en", "de", "it", "es", "sv"} {
		namer := display.Regions(language.MustParse(lang))
		for a := 'A'; a <= 'Z'; a++ {
			for b := 'A'; b <= 'Z'; b++ {
				r, err := language.ParseRegion(string([]rune{a, b}))
				if err != nil || !r.IsCountry() || r.Canonicalize() != r {
					continue
				}
				for _, n := range cityNames(namer.Name(r)) {
					out[text.Plain(n)] = r.String()
				}
			}
		}
	}
	return out
}
