package names

import (
	"bufio"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"strconv"
	"strings"

	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/internal/train/gold"
)

// counts are how often a folded word is a name and how often a word, each as a
// share of all of its side.
type counts struct {
	first, last map[string]float64
	word        map[string]float64
	// bareName and bareWord are the same by the form without accents, from
	// forms that have some: who writes "noel" may mean noël.
	bareName, bareWord map[string]float64
	// subtitle is the share of a word in subtitles, names among them.
	subtitle map[string]float64
}

func newCounts() *counts {
	return &counts{first: map[string]float64{}, last: map[string]float64{}, word: map[string]float64{}}
}

// bare fills the counts by form without accents.
func (c *counts) bare() {
	c.bareName, c.bareWord = map[string]float64{}, map[string]float64{}
	for w, p := range c.first {
		if b := gold.StripMarks(w); b != w {
			c.bareName[b] += p
		}
	}
	for w, p := range c.word {
		if b := gold.StripMarks(w); b != w {
			c.bareWord[b] += p
		}
	}
}

// share turns counts into shares.
func share(m map[string]float64) {
	sum := 0.0
	for _, n := range m {
		sum += n
	}
	for w := range m {
		m[w] /= sum
	}
}

// readCounts reads the counts of a language from the data folder.
func readCounts(data fs.FS, lang string) (*counts, error) {
	c := newCounts()
	if lang == "fr" {
		for _, err := range []error{c.births(data), c.surnames(data), c.lexique(data)} {
			if err != nil {
				return nil, err
			}
		}
		// Subtitles tell what the edited lexicon lacks: colloquial words.
		// Their counts include names, so they only fill gaps.
		subtitles, err := frequencies(data, lang)
		if err != nil {
			return nil, err
		}
		for w, n := range subtitles {
			if _, listed := c.word[w]; !listed && c.first[w] == 0 && c.last[w] == 0 {
				c.word[w] = n
			}
		}
		share(c.word)
		share(subtitles)
		c.subtitle = subtitles
		return c, nil
	}
	return c, c.other(data, lang)
}

// births reads the register of first names. Births since 1950 count in full,
// older ones little: messages are by and about the living.
func (c *counts) births(data fs.FS) error {
	err := lines(data, "lexicon/insee_prenoms.tsv", func(f []string) error {
		if len(f) < 4 || f[0] == "name" {
			return nil
		}
		all, err1 := strconv.ParseFloat(f[2], 64)
		recent, err2 := strconv.ParseFloat(f[3], 64)
		if err1 != nil || err2 != nil {
			return errors.New("not a number")
		}
		c.first[lexicon.Fold(f[0])] += recent + 0.05*(all-recent)
		return nil
	})
	share(c.first)
	return err
}

func (c *counts) surnames(data fs.FS) error {
	f, err := data.Open("lexicon/insee_noms.json")
	if err != nil {
		return err
	}
	defer f.Close()
	var all map[string]float64
	if err := json.NewDecoder(f).Decode(&all); err != nil {
		return fmt.Errorf("lexicon/insee_noms.json: %w", err)
	}
	for w, n := range all {
		c.last[lexicon.Fold(w)] += n
	}
	share(c.last)
	return nil
}

// lexique reads forms with their frequency per million in film subtitles.
func (c *counts) lexique(data fs.FS) error {
	return lines(data, "lexicon/lexique3/lexique383_ortho_cgram_freq.tsv", func(f []string) error {
		if len(f) < 3 {
			return nil
		}
		n, err := strconv.ParseFloat(f[2], 64)
		if err != nil {
			return nil // the header
		}
		c.word[lexicon.Fold(f[0])] += n + 0.01
		return nil
	})
}

// frequencies reads the list of frequent words, per million.
func frequencies(data fs.FS, lang string) (map[string]float64, error) {
	m := map[string]float64{}
	sum := 0.0
	err := lines(data, "lexicon/frequencywords/"+lang+"_50k.txt", func(f []string) error {
		w, num, ok := strings.Cut(f[0], " ")
		n, err := strconv.ParseFloat(num, 64)
		if !ok || err != nil {
			return nil
		}
		m[lexicon.Fold(w)] += n
		sum += n
		return nil
	})
	for w := range m {
		m[w] *= 1e6 / sum
	}
	return m, err
}

