package chat

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bauta/bauta/internal/lexicon"
)

// habit is how a word is written in a corpus.
type habit struct {
	lower   int // in lower case
	capital int // with a capital inside a sentence
	noun    int // with a capital after an article or the like
}

// habits counts how words are written in sentences: that tells names from
// nouns, which German writes alike, and from the first words of sentences.
func (g *Generator) habits(sentences []string) map[string]habit {
	out := map[string]habit{}
	for _, s := range sentences {
		before := ""
		for w, first := range g.cased(s) {
			key := lexicon.Fold(w)
			h := out[key]
			switch r, _ := utf8.DecodeRuneInString(w); {
			case !unicode.IsUpper(r):
				h.lower++
			case !first:
				h.capital++
				if slices.Contains(g.words.articles, before) {
					h.noun++
				}
			}
			out[key] = h
			before = key
		}
	}
	return out
}

// cased yields the words of a sentence, and whether a capital may be that of the
// start of a sentence.
func (g *Generator) cased(text string) func(yield func(w string, first bool) bool) {
	return func(yield func(string, bool) bool) {
		first := true
		for _, w := range wordsOf(text) {
			r, _ := utf8.DecodeRuneInString(w)
			if !unicode.IsLetter(r) {
				first = first || strings.ContainsAny(w, ".!?\":«»“”„¿¡-–—")
				continue
			}
			if !yield(w, first) {
				return
			}
			first = false
		}
	}
}

// sort says whether a sentence holds a stock name, and whether it holds what is
// probably another name.
func (g *Generator) sort(text string, h map[string]habit) (named, other bool) {
	for w, first := range g.cased(text) {
		kind, _ := g.stock(w)
		named = named || kind == stockPerson
		if r, _ := utf8.DecodeRuneInString(w); kind == noStock && unicode.IsUpper(r) && !slices.Contains(capitals, w) {
			other = other || g.nameLike(w, h[lexicon.Fold(w)], first)
		}
	}
	return named, other
}

// nameLike says whether a word with a capital is a name to all appearance: inside
// a sentence every one; at its start a word that is never written in lower case
// and is seen inside others, or is known as a first name and nothing else. Where nouns have capitals,
// a name is what hardly ever stands after an article, too.
func (g *Generator) nameLike(w string, h habit, first bool) bool {
	if h.lower > 0 {
		return !first && len(g.words.articles) == 0
	}
	e, _ := lexicon.Default().Look(w, g.lang)
	known := e.Kinds&lexicon.FirstName != 0 && e.Kinds&lexicon.Form == 0
	if len(g.words.articles) == 0 {
		return !first || h.capital > 0 || known
	}
	return (h.capital >= 3 || known) && h.noun*50 <= h.capital
}
