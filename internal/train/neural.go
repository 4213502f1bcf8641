package train

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"time"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/detect/neural"
	"github.com/bauta/bauta/internal/detect/tagger"
	nn "github.com/bauta/bauta/internal/learn/neural"
	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/internal/train/gold"
)

// NeuralUse is how the neural tagger is made of the same data. What is left out
// has a value of its own.
type NeuralUse struct {
	Words   int         `yaml:"words"`   // most frequent words with a vector
	Grams   int         `yaml:"grams"`   // vectors of character n-grams
	Vectors int         `yaml:"vectors"` // epochs of learning vectors from raw text; negative: none
	Dims    neural.Dims `yaml:"dims"`
	Sets    []SetUse    `yaml:"sets"` // read beside those of the recipe
	Classes ClassUse    `yaml:"classes"`

	// Tokens is how many are read in all, epochs together: what the training costs.
	Tokens  int     `yaml:"tokens"`
	Epochs  int     `yaml:"epochs"`
	Batch   int     `yaml:"batch"`
	Rate    float64 `yaml:"rate"`
	Tables  float64 `yaml:"tables"` // rate of vectors, relative to Rate
	Dropout float64 `yaml:"dropout"`
	Unknown float64 `yaml:"unknown"` // share of words read as if unknown
	Blind   float64 `yaml:"blind"`   // share of tokens whose word, and of those whose features, are not read
	Chat    float64 `yaml:"chat"`    // share of the generated messages that is read
	Untold  float64 `yaml:"untold"`  // share of the sentences of a domain that do not tell it
	Average int     `yaml:"average"` // last epochs whose weights are averaged
	Lower   float64 `yaml:"lower"`   // share of the sentences with a copy in lower case, at least
}

// fill puts in what is left out.
func (u *NeuralUse) fill() {
	u.Words, u.Grams, u.Vectors = cmp.Or(u.Words, 16000), cmp.Or(u.Grams, 16384), cmp.Or(u.Vectors, 3)
	d := &u.Dims
	d.Word, d.Letter, d.Spelling = cmp.Or(d.Word, 64), cmp.Or(d.Letter, 25), cmp.Or(d.Spelling, 25)
	d.Feature, d.Hidden = cmp.Or(d.Feature, 48), cmp.Or(d.Hidden, 100)
	u.Tokens, u.Epochs, u.Batch = cmp.Or(u.Tokens, 2_200_000), cmp.Or(u.Epochs, 6), cmp.Or(u.Batch, 16)
	u.Rate, u.Tables = cmp.Or(u.Rate, 0.003), cmp.Or(u.Tables, 0.6)
	u.Dropout, u.Unknown = cmp.Or(u.Dropout, 0.15), cmp.Or(u.Unknown, 0.15)
	u.Chat, u.Untold, u.Average = cmp.Or(u.Chat, 0.6), cmp.Or(u.Untold, 0.5), cmp.Or(u.Average, 1)
}

// TrainNeural follows a recipe with the neural tagger. say, if not nil, is told
// what is being done.
func TrainNeural(ctx context.Context, r *Recipe, src Sources, say func(string)) (*Result, error) {
	start := time.Now()
	if say == nil {
		say = func(string) {}
	}
	u := r.Neural
	u.fill()
	c, err := gatherNeural(r, src)
	if err != nil {
		return nil, err
	}
	classes, err := makeClasses(ctx, c.raw, u.Classes, c.lists, r.Seed)
	if err != nil {
		return nil, err
	}
	vocab, set, err := vectors(ctx, c.raw, u, classes, r.Seed)
	if err != nil {
		return nil, err
	}
	say(fmt.Sprintf("%d sets, vectors of %d words after %.0f s", len(c.parts), vocab.Words(),
		time.Since(start).Seconds()))
	b, err := neural.NewBuilder(r.Lang, r.types(c), lexicon.Default(), vocab)
	if err != nil {
		return nil, err
	}
	if err := c.fillNeural(b, r, src, u); err != nil {
		return nil, err
	}
	net, err := b.Net(u.Dims, r.Seed)
	if err != nil {
		return nil, err
	}
	if err := set(net); err != nil {
		return nil, err
	}
	out := &Result{Recipe: r, Dropped: c.dropped, Tokens: b.Data().Tokens(), corpus: c, src: src}
	if err := out.run(ctx, b, net, u, say); err != nil {
		return nil, err
	}
	out.Took, out.Data = time.Since(start), c.datasets()
	say(fmt.Sprintf("trained in %.0f s", out.Took.Seconds()))
	return out, nil
}

// gatherNeural gathers what the neural tagger reads; its classes are its own.
func gatherNeural(r *Recipe, src Sources) (*corpus, error) {
	own := *r
	own.Classes = r.Neural.Classes
	c, err := gather(&own, src)
	if err != nil {
		return nil, err
	}
	return c, c.add(r.Neural.Sets, own.Classes, src)
}

// OfNeural is Of for a neural tagger.
func OfNeural(m *neural.Model, r *Recipe, src Sources) (*Result, error) {
	c, err := gatherNeural(r, src)
	if err != nil {
		return nil, err
	}
	return &Result{Recipe: r, Neural: m, Dropped: c.dropped, Data: c.datasets(), corpus: c, src: src}, nil
}

