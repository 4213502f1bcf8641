package location

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/bauta/bauta/learn"
	"github.com/bauta/bauta/learn/logistic"
)

// Config is the setting of a training. The zero value works.
type Config struct {
	Segmenter string  // name of the segmenter, "" is words
	MinCount  int     // messages a word or pair must be in; 0 means 2
	C         float64 // inverse strength of the penalty; 0 means 0.3, the best of those tried
	OneVsRest bool
	Jobs      int
	Seed      uint64
	MaxIter   int // 0 means 200
	// Plain learns each cell by itself and each word by itself, all alike.
	// Otherwise a word seen in one cell speaks, at half strength, for the cells
	// around it (learn/logistic.Config.Related), for words spelt like it (Parts),
	// and the more freely the rarer it is.
	Plain    bool
	HashBits int // 1 << HashBits features numbered by hashes, no vocabulary kept; 0: none
	Progress func(learn.Progress) bool
}

// Model guesses the cell of a message.
type Model struct {
	Classifier
	Division  *Division
	Attackers []Attacker // of other kinds, trained on the same messages
	Prior     []float64  // log share of each class among the training messages
	Threshold float64    // probability below which a message is de-identified; 0: not calibrated
	Segmenter string
	seg       Segmenter
}

// rows are messages ready for a classifier.
type rows struct {
	words [][]string
	class []int
	point []Point
	left  int // messages outside all classes
}

func prepare(rs []Record, d *Division, seg Segmenter) (*rows, error) {
	out := &rows{}
	for _, r := range rs {
		k := d.Of(r.Point)
		if k < 0 {
			out.left++
			continue
		}
		doc, err := analyse(r.ID, r.Text)
		if err != nil {
			return nil, err
		}
		ts, err := tokens(seg, doc)
		if err != nil {
			return nil, err
		}
		out.words, out.class, out.point = append(out.words, norms(ts)), append(out.class, k), append(out.point, r.Point)
	}
	return out, nil
}

// Train learns a model from the messages inside the classes of a division.
//
// The temperature is fitted on a fifth of the authors, whom a first training
// does not see; the second starts where the first ended and sees all.
func Train(ctx context.Context, rs []Record, d *Division, seg Segmenter, c Config) (*Model, learn.Report, error) {
	fail := func(err error) (*Model, learn.Report, error) { return nil, learn.Report{}, err }
	if c.MinCount == 0 {
		c.MinCount = 2
	}
	if c.C == 0 {
		c.C = 0.3
	}
	var inner, held []Record
	for _, r := range rs {
		if draw(r, c.Seed^innerSeed) < 0.8 {
			inner = append(inner, r)
		} else {
			held = append(held, r)
		}
	}
	in, err := prepare(inner, d, seg)
	if err != nil {
		return fail(err)
	}
	out, err := prepare(held, d, seg)
	if err != nil {
		return fail(err)
	}
	words, class := append(in.words, out.words...), append(in.class, out.class...)
	if len(words) == 0 {
		return fail(errors.New("no message lies in a cell of the grid; is it the grid of another place?"))
	}
	m := &Model{Division: d, Segmenter: c.Segmenter, seg: seg}
	m.Prior = prior(class, d.Classes())
	lr := logistic.Config{C: c.C, OneVsRest: c.OneVsRest, Jobs: c.Jobs, MaxIter: c.MaxIter, Progress: c.Progress}
	value, err := m.features(words, c, &lr)
	if err != nil {
		return fail(err)
	}
	all := m.Vocabulary.matrix(words)
	m.Attackers = attackers(all, class, d.Classes(), m.Vocabulary.Known())
	scale(all, value)
	x, hx := all.Select(span(0, len(in.words))), all.Select(span(len(in.words), len(words)))
	temperature := float32(1)
	if len(out.words) >= 20 {
		first, _, err := lr.Train(ctx, x, in.class, d.Classes())
		if err != nil {
			return fail(err)
		}
		if err := first.Calibrate(hx, out.class); err != nil {
			return fail(err)
		}
		temperature, lr.Warm = first.Temperature, first
	}
	var report learn.Report
	if m.Weights, report, err = lr.Train(ctx, all, class, d.Classes()); err != nil {
		return fail(err)
	}
	m.Weights.Temperature = temperature
	// Whoever guesses need not know what a feature counted for.
	for f, v := range value {
		for k := range m.Weights.Row(int32(f)) {
			m.Weights.Row(int32(f))[k] *= v
		}
	}
	return m, report, nil
}

