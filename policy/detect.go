package policy

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/detect/lexical"
	"github.com/bauta/bauta/internal/detect/pattern"
	"github.com/bauta/bauta/internal/detect/tagger"
	"github.com/bauta/bauta/internal/routing"
	"github.com/bauta/bauta/internal/settle"
	"github.com/bauta/bauta/model"
)

// detectors fills the slots of the detectors, in a fixed order.
func (f *File) detectors(b *Built) error {
	if f.Detect.Lexical != nil {
		if err := f.dictionaries(b); err != nil {
			return err
		}
	}
	if c := f.Detect.Pattern; c != nil {
		det, err := pattern.New(pattern.Config{
			Countries: c.Countries, Langs: c.Languages, Kinds: c.Kinds, Dates: c.Dates, DateParts: c.DateParts,
			Guessed: b.Lang == auto,
		})
		if err != nil {
			return err
		}
		b.detect("patterns", det)
	}
	if f.Detect.NER != nil {
		if err := f.taggers(b); err != nil {
			return err
		}
	}
	if err := f.location(b); err != nil {
		return err
	}
	if err := f.external(b); err != nil {
		return err
	}
	f.finds(b)
	return nil
}

// detect puts a detector behind those there are.
func (b *Built) detect(name string, d bauta.Detector) {
	b.Pipeline.Detectors, b.detectors = append(b.Pipeline.Detectors, d), append(b.detectors, name)
}

// settle puts settlers behind those there are.
func (b *Built) settle(s ...bauta.Settler) { b.Pipeline.Settlers = append(b.Pipeline.Settlers, s...) }

// settlers fills the slots of the settlers: first who knows better about one find,
// then how finds lie beside each other, then what is none, the user's lists last.
func (f *File) settlers(b *Built) error {
	n := f.Detect.NER
	if n != nil && n.Lists > 0 && len(b.opinions.By) > 0 {
		b.settle(settle.WrittenAsWords{Lexicon: b.Lexicon, Least: n.Lists, By: b.opinions.By})
	}
	if len(b.advised) > 0 {
		if err := f.advice(b, f.asks()); err != nil {
			return err
		}
	}
	if n != nil {
		b.settle(settle.SmallLetters{Lexicon: b.Lexicon, Above: f.above(b)})
	}
	if f.looksAround() {
		b.settle(settle.Registers{Lexicon: b.Lexicon, Above: f.above(b)})
	}
	if len(b.opinions.By) > 0 {
		b.settle(b.opinions)
	}
	if f.looksAround() {
		b.settle(settle.Around{Lexicon: b.Lexicon, Above: f.above(b)})
	}
	if n != nil && n.Lists > 0 {
		b.settle(settle.NameLists{Lexicon: b.Lexicon, Least: n.Lists, Ask: n.Ask})
	}
	// What is to ask about every word in no list asks about plain ones, too.
	if l := f.Detect.Lexical; n != nil || l != nil && l.Resolve != "literal" {
		b.settle(settle.PlainWords{Lexicon: b.Lexicon})
	}
	if n != nil {
		b.settle(settle.Identifiers{Mute: n.Ask < 0, Keeps: b.Pipeline.Keeps})
	}
	b.settle(settle.Edges{}, settle.NamesInside{}, settle.Partly{Pipeline: b.Pipeline})
	if f.Detect.Frames {
		b.settle(settle.EverydayWords{Lexicon: b.Lexicon})
	}
	if n != nil {
		b.settle(settle.CalledThings{Lexicon: b.Lexicon}, settle.Notation{Lexicon: b.Lexicon})
		b.settle(settle.Accounts{Lexicon: b.Lexicon})
	}
	b.settle(settle.Markup{}, settle.WholeTokens{Keeps: b.Pipeline.Keeps}, settle.Announcers{}, settle.OwnOutput{})
	if f.asksPublic() {
		b.settle(settle.Public{Lexicon: b.Lexicon})
	}
	if len(f.Lexicons) > 0 {
		b.settle(settle.UserLists{Lexicon: b.Lexicon})
	}
	return nil
}

// asksPublic reports a rule that tests whether a find is of public life.
func (f *File) asksPublic() bool {
	asks := func(r *Rule) bool {
		for ; r != nil; r = r.Else {
			if words := strings.Fields(r.If); len(words) > 0 && words[len(words)-1] == settle.RulePublic {
				return true
			}
		}
		return false
	}
	for _, r := range f.Mask {
		if asks(&r) {
			return true
		}
	}
	return asks(f.Default)
}

// leastAround is the tagger's probability from which it is looked at what stands around
// a word.
const leastAround = 0.03

// looksAround says whether what stands around a word counts beside a tagger's doubt.
func (f *File) looksAround() bool {
	return f.Detect.Frames && f.Detect.NER != nil && f.Detect.NER.Lists > 0
}

// asks is the probability from which a tagger gives a word as a question; the lists
// may ask earlier.
func (f *File) asks() float64 {
	n := f.Detect.NER
	switch {
	case f.looksAround():
		return leastAround
	case n.Lists > 0 && (n.Ask <= 0 || n.Ask > n.Lists):
		return n.Lists
	}
	return n.Ask
}

