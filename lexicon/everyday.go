package lexicon

import (
	_ "embed"
	"strings"
	"sync"
)

// everydayText is written by gen/everyday: a line "[de]" before the words of a
// language, folded, one a line. It lies beside the lexicon because ordinals, and
// the models that hang on them, change with every word that goes into that.
//
//go:embed data/everyday.txt
var everydayText string

// Everyday reports that the word, folded, is an ordinary word of the language as
// people write it, counted in sentences: it fills in for German, Italian, Swedish
// and Swiss German ("gsw"), of which the lexicon has no word list, and names for
// Spanish, English and French the words that are first names, too. A name may be
// meant all the same.
func Everyday(word, lang string) bool {
	return everyday()[lang][word]
}

var everyday = sync.OnceValue(func() map[string]map[string]bool {
	out := map[string]map[string]bool{}
	var words map[string]bool
	for line := range strings.Lines(everydayText) {
		line = strings.TrimSuffix(line, "\n")
		if lang, ok := strings.CutPrefix(line, "["); ok {
			words = map[string]bool{}
			out[strings.TrimSuffix(lang, "]")] = words
			continue
		}
		words[line] = true
	}
	return out
})
