package neural

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"

	"github.com/bauta/bauta/internal/learn/chain"
)

// Sizes are the dimensions of a network. A part of size 0 is left out.
type Sizes struct {
	Words    int // words with a vector of their own
	Grams    int // vectors of character n-grams, for words without one
	Word     int // length of either
	Letters  int // letters
	Letter   int // length of the vector of a letter
	Spelling int // length of the state over letters, in each direction
	Longest  int // letters of a spelling that are read; 0 means 30
	Features int // features of a token
	Feature  int // length of the vector of a feature
	Hidden   int // length of the state over tokens, in each direction
	Labels   int
}

// maxSize bounds every size, so that a hostile file cannot ask for more.
const maxSize = 1 << 22

// check refuses what no network can be.
func (s Sizes) check() error {
	for _, n := range []int{
		s.Words, s.Grams, s.Word, s.Letters, s.Letter, s.Spelling, s.Longest, s.Features, s.Feature, s.Hidden, s.Labels,
	} {
		if n < 0 || n > maxSize {
			return fmt.Errorf("a size of %d; sizes are 0 to %d", n, maxSize)
		}
	}
	switch {
	case s.Hidden == 0 || s.Labels == 0 || s.Labels > chain.MaxLabels:
		return fmt.Errorf("%d hidden and %d labels; both must be positive, labels at most %d", s.Hidden, s.Labels,
			chain.MaxLabels)
	case (s.Words+s.Grams > 0) != (s.Word > 0), (s.Letters > 0) != (s.Letter > 0 && s.Spelling > 0),
		(s.Features > 0) != (s.Feature > 0):
		return errors.New("a table without the length of its vectors, or the other way round")
	case s.input() == 0:
		return errors.New("nothing to see: neither words nor letters nor features")
	}
	return nil
}

// form is the length of the vector of a form, input that of a token.
func (s Sizes) form() int  { return s.Word + 2*s.Spelling }
func (s Sizes) input() int { return s.form() + s.Feature }

// Form is a spelling as the network sees it.
type Form struct {
	Word    int32   // its own vector; −1: none
	Grams   []int32 // its n-grams, for where it has none
	Letters []int32
}

// Net is a network. It is read-only once trained.
type Net struct {
	sizes Sizes

	words, grams, features *Param // nil where left out
	letters                *letters
	left, right            *lstm
	scores                 *linear
	crf                    *crf

	taggers func() (*ready, error) // the weights, prepared for them
}

// New returns a network of zeros. allowed says whether label to may follow label
// from, as chain.Config does; nil allows all.
func New(s Sizes, allowed func(from, to int) bool) (*Net, error) {
	n, err := NewCoded(s, allowed)
	if err != nil {
		return nil, err
	}
	for _, p := range n.Params() {
		if p.W == nil {
			p.fill()
		}
	}
	n.taggers = n.prepared
	return n, nil
}

// NewCoded is New without room for what is Coded, before the network is used. From its first tagger
// on its weights stay as they are.
func NewCoded(s Sizes, allowed func(from, to int) bool) (*Net, error) {
	if s.Longest == 0 {
		s.Longest = 30
	}
	if err := s.check(); err != nil {
		return nil, err
	}
	n := &Net{
		sizes: s, left: newLSTM("left", s.input(), s.Hidden, false), right: newLSTM("right", s.input(), s.Hidden, true),
		scores: newLinear("scores", 2*s.Hidden, s.Labels), crf: newCRF(s.Labels, allowed),
	}
	if s.Words > 0 {
		n.words = empty("words", s.Words, s.Word)
		n.words.sparse = true
	}
	if s.Grams > 0 {
		n.grams = empty("grams", s.Grams, s.Word)
		n.grams.sparse = true
	}
	if s.Features > 0 {
		n.features = newParam("features", s.Features, s.Feature, true)
	}
	if s.Letters > 0 {
		n.letters = newLetters(s.Letters, s.Letter, s.Spelling, s.Longest)
	}
	for _, p := range n.Params() {
		if p.W == nil && !n.Coded(p) {
			p.fill()
		}
	}
	n.taggers = sync.OnceValues(n.prepared)
	return n, nil
}

// Sizes returns the dimensions.
func (n *Net) Sizes() Sizes { return n.sizes }

// Params lists the weights, always in the same order: to store and to load them.
func (n *Net) Params() []*Param {
	var out []*Param
	for _, p := range []*Param{n.words, n.grams, n.features} {
		if p != nil {
			out = append(out, p)
		}
	}
	if n.letters != nil {
		out = append(out, n.letters.params()...)
	}
	for _, l := range []*lstm{n.left, n.right} {
		out = append(out, l.params()...)
	}
	return append(append(out, n.scores.params()...), n.crf.params()...)
}

