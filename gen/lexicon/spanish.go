package main

import (
	"path/filepath"
	"strings"
	"unicode"

	"github.com/bauta/bauta/internal/lexicon"
)

// spanish expands the Spanish spelling dictionary, which has no parts of
// speech. Stems with a capital are proper nouns of any sort. Prefixes (re-,
// auto-, anti-) are left out, which would make ten words of each; so are verbs
// with two pronouns on the end.
func (g *generator) spanish() error {
	const name = "hunspell-es"
	p, err := g.debian(name)
	if err != nil {
		return err
	}
	s, err := openSpeller(filepath.Join(p.dir, "usr/share/hunspell/es_ES"), func(string, string) bool { return true })
	if err != nil {
		return err
	}
	source := lexicon.Source{
		Name: "Spanish spelling dictionary", Package: name, Version: p.version, Licence: "MPL-1.1+ (of three offered)",
		Lang:   "es",
		Credit: "Spanish dictionary, copyright Santiago Bosio",
	}
	for _, kind := range []lexicon.Kind{lexicon.Form, lexicon.Proper} {
		for _, st := range s.stems {
			if strings.IndexFunc(st.word, unicode.IsUpper) >= 0 != (kind == lexicon.Proper) {
				continue
			}
			var failed error
			s.expand(st, func(f form) {
				if failed == nil {
					failed = g.add(f.word, lexicon.Attr{Kinds: kind, Lang: "es"})
				}
			})
			if failed != nil {
				return failed
			}
		}
		source.Kind = kind.String()
		g.done(source)
	}
	return nil
}
