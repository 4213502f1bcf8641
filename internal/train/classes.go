package train

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"unicode"
	"unicode/utf8"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/learn/cluster"
	"github.com/bauta/bauta/internal/learn/embed"
	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/internal/lexicon/words"
	"github.com/bauta/bauta/text"
)

// maxRawTokens bounds the text that vectors are learnt from.
const maxRawTokens = 1_500_000

// vocabulary counts words: how often, and how often with a capital inside a
// sentence.
type vocabulary struct {
	words  []string
	count  []int
	capped []int
	index  map[string]int32
}

// makeClasses learns vectors of the words of raw text and groups them; two
// further columns say how frequent a word is and how often it has a capital.
// Without clusters only these two are made. Each of the lists is one more column,
// and its words are added.
func makeClasses(ctx context.Context, raw []string, use ClassUse, lists []known, seed uint64) (*words.Classes, error) {
	if use.Words <= 0 || len(raw) == 0 {
		return nil, nil
	}
	rng := rand.New(rand.NewPCG(seed, 0x636c6173))
	order := rng.Perm(len(raw))
	v, text := readRaw(raw, order, use.Words)
	columns := [][]uint16{v.frequencies(), v.capitals()}
	if len(use.Clusters) > 0 {
		vectors, err := embed.Train(ctx, text, len(v.words), embed.Config{
			Dim: use.Dim, Epochs: use.Epochs, Window: 4, Seed: seed, Jobs: 2,
		})
		if err != nil {
			return nil, err
		}
		dim := vectors.Dim
		groups, err := cluster.KMeans(ctx, vectors.Unit(), dim, use.Clusters,
			cluster.Config{MaxIter: 12, Seed: seed, Jobs: 2})
		if err != nil {
			return nil, err
		}
		for _, g := range groups {
			column := make([]uint16, len(v.words))
			for i, c := range g.Cluster {
				column[i] = uint16(c + 1)
			}
			columns = append(columns, column)
		}
	}
	for _, list := range lists {
		columns = v.with(list, columns)
	}
	return words.NewClasses(v.words, columns...)
}

// readRaw tokenises the text in the order given, keeps the most frequent words
// that occur five times, and numbers them.
func readRaw(raw []string, order []int, limit int) (*vocabulary, [][]int32) {
	all := &vocabulary{index: map[string]int32{}}
	var sequences [][]int32
	tokens := 0
	for _, at := range order {
		if tokens > maxRawTokens {
			break
		}
		line := raw[at]
		var seq []int32
		for i, t := range text.Tokenise(line) {
			if t.Kind != bauta.Word {
				continue
			}
			seq = append(seq, all.add(line[t.Start:t.End], i > 0))
		}
		tokens += len(seq)
		sequences = append(sequences, seq)
	}
	kept, renumber := all.top(limit)
	for _, seq := range sequences {
		for i, w := range seq {
			seq[i] = renumber[w]
		}
	}
	return kept, sequences
}

func (v *vocabulary) add(surface string, inside bool) int32 {
	word := lexicon.Fold(surface)
	id, ok := v.index[word]
	if !ok {
		id = int32(len(v.words))
		v.index[word] = id
		v.words, v.count, v.capped = append(v.words, word), append(v.count, 0), append(v.capped, 0)
	}
	v.count[id]++
	if r, _ := utf8.DecodeRuneInString(surface); inside && unicode.IsUpper(r) {
		v.capped[id]++
	}
	return id
}

// top returns the most frequent words and where each word went, −1 for those
// left out.
func (v *vocabulary) top(limit int) (*vocabulary, []int32) {
	order := make([]int32, len(v.words))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortFunc(order, func(a, b int32) int {
		return cmp.Or(cmp.Compare(v.count[b], v.count[a]), cmp.Compare(v.words[a], v.words[b]))
	})
	kept, renumber := &vocabulary{}, make([]int32, len(v.words))
	for rank, id := range order {
		renumber[id] = -1
		if rank < limit && v.count[id] >= 5 {
			renumber[id] = int32(len(kept.words))
			kept.words = append(kept.words, v.words[id])
			kept.count = append(kept.count, v.count[id])
			kept.capped = append(kept.capped, v.capped[id])
		}
	}
	return kept, renumber
}

// frequencies gives each word its binary order of magnitude.
func (v *vocabulary) frequencies() []uint16 {
	out := make([]uint16, len(v.words))
	for i, n := range v.count {
		out[i] = uint16(1 + math.Log2(float64(n)))
	}
	return out
}

// capitals gives each word how often it has a capital inside a sentence, in
// steps of a tenth, 1 to 11.
func (v *vocabulary) capitals() []uint16 {
	out := make([]uint16, len(v.words))
	for i, n := range v.count {
		out[i] = uint16(1 + 10*v.capped[i]/n)
	}
	return out
}