// Vectors reports a parameter whose rows are vectors of words or of n-grams.
func (n *Net) Vectors(p *Param) bool { return p == n.words || p == n.grams }

// Coded reports a parameter that is bytes in a network of NewCoded: whose rows are looked up, or
// multiplied with numbers that hang on the text.
func (n *Net) Coded(p *Param) bool {
	letters := n.letters != nil && (p == n.letters.both[0].wh || p == n.letters.both[1].wh)
	words := p == n.left.wx || p == n.left.wh || p == n.right.wx || p == n.right.wh
	return n.Vectors(p) || letters || words || p == n.scores.w
}

// rates sets how fast tables and the biases of LSTMs learn, relative to all else.
func (n *Net) rates(tables, biases float64) {
	for _, p := range n.Params() {
		if p.rate = 1; p.sparse {
			p.rate = tables
		}
	}
	lists := []*lstm{n.left, n.right}
	if n.letters != nil {
		lists = append(lists, n.letters.both[:]...)
	}
	for _, l := range lists {
		l.b.rate = biases
	}
}

// Init draws the weights as PyTorch does by default: recurrent and linear layers
// evenly from ±1/√n, the vectors of letters and words from a normal distribution.
// words, grams and features have that of the deviation given.
func (n *Net) Init(seed uint64, deviation float64) {
	rng := rand.New(rand.NewPCG(seed, 0x6e657472))
	for _, p := range []*Param{n.words, n.grams, n.features} {
		if p != nil {
			p.normal(rng, deviation)
		}
	}
	if n.letters != nil {
		n.letters.init(rng)
	}
	n.left.init(rng)
	n.right.init(rng)
	for _, p := range n.scores.params() {
		p.uniform(rng, inverseRoot(2*n.sizes.Hidden))
	}
}

// SetWords gives the words, and where there are any the n-grams, vectors learnt
// elsewhere, row by row.
func (n *Net) SetWords(words, grams []float32) error {
	for _, pair := range []struct {
		p *Param
		v []float32
	}{{n.words, words}, {n.grams, grams}} {
		switch {
		case pair.p == nil && len(pair.v) == 0:
		case pair.p == nil || len(pair.p.W) != len(pair.v):
			return fmt.Errorf("%d numbers for the vectors of a network of other sizes", len(pair.v))
		default:
			copy(pair.p.W, pair.v)
		}
	}
	return nil
}

// WordVector stores the vector of a form's word in dst, of Sizes().Word numbers.
func (n *Net) WordVector(f *Form, dst []float32) { n.wordVector(f, true, dst) }

// wordVector stores the vector of a form's word in dst, or where it is unknown
// the mean of those of its n-grams. It reads ids as they are: those that are out
// of range count as absent.
func (n *Net) wordVector(f *Form, known bool, dst []float32) {
	clear(dst)
	if known && f.Word >= 0 && int(f.Word) < n.sizes.Words {
		copy(dst, n.words.Row(int(f.Word), dst))
		return
	}
	share := n.gramShare(f)
	for _, g := range f.Grams {
		if uint32(g) < uint32(n.sizes.Grams) {
			n.grams.addRow(dst, share, g)
		}
	}
}

// gramShare is the weight of each n-gram of a form.
func (n *Net) gramShare(f *Form) float32 { return 1 / float32(max(1, len(f.Grams))) }

// featureVector stores the sum of the vectors of features in dst.
func (n *Net) featureVector(features []int32, dst []float32) {
	clear(dst)
	for _, f := range features {
		if uint32(f) < uint32(n.sizes.Features) {
			add(dst, 1, n.features.row(f))
		}
	}
}

// Weights is the number of weights of a network of these sizes.
func (s Sizes) Weights() int {
	lstm := func(in, hid int) int { return 4 * hid * (in + hid + 1) }
	n := (s.Words+s.Grams)*s.Word + s.Features*s.Feature + 2*lstm(s.input(), s.Hidden) + s.Labels*(2*s.Hidden+1) +
		s.Labels*(s.Labels+2)
	if s.Letters > 0 {
		n += s.Letters*s.Letter + 2*lstm(s.Letter, s.Spelling)
	}
	return n
}

// Cool divides all scores by a temperature: the best labelling stays, and
// probabilities become milder where it is above 1.
func (n *Net) Cool(temperature float64) {
	for _, p := range append(n.scores.params(), n.crf.params()...) {
		for i := range p.W {
			p.W[i] /= float32(temperature)
		}
	}
}
