package train

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/detect/crf"
	"github.com/bauta/bauta/internal/detect/neural"
	"github.com/bauta/bauta/internal/detect/tags"
	"github.com/bauta/bauta/internal/learn/chain"
	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/internal/train/gold"
	"github.com/bauta/bauta/model"
	"github.com/bauta/bauta/text"
)

// Result is a trained tagger and how it came about.
type Result struct {
	Recipe  *Recipe
	Model   *crf.Model
	Neural  *neural.Model   // instead of Model, of TrainNeural
	Data    []model.Dataset // what it was trained on, in sentences without copies
	Dropped int             // sentences that stood in an earlier set
	Tokens  int             // trained on, copies included
	Took    time.Duration
	Person  float64 // bound for persons that was chosen (tagger.Config.Persons); 0: none

	from    *model.Bundle // that training went on with; nil: it began anew
	encoder *Encoder      // that made the network of several languages; nil: it is of one
	corpus  *corpus
	src     Sources
	builder *crf.Builder
	trained *chain.Model
}

// Train follows a recipe. say, if not nil, is told what is being done.
func Train(ctx context.Context, r *Recipe, src Sources, say func(string)) (*Result, error) {
	start := time.Now()
	if say == nil {
		say = func(string) {}
	}
	c, err := gather(r, src)
	if err != nil {
		return nil, err
	}
	say(fmt.Sprintf("read %d sets, dropped %d sentences that stand twice", len(c.parts), c.dropped))
	classes, err := makeClasses(ctx, c.raw, r.Classes, c.lists, r.Seed)
	if err != nil {
		return nil, err
	}
	b, err := crf.NewBuilder(r.Lang, r.types(c), lexicon.Default(), classes)
	if err != nil {
		return nil, err
	}
	if err := c.fill(b, r, src); err != nil {
		return nil, err
	}
	say(fmt.Sprintf("%d sequences, %d tokens, %d features", b.Data().Sequences(), b.Data().Positions(),
		b.Data().Attributes()))
	trained, err := r.Method.run(ctx, b.Data(), r.Seed)
	if err != nil {
		return nil, err
	}
	out := &Result{
		Recipe: r, Dropped: c.dropped, Tokens: b.Data().Positions(), corpus: c, src: src, builder: b, trained: trained,
	}
	if err := out.Repack(r.Pack); err != nil {
		return nil, err
	}
	if r.Pack.Temperature == 0 {
		if err := out.calibrate(ctx); err != nil {
			return nil, err
		}
	}
	out.Took = time.Since(start)
	out.Data = c.datasets()
	say(fmt.Sprintf("trained in %.0f s", out.Took.Seconds()))
	return out, nil
}

// datasets lists the parts for a manifest.
func (c *corpus) datasets() []model.Dataset {
	var out []model.Dataset
	for _, p := range c.parts {
		out = append(out, model.Dataset{Name: p.name, Licence: p.licence, Size: len(p.sentences)})
	}
	return append(out, c.told...)
}

// Repack makes the model anew of the same training, smaller or calibrated
// otherwise.
func (r *Result) Repack(u PackUse) error {
	m, err := r.builder.Model(r.trained, crf.Pack{
		Bytes: u.Bytes, Steps: u.Steps, Temperature: u.Temperature, Outside: u.Outside,
	})
	if err != nil {
		return err
	}
	r.Model, r.Recipe.Pack = m, u
	return nil
}

// types are the recipe's, or all labels of the training data, sorted.
func (r *Recipe) types(c *corpus) []bauta.Label {
	if len(r.Types) > 0 {
		return r.Types
	}
	var out []bauta.Label
	for _, p := range c.parts {
		for _, s := range p.sentences {
			for _, sp := range s.Spans {
				if !slices.Contains(out, sp.Label) {
					out = append(out, sp.Label)
				}
			}
		}
	}
	slices.Sort(out)
	return out
}

// fill gives the builder every sentence with its copies.
func (c *corpus) fill(b *crf.Builder, r *Recipe, src Sources) error {
	if err := c.swap(r, src); err != nil {
		return err
	}
	speller, err := gold.NewSpeller(src.Lists, r.Lang)
	if err != nil {
		return err
	}
	b.Blur(r.Blur, r.Seed)
	rng := rand.New(rand.NewPCG(r.Seed, 0x66696c6c))
	for _, p := range c.parts {
		b.Domain(p.domain)
		if b.Hide(-1); p.listed {
			b.Hide(r.Classes.knownColumn())
		}
		for _, s := range p.sentences {
			for _, s := range copiesOf(s, p.copies, speller, rng) {
				d := DocOf(s, r.Lang)
				var err error
				if p.annotated == nil {
					err = b.Add(d, s.Spans, p.weight)
				} else {
					err = b.AddPartly(d, s.Spans, p.annotated, p.weight)
				}
				if err != nil {
					return fmt.Errorf("%s: %w", p.name, err)
				}
			}
		}
	}
	return nil
}

// DocOf analyses a sentence as a message of the language.
func DocOf(s gold.Sentence, lang string) *bauta.Doc {
	d, err := text.Analyser{Lang: lang}.Analyse(context.Background(), bauta.Message{Lang: lang, Text: s.Text})
	if err != nil {
		// The analyser never fails; were it to, an empty document trains nothing.
		return &bauta.Doc{}
	}
	return d
}

// run trains on the data, in one order or several.
func (u MethodUse) run(ctx context.Context, d *chain.Data, seed uint64) (*chain.Model, error) {
	cfg := chain.Config{
		C1: u.C1, C2: u.C2, MinCount: max(u.MinCount, 1), Allowed: tags.Allowed,
		Jobs: max(u.Jobs, 1), MaxIter: u.MaxIter, Passes: u.Passes, Rate: u.Rate, Seed: seed,
	}
	run := chain.TrainPerceptron
	switch u.Method {
	case "crf":
		run = chain.Train
	case "online":
		run = chain.TrainOnline
	}
	var models []*chain.Model
	for range max(u.Orders, 1) {
		m, _, err := run(ctx, d, cfg)
		if err != nil {
			return nil, err
		}
		models = append(models, m)
		cfg.Seed++
	}
	return chain.Mean(models)
}
