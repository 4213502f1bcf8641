package policy

import (
	"cmp"
	"maps"
	"slices"

	"github.com/bauta/bauta/internal/detect/lexical"
	"github.com/bauta/bauta/internal/settle"
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
	const usual = 0.3 // the default of the taggers
	a := settle.Advice{By: map[string]settle.Weigher{}, Above: b.advised, Ask: cmp.Or(ask, usual)}
	for lang := range b.advised {
		if det := b.weighers[lang]; det != nil {
			a.By[lang] = det // which has read the message already
			continue
		}
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
	b.persons = maps.Clone(persons)
	if n.Second == "" {
		return
	}
	b.advised = map[string]float64{}
	for _, lang := range b.kit.named() {
		if slices.Contains(f.bundles(b, "ner-"), "ner-"+lang) {
			b.advised[lang] = cmp.Or(adviceBound*persons[lang], n.Person.number(), n.Sure, 0.5)
			persons[lang] = leastAdvised
		}
	}
}

// above is the probability from which a tagger's person is hidden in a language, the
// dictionaries' advice included where they are asked.
func (f *File) above(b *Built) func(lang string) float64 {
	n := f.Detect.NER
	return func(lang string) float64 {
		return cmp.Or(b.advised[lang], b.persons[lang], n.Person.number(), n.Sure, 0.5)
	}
}
