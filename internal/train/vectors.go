package train

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/bauta/bauta/internal/detect/neural"
	"github.com/bauta/bauta/internal/learn/embed"
	nn "github.com/bauta/bauta/internal/learn/neural"
	"github.com/bauta/bauta/internal/lexicon/words"
)

// maxAlphabet is the number of letters with a vector.
const maxAlphabet = 200

// deviation is that of the components of the vectors at the start of training.
const deviation = 0.3

// vectors learns the vectors of words and of their n-grams from raw text, and makes
// the vocabulary, which has the classes given. set gives the vectors to a network
// of it.
func vectors(ctx context.Context, raw []string, u NeuralUse, classes *words.Classes, seed uint64) (v *neural.Vocabulary,
	set func(*nn.Net) error, err error,
) {
	top, text := readRaw(raw, rand.New(rand.NewPCG(seed, 0x636c6173)).Perm(len(raw)), u.Words)
	if v, err = neural.NewVocabulary(top.words, alphabet(raw), u.Grams, classes); err != nil {
		return nil, nil, err
	}
	if u.Vectors < 0 || v.Words() == 0 {
		return v, func(*nn.Net) error { return nil }, nil
	}
	learnt, err := embed.Train(ctx, text, len(top.words), embed.Config{
		Dim: u.Dims.Word, Epochs: u.Vectors, Window: 4, Seed: seed, Jobs: 2, Buckets: u.Grams,
		Grams: func(word int32) []uint32 {
			var out []uint32
			for _, g := range v.Grams(top.words[word], nil) {
				out = append(out, uint32(g))
			}
			return out
		},
	})
	if err != nil {
		return nil, nil, err
	}
	table := make([]float32, v.Words()*learnt.Dim)
	var row []float32
	for i, w := range top.words {
		row = learnt.Vector(int32(i), row)
		copy(table[int(v.Word(w))*learnt.Dim:], row)
	}
	scale := spread(table)
	for _, t := range [][]float32{table, learnt.Gram} {
		for i := range t {
			t[i] *= scale
		}
	}
	return v, func(n *nn.Net) error { return n.SetWords(table, learnt.Gram) }, nil
}

// spread returns the factor that gives numbers the deviation wanted.
func spread(list []float32) float32 {
	sum := 0.0
	for _, x := range list {
		sum += float64(x) * float64(x)
	}
	if sum == 0 {
		return 1
	}
	return float32(deviation / math.Sqrt(sum/float64(len(list))))
}

// alphabet lists the most frequent letters.
func alphabet(raw []string) []rune {
	count := map[rune]int{}
	for _, s := range raw {
		for _, r := range s {
			count[r]++
		}
	}
	letters := slices.Collect(func(yield func(rune) bool) {
		for r := range count {
			if !yield(r) {
				return
			}
		}
	})
	slices.SortFunc(letters, func(a, b rune) int { return cmp.Or(cmp.Compare(count[b], count[a]), cmp.Compare(a, b)) })
	return letters[:min(len(letters), maxAlphabet)]
}