// run trains the network and makes the model of it.
func (r *Result) run(ctx context.Context, b *neural.Builder, net *nn.Net, u NeuralUse, say func(string)) error {
	data := b.Data()
	share := float64(u.Tokens) / float64(u.Epochs) / float64(max(1, data.Tokens()))
	size := max(1, int(share*float64(len(data.Sequences))))
	say(fmt.Sprintf("%d sequences, %d tokens; %d epochs of %d sequences", len(data.Sequences), data.Tokens(), u.Epochs,
		size))
	model := func(temperature float64) (err error) {
		r.Neural, err = b.Model(net, u.Dims, temperature)
		return err
	}
	start := time.Now()
	err := nn.Train(ctx, net, data, nn.Config{
		Epochs: u.Epochs, Size: size, Batch: u.Batch, Rate: u.Rate, Decay: true, Tables: u.Tables, Clip: 5,
		Dropout: u.Dropout, Unknown: u.Unknown, Blind: u.Blind, Average: u.Average, Seed: r.Recipe.Seed,
		Progress: func(epoch int, loss float64) {
			say(fmt.Sprintf("epoch %d: loss %.3f, %.0f tokens/s", epoch, loss,
				float64(epoch*u.Tokens/u.Epochs)/time.Since(start).Seconds()))
		},
		Dev: func(*nn.Net) (float64, error) {
			if err := model(1); err != nil {
				return 0, err
			}
			f1, told, err := r.dev(ctx)
			say(told)
			return f1, err
		},
	})
	if err != nil {
		return err
	}
	return r.cool(ctx, model)
}

// cool chooses the temperature as calibrate does.
func (r *Result) cool(ctx context.Context, model func(temperature float64) error) error {
	best, least := 1.0, 0.0
	for i, t := range []float64{0.7, 1, 1.2, 1.5, 2, 2.5, 3} {
		if err := model(t); err != nil {
			return err
		}
		loss, err := r.logLoss(ctx)
		if err != nil {
			return err
		}
		if i == 0 || loss < least {
			best, least = t, loss
		}
	}
	return model(best)
}

// fillNeural gives the builder every sentence with its copies, of the generated
// ones a share. One that counts twice is there twice.
func (c *corpus) fillNeural(b *neural.Builder, r *Recipe, src Sources, u NeuralUse) error {
	return c.eachCopy(r, src, u, func(s copied, rng *rand.Rand) error {
		if b.Hide(-1); s.part.listed {
			b.Hide(u.Classes.knownColumn())
		}
		if err := b.Domain(s.domain); err != nil {
			return err
		}
		d := DocOf(s.Sentence, orElse(s.Lang, r.Lang)) // the network has a vector for each language
		for n := s.part.weight; n > 0 && (n >= 1 || rng.Float64() < n); n-- {
			b.Add(d, s.Spans, 1)
		}
		return nil
	})
}

// copied is a sentence of a part, or a copy of one.
type copied struct {
	gold.Sentence
	part   *part
	domain string // empty where it is not told
	copy   bool
}

// eachCopy calls f with every sentence and its copies, of the generated ones with a share.
func (c *corpus) eachCopy(r *Recipe, src Sources, u NeuralUse, f func(copied, *rand.Rand) error) error {
	if err := c.swap(r, src); err != nil {
		return err
	}
	speller, err := gold.NewSpeller(src.Lists, r.Lang)
	if err != nil {
		return err
	}
	rng := rand.New(rand.NewPCG(r.Seed, 0x66696c6c))
	for _, p := range c.parts {
		if p.annotated != nil {
			return fmt.Errorf("%s: partly annotated sets are for the other tagger", p.name)
		}
		p.copies.Lower = max(p.copies.Lower, u.Lower)
		for _, s := range p.sentences {
			if p.generated && rng.Float64() >= u.Chat {
				continue
			}
			original := s.Text
			for i, s := range copiesOf(s, p.copies, speller, rng) {
				if i > 0 && s.Text == original {
					continue // in lower case before already
				}
				one := copied{Sentence: s, part: &p, domain: p.domain, copy: i > 0}
				if rng.Float64() < u.Untold {
					one.domain = "" // who always knows where a text comes from does not learn to do without
				}
				if err := f(one, rng); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// detector runs the tagger of the result, with every span of its best labelling
// and no question.
func (r *Result) detector() (bauta.Detector, error) { return r.tagger(0) }

// tagger is detector with a bound for persons.
func (r *Result) tagger(person float64) (bauta.Detector, error) {
	c := tagger.Config{Ask: -1, Sure: everything, Person: person}
	if r.Neural != nil {
		c.Models = tagger.Ready(r.Neural.With(nil))
	} else {
		c.Models = tagger.Ready(r.Model.With(nil))
	}
	return tagger.New(c)
}

// shipped is what the models of both kinds have in common.
type shipped interface {
	Types() []bauta.Label
	Write(w io.Writer) error
}

func (r *Result) shipped() shipped {
	if r.Neural != nil {
		return r.Neural
	}
	return r.Model
}

// What the card says of either kind: what sort of tagger it is, the name and the
// command of its bundle, and what it counts.
func (r *Result) sort() string {
	if r.Neural != nil {
		return "bidirectional LSTM under a conditional random field"
	}
	return "linear-chain tagger"
}

func (r *Result) name() string {
	if r.Neural != nil {
		return NeuralKind + "-" + r.Recipe.Lang
	}
	return "ner-" + r.Recipe.Lang
}

func (r *Result) command() string {
	lang, kind := r.Recipe.Lang, ""
	if r.encoder != nil {
		return "go run ./gen/encoder"
	}
	if r.Neural != nil {
		kind = " --kind neural"
	}
	if r.from != nil {
		kind = " --from-shipped"
	}
	return fmt.Sprintf("bauta ner train --lang %s --recipe %s%s -o models/%s", lang, r.Recipe.called(), kind, r.name())
}

func (r *Result) counts() string {
	if m := r.Neural; m != nil {
		return fmt.Sprintf("%d weights, %d words with vectors", m.Weights(), m.Vocabulary().Words())
	}
	return fmt.Sprintf("%d features, %d weights, %d words with classes", r.Model.Features(), r.Model.Weights(),
		r.Model.Classes().Words())
}
