package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bauta/bauta/gen/tight"
	"github.com/bauta/bauta/text"
)

// frequent are the languages of internal/lexicon/data/frequent.txt, each with how
// often a word must be seen in small letters: there are ten times as many English
// sentences as Italian ones.
var frequent = []struct {
	lang  string
	least int
}{{"de", 6}, {"en", 8}, {"es", 5}, {"fr", 6}, {"it", 2}, {"sv", 2}}

// writeFrequent writes the words of which everyday sentences are made, names among
// them where they are written as words, in plain letters.
func writeFrequent(shared, out string) error {
	var b strings.Builder
	for _, f := range frequent {
		seen, err := count(filepath.Join(shared, "data/sentences/tatoeba", f.lang+".txt"))
		if err != nil {
			return err
		}
		plain := map[string]counted{}
		for w, n := range seen {
			k := text.Plain(w)
			plain[k] = counted{plain[k].small + n.small, plain[k].capital + n.capital, plain[k].noun + n.noun}
		}
		var words []string
		for w, n := range plain {
			small := n.small >= f.least && n.small >= 3*n.capital
			noun := f.lang == "de" && n.noun >= f.least && 5*n.noun >= n.capital
			verb := f.lang == "de" && n.small >= 3*f.least && 2*n.small >= n.capital // fragen, viele Fragen
			if len(w) > 1 && (small || noun || verb) {
				words = append(words, w)
			}
		}
		slices.Sort(words)
		fmt.Fprintf(&b, "[%s]\n%s\n", f.lang, strings.Join(words, "\n"))
	}
	return tight.Write(out, []byte(b.String()))
}
