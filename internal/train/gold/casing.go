package gold

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/bauta/bauta"
)

// Casing knows which words a language writes with a capital inside a sentence,
// for text that has lost them: German nouns, months and "I" in English.
type Casing struct {
	votes map[string]int // by word in lower case: with a capital less without
}

// NewCasing counts words in sentences that have their capitals. The first word of
// a sentence, and sentences in capitals or without any, say nothing.
func NewCasing(sentences []string) *Casing {
	c := &Casing{votes: map[string]int{}}
	for _, s := range sentences {
		first, upper := true, 0
		words := cutWords(nil, s, "")
		for _, p := range words {
			if r, _ := utf8.DecodeRuneInString(p.text); p.word && unicode.IsUpper(r) {
				upper++
			}
		}
		if upper == 0 || 2*upper > len(words) {
			continue
		}
		for _, p := range words {
			if !p.word {
				first = first || strings.ContainsAny(p.text, ".!?:\"„“”»«")
				continue
			}
			if r, _ := utf8.DecodeRuneInString(p.text); !first && unicode.IsLetter(r) {
				if unicode.IsUpper(r) {
					c.votes[strings.ToLower(p.text)]++
				} else {
					c.votes[p.text]--
				}
			}
			first = false
		}
	}
	return c
}

// shortHead is the length in bytes of the shortest last part of a compound that
// says how the whole is written.
const shortHead = 4

// capital says whether a word in lower case has a capital inside a sentence: a
// word that was not counted is written as the longest one that it ends with is.
func (c *Casing) capital(w string) bool {
	if v, ok := c.votes[w]; ok {
		return v > 0
	}
	for i := range w {
		if i > 1 && len(w)-i >= shortHead {
			if v, ok := c.votes[w[i:]]; ok && (v > 1 || v < -1) {
				return v > 0
			}
		}
	}
	return false
}

// Recase is the function of this name for a language that Casing knows: other
// words than names get their capitals back, too. Nil knows none.
func (c *Casing) Recase(s Sentence) Sentence {
	if c == nil {
		return Recase(s)
	}
	return Recase(s).Edit(func(t string, word bool, label bauta.Label) string {
		if word && label == "" && c.capital(t) {
			return Capital(t)
		}
		return t
	})
}
