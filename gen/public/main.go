// Command public writes internal/lexicon/data/lists/all/public-people.tsv: full names of
// people of public life, counted in the sentences of an encyclopaedia in which people are
// marked (MultiCoNER): go run ./gen/public [-shared DIR].
//
// A name counts when it is marked in three sentences and more. It must not be one that
// many bear: its last word is no everyday word and no first name.
package main

import (
	"bufio"
	"flag"
	"fmt"
	"log"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/bauta/bauta/internal/lexicon"
)

const (
	out   = "internal/lexicon/data/lists/all/public-people.tsv"
	least = 3
	head  = `# what: full names of people of public life, folded, marked three times and more; go run ./gen/public
# source: MultiCoNER v1 and v2 (Malmasi et al. 2022, Fetahu et al. 2023), people in six languages
# licence: CC BY 4.0
`
)

// people are the types of people in the two versions.
var people = []string{
	"PER", "OtherPER", "SportsManager", "Cleric", "Scientist", "Athlete", "Politician", "Artist",
}

// full is a name of two words and more, of letters.
var full = regexp.MustCompile(`^\p{L}[\p{L}'’.-]*( \p{L}[\p{L}'’.-]*)+$`)

func main() {
	shared := flag.String("shared", "../shared", "folder that holds data/")
	flag.Parse()
	files, err := filepath.Glob(filepath.Join(*shared, "data/ner/multiconer_v?/*.conll"))
	if err != nil || len(files) == 0 {
		log.Fatalf("no files of MultiCoNER under %s", *shared)
	}
	seen := map[string]int{}
	for _, f := range files {
		if err := count(f, seen); err != nil {
			log.Fatal(err)
		}
	}
	lex := lexicon.Default()
	var names []string
	for _, name := range slices.Sorted(maps.Keys(seen)) {
		if seen[name] >= least && public(lex, name) {
			names = append(names, name)
		}
	}
	if err := os.WriteFile(out, []byte(head+strings.Join(names, "\n")+"\n"), 0o644); err != nil {
		log.Fatal(err)
	}
	fmt.Println(len(names), "names")
}

// count adds the people of one file.
func count(path string, seen map[string]int) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	var name []string
	flush := func() {
		if len(name) > 1 {
			seen[lexicon.Fold(strings.Join(name, " "))]++
		}
		name = nil
	}
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		cells := strings.Fields(lines.Text())
		tag := ""
		if len(cells) == 4 {
			tag = cells[3]
		}
		kind, inside := strings.CutPrefix(tag, "I-")
		if !inside || len(name) == 0 {
			flush()
			kind = strings.TrimPrefix(tag, "B-")
		}
		if slices.Contains(people, kind) {
			name = append(name, cells[0])
		}
	}
	flush()
	return lines.Err()
}

// public reports a full name that not many bear.
func public(lex *lexicon.Lexicon, name string) bool {
	words := strings.Fields(name)
	last := words[len(words)-1]
	e, _ := lex.Look(last, "en")
	const first = lexicon.FirstName | lexicon.Hypocoristic
	article := words[0] == "the" || words[0] == "la" || words[0] == "el"
	return full.MatchString(name) && !article && len(last) > 2 && e.Kinds&first == 0 && !lexicon.FrequentAnywhere(last)
}
