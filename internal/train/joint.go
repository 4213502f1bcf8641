package train

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/detect/crf"
	"github.com/bauta/bauta/internal/detect/joint"
	"github.com/bauta/bauta/internal/detect/neural"
	"github.com/bauta/bauta/internal/detect/tagger"
	tg "github.com/bauta/bauta/internal/detect/tags"
	"github.com/bauta/bauta/model"
)

// Names of the kind and file of a bundle that holds the weights of a pool of two
// taggers.
const (
	JointKind = "joint"
	JointFile = "joint.json"
)

// Low is the probability from which taggers speak when they are compared.
const Low = 0.05

// Pool is two taggers of a language, trained by one recipe, and the weights that
// make one of them.
type Pool struct {
	Linear  *crf.Model
	Deep    *neural.Model
	Weights joint.Weights // the zero value counts each half

	kept    [2]*kept
	loss    float64 // of fit: −log P of gold in shares of that of both halves
	samples int
}

// Detectors are the first, the second and both. Each speaks from Low on.
func (p *Pool) Detectors() (out [3]bauta.Detector, err error) {
	lang := p.Linear.Lang()
	first, err := tagger.New(tagger.Config{Models: tagger.Ready(p.Linear.With(nil)), Lang: lang, Ask: Low})
	if err != nil {
		return out, err
	}
	second, err := tagger.New(tagger.Config{Models: tagger.Ready(p.Deep.With(nil)), Lang: lang, Ask: Low})
	if err != nil {
		return out, err
	}
	both, err := joint.New(joint.Config{First: first, Second: second, Ask: Low, Weights: p.weights()})
	return [3]bauta.Detector{first, second, both}, err
}

// weights are those of the language; none before they are chosen.
func (p *Pool) weights() map[string]joint.Weights {
	if p.Weights == (joint.Weights{}) {
		return nil
	}
	return map[string]joint.Weights{p.Linear.Lang(): p.Weights}
}

// detector runs both with a bound for persons, and no question. What the taggers
// say is kept from one bound to the next.
func (p *Pool) detector(person float64) (bauta.Detector, error) {
	if p.kept[0] == nil {
		trio, err := p.Detectors()
		if err != nil {
			return nil, err
		}
		for i := range p.kept {
			p.kept[i] = &kept{of: trio[i].(tg.Scorer), said: map[string][]tg.Scored{}}
		}
	}
	return joint.New(joint.Config{
		First: p.kept[0], Second: p.kept[1], Ask: -1, Person: person, Weights: p.weights(),
	})
}

// kept is a tagger that reads every text once. It is not safe for concurrent use.
type kept struct {
	of   tg.Scorer
	said map[string][]tg.Scored
}

func (k *kept) Scores(ctx context.Context, d *bauta.Doc, _ ...int) ([]tg.Scored, error) {
	if s, ok := k.said[d.Text]; ok {
		return s, nil
	}
	s, err := k.of.Scores(ctx, d)
	if err == nil {
		k.said[d.Text] = s
	}
	return s, err
}

// MakeJoint makes of the bundles of two taggers of a language the bundle of their
// pool (package joint): weights and the bound for persons. The weights are those
// that make the sentences likeliest that neither has seen (samples).
func MakeJoint(ctx context.Context, r *Recipe, src Sources, linear, deep *model.Bundle) (*Bundle, error) {
	result, err := ofBundle(linear, r, src)
	if err != nil {
		return nil, err
	}
	second, err := ofBundle(deep, r, src)
	if err != nil {
		return nil, err
	}
	if result.Model == nil || second.Neural == nil {
		return nil, fmt.Errorf("a pool is of a %s and a %s tagger, not of a %s and a %s one", BundleKind, NeuralKind,
			linear.Kind, deep.Kind)
	}
	p := &Pool{Linear: result.Model, Deep: second.Neural}
	sets, err := result.samples(linear.Data, deep.Data)
	if err != nil {
		return nil, err
	}
	if err := p.fit(ctx, sets); err != nil {
		return nil, err
	}
	person, err := result.highestBound(ctx, p.detector, 0.3) // each message is read by two taggers
	if err != nil {
		return nil, err
	}
	return p.bundle(r, linear, deep, person)
}