// features makes the vocabulary, what the regression is to know of it, and what
// each feature counts for in training.
func (m *Model) features(words [][]string, c Config, lr *logistic.Config) (value []float32, err error) {
	if !c.Plain {
		lr.Related = m.Division.related()
		lr.Delta = 3e-4
	}
	if c.HashBits != 0 {
		if c.HashBits < minHashBits || c.HashBits > maxHashBits {
			return nil, fmt.Errorf("%d bits of hash; %d to %d", c.HashBits, minHashBits, maxHashBits)
		}
		m.Vocabulary = hashed(c.HashBits)
		return m.Vocabulary.rarity(nil, len(words)), nil
	}
	var in []int
	m.Vocabulary, in = learnVocabulary(words, c.MinCount, !c.Plain)
	if m.Vocabulary.Known() == 0 {
		return nil, fmt.Errorf("no word is in %d messages; lower --min-count or give more messages", c.MinCount)
	}
	if c.Plain {
		return m.Vocabulary.rarity(nil, len(words)), nil
	}
	value = m.Vocabulary.rarity(in, len(words))
	lr.Parts = m.Vocabulary.parts(value)
	return value, nil
}

// related is the matrix of cells that share: 1 with itself and half a bell of
// one cell's width with the others, cut off where it falls below 3 %.
func (d *Division) related() *logistic.Matrix {
	high, wide := d.Grid.CellSize()
	sigma := (high + wide) / 2
	out := &logistic.Matrix{Cols: d.Classes()}
	for i := range d.Classes() {
		var col []int32
		var val []float32
		for j := range d.Classes() {
			far := Distance(d.Place(i), d.Place(j)) / sigma
			share := 0.5 * math.Exp(-far*far/2)
			if i == j {
				share = 1
			}
			if share > 0.03 {
				col, val = append(col, int32(j)), append(val, float32(share))
			}
		}
		out.Append(col, val)
	}
	return out
}

func span(from, to int) []int {
	out := make([]int, 0, to-from)
	for i := from; i < to; i++ {
		out = append(out, i)
	}
	return out
}

// prior is the log share of each class, each counted once more than it was seen.
func prior(class []int, n int) []float64 {
	out := make([]float64, n)
	for _, k := range class {
		out[k]++
	}
	for k := range out {
		out[k] = math.Log((out[k] + 1) / float64(len(class)+n))
	}
	return out
}

// Attacker is a classifier of another kind, over the same features: its guess is
// the class of the greatest score.
type Attacker struct {
	Name    string
	Weights *logistic.Model
}

// attackers trains multinomial naive Bayes and the nearest centroid. Both are
// linear in the features, which is all that their guess needs.
// They know the first features alone, words and pairs.
func attackers(x *logistic.Matrix, y []int, classes, known int) []Attacker {
	count, total, docs := make([]float64, known*classes), make([]float64, classes), make([]float64, classes)
	in := make([]float64, known)
	for i, k := range y {
		docs[k]++
		col, _ := x.Row(i)
		for _, f := range col {
			if int(f) >= known {
				break // sorted
			}
			count[int(f)*classes+k]++
			total[k]++
			in[f]++
		}
	}
	blank := func() *logistic.Model {
		return &logistic.Model{Classes: classes, Weight: make([]float32, len(count)), Bias: make([]float32, classes), Temperature: 1}
	}
	bayes, centroid := blank(), blank()
	length := make([]float64, classes)
	for f := range known {
		for k := range classes {
			n := count[f*classes+k]
			bayes.Weight[f*classes+k] = float32(math.Log((n + smoothing) / (total[k] + smoothing*float64(known))))
			if n > 0 {
				// tf·idf twice: once of the message, whose length does not change
				// the order, once of the centroid.
				v := n * idf(in[f], len(y))
				centroid.Weight[f*classes+k] = float32(v * idf(in[f], len(y)))
				length[k] += v * v
			}
		}
	}
	for k := range classes {
		bayes.Bias[k] = float32(math.Log((docs[k] + 1) / float64(len(y)+classes)))
	}
	for i := range centroid.Weight {
		if l := length[i%classes]; l > 0 {
			centroid.Weight[i] /= float32(math.Sqrt(l))
		}
	}
	return []Attacker{{"naive Bayes", bayes}, {"nearest centroid", centroid}}
}

// smoothing is what naive Bayes adds to each count (Lidstone). Tried on the
// calibration part of New York: see docs/experiments/location.md.
const smoothing = 0.1

func idf(in float64, n int) float64 { return math.Log(float64(n+1) / (in + 1)) }

// innerSeed keeps the fifth held back within training apart from the parts.
const innerSeed = 0x9e3779b97f4a7c15
