package policy

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/detect/crf"
	"github.com/bauta/bauta/detect/joint"
	"github.com/bauta/bauta/detect/neural"
	"github.com/bauta/bauta/model"
	"github.com/bauta/bauta/models"
	"go.yaml.in/yaml/v4"
)

// The kinds of tagger a policy may ask for; none means linear.
const (
	linearKind = "crf"
	neuralKind = "neural"
	bothKinds  = "both"
)

// Bound is a probability from which something holds, or ofModel.
type Bound float64

// ofModel is the bound that stands in the manifest of each model.
const ofModel Bound = -1

// UnmarshalYAML accepts "model" and the numbers from 0 to 1.
func (b *Bound) UnmarshalYAML(n *yaml.Node) error {
	if n.Value == "model" {
		*b = ofModel
		return nil
	}
	var p float64
	if err := n.Decode(&p); err != nil || !(p >= 0 && p <= 1) {
		return &lineError{n.Line, "a bound is model, or a number from 0 to 1"}
	}
	*b = Bound(p)
	return nil
}

// number is the bound for all models alike.
func (b Bound) number() float64 { return max(0, float64(b)) }

// tagging makes the tagger of the policy's kind. ask is the probability from
// which a word left outside is a question.
func (f *File) tagging(b *Built, ask float64) (bauta.Detector, error) {
	n := f.Detect.NER
	switch n.Kind {
	case neuralKind:
		return f.neural(b, ask)
	case bothKinds:
		return f.both(b, ask)
	}
	return f.linear(b, ask)
}

// both joins the taggers of either kind.
func (f *File) both(b *Built, ask float64) (bauta.Detector, error) {
	n := f.Detect.NER
	first, err := f.linear(b, ask)
	if err != nil {
		return nil, err
	}
	second, err := f.neural(b, ask)
	if err != nil {
		return nil, err
	}
	cfg := joint.Config{
		First: first, Second: second, Sure: n.Sure, Ask: ask, Person: n.Person.number(),
		Weights: map[string]joint.Weights{}, Persons: map[string]float64{},
	}
	for _, name := range f.bundles("joint-") {
		bundle, data, err := opened(b, name, "joint.json")
		if err != nil {
			return nil, err
		}
		if cfg.Weights[bundle.Lang], err = joint.ReadWeights(bytes.NewReader(data)); err != nil {
			return nil, fmt.Errorf("model %s: %w", name, err)
		}
		if err := n.bound(bundle, cfg.Persons); err != nil {
			return nil, err
		}
	}
	f.lower(b, cfg.Persons)
	return joint.New(cfg)
}

// opened opens a shipped bundle and reads its file.
func opened(b *Built, name, file string) (*model.Bundle, []byte, error) {
	bundle, err := model.Open(models.FS(), name)
	if err != nil {
		return nil, nil, err
	}
	data, err := bundle.Read(file)
	if err != nil {
		return nil, nil, err
	}
	b.note(name, data)
	return bundle, data, nil
}

// bound notes the bound for persons of a model, where the policy leaves it to them.
func (n *NER) bound(b *model.Bundle, persons map[string]float64) error {
	if n.Person != ofModel {
		return nil
	}
	if b.Person == 0 {
		return fmt.Errorf("a %s model of %s has no bound for persons; give person: 0.2 in the policy, or train it again", b.Kind, b.Lang)
	}
	persons[b.Lang] = b.Person
	return nil
}

// linear opens the CRF taggers of the languages.
func (f *File) linear(b *Built, ask float64) (*crf.Detector, error) {
	n := f.Detect.NER
	cfg := crf.Config{Lang: f.first(b.Lang), Lexicon: b.Lexicon, Sure: n.Sure, Ask: ask, Person: n.Person.number(), Persons: map[string]float64{}}
	for _, name := range f.bundles("ner-") {
		m, bundle, err := tagger(b, name)
		if err != nil {
			return nil, err
		}
		if err := n.bound(bundle, cfg.Persons); err != nil {
			return nil, err
		}
		cfg.Models = append(cfg.Models, m)
	}
	if len(cfg.Models) == 0 {
		return nil, f.noTagger()
	}
	f.lower(b, cfg.Persons)
	return crf.New(cfg)
}

// neural opens the neural taggers of the languages.
func (f *File) neural(b *Built, ask float64) (*neural.Detector, error) {
	n := f.Detect.NER
	cfg := neural.Config{Lang: f.first(b.Lang), Lexicon: b.Lexicon, Sure: n.Sure, Ask: ask, Person: n.Person.number(), Persons: map[string]float64{}}
	for _, name := range f.bundles("neural-") {
		bundle, data, err := opened(b, name, "ner.neural")
		if err != nil {
			return nil, err
		}
		m, err := neural.Read(bytes.NewReader(data))
		if err != nil {
			return nil, fmt.Errorf("model %s: %w", name, err)
		}
		if err := n.bound(bundle, cfg.Persons); err != nil {
			return nil, err
		}
		cfg.Models = append(cfg.Models, m)
	}
	if len(cfg.Models) == 0 {
		return nil, f.noTagger()
	}
	f.lower(b, cfg.Persons)
	return neural.New(cfg)
}

// bundles lists the shipped models of a kind in the policy's languages.
func (f *File) bundles(prefix string) []string {
	want := f.Detect.NER.Languages
	return slices.DeleteFunc(models.Names(), func(name string) bool {
		lang, ok := strings.CutPrefix(name, prefix)
		return !ok || len(want) > 0 && !slices.Contains(want, lang)
	})
}

func (f *File) noTagger() error {
	return fmt.Errorf("no tagger for the languages %s; bauta model list names what there is", strings.Join(f.Detect.NER.Languages, ", "))
}
