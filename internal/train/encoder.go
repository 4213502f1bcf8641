package train

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/detect/neural"
	nn "github.com/bauta/bauta/internal/learn/neural"
	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/internal/train/gold"
)

// Encoder makes one neural tagger for the languages of several recipes: it reads the sets
// of each that are of the recipe's own language, and all languages carry each other
// (docs/experiments/encoder.md).
type Encoder struct {
	Recipes []*Recipe
	Src     Sources
	Say     func(string)
	Told    string // what the network was trained on, for the cards
}

// encoderUse is what the one network has in place of what the recipes say.
var encoderUse = NeuralUse{
	Words: 40000, Grams: 32768, Vectors: 2, Lower: 1, Chat: 0.6, Untold: 0.5,
	Dims: neural.Dims{Word: 64, Letter: 25, Spelling: 25, Feature: 48, Hidden: 192},
}

// NetworkName is the folder of the network beside the bundles of its languages.
const NetworkName = "network"

// StartName is the file of the network before training, with the vectors learnt from raw
// text: its vocabulary and sizes are those of what is trained from it.
const StartName = "start.neural"

// alone is the recipe with the sets of its own language, and without classes of words,
// which languages would share by chance.
func (r *Recipe) alone(seed uint64) *Recipe {
	own := *r
	own.Seed, own.Swap = seed, maps.Clone(r.Swap)
	own.Sets = slices.DeleteFunc(slices.Concat(r.Sets, r.Neural.Sets), func(s SetUse) bool { return s.Lang != r.Lang })
	own.Neural.Sets, own.Classes, own.Neural.Classes = nil, ClassUse{}, ClassUse{}
	return &own
}

// Export writes to a folder what the network reads: every labelled sentence, so many draws
// of its copies and of the generated messages, and raw sentences without labels. In dev/ are
// those kept from training.
func (e *Encoder) Export(ctx context.Context, dir string, draws int) error {
	b, net, first, err := e.start(ctx)
	if err != nil {
		return err
	}
	all, kept := neural.NewFlat(), neural.NewFlat()
	for i, r := range e.Recipes {
		for _, s := range first[i].kept {
			b.Add(DocOf(s, orElse(s.Lang, r.Lang)), s.Spans, 1)
			kept.Take(b, s.Set+" "+r.Lang, 1, true)
		}
		if err := e.raw(b, all, r, first[i]); err != nil {
			return err
		}
		for draw := range draws {
			own := r.alone(uint64(draw + 1))
			for set, n := range own.Swap {
				own.Swap[set] = min(1, 1.5*n) // in each draw
			}
			if err := e.draw(b, all, own, draws); err != nil {
				return err
			}
		}
		e.Say(fmt.Sprintf("%s: %d tokens in all", r.Lang, all.Tokens()))
		first[i] = nil
	}
	return e.write(dir, b, net, all, kept)
}

// start makes the builder, and the network with vectors learnt from raw text.
func (e *Encoder) start(ctx context.Context) (*neural.Builder, *nn.Net, []*corpus, error) {
	var list []*corpus
	var raw []string
	var types []bauta.Label
	for _, r := range e.Recipes {
		own := r.alone(1)
		c, err := gather(own, e.Src)
		if err != nil {
			return nil, nil, nil, err
		}
		list, raw, types = append(list, c), append(raw, c.raw...), append(types, own.types(c)...)
	}
	slices.Sort(types)
	vocab, set, err := vectors(ctx, raw, encoderUse, nil, 1)
	if err != nil {
		return nil, nil, nil, err
	}
	b, err := neural.NewBuilder(neural.Many, slices.Compact(types), lexicon.Default(), vocab)
	if err != nil {
		return nil, nil, nil, err
	}
	net, err := b.Net(encoderUse.Dims, 1)
	if err != nil {
		return nil, nil, nil, err
	}
	e.Say(fmt.Sprintf("vectors of %d words", vocab.Words()))
	return b, net, list, set(net)
}

