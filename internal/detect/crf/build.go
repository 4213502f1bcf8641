package crf

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/detect/tags"
	"github.com/bauta/bauta/internal/learn/chain"
	"github.com/bauta/bauta/internal/lexicon"
	"github.com/bauta/bauta/internal/lexicon/words"
)

// Builder turns labelled documents into the numbers that package learn/chain
// trains on, and what it trained into a Model.
type Builder struct {
	lang  string
	types []bauta.Label
	ex    *Extractor
	data  *chain.Data
	index map[uint32]int32 // feature → attribute
	keys  []uint32         // attribute → feature

	sets   map[string]uint8 // labels of chain.Data for "outside or one of these types"
	unsure uint8            // what outside is written as

	domains map[uint32]bool // features of domains

	domain uint64 // hash of the domain; 0 is that of the messages

	hidden int // column of classes, −1: none; see Hide

	blur float64 // see Blur
	rand *rand.Rand

	sentence Sentence
	features []uint32
	labels   []uint8
}

// NewBuilder returns a builder of models for a language and types.
func NewBuilder(lang string, types []bauta.Label, l *lexicon.Lexicon, c *words.Classes) (*Builder, error) {
	if err := tags.Check(types); err != nil {
		return nil, err
	}
	if len(lang) > maxString {
		return nil, errors.New("the language code is too long")
	}
	d, err := chain.NewData(tags.Labels(len(types)))
	if err != nil {
		return nil, err
	}
	return &Builder{
		lang: lang, types: slices.Clone(types), ex: NewExtractor(lang, l, c), data: d, hidden: -1,
		index: map[uint32]int32{}, sets: map[string]uint8{}, domains: map[uint32]bool{},
	}, nil
}

// Add appends a document with its spans, sorted and disjoint, as training data
// that counts weight times.
func (b *Builder) Add(d *bauta.Doc, spans []bauta.Span, weight float64) error {
	return b.AddTo(b.data, d, spans, weight, true)
}

// Domain says where the documents added from now on come from, where that is not
// the kind of text the model is for: features of the domain then take up what is
// only true there, how dense names are in an encyclopedia, say, and a message,
// which has none of them, is not judged by it (after Daumé 2007). Empty is the
// text the model is for. The features are left out of the Model.
func (b *Builder) Domain(name string) {
	if b.domain = 0; name != "" {
		b.domain = words.Hash(name)
	}
}

// domainFeatures appends the features of the domain for a word: templates
// 90 to 94. What they make known is recorded, to be left out of the model.
func (b *Builder) domainFeatures(i int) {
	if b.domain == 0 {
		return
	}
	w, l1 := b.sentence.at(i), b.sentence.at(i-1)
	for t, v := range []uint64{0, uint64(w.caps), w.kinds, join(w.pos, w.short), l1.kinds} {
		f := mix(90+uint64(t), join(b.domain, v))
		b.features = append(b.features, f)
		b.domains[f] = true
	}
}

// Blur makes words of the documents added from now on look as if nobody had
// seen them before, each with the probability share: their hashes, n-grams and
// classes become unique, shape, short affixes and lexicon entries stay. Names in
// messages are mostly new, and a model that has always known the word does not
// learn to do without (Sutton, Sindelar and McCallum 2006).
func (b *Builder) Blur(share float64, seed uint64) {
	b.blur, b.rand = share, rand.New(rand.NewPCG(seed, 0x626c7572))
}

// Hide takes the classes in one column from the words of the documents added from
// now on; −1 ends that. Where a class says what labelled documents call a word,
// those very documents must not be told, or training learns to rely on it.
func (b *Builder) Hide(column int) { b.hidden = column }

// hideClasses hides a column of the words of the sentence.
func (b *Builder) hideClasses() {
	if b.hidden < 0 || b.hidden >= words.MaxColumns {
		return
	}
	for i := range b.sentence.Words {
		b.sentence.Words[i].class[b.hidden] = 0
	}
}

// blurWords blurs the words of the sentence.
func (b *Builder) blurWords() {
	for i := range b.sentence.Words {
		w := &b.sentence.Words[i]
		if b.rand.Float64() >= b.blur || w.caps == words.NoLetters {
			continue
		}
		w.text, w.lower = b.rand.Uint64(), b.rand.Uint64()
		w.prefix[3], w.prefix[4], w.suffix[3], w.suffix[4] = w.text, w.text, w.text, w.text
		w.class = [words.MaxColumns]uint16{}
		for g := w.gramFrom; g < w.gramTo; g++ {
			if b.rand.IntN(2) == 0 {
				b.sentence.grams[g] = w.text
			}
		}
	}
}

// AddPartly appends a document of a set that annotates some types only: outside
// its spans there may be any of the others, and training learns nothing about
// them there.
func (b *Builder) AddPartly(d *bauta.Doc, spans []bauta.Span, annotated []bauta.Label, weight float64) error {
	labels := []uint8{tags.Outside}
	key := ""
	for t, l := range b.types {
		if !slices.Contains(annotated, l) {
			labels = append(labels, uint8(1+2*t), uint8(2+2*t))
			key += string(rune(t))
		}
	}
	if len(labels) == 1 {
		return b.Add(d, spans, weight)
	}
	set, ok := b.sets[key]
	if !ok {
		var err error
		if set, err = b.data.OneOf(labels...); err != nil {
			return err
		}
		b.sets[key] = set
	}
	b.unsure = set
	defer func() { b.unsure = tags.Outside }()
	return b.Add(d, spans, weight)
}

