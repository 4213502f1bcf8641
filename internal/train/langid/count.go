package langid

import (
	"math"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bauta/bauta/langid"
)

// vocabulary is the words of a language, with edges, and their weights.
type vocabulary map[string]float64

const (
	// nameWeight is the weight of a word that is only seen with a capital
	// inside a sentence: names are the same in all languages.
	nameWeight = 0.3
	// stripped and lost are the weights of a word written without its accents
	// (é → e), as people type it, and without the letters that have them, as a
	// broken encoding leaves it.
	stripped = 0.1
	lost     = 0.05
	// informalWeight is how often a word of the informal lists counts as seen.
	informalWeight = 12
	// frequentTokens is the number of running words for which the list of the
	// most frequent ones of a language stands.
	frequentTokens = 3e5
)

// count gathers the words of a language that are in the script of its group,
// from the lines that keep accepts, and its most frequent ones.
func count(lang string, lines *Lines, group langid.Group, keep func(fold int) bool) vocabulary {
	words, names := vocabulary{}, vocabulary{}
	lines.all(folds, func(line string, fold int) {
		if !keep(fold) {
			return
		}
		if lang == "sr" {
			line = cyrillic(line)
		}
		first := true
		for w := range langid.Words(line) {
			if w.Group == group {
				r, _ := utf8.DecodeRuneInString(line[w.Start:])
				if !first && unicode.IsUpper(r) && lang != "de" {
					names[string(w.Runes)]++
				} else {
					words[string(w.Runes)]++
				}
			}
			first = false
		}
	})
	for w, n := range names {
		if words[w] > 0 {
			words[w] += n / 2
		} else {
			words[w] = min(n, 3) * nameWeight
		}
	}
	for _, w := range strings.Fields(informal[lang]) {
		words["_"+w+"_"] += informalWeight
	}
	frequent(words, lines.Frequent, group)
	return words
}

// frequent adds the most frequent words, each as often as it stands in so many
// running words. The list is cut as the texts are: "s'il" is two words.
func frequent(words vocabulary, list []Frequent, group langid.Group) {
	for _, f := range list {
		for w := range langid.Words(f.Word) {
			if w.Group == group {
				words[string(w.Runes)] += f.Share * frequentTokens
			}
		}
	}
}

// spoil adds the spellings without accents.
func spoil(words vocabulary) {
	added := vocabulary{}
	for w, n := range words {
		plain, rest := withoutAccents(w)
		if plain == "" {
			continue
		}
		n = min(n, 1)
		if plain != w {
			added[plain] += n * stripped
		}
		if len(rest) > 4 {
			added[rest] += n * lost
		}
	}
	for w, n := range added {
		if words[w] == 0 {
			words[w] = min(n, 1)
		}
	}
}

// withoutAccents gives the two spoilt spellings of a word in Latin letters;
// "" for one without accents and for other scripts.
func withoutAccents(w string) (plain, rest string) {
	var a, b strings.Builder
	accents := false
	for _, r := range w {
		if r < utf8.RuneSelf {
			a.WriteRune(r)
			b.WriteRune(r)
			continue
		}
		if !unicode.Is(unicode.Latin, r) {
			return "", ""
		}
		accents = true
		if p, ok := plainLetter(r); ok {
			a.WriteString(p)
		} else {
			a.WriteRune(r)
		}
	}
	if !accents {
		return "", ""
	}
	return a.String(), b.String()
}

// weight turns the count of a word into its weight in the letter model, between
// counting words once (types) and as often as they occur (tokens).
//
// It is rounded to a fraction of 2: sums of such weights are exact, so that the
// order in which n-grams are visited does not show in the model.
func weight(n float64) float64 {
	return math.Ldexp(math.Round(math.Ldexp(math.Pow(max(n, 1), 0.8)*min(n, 1), 12)), -12)
}
