package langid

import (
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"sort"

	"github.com/bauta/bauta/langid"
)

// The logistic regression sees n-grams up to this order; longer ones made no
// difference beside the letter models.
const logitOrder = 4

const (
	logitBits   = 21 // of the hashed n-grams
	logitEpochs = 9  // rounds of samplesEach words a language
	samplesEach = 12000
	logitRate   = 0.3  // of Adagrad, falling to 0
	logitDecay  = 1e-3 // L2
	dropped     = 0.5  // share of n-grams left out of a sample: none may carry it alone
	typePower   = 0.2  // a word is drawn with the power of its count: nearly by type
)

// logit is a multinomial logistic regression over hashed n-grams, one row of
// weights an n-gram, in nats.
type logit struct {
	width   int
	weights []float32
}

// row gives the weights of the n-gram with the given key.
func (m *logit) row(key uint32) []float32 {
	at := int(key>>(32-logitBits)) * m.width
	return m.weights[at : at+m.width]
}

// sampler draws words of one language.
type sampler struct {
	words      [][]rune
	cumulative []float64
}

func newSampler(words vocabulary) *sampler {
	s := &sampler{}
	total := 0.0
	for _, w := range slices.Sorted(maps.Keys(words)) {
		r := []rune(w)
		share := math.Pow(words[w], typePower)
		if len(r) < 6 {
			share *= 0.3 // short words are few, frequent and known to the letter model
		}
		total += share
		s.words = append(s.words, r)
		s.cumulative = append(s.cumulative, total)
	}
	return s
}

func (s *sampler) draw(rng *rand.Rand) []rune {
	u := rng.Float64() * s.cumulative[len(s.cumulative)-1]
	return s.words[sort.SearchFloat64s(s.cumulative, u)]
}

// trainLogit trains on words and pairs of words of each language in turn.
func trainLogit(g langid.Group, words []vocabulary, each int, seed uint64) *logit {
	rng := rand.New(rand.NewPCG(seed, 0x6c616e67))
	m := &logit{width: len(words), weights: make([]float32, len(words)<<logitBits)}
	squares := make([]float32, 1<<logitBits)
	samplers := make([]*sampler, len(words))
	for i, w := range words {
		samplers[i] = newSampler(w)
	}
	var keys []uint32
	p := make([]float32, m.width)
	total := logitEpochs * each * m.width
	for i := range total {
		truth := rng.IntN(m.width)
		keys = grams(keys[:0], g, samplers[truth].draw(rng))
		if rng.IntN(4) == 0 {
			keys = grams(keys, g, samplers[truth].draw(rng))
		}
		keys = slices.DeleteFunc(keys, func(uint32) bool { return rng.Float64() < dropped })
		m.probabilities(keys, p)
		gain := (1 - p[truth]) * (1 - p[truth])
		p[truth]--
		rate := logitRate * float32(1-float64(i)/float64(total))
		for _, k := range keys {
			at := k >> (32 - logitBits)
			squares[at] += gain
			step := rate / float32(math.Sqrt(float64(squares[at])+1))
			row := m.row(k)
			for c, g := range p {
				row[c] -= step * (g + logitDecay*row[c])
			}
		}
	}
	return m
}

// grams appends the keys of the n-grams of a word.
func grams(keys []uint32, g langid.Group, word []rune) []uint32 {
	for end := 1; end < len(word); end++ {
		for n := 1; n <= logitOrder && n <= end+1; n++ {
			keys = append(keys, langid.Key(g, word[end+1-n:end+1]))
		}
	}
	return keys
}

// probabilities fills p with the softmax of the summed rows.
func (m *logit) probabilities(keys []uint32, p []float32) {
	clear(p)
	for _, k := range keys {
		for c, w := range m.row(k) {
			p[c] += w
		}
	}
	top, total := slices.Max(p), float32(0)
	for c, v := range p {
		p[c] = float32(math.Exp(float64(v - top)))
		total += p[c]
	}
	for c := range p {
		p[c] /= total
	}
}
