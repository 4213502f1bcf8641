package policy

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/detect/crf"
	"github.com/bauta/bauta/detect/lexical"
	"github.com/bauta/bauta/detect/pattern"
	"github.com/bauta/bauta/lexicon"
	"github.com/bauta/bauta/location/japanese"
	"github.com/bauta/bauta/model"
	"github.com/bauta/bauta/models"
)

// detectors fills the slots of the detectors, in a fixed order.
func (f *File) detectors(b *Built) error {
	var context bauta.Detector
	if f.Detect.NER != nil {
		var err error
		if context, err = f.taggers(b); err != nil {
			return err
		}
	}
	if f.Detect.Lexical != nil {
		if err := f.dictionaries(b); err != nil {
			return err
		}
	}
	var patterns bauta.Detector
	if c := f.Detect.Pattern; c != nil {
		det, err := pattern.New(pattern.Config{Countries: c.Countries, Langs: c.Languages, Kinds: c.Kinds, Dates: c.Dates, Guessed: b.Lang == auto})
		if err != nil {
			return err
		}
		patterns = det
	}
	if context != nil {
		context = yielding{first: patterns, tagger: context, mute: f.Detect.NER.Ask < 0, keeps: b.Pipeline.Keeps}
	} else {
		context = patterns
	}
	if context != nil {
		b.Pipeline.Detectors = append(b.Pipeline.Detectors, context)
	}
	if f.Detect.Location != nil {
		return f.location(b)
	}
	return nil
}

// taggers opens the models of the languages.
func (f *File) taggers(b *Built) (bauta.Detector, error) {
	n := f.Detect.NER
	ask := n.Ask
	if n.Lists > 0 && (ask <= 0 || ask > n.Lists) {
		ask = n.Lists
	}
	tagger, err := f.tagging(b, ask)
	if err != nil {
		return nil, err
	}
	if len(b.advised) > 0 {
		if tagger, err = f.advise(b, tagger, ask); err != nil {
			return nil, err
		}
	}
	b.tagger = &heard{tagger: tagger}
	var det bauta.Detector = again{b.tagger}
	if n.Lists > 0 {
		det = listed{det, b.Lexicon, n.Lists, n.Ask}
	}
	if slices.Contains(f.Languages, "ja") {
		det = router{langs: []string{"other"}, by: map[string]bauta.Detector{"other": det, "ja": japanese.Names{}}}
	}
	return det, nil
}

// dictionaries makes the detector of names: one, or one for each language that
// has a model where the policy tells languages.
func (f *File) dictionaries(b *Built) error {
	l := f.Detect.Lexical
	langs := []string{b.Lang}
	if b.Lang == auto {
		langs = slices.DeleteFunc(slices.Clone(f.languages()), func(lang string) bool {
			return !slices.Contains(models.Names(), "names-"+lang)
		})
	}
	all := router{others: f.Detect.NER != nil}
	for _, lang := range langs {
		m, err := names(b, lang)
		if err != nil && l.Resolve != "literal" {
			return err
		}
		cfg := lexical.Config{
			Lexicon: b.Lexicon, Lang: lang, Model: m, Literal: l.Resolve == "literal",
			NameAbove: l.NameAbove, WordBelow: l.WordBelow,
		}
		det, err := lexical.New(cfg)
		if err != nil {
			return err
		}
		opinion, err := f.opinion(b, det, cfg)
		if err != nil {
			return err
		}
		all.add(lang, opinion)
		if b.Weigh == nil {
			b.Weigh = det.Weigh
		}
	}
	switch len(all.langs) {
	case 0:
		return fmt.Errorf("no model of names for the languages %s; bauta model list names what there is", strings.Join(f.languages(), ", "))
	default:
		b.Pipeline.Detectors = append(b.Pipeline.Detectors, all)
	}
	return nil
}

// tagger opens a shipped tagger.
func tagger(b *Built, name string) (*crf.Model, *model.Bundle, error) {
	bundle, data, err := opened(b, name, "ner.crf")
	if err != nil {
		return nil, nil, err
	}
	m, err := crf.Read(bytes.NewReader(data))
	if err != nil {
		return nil, nil, fmt.Errorf("model %s: %w", name, err)
	}
	return m, bundle, nil
}

// opinion puts a tagger behind the dictionaries of a language, where the policy
// asks for it and there is one.
func (f *File) opinion(b *Built, det *lexical.Detector, cfg lexical.Config) (bauta.Detector, error) {
	name := "ner-" + cfg.Lang
	if f.Detect.Lexical.Second == "" || !slices.Contains(models.Names(), name) {
		return det, nil
	}
	s := second{first: det, decide: f.Detect.Lexical.Decide, above: cmp.Or(cfg.NameAbove, cfg.Model.NameAbove), below: cmp.Or(cfg.WordBelow, cfg.Model.WordBelow)}
	if b.tagger != nil { // it reads every message anyhow
		s.tagger = b.tagger
		return s, nil
	}
	m, _, err := tagger(b, name)
	if err != nil {
		return nil, err
	}
	s.tagger, err = crf.New(crf.Config{Models: []*crf.Model{m}, Lang: cfg.Lang, Lexicon: b.Lexicon})
	return s, err
}

// named are the languages that have a model of names.
func named() []string {
	var out []string
	for _, name := range models.Names() {
		if lang, ok := strings.CutPrefix(name, "names-"); ok {
			out = append(out, lang)
		}
	}
	return out
}

// names opens the model of names of a language.
func names(b *Built, lang string) (*lexical.Model, error) {
	name := "names-" + lang
	bundle, err := model.Open(models.FS(), name)
	if err != nil {
		return nil, fmt.Errorf("no dictionaries of names to weigh in language %q; there are for %s; gdpr and ner read more languages, and resolve: literal any", lang, strings.Join(named(), ", "))
	}
	parts := map[string][]byte{}
	for _, file := range []string{"weights.json", "priors.bin", "letters.bin"} {
		if parts[file], err = bundle.Read(file); err != nil {
			return nil, err
		}
		b.note(name+"/"+file, parts[file])
	}
	return lexical.NewModel(parts["weights.json"], parts["priors.bin"], parts["letters.bin"], lexicon.Default().Bytes())
}
