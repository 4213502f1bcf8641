package names

import (
	"math"
	"strings"

	"github.com/bauta/bauta/lexicon"
)

// Shares of the words of a message that are names, and of the names by kind:
// one word in 120 names a person, mostly by first name or nickname.
const (
	nameShare    = 0.008
	firstShare   = 0.80
	surnameShare = 0.03
	nickShare    = 0.17
)

// bareShare is how much of the use of a word goes without its accents.
const bareShare = 0.3

// Floors, as shares of all names or all words, for what a list holds and no
// source counts.
const (
	rareName = 2e-7
	rareWord = 2e-8
	smsWord  = 5e-7
	known    = 1e-4 // an SMS form of a frequent word
)

// priors gives a byte for each word of the lexicon: 0 where the language does
// not have it, else 128 + 10 × the log-odds that it is a name. Words that no
// list of names has get one too: registers know more surnames than the lists,
// and a rare word is a worse witness than a common one.
func priors(lex *lexicon.Lexicon, c *counts, lang string) []byte {
	nicks := nicknames(lex, lang)
	out := make([]byte, lex.FST().Len())
	for id := range out {
		e, ok := lex.Entry(id, lang)
		if !ok {
			continue
		}
		w, _ := lex.FST().Word(id)
		z := math.Log(nameShare*asName(w, e, c, nicks)) - math.Log((1-nameShare)*asWord(w, e, c, lex, lang))
		out[id] = byte(max(1, min(255, math.Round(128+10*z))))
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
	p := rareName/200 + firstShare*(c.first[w]+bareShare*c.bareName[w]) + surnameShare*c.last[w]
	if e.Kinds&lexicon.FirstName != 0 {
		p += firstShare * rareName
	}
	if e.Kinds&lexicon.Surname != 0 {
		p += surnameShare * rareName / 4
	}
	if e.Kinds&lexicon.Hypocoristic != 0 {
		p += nickShare / max(nicks, 1)
	}
	return p
}

func asWord(w string, e lexicon.Entry, c *counts, lex *lexicon.Lexicon, lang string) float64 {
	p := rareWord + bareShare*c.bareWord[w]
	if e.Kinds&(lexicon.Form|lexicon.Loan|lexicon.Kinship|lexicon.Greeting|lexicon.Interjection|lexicon.Onomatopoeia|lexicon.Nationality|lexicon.Language) != 0 {
		p += c.word[w]
	} else {
		p += c.word[w] / 20 // counted as a word, listed as none: mostly the name
	}
	if e.Kinds&(lexicon.SMS|lexicon.Onomatopoeia|lexicon.Interjection|lexicon.Greeting|lexicon.Kinship) != 0 {
		p += smsWord
		if n, ok := lex.Normal(w, lang); ok {
			p += min(known, c.rarest(n)/20)
		}
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
		p += 0.2*c.subtitle[w] + 1e-10*math.Exp2(float64(e.CityRank))
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
