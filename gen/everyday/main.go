// Command everyday writes internal/lexicon/data/everyday.txt: the words that are written as
// common words in languages of which the lexicon has no word list, counted in
// sentences, with the lists of this folder, and data/frequent.txt, the words that are
// seen most in all six languages: go run ./gen/everyday [-shared DIR].
//
// A word counts when it stands in small letters within a sentence often enough,
// and hardly ever with a capital; a German noun, when articles stand before it often enough.
package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bauta/bauta/gen/tight"
	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/internal/lexicon/data/lists"
)

func main() {
	shared := flag.String("shared", "../shared", "folder of the open data")
	out := flag.String("o", "internal/lexicon/data/everyday.txt", "file to write, compressed")
	often := flag.String("frequent", "internal/lexicon/data/frequent.txt", "file of the words seen most, compressed")
	flag.Parse()
	if err := errors.Join(run(*shared, *out), writeFrequent(*shared, *often)); err != nil {
		fmt.Fprintln(os.Stderr, "everyday:", err)
		os.Exit(1)
	}
}

// langs are the languages, each with how often a word must be seen.
var langs = map[string]int{"de": 3, "it": 1, "sv": 1, "es": 3}

func run(shared, out string) error {
	var b strings.Builder
	own, err := filepath.Glob("gen/everyday/lists/*.txt")
	if err != nil {
		return err
	}
	words := map[string]map[string]bool{}
	for _, path := range own {
		lang := strings.TrimSuffix(filepath.Base(path), ".txt")
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		words[lang] = map[string]bool{}
		for w := range strings.FieldsSeq(string(data)) {
			words[lang][lexicon.Fold(w)] = true
		}
	}
	for lang, least := range langs {
		c, err := count(filepath.Join(shared, "data/sentences/tatoeba", lang+".txt"))
		if err != nil {
			return err
		}
		for w, n := range c {
			german := lang == "de" && n.noun > 0 && n.noun*5 >= n.capital && !listed(w, lang)
			doubtful := lang == "es" && !listed(w, lang) // Spanish has a word list
			if (n.common(least) || german) && !doubtful {
				words[lang][w] = true
			}
		}
	}
	for _, lang := range slices.Sorted(maps.Keys(words)) {
		fmt.Fprintf(&b, "[%s]\n%s\n", lang, strings.Join(slices.Sorted(maps.Keys(words[lang])), "\n"))
	}
	return tight.Write(out, []byte(b.String()))
}

// listed reports a word of the lists of names.
func listed(word, lang string) bool {
	e, ok := lexicon.Default().Look(word, lang)
	return ok && e.Hidden()
}

// counted is how a word is written within sentences: in small letters, with a capital,
// and with a capital behind a German article.
type counted struct{ small, capital, noun int }

func (n counted) common(least int) bool {
	return n.small >= least && n.small >= 3*n.capital || n.noun >= 2 && n.noun*5 >= n.capital
}

// articles stand before nouns and not before names.
var articles = lists.In("articles")

func count(path string) (map[string]counted, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	out := map[string]counted{}
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		words := strings.FieldsFunc(lines.Text(), func(r rune) bool { return !unicode.IsLetter(r) })
		for i, w := range words {
			if i == 0 || utf8.RuneCountInString(w) < 2 {
				continue
			}
			k := lexicon.Fold(w)
			n := out[k]
			switch r, _ := utf8.DecodeRuneInString(w); {
			case !unicode.IsUpper(r):
				n.small++
			case articles[strings.ToLower(words[i-1])]:
				n.noun++
				n.capital++
			default:
				n.capital++
			}
			out[k] = n
		}
	}
	return out, lines.Err()
}
