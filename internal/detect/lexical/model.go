package lexical

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"unicode/utf8"
)

// Model weighs the evidence that a word is a name. Its three parts are learnt
// by package train/names: a prior per word of the lexicon, a letter model for
// words that are in no list, and the weights of the features.
type Model struct {
	Lang string `json:"lang"`
	// NameAbove and WordBelow are the bounds chosen on gold.
	NameAbove float64 `json:"name_above"`
	WordBelow float64 `json:"word_below"`
	// Weights by feature name ("both.before.greeting").
	Weights map[string]float64 `json:"weights"`
	Priors  Priors             `json:"-"`
	// Letters has a power of two of weights, in 1/16, for hashed n-grams of
	// letters.
	Letters []int8 `json:"-"`

	weights []float64
}

// Bounds of what a model file may hold.
const (
	maxPriors  = 8 << 20
	maxLetters = 1 << 20
	maxWeights = 64 << 10
)

var errModel = errors.New("not a model of names, or one of another version; train it again")

// NewModel checks the three parts, as they stand in a bundle, and joins them.
func NewModel(weights, priors, letters []byte) (*Model, error) {
	if len(weights) > maxWeights || len(priors) > maxPriors || len(letters) > maxLetters {
		return nil, errModel
	}
	table, err := OpenPriors(priors)
	if err != nil {
		return nil, err
	}
	m := &Model{Priors: table}
	dec := json.NewDecoder(bytes.NewReader(weights))
	dec.DisallowUnknownFields()
	if err := dec.Decode(m); err != nil {
		return nil, errModel
	}
	if n := len(letters); n == 0 || n&(n-1) != 0 {
		return nil, errModel
	}
	m.Letters = make([]int8, len(letters))
	for i, b := range letters {
		m.Letters[i] = int8(b)
	}
	return m, m.compile()
}

// compile lays the weights out by number.
func (m *Model) compile() error {
	m.weights = make([]float64, int(sides)*features)
	known := 0
	for s := range sides {
		for i := range features {
			w, ok := m.Weights[featureName(s, i)]
			if !ok {
				continue
			}
			if math.IsNaN(w) || math.IsInf(w, 0) {
				return errModel
			}
			m.weights[int(s)*features+i] = w
			known++
		}
	}
	if known != len(m.Weights) {
		return fmt.Errorf("%w (%d of its %d features are not known)", errModel, len(m.Weights)-known, len(m.Weights))
	}
	return nil
}

func (m *Model) probability(x []Feature) float64 {
	z := 0.0
	for _, f := range x {
		z += m.weights[f.At] * f.X
	}
	return 1 / (1 + math.Exp(-z))
}

// letters gives the log-odds that a word in no list is a name, by its letters.
func (m *Model) letters(norm string) float64 {
	z := 0.0
	n := 0
	EachLetterGram(norm, func(h uint32) {
		z += float64(m.Letters[h&uint32(len(m.Letters)-1)])
		n++
	})
	return z / 16
}

// EachLetterGram calls f with the hash of each n-gram of 2 to 5 letters of a
// folded word between its bounds, and of the word. The trainer and the model
// must agree on them.
func EachLetterGram(norm string, f func(hash uint32)) {
	var letters [44]rune
	n := 0
	letters[n] = '^'
	n++
	for _, r := range norm {
		if n == len(letters)-1 {
			break
		}
		letters[n] = r
		n++
	}
	letters[n] = '$'
	n++
	for i := range n {
		h := uint32(2166136261)
		for j := i; j < n && j < i+5; j++ {
			var b [utf8.UTFMax]byte
			for _, c := range b[:utf8.EncodeRune(b[:], letters[j])] {
				h = (h ^ uint32(c)) * 16777619
			}
			if j > i {
				f(h ^ h>>15)
			}
		}
	}
}
