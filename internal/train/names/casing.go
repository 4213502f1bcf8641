package names

import (
	"bufio"
	"io/fs"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bauta/bauta/internal/lexicon"
)

// casing is how often a word stands inside sentences in small letters, and how
// often with a capital.
type casing struct{ small, capital float64 }

// asWord is the share of the uses of a word that are no name, by its casing: a
// capital inside an edited sentence makes a name. before is the share to
// believe in where no sentence has the word.
func (c casing) asWord(before float64) float64 {
	const weight = 2 // of the belief, in sentences
	return (c.small + weight*before) / (c.small + c.capital + weight)
}

// casings counts the words of edited sentences, one or a few a line, without
// those that begin a sentence. German tells nothing: all its nouns have
// capitals.
func casings(data fs.FS, lang string) (map[string]casing, error) {
	out := map[string]casing{}
	if lang == "de" {
		return out, nil
	}
	f, err := data.Open("sentences/tatoeba/" + lang + ".txt")
	if err != nil {
		return nil, err
	}
	defer f.Close()
	sc := bufio.NewScanner(f)
	sc.Buffer(nil, 1<<20)
	for sc.Scan() {
		first := true
		for field := range strings.FieldsSeq(sc.Text()) {
			w := strings.TrimFunc(field, func(r rune) bool { return !unicode.IsLetter(r) })
			start := first || !strings.HasPrefix(field, w)
			first = strings.ContainsAny(field, ".?!:…\"") || w == "" && first
			if w = strings.TrimSuffix(strings.TrimSuffix(w, "'s"), "’s"); start || w == "" {
				continue
			}
			key := lexicon.Fold(w)
			c := out[key]
			if r, _ := utf8.DecodeRuneInString(w); unicode.IsUpper(r) {
				c.capital++
			} else {
				c.small++
			}
			out[key] = c
		}
	}
	return out, sc.Err()
}