// other reads what there is for a language without registers: common names by
// country, and the frequent words of film subtitles, which count names too.
// How often a word has a capital inside edited sentences tells the two apart.
func (c *counts) other(data fs.FS, lang string) error {
	if err := c.popular(data, "lexicon/popular_names_cc0/common-forenames-by-country.csv", lang, c.first); err != nil {
		return err
	}
	if err := c.popular(data, "lexicon/popular_names_cc0/common-surnames-by-country.csv", lang, c.last); err != nil {
		return err
	}
	words, err := frequencies(data, lang)
	if err != nil {
		return err
	}
	cased, err := casings(data, lang)
	if err != nil {
		return err
	}
	lex := lexicon.Default()
	// The lexicon's rank of names stands in for the counts that are missing.
	for w, e := range lex.Words(lexicon.FirstName, lang) {
		c.first[w] += 0.2 * math.Pow(float64(e.NameRank), 1.5)
	}
	share(c.first)
	spoken := map[string]float64{}
	for w, n := range words {
		e, _ := lex.Look(w, lang)
		asWord := 1.0
		if e.Hidden() {
			asWord = cased[w].asWord(beforeSeen(e))
			switch {
			case e.POS&lexicon.Noun != 0: // a word of our lists: months have capitals, too
				asWord = max(asWord, 0.95)
			case e.Kinds&(lexicon.FirstName|lexicon.Hypocoristic) != 0 && e.CityRank < largeTown:
				spoken[w] = n * (1 - asWord)
			}
		}
		c.word[w] += n * asWord
	}
	share(c.word)
	share(spoken)
	for w, p := range spoken {
		c.first[w] += p
	}
	share(c.first)
	share(c.last)
	return nil
}

// largeTown is the rank from which a name that is a town, too, is the town
// where it has a capital: a million inhabitants.
const largeTown = 20

// beforeSeen is the share of the uses of a name of the lexicon that are a word,
// where no sentence has it.
func beforeSeen(e lexicon.Entry) float64 {
	if e.Kinds&lexicon.Form != 0 {
		return 0.7
	}
	return 0.02
}

// at home are the countries whose names count most in a language.
var home = map[string]string{
	"en": " US GB IE AU CA NZ SG MY IN PH ZA NG ", "de": " DE AT CH ", "es": " ES MX AR CO CL PE ", "it": " IT CH ",
	"sv": " SE FI ",
}

// popular reads names by country: the nearer the top of its list and the nearer
// the country, the more it counts.
func (c *counts) popular(data fs.FS, path, lang string, into map[string]float64) error {
	f, err := data.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	r := csv.NewReader(f)
	r.FieldsPerRecord = -1
	var columns map[string]int
	for {
		row, err := r.Read()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		if columns == nil {
			columns = map[string]int{}
			for i, h := range row {
				columns[strings.TrimPrefix(h, "\ufeff")] = i
			}
			continue
		}
		get := func(name string) string {
			if i, ok := columns[name]; ok && i < len(row) {
				return row[i]
			}
			return ""
		}
		rank, err := strconv.ParseFloat(get("Index"), 64)
		if err != nil {
			rank = 50
		}
		weight := 0.2
		if strings.Contains(home[lang], " "+get("Country")+" ") {
			weight = 5
		}
		if w := lexicon.Fold(get("Romanized Name")); w != "" {
			into[w] += weight / (rank + 5)
		}
	}
}

// lines calls f with the tab-separated fields of each line of a file.
func lines(data fs.FS, path string, f func([]string) error) error {
	file, err := data.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	sc := bufio.NewScanner(file)
	sc.Buffer(nil, 1<<20)
	for n := 1; sc.Scan(); n++ {
		if err := f(strings.Split(sc.Text(), "\t")); err != nil {
			return fmt.Errorf("%s:%d: %w", path, n, err)
		}
	}
	return sc.Err()
}