// raw adds the sentences of the sentence corpus that are not kept for tests, two of ten in
// lower case and two respelt.
func (e *Encoder) raw(b *neural.Builder, f *neural.Flat, r *Recipe, c *corpus) error {
	speller, err := gold.NewSpeller(e.Src.Lists, r.Lang)
	if err != nil {
		return err
	}
	rng := rand.New(rand.NewPCG(7, uint64(len(c.stock))))
	stock, _ := holdOut(c.stock)
	for _, t := range stock {
		s := gold.Sentence{Text: t, Lang: r.Lang}
		switch k := rng.IntN(10); {
		case k < 2:
			s = gold.Lower(s)
		case k < 4:
			s = speller.Respell(s, rng, 0.2+0.8*rng.Float64())
		}
		b.Add(DocOf(s, r.Lang), nil, 1)
		f.Take(b, "raw "+r.Lang, 1, false)
	}
	return nil
}

// draw adds the sentences of a recipe with their copies, both drawn by its seed, of the
// generated ones with half of the copies. What is not drawn, the sentences themselves, is
// there once, and counts as often as all draws.
func (e *Encoder) draw(b *neural.Builder, f *neural.Flat, r *Recipe, draws int) error {
	c, err := gather(r, e.Src)
	if err != nil {
		return err
	}
	u := encoderUse
	u.Chat = 1
	return c.eachCopy(r, e.Src, u, func(s copied, rng *rand.Rand) error {
		weight := s.part.weight
		switch {
		case s.part.generated && s.copy && rng.IntN(2) == 0, !s.part.generated && !s.copy && r.Seed > 1:
			return nil
		case s.part.generated:
			weight = encoderUse.Chat / float64(draws)
		case s.copy:
			weight /= float64(draws)
		}
		if err := b.Domain(s.domain); err != nil {
			return err
		}
		b.Add(DocOf(s.Sentence, orElse(s.Lang, r.Lang)), s.Spans, 1)
		f.Take(b, s.part.name, weight, true)
		return b.Domain("")
	})
}

// write writes the folder.
func (e *Encoder) write(dir string, b *neural.Builder, net *nn.Net, all, kept *neural.Flat) error {
	if err := all.Write(dir); err != nil {
		return err
	}
	if err := kept.Write(filepath.Join(dir, "dev")); err != nil {
		return err
	}
	if err := b.WriteForms(dir); err != nil {
		return err
	}
	m, err := b.Model(net, encoderUse.Dims, 0)
	if err != nil {
		return err
	}
	var file bytes.Buffer
	if err := m.Write(&file); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, StartName), file.Bytes(), 0o600); err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, "start.f32"), Weights(net), 0o600); err != nil {
		return err
	}
	meta, err := json.Marshal(map[string]any{"sizes": net.Sizes(), "types": m.Types(), "dev": kept.Sets()})
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "meta.json"), meta, 0o600)
}

// ReadOn goes on with a network on one core: gold alone, with copies and names that were
// not drawn before, and no label of another network's.
func (e *Encoder) ReadOn(
	ctx context.Context, start *neural.Model, weights []byte, tokens int, rate float64,
) (*nn.Net, error) {
	b, net, err := weighted(start, weights)
	if err != nil {
		return nil, err
	}
	for _, r := range e.Recipes {
		own := r.alone(4)
		c, err := gather(own, e.Src)
		if err != nil {
			return nil, err
		}
		if err := c.fillNeural(b, own, e.Src, encoderUse); err != nil {
			return nil, err
		}
	}
	data := b.Data()
	const epochs = 6
	share := float64(tokens) / epochs / float64(max(1, data.Tokens()))
	began := time.Now()
	return net, nn.Train(ctx, net, data, nn.Config{
		Epochs: epochs, Size: int(share * float64(len(data.Sequences))), Batch: 24, Rate: rate, Decay: true,
		Tables: 0.6, Clip: 5, Dropout: 0.3, Unknown: 0.25, Blind: 0.1, Average: 2, Seed: 5,
		Progress: func(epoch int, loss float64) {
			e.Say(fmt.Sprintf("epoch %d of %d: loss %.3f, %.0f tokens/s", epoch, epochs, loss,
				float64(epoch*tokens)/epochs/time.Since(began).Seconds()))
		},
	})
}
