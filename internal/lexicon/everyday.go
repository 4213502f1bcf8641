package lexicon

import (
	_ "embed"
	"strings"
	"sync"

	"github.com/bauta/bauta/internal/packed"
)

// everydayText is written by gen/everyday: a line "[de]" before the words of a
// language, folded, one a line. It lies beside the lexicon because ordinals, and
// the models that hang on them, change with every word that goes into that.
//
//go:embed data/everyday.txt.zst
var everydayText []byte

// Tongues is a set of the languages whose everyday words are counted.
type Tongues uint16

// Has reports whether a language is in the set.
func (t Tongues) Has(lang string) bool { return t&everyday().tongues[lang] != 0 }

// Everyday reports that the word, folded, is an ordinary word of the language as
// people write it, counted in sentences: it fills in for German, Italian, Swedish
// and Swiss German ("gsw"), of which the lexicon has no word list, and names for
// Spanish, English and French the words that are first names, too. A name may be
// meant all the same.
func Everyday(word, lang string) bool { return EverydayIn(word).Has(lang) }

// EverydayIn gives the languages in which Everyday holds, in one look-up.
func EverydayIn(word string) Tongues { return everyday().words[word] }

// everydayWords are all words with their languages.
type everydayWords struct {
	words   map[string]Tongues
	tongues map[string]Tongues
}

var everyday = sync.OnceValue(func() everydayWords {
	text := string(packed.Embedded(everydayText))
	e := everydayWords{make(map[string]Tongues, strings.Count(text, "\n")), map[string]Tongues{}}
	var of Tongues
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		if lang, ok := strings.CutPrefix(line, "["); ok {
			of = 1 << len(e.tongues)
			e.tongues[strings.TrimSuffix(lang, "]")] = of
			continue
		}
		e.words[line] |= of
	}
	return e
})
