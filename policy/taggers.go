package policy

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/detect/crf"
	"github.com/bauta/bauta/internal/detect/joint"
	"github.com/bauta/bauta/internal/detect/neural"
	"github.com/bauta/bauta/internal/detect/tagger"
	"github.com/bauta/bauta/internal/detect/tags"
	"github.com/bauta/bauta/internal/lazy"
	"github.com/bauta/bauta/model"
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
	switch cmp.Or(b.ownKind, f.Detect.NER.Kind) {
	case neuralKind:
		return f.of(b, deep, ask)
	case bothKinds:
		return f.both(b, ask)
	}
	return f.of(b, linear, ask)
}

// both joins the taggers of either kind: the second is asked about what leaves the
// first in doubt, and not at all in languages of which it is not linked.
func (f *File) both(b *Built, ask float64) (bauta.Detector, error) {
	n := f.Detect.NER
	first, err := f.of(b, linear, ask)
	if err != nil {
		return nil, err
	}
	if len(f.bundles(b, deep.prefix)) == 0 {
		return first, nil
	}
	second, err := f.of(b, deep, ask)
	if err != nil {
		return nil, err
	}
	cfg := joint.Config{
		First: first, Second: second, Doubts: b.doubts(first, second, n.Unadvised),
		Sure: n.Sure, Ask: ask, Person: n.Person.number(),
		Weights: map[string]joint.Weights{}, Persons: map[string]float64{},
	}
	for _, name := range f.bundles(b, "joint-") {
		bundle, err := noted(b, name, "joint.json")
		if err != nil {
			return nil, err
		}
		data, err := bundle.Read("joint.json")
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
	if n.UnadvisedPerson > 0 {
		for _, lang := range n.Unadvised {
			cfg.Persons[lang] = n.UnadvisedPerson
		}
	}
	maps.Copy(cfg.Persons, n.UnadvisedPersons)
	f.lower(b, cfg.Persons)
	return joint.New(cfg)
}

// doubts is how the first reads: by itself in a further language of a message, where
// the second has no model, and where dictionaries are to advise both and there are
// none, unless that pays: of what the second alone sees one in three is a person.
func (b *Built) doubts(
	first, second *tagger.Detector, unadvised []string,
) func(context.Context, *bauta.Doc) ([]bauta.Span, tags.Open, error) {
	return func(ctx context.Context, d *bauta.Doc) ([]bauta.Span, tags.Open, error) {
		lang := first.Model(d.Lang)
		alone := b.advised != nil && b.advised[lang] == 0 && !slices.Contains(unadvised, lang)
		if d.Main != "" || lang != second.Model(d.Lang) || alone {
			sure, err := first.Detect(ctx, d)
			return sure, tags.Open{}, err
		}
		return first.Doubts(ctx, d)
	}
}

// noted opens the manifest of a shipped bundle and notes the digest that it gives
// for a file; what reads the file checks it.
func noted(b *Built, name, file string) (*model.Bundle, error) {
	bundle, err := model.Open(b.kit.models, name)
	if err != nil {
		return nil, err
	}
	for _, f := range bundle.Files {
		if f.Name == file {
			b.part(name, f.Digest)
		}
	}
	return bundle, nil
}

// bound notes the bound for persons of a model, where the policy leaves it to them.
func (n *NER) bound(b *model.Bundle, persons map[string]float64) error {
	if n.Person != ofModel {
		return nil
	}
	if b.Person == 0 {
		return fmt.Errorf("a %s model of %s has no bound for persons; "+
			"give person: 0.2 in the policy, or train it again", b.Kind, b.Lang)
	}
	persons[b.Lang] = b.Person
	return nil
}

// A reading makes a tagger of the file of a bundle.
type reading struct {
	prefix, file string
	read         func(*Built, *model.Bundle) (tagger.Model, error)
}

// linearFile is the file of a linear tagger in its bundle.
const linearFile = "ner.crf"

// The kinds of tagger.
var (
	linear = reading{"ner-", linearFile, func(b *Built, bundle *model.Bundle) (tagger.Model, error) {
		m, err := b.shared(bundle).Get(bundle.Digest(), readLinear(bundle))
		if err != nil {
			return nil, err
		}
		return m.With(b.Lexicon), nil
	}}
	deep = reading{"neural-", "ner.neural", func(b *Built, bundle *model.Bundle) (tagger.Model, error) {
		m, err := b.networks.of(bundle)
		if err != nil {
			return nil, err
		}
		return m.For(bundle.Lang).With(b.Lexicon), nil
	}}
)

// readLinear reads the linear tagger of a bundle.
func readLinear(bundle *model.Bundle) func() (*crf.Model, error) {
	return func() (*crf.Model, error) {
		data, err := bundle.Read(linearFile)
		if err != nil {
			return nil, err
		}
		return crf.Read(data)
	}
}

// shared is where a tagger may be held already: none of the user's is, which is read and checked each time.
func (b *Built) shared(bundle *model.Bundle) *lazy.Held[crf.Model] {
	if b.kit.held == nil || bundle.Name() == b.ownTagger {
		return nil
	}
	return &b.kit.held.taggers
}

// networks are the neural taggers that were read, by digest: the bundles of several languages
// share one.
type networks struct {
	mu   sync.Mutex
	read map[string]*neural.Model
}

func (n *networks) of(bundle *model.Bundle) (*neural.Model, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if m := n.read[bundle.Digest()]; m != nil {
		return m, nil
	}
	data, err := bundle.Read("ner.neural")
	if err != nil {
		return nil, err
	}
	m, err := neural.Read(data)
	if err == nil {
		if n.read == nil {
			n.read = map[string]*neural.Model{}
		}
		n.read[bundle.Digest()] = m
	}
	return m, err
}

// source opens a bundle's tagger when the first message of its language comes.
func (r reading) source(b *Built, bundle *model.Bundle) tagger.Source {
	return tagger.Source{Lang: bundle.Lang, Open: func() (tagger.Model, error) {
		m, err := r.read(b, bundle)
		if err != nil {
			return nil, fmt.Errorf("model %s: %w", bundle.Name(), err)
		}
		return m, nil
	}}
}

// of makes the detector of the taggers of a kind in the policy's languages.
func (f *File) of(b *Built, kind reading, ask float64) (det *tagger.Detector, err error) {
	n := f.Detect.NER
	cfg := tagger.Config{
		Lang: f.first(b.Lang), Sure: n.Sure, Ask: ask, Person: n.Person.number(), Persons: map[string]float64{},
	}
	for _, name := range f.bundles(b, kind.prefix) {
		bundle, err := noted(b, name, kind.file)
		if err != nil {
			return nil, err
		}
		if err := n.bound(bundle, cfg.Persons); err != nil {
			return nil, err
		}
		source := kind.source(b, bundle)
		if name == b.ownTagger {
			if source, err = b.opened(source); err != nil {
				return nil, f.placed(wrong("detect.ner.model", "%v", err))
			}
		}
		cfg.Models = append(cfg.Models, source)
	}
	if len(cfg.Models) == 0 {
		return nil, f.noTagger()
	}
	f.lower(b, cfg.Persons)
	b.taggers[kind.prefix], err = tagger.New(cfg)
	return b.taggers[kind.prefix], err
}

// bundles lists the shipped models of a kind in the policy's languages.
func (f *File) bundles(b *Built, prefix string) []string {
	want := f.Detect.NER.Languages
	return slices.DeleteFunc(b.kit.models.Names(), func(name string) bool {
		lang, ok := strings.CutPrefix(name, prefix)
		return !ok || len(want) > 0 && !slices.Contains(want, lang)
	})
}

func (f *File) noTagger() error {
	asked := f.Detect.NER.Languages
	if len(asked) == 0 {
		asked = f.languages()
	}
	return fmt.Errorf("no tagger for the languages %s; bauta model list names what there is", strings.Join(asked, ", "))
}
