package names

import (
	"strings"

	"github.com/bauta/bauta/internal/detect/lexical"
	"github.com/bauta/bauta/internal/lexicon"
)

// bareShare is how much of the use of a word goes without its accents.
const bareShare = 0.3

// known is what an SMS form of a frequent word counts for, at most.
const known = 1e-4

// priors gives the words of the lexicon that the language has, each with 128 + 10 ×
// the log-odds that it is a name. Words that no list of names has get one too:
// registers know more surnames than the lists, and a rare word is a worse witness
// than a common one.
func priors(lex *lexicon.Lexicon, c *counts, lang string) map[string]byte {
	nicks := nicknames(lex, lang)
	out := map[string]byte{}
	for id := range lex.FST().Len() {
		e, ok := lex.Entry(id, lang)
		if !ok {
			continue
		}
		w, _ := lex.FST().Word(id)
		out[w] = lexical.PriorOf(asName(w, e, c, nicks), asWord(w, e, c, lex, lang, nicks))
	}
	return out
}

// nicknames counts those of a language.
func nicknames(lex *lexicon.Lexicon, lang string) (n float64) {
	for range lex.Words(lexicon.Hypocoristic, lang) {
		n++
	}
	return n
}

// newDrawn compares the names of the generated text with the counts.
func newDrawn(lang string, c *counts, names map[string]int) drawn {
	lex := lexicon.Default()
	nicks := nicknames(lex, lang)
	d := drawn{register: lang == "fr", names: names, share: func(w string) float64 {
		e, _ := lex.Look(w, lang)
		return asName(w, e, c, nicks)
	}}
	for _, n := range names {
		d.total += float64(n)
	}
	return d
}

func asName(w string, e lexicon.Entry, c *counts, nicks float64) float64 {
	p, _ := lexical.KindShares(e, nicks)
	return p + lexical.FirstShare*(c.first[w]+bareShare*c.bareName[w]) + lexical.SurnameShare*c.last[w]
}

// listedWords are the kinds of lists that were edited by hand.
const listedWords = lexicon.Form | lexicon.Loan | lexicon.Kinship | lexicon.Greeting | lexicon.Interjection |
	lexicon.Onomatopoeia | lexicon.Nationality | lexicon.Language

func asWord(w string, e lexicon.Entry, c *counts, lex *lexicon.Lexicon, lang string, nicks float64) float64 {
	_, p := lexical.KindShares(e, nicks)
	p += bareShare * c.bareWord[w]
	if e.Kinds&listedWords != 0 {
		p += c.word[w]
	} else {
		p += c.word[w] / 20 // counted as a word, listed as none: mostly the name
	}
	if n, ok := lex.Normal(w, lang); ok && e.Kinds&lexical.Spoken != 0 {
		p += min(known, c.rarest(n)/20)
	}
	if !e.Hidden() {
		p += c.subtitle[w] / 2 // spoken words that edited lists lack
	}
	// Edited word lists have no places and brands; subtitles have them, mixed
	// with the names that are spelt alike.
	switch {
	case e.Kinds&(lexicon.Country|lexicon.Nationality|lexicon.Brand) != 0:
		p += 0.7 * c.subtitle[w]
	case e.Kinds&lexicon.City != 0:
		p += 0.2 * c.subtitle[w]
	}
	return p
}

// rarest is the share of the rarest word of a normal form ("j'aime").
func (c *counts) rarest(normal string) float64 {
	p := 1.0
	for w := range strings.FieldsFuncSeq(normal, func(r rune) bool { return r == ' ' || r == '\'' || r == '-' }) {
		if len(w) > 1 {
			p = min(p, c.word[w])
		}
	}
	if p == 1 {
		return 0
	}
	return p
}
