package main

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/bauta/bauta/internal/lexicon"
)

// french expands the French spelling dictionary to all inflected forms.
// Stems tagged as first names (po:prn), surnames (po:patr) and other proper
// nouns (po:npr) are no forms. Left out: elided articles and pronouns on the
// front (l', qu'), and the SI prefixes of unit symbols, which make "eva" of
// the volt-ampere.
func (g *generator) french() error {
	const name = "hunspell-fr-comprehensive"
	p, err := g.debian(name)
	if err != nil {
		return err
	}
	s, err := openSpeller(filepath.Join(p.dir, "usr/share/hunspell/fr"), func(flag, add string) bool {
		return flag == "U." || strings.ContainsAny(add, "'’")
	})
	if err != nil {
		return err
	}
	source := lexicon.Source{
		Name: "French spelling dictionary, all variants", Package: name, Version: p.version, Licence: "MPL-2.0",
		Lang: "fr",
		Credit: "French dictionary “toutes variantes” by Olivier R. and the contributors of Dicollecte, " +
			"grammalecte.net",
	}
	for _, part := range []struct {
		kind  lexicon.Kind
		entry func(form) (lexicon.Attr, bool)
	}{
		{lexicon.Form, frenchForm},
		{lexicon.FirstName, frenchFirstName},
		{lexicon.Surname, tagged("po:patr", lexicon.Attr{Kinds: lexicon.Surname, Origin: "fr", SurnameRank: 1})},
		{lexicon.Proper, tagged("po:npr", lexicon.Attr{Kinds: lexicon.Proper, Lang: "fr"})},
	} {
		for _, st := range s.stems {
			var failed error
			s.expand(st, func(f form) {
				if a, ok := part.entry(f); ok && failed == nil {
					failed = g.addFrench(f.word, a)
				}
			})
			if failed != nil {
				return failed
			}
		}
		source.Kind = part.kind.String()
		g.done(source)
	}
	return nil
}

// addFrench adds the form, and the spelling without ligatures that keyboards
// bring about (cœur, coeur).
func (g *generator) addFrench(word string, a lexicon.Attr) error {
	if err := g.add(word, a); err != nil {
		return err
	}
	if plain := strings.NewReplacer("œ", "oe", "æ", "ae", "Œ", "Oe", "Æ", "Ae").Replace(word); plain != word {
		return g.add(plain, a)
	}
	return nil
}

func openSpeller(path string, skip func(flag, add string) bool) (*speller, error) {
	aff, err := os.Open(path + ".aff")
	if err != nil {
		return nil, err
	}
	defer aff.Close()
	dic, err := os.Open(path + ".dic")
	if err != nil {
		return nil, err
	}
	defer dic.Close()
	return readSpeller(aff, dic, skip)
}

// tagged gives the attributes to forms whose stem has the tag.
func tagged(tag string, a lexicon.Attr) func(form) (lexicon.Attr, bool) {
	return func(f form) (lexicon.Attr, bool) { return a, has(f.stem, tag) }
}

func frenchFirstName(f form) (lexicon.Attr, bool) {
	a := lexicon.Attr{Kinds: lexicon.FirstName, Origin: "fr", NameRank: 1}
	for _, t := range f.stem {
		switch t {
		case "is:mas":
			a.Sex |= lexicon.Male
		case "is:fem":
			a.Sex |= lexicon.Female
		case "is:epi":
			a.Sex |= lexicon.Male | lexicon.Female
		}
	}
	return a, has(f.stem, "po:prn")
}

func frenchForm(f form) (lexicon.Attr, bool) {
	a := lexicon.Attr{Kinds: lexicon.Form, Lang: "fr"}
	for _, t := range f.stem {
		switch t {
		case "po:prn", "po:patr", "po:npr", "po:err", "po:ponc", "po:sign", "po:div":
			return a, false
		}
	}
	pos, gram := lexicon.POS(0), lexicon.POS(0)
	verb := false
	for _, t := range append(f.stem, f.affix...) {
		if strings.HasPrefix(t, "po:v") {
			verb = true
		}
		pos |= frenchPOS(t)
		gram |= frenchGrammar(t)
	}
	if verb {
		pos |= lexicon.Verb
	}
	if has(f.affix, "po:nom") || has(f.affix, "po:adj") || len(f.affix) > 0 && !verb {
		// An inflected noun or adjective: nothing of the verb but its participle.
		pos &^= lexicon.Infinitive
	}
	if pos&lexicon.Exclamation != 0 {
		a.Kinds |= lexicon.Interjection
	}
	a.POS = pos | gram
	return a, f.word != "-" && f.word != "_"
}

// frenchPOS reads a "po:" tag.
func frenchPOS(tag string) lexicon.POS {
	tag, ok := strings.CutPrefix(tag, "po:")
	if !ok {
		return 0
	}
	tag = strings.TrimPrefix(tag, "loc.")
	switch tag {
	case "nom":
		return lexicon.Noun
	case "adj":
		return lexicon.Adjective
	case "adv", "advint", "negadv":
		return lexicon.Adverb
	case "infi":
		return lexicon.Infinitive
	case "ppas", "ppre":
		return lexicon.Participle
	case "ipre", "iimp", "ipsi", "ifut", "cond", "spre", "simp":
		return lexicon.Finite
	case "impe":
		return lexicon.Imperative
	case "interj":
		return lexicon.Exclamation
	case "nb", "nbro":
		return lexicon.Numeral
	case "titr":
		return lexicon.Title
	case "pfx":
		return lexicon.Prefix
	case "prep", "prepv":
		return lexicon.Preposition
	}
	switch {
	case strings.HasPrefix(tag, "pro"):
		return lexicon.Pronoun
	case strings.HasPrefix(tag, "det"):
		return lexicon.Determiner
	case strings.HasPrefix(tag, "cj"):
		return lexicon.Conjunction
	}
	return 0
}

// frenchGrammar reads gender and number.
func frenchGrammar(tag string) lexicon.POS {
	switch tag {
	case "is:mas":
		return lexicon.Masculine
	case "is:fem":
		return lexicon.Feminine
	case "is:epi":
		return lexicon.Masculine | lexicon.Feminine
	case "is:sg", "po:1sg", "po:2sg", "po:3sg", "po:1isg", "po:1jsg":
		return lexicon.Singular
	case "is:pl", "po:1pl", "po:2pl", "po:3pl", "po:3pl!":
		return lexicon.Plural
	case "is:inv":
		return lexicon.Singular | lexicon.Plural
	}
	return 0
}