// taggers opens the models of the languages.
func (f *File) taggers(b *Built) error {
	det, err := f.tagging(b, f.asks())
	if err != nil {
		return err
	}
	if b.kit.japanese != nil && slices.Contains(f.Languages, "ja") {
		both := &routing.Router{}
		both.Add("other", det)
		both.Add("ja", b.kit.japanese)
		det = both
	}
	b.detect("taggers", det)
	return nil
}

// dictionaries makes the detector of names: one, or one for each language that
// has a model where the policy tells languages.
func (f *File) dictionaries(b *Built) error {
	l := f.Detect.Lexical
	all := &routing.Router{Others: f.Detect.NER != nil}
	b.weighers = map[string]*lexical.Detector{}
	for _, lang := range f.weighed(b) {
		m, err := names(b, lang)
		if err != nil && l.Resolve != "literal" {
			return f.placed(wrong("detect.lexical", "%v", err))
		}
		cfg := lexical.Config{
			Lexicon: b.Lexicon, Lang: lang, Model: m, Literal: l.Resolve == "literal",
			NameAbove: l.NameAbove, WordBelow: l.WordBelow,
		}
		det, err := lexical.New(cfg)
		if err != nil {
			return err
		}
		if err := f.opinion(b, cfg); err != nil {
			return err
		}
		all.Add(lang, det)
		if !cfg.Literal && m != nil {
			b.weighers[lang] = det
		}
		if b.Weigh == nil {
			b.Weigh = det.Weigh
		}
	}
	if all.First() == "" && !all.Others { // else taggers alone read them
		return fmt.Errorf("no model of names for the languages %s; bauta model list names what there is",
			strings.Join(f.languages(), ", "))
	}
	if !all.Others {
		b.opinions.Others = all.First()
	}
	b.detect("dictionaries", all)
	return nil
}

// weighed are the languages whose dictionaries of names are asked.
func (f *File) weighed(b *Built) []string {
	if b.Lang != auto {
		return []string{b.Lang}
	}
	return slices.DeleteFunc(slices.Clone(f.languages()), func(lang string) bool {
		return !b.kit.models.Has("names-" + lang)
	})
}

// opinion puts a tagger behind the dictionaries of a language, where the policy
// asks for it and there is one.
func (f *File) opinion(b *Built, cfg lexical.Config) error {
	name := "ner-" + cfg.Lang
	if f.Detect.Lexical.Second == "" || !b.kit.models.Has(name) {
		return nil
	}
	o := settle.Opinion{
		Decide: f.Detect.Lexical.Decide, Above: cmp.Or(cfg.NameAbove, cfg.Model.NameAbove),
		Below: cmp.Or(cfg.WordBelow, cfg.Model.WordBelow),
	}
	switch ner := f.Detect.NER; {
	case ner != nil && ner.Kind == bothKinds && len(f.bundles(b, deep.prefix)) > 0: // the silence of one says less
		o.Heard, o.Seen = b.heard, ner.Lists
	case ner == nil: // nobody reads the sentence anyhow
		bundle, err := noted(b, name, linear.file)
		if err != nil {
			return err
		}
		of := []tagger.Source{linear.source(b, bundle)}
		if o.Tagger, err = tagger.New(tagger.Config{Models: of, Lang: cfg.Lang}); err != nil {
			return err
		}
	}
	if b.opinions.By == nil {
		b.opinions.By = map[string]settle.Opinion{}
	}
	b.opinions.By[cfg.Lang] = o
	return nil
}

// heard gives what the first of two taggers has read of a message.
func (b *Built) heard(ctx context.Context, d *bauta.Doc) ([]bauta.Span, error) {
	return b.taggers[linear.prefix].Heard(ctx, d)
}

// named are the languages that have a model of names.
func (k kit) named() []string {
	var out []string
	for _, name := range k.models.Names() {
		if lang, ok := strings.CutPrefix(name, "names-"); ok {
			out = append(out, lang)
		}
	}
	return out
}

// names opens the model of names of a language.
func names(b *Built, lang string) (*lexical.Model, error) {
	if m := b.weights[lang]; m != nil {
		return m, nil
	}
	name := "names-" + lang
	bundle, err := model.Open(b.kit.models, name)
	if err != nil {
		return nil, fmt.Errorf("no dictionaries of names to weigh in language %q, only in %s; gdpr and ner "+
			"read more languages; in a policy of your own take lexical out (ner: {}), or write "+
			"resolve: literal", lang, strings.Join(b.kit.named(), ", "))
	}
	files := []string{"weights.json", "priors.bin", "letters.bin"}
	for _, file := range files {
		if at := slices.IndexFunc(bundle.Files, func(f model.File) bool { return f.Name == file }); at >= 0 {
			b.part(name+"/"+file, bundle.Files[at].Digest) // which Read compares
		}
	}
	m, err := b.kit.held.ofNames().Get(bundle.Digest(), func() (*lexical.Model, error) {
		parts := make([][]byte, len(files))
		for i, file := range files {
			if parts[i], err = bundle.Read(file); err != nil {
				return nil, err
			}
		}
		return lexical.NewModel(parts[0], parts[1], parts[2])
	})
	if err != nil {
		return nil, err
	}
	if b.weights == nil {
		b.weights = map[string]*lexical.Model{}
	}
	b.weights[lang] = m
	return m, nil
}
