package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/internal/lexicon/register"
)

// From so many births, or bearers, on a name is one.
const (
	leastBirths  = 50
	leastBearers = 2000
)

// registered makes the register of who is called so, without frequent words.
func registered(data string) ([]byte, error) {
	births := map[string]int{}
	err := lines(filepath.Join(data, "lexicon/insee_prenoms.tsv"), func(line string) {
		cells := strings.Split(line, "\t")
		if len(cells) < 3 {
			return
		}
		if n, err := strconv.Atoi(cells[2]); err == nil {
			births[lexicon.Fold(cells[0])] += n
		}
	})
	if err != nil {
		return nil, err
	}
	raw, err := os.ReadFile(filepath.Join(data, "lexicon/insee_noms.json"))
	if err != nil {
		return nil, err
	}
	var census map[string]int
	if err := json.Unmarshal(raw, &census); err != nil {
		return nil, err
	}
	bearers := map[string]int{}
	for name, n := range census {
		bearers[lexicon.Fold(name)] += n
	}
	return register.Write(borneBy(births, leastBirths), borneBy(bearers, leastBearers)), nil
}

// borneBy gives the names that are borne often enough and are no words.
func borneBy(counts map[string]int, least int) []string {
	var out []string
	for name, n := range counts {
		if n >= least && utf8.RuneCountInString(name) > 2 && !lexicon.FrequentAnywhere(name) {
			out = append(out, name)
		}
	}
	return out
}