// AddTo appends a document to other data, say to measure on. Features not seen
// before get a number only where learn is set.
func (b *Builder) AddTo(data *chain.Data, d *bauta.Doc, spans []bauta.Span, weight float64, learn bool) error {
	b.ex.Read(d, &b.sentence)
	b.labels = tags.Encode(b.sentence.plain, spans, b.types, b.labels[:0])
	for i, y := range b.labels {
		if y == tags.Outside {
			b.labels[i] = b.unsure
		}
	}
	b.hideClasses()
	if b.blur > 0 && learn {
		b.blurWords()
	}
	rows := make([][]int32, len(b.sentence.Words))
	flat := make([]int32, 0, 128*len(rows))
	for i := range rows {
		b.features = b.ex.Features(&b.sentence, i, b.features[:0])
		b.domainFeatures(i)
		from := len(flat)
		for _, f := range b.features {
			a, ok := b.index[f]
			if !ok {
				if !learn {
					continue
				}
				a = int32(len(b.keys))
				b.index[f] = a
				b.keys = append(b.keys, f)
			}
			flat = append(flat, a)
		}
		rows[i] = flat[from:]
	}
	// Rows that were cut before flat grew still show their own values.
	return data.Add(rows, b.labels, weight)
}

// Data returns what was added, to be trained on.
func (b *Builder) Data() *chain.Data { return b.data }

// Pack says how a trained model is made small.
type Pack struct {
	// Least is the magnitude below which a weight is dropped; what rounds to 0
	// always is.
	Least float64
	// Bytes, if positive, drops the smallest weights until the file has about
	// so many bytes.
	Bytes int
	// Steps drops weights of fewer steps, of which the greatest has 127: most of a
	// model are weights of one.
	Steps int
	// Temperature divides all scores, which leaves the best labelling as it is
	// and makes probabilities milder (above 1) or harder. 0 means 1.
	Temperature float64
	// Outside is added to the score of being outside; below 0 finds more.
	Outside float64
}

// Model makes a Model of what was trained on the builder's data.
func (b *Builder) Model(t *chain.Model, p Pack) (*Model, error) {
	n := tags.Labels(len(b.types))
	if t.Trans.Labels() != n || t.Attributes() > len(b.keys) {
		return nil, fmt.Errorf("the trained model has %d labels and %d attributes, the data %d and %d",
			t.Trans.Labels(), t.Attributes(), n, len(b.keys))
	}
	cold := 1.0
	if p.Temperature > 0 {
		cold = 1 / p.Temperature
	}
	least, top := p.Least, 0.0
	for _, w := range t.Weight {
		top = max(top, math.Abs(w))
	}
	step := top / 127
	if top == 0 {
		step = 1
	}
	least = max(least, step/2, (float64(p.Steps)-0.5)*step)
	if p.Bytes > 0 {
		least = max(least, b.leastFor(t, p.Bytes, least))
	}
	m := &Model{
		lang: b.lang, types: b.types, classes: b.ex.classes, scale: float32(step * cold), bias: make([]float32, n),
	}
	m.bias[tags.Outside] = float32(p.Outside * cold)
	w := b.quantise(t, least, step)
	score, start := make([]float64, n*n), make([]float64, n)
	for from := range n {
		start[from] = float64(float32(t.Trans.Start(from) * cold))
		for to := range n {
			score[from*n+to] = float64(float32(t.Trans.Score(from, to) * cold))
		}
	}
	if err := m.complete(w, score, start); err != nil {
		return nil, err
	}
	return m, nil
}

// quantise gives the weights that are kept, by ascending key.
func (b *Builder) quantise(t *chain.Model, least, step float64) *flat {
	keep := func(w float64) (q float64, ok bool) {
		q = math.Round(w / step)
		return q, math.Abs(w) >= least && q != 0
	}
	var order []uint64 // key and attribute of those that keep a weight: few of many
	for a := range t.Attributes() {
		if b.domains[b.keys[a]] {
			continue
		}
		for i := t.Start[a]; i < t.Start[a+1]; i++ {
			if _, ok := keep(t.Weight[i]); ok {
				order = append(order, uint64(b.keys[a])<<32|uint64(a))
				break
			}
		}
	}
	slices.Sort(order)
	w := &flat{}
	for _, o := range order {
		a := uint32(o)
		for i := t.Start[a]; i < t.Start[a+1]; i++ {
			if q, ok := keep(t.Weight[i]); ok {
				w.label = append(w.label, t.Label[i])
				w.weight = append(w.weight, byte(int8(max(-127, min(q, 127)))))
			}
		}
		w.keys = append(w.keys, b.keys[a])
		w.end = append(w.end, uint32(len(w.label)))
	}
	return w
}

// leastFor returns the magnitude below which weights must be dropped for a
// file of about so many bytes, of those that are not below least anyway: a
// weight costs two, its feature about three.
func (b *Builder) leastFor(t *chain.Model, bytes int, least float64) float64 {
	bytes -= 4096 + b.ex.classes.Words()*(2*b.ex.classes.Columns()+3) + 4*t.Trans.Labels()*t.Trans.Labels()
	type weight struct {
		size float64
		cost int
	}
	var all []weight
	for a := range t.Attributes() {
		top := t.Start[a]
		for i := t.Start[a]; i < t.Start[a+1]; i++ {
			if math.Abs(t.Weight[i]) > math.Abs(t.Weight[top]) {
				top = i
			}
		}
		for i := t.Start[a]; i < t.Start[a+1]; i++ {
			size, cost := math.Abs(t.Weight[i]), 2
			if i == top {
				cost = 5
			}
			if size >= least {
				all = append(all, weight{size, cost})
			}
		}
	}
	slices.SortFunc(all, func(x, y weight) int { return cmp.Compare(y.size, x.size) })
	for _, w := range all {
		if bytes -= w.cost; bytes < 0 {
			return math.Nextafter(w.size, math.Inf(1))
		}
	}
	return 0
}
