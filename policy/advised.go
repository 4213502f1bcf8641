package policy

import (
	"cmp"
	"slices"

	"github.com/bauta/bauta/detect/lexical"
	"github.com/bauta/bauta/settle"
)

// leastAdvised is the tagger's probability from which the dictionaries are asked. A
// model's own bound is the one at which it finds a certain share of names alone; with
// advice that share is found at adviceBound times as much. Figures:
// docs/experiments/names.md.
const (
	leastAdvised = 0.03
	adviceBound  = 1.5
)

// advice puts the dictionaries behind the taggers.
func (f *File) advice(b *Built, ask float64) error {
	a := settle.Advice{By: map[string]settle.Weigher{}, Above: b.advised, Ask: cmp.Or(ask, 0.3)} // the default of the taggers
	for lang := range b.advised {
		m, err := names(b, lang)
		if err != nil {
			return err
		}
		if a.By[lang], err = lexical.New(lexical.Config{Lexicon: b.Lexicon, Lang: lang, Model: m}); err != nil {
			return err
		}
	}
	b.settle(a)
	return nil
}

// lower takes the bounds for people of the languages in which the dictionaries
// advise the tagger for the bounds of both together, and lets the tagger say more.
func (f *File) lower(b *Built, persons map[string]float64) {
	n := f.Detect.NER
	if n.Second == "" {
		return
	}
	b.advised = map[string]float64{}
	for _, lang := range named() {
		if slices.Contains(f.bundles("ner-"), "ner-"+lang) {
			b.advised[lang] = cmp.Or(adviceBound*persons[lang], n.Person.number(), n.Sure, 0.5)
			persons[lang] = leastAdvised
		}
	}
}