// fit chooses the weights.
func (p *Pool) fit(ctx context.Context, sets [][]joint.Sample) error {
	trio, err := p.Detectors()
	if err != nil {
		return err
	}
	for _, set := range sets {
		p.samples += len(set)
	}
	p.Weights, p.loss, err = joint.Fit(ctx, trio[0].(tg.Scorer), trio[1].(tg.Scorer), sets)
	return err
}

// samples are sets of sentences that neither tagger has seen: generated chat of
// names and sentences held out, and of the sets that both taggers were trained on
// as the recipe has them now what was kept from training.
func (r *Result) samples(linear, deep []model.Dataset) ([][]joint.Sample, error) {
	generated, err := r.heldOut(2 + personSeeds)
	if err != nil {
		return nil, err
	}
	var out [][]joint.Sample
	for _, set := range r.devSets() {
		list := set.sentences
		switch own := parts(r.Data, set.name, r.Recipe.Lang); {
		case set.name == generatedSet:
			list = thin(generated, 2*maxDev/float64(max(1, len(generated))))
		case !slices.Equal(own, parts(linear, set.name, r.Recipe.Lang)),
			!slices.Equal(own, parts(deep, set.name, r.Recipe.Lang)):
			continue // what is kept is another sentence in thirty as soon as the set changes
		}
		var samples []joint.Sample
		for _, s := range list {
			samples = append(samples, joint.Sample{Doc: DocOf(s, r.Recipe.Lang), Spans: s.Spans})
		}
		out = append(out, samples)
	}
	return out, nil
}

// parts are those of a set, of the language itself, that data lists.
func parts(data []model.Dataset, set, lang string) []model.Dataset {
	return slices.DeleteFunc(slices.Clone(data),
		func(d model.Dataset) bool { return !strings.HasPrefix(d.Name, set+" "+lang+" ") })
}

// bundle is the bundle of the pool.
func (p *Pool) bundle(r *Recipe, linear, deep *model.Bundle, person float64) (*Bundle, error) {
	var file bytes.Buffer
	if err := p.Weights.Write(&file); err != nil {
		return nil, err
	}
	m := model.Manifest{
		Kind: JointKind, Version: bundleVersion, Lang: r.Lang, Licence: "Apache-2.0", Seed: r.Seed, Person: person,
		Data: []model.Dataset{{
			Name: "sentences that neither tagger has seen, recipes/" + r.Lang + ".yaml", Licence: "as in ner-" + r.Lang,
			Size: p.samples,
		}},
		Comments: fmt.Sprintf("weights of the pool of ner-%s %.16s and neural-%s %.16s; package detect/joint", r.Lang,
			linear.Digest(), r.Lang, deep.Digest()),
	}
	return &Bundle{Manifest: m, Files: map[string][]byte{JointFile: file.Bytes()}, Card: p.card(r, person)}, nil
}

// card is the page for people.
func (p *Pool) card(r *Recipe, person float64) string {
	lang := r.Lang
	var b strings.Builder
	fmt.Fprintf(&b, "# joint-%s: two taggers as one (%s)\n\n", lang, lang)
	fmt.Fprintf(&b, "How much the scores of ner-%s and neural-%s weigh in their pool, for `ner: {kind: both}` of a "+
		"policy.\n\n", lang, lang)
	fmt.Fprintf(&b, "- made by: `go run ./gen/models -only joint-%s`; again whenever one of the two is trained again\n",
		lang)
	fmt.Fprintf(&b, "- weights: %.2f of ner-%s, %.2f of neural-%s; −log P of gold is %.2f of what both half would "+
		"give it\n", p.Weights.First, lang, p.Weights.Second, lang, p.loss)
	fmt.Fprintf(&b, "- chosen on: %d sentences that neither has seen, each set by the root of its size and in "+
		"shares of what it costs both halves\n", p.samples)
	if person > 0 {
		fmt.Fprintf(&b, "- bound for persons: %g, at which %g %% of their characters in generated chat of each of "+
			"four other seeds are hidden\n", person, r.personShare())
	}
	fmt.Fprintf(&b, "- what both find: `bauta ner evaluate --compare --lang %s`\n", lang)
	b.WriteString("- licence of the weights: Apache-2.0\n\n## Limits\n\nWhere one of the two is far weaker than the " +
		"other, as in text unlike messages, both together find no more than the stronger one alone.\n")
	return b.String()
}
