package location

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/bauta/bauta/internal/learn"
	"github.com/bauta/bauta/internal/learn/logistic"
)

// Config is the setting of a training. The zero value works.
type Config struct {
	Segmenter string  // name of the segmenter, "" is words
	MinCount  int     // messages a word or pair must be in; 0 means 2
	C         float64 // inverse strength of the penalty; 0 means 0.25, the best of those tried
	OneVsRest bool
	Jobs      int
	Seed      uint64
	MaxIter   int // 0 means 200
	// Plain learns each cell by itself and each word by itself, all alike.
	// Otherwise a word seen in one cell speaks, at half strength, for the cells
	// around it and for those of like words (learn/logistic.Config.Related), for
	// words spelt like it (Parts), and the more freely the rarer it is; a message
	// speaks for the cells around its point too (Targets); and a word is believed
	// the more, the better other authors' places foretell where it is written.
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
	made      Config // how it was learned: whoever learns anew learns like that
}

// rows are messages ready for a classifier.
type rows struct {
	words [][]string
	class []int
	point []Point
	// author of each message; one without is its own.
	author []string
	left   int // messages outside all classes
}

func prepare(rs []Record, d *Division, by reader) (*rows, error) {
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
		units, err := by.read(doc)
		if err != nil {
			return nil, err
		}
		out.add(flat(units), k, r)
	}
	return out, nil
}

func (x *rows) add(words []string, class int, r Record) {
	x.words, x.class = append(x.words, words), append(x.class, class)
	x.point, x.author = append(x.point, r.Point), append(x.author, r.author())
}

// Train learns a model from the messages inside the classes of a division.
//
// The temperature is fitted on a fifth of the authors, whom a first training
// does not see, and how far words and pairs are believed (trust); the second
// starts where the first ended and sees all.
func Train(ctx context.Context, rs []Record, d *Division, seg Segmenter, c Config) (*Model, learn.Report, error) {
	fail := func(err error) (*Model, learn.Report, error) { return nil, learn.Report{}, err }
	if c.MinCount == 0 {
		c.MinCount = 2
	}
	if c.C == 0 {
		c.C = 0.25
	}
	by, err := c.reader(rs, d, seg)
	if err != nil {
		return fail(err)
	}
	in, _, err := c.rows(rs, d, by)
	if err != nil {
		return fail(err)
	}
	if len(in.words) == 0 {
		return fail(errors.New("no message lies in a cell of the grid; is it the grid of another place?"))
	}
	m := &Model{Division: d, Segmenter: c.Segmenter, seg: seg, made: c}
	m.Prior = prior(in.class, d.Classes())
	lr := logistic.Config{C: c.C, OneVsRest: c.OneVsRest, Jobs: c.Jobs, MaxIter: c.MaxIter, Progress: c.Progress}
	value, err := m.features(in.words, c, &lr)
	if err != nil {
		return fail(err)
	}
	in, inner, err := c.rows(rs, d, m.reader()) // as whoever has the model reads them
	if err != nil {
		return fail(err)
	}
	all := m.Vocabulary.matrix(in.words)
	m.Attackers = attackers(all, in.class, d.Classes(), m.Vocabulary.Known())
	scale(all, value)
	if !c.Plain {
		lr.Related = d.related(m.Attackers[1].Weights)
		if !c.OneVsRest {
			lr.Targets = d.targets(in.point, in.class)
		}
	}
	f := &fitting{
		Config: lr, x: all, class: in.class, author: in.author, inner: inner,
		trust: !c.Plain && !c.OneVsRest && c.HashBits == 0,
	}
	report, err := m.fit(ctx, f)
	if err != nil {
		return fail(err)
	}
	// Whoever guesses need not know what a feature counted for.
	m.multiply(value)
	return m, report, nil
}

// reader cuts messages as those that the model was learned from.
func (m *Model) reader() reader { return reader{seg: m.seg, known: m.Vocabulary} }

// reader cuts the messages of a training before there is a vocabulary: what is
// written together by the words that stand by themselves.
func (c Config) reader(rs []Record, d *Division, seg Segmenter) (reader, error) {
	by := reader{seg: seg}
	if c.HashBits != 0 {
		return by, nil
	}
	in, err := prepare(rs, d, reader{seg: seg, plain: true})
	if err == nil {
		by.known = familiar(in.words, c.MinCount)
	}
	return by, err
}

// rows reads those of the first training, and behind them a fifth of the
// authors, whom it does not see.
func (c Config) rows(rs []Record, d *Division, by reader) (in *rows, inner int, err error) {
	var first, held []Record
	for _, r := range rs {
		if draw(r, c.Seed^innerSeed) < 0.8 {
			first = append(first, r)
		} else {
			held = append(held, r)
		}
	}
	if in, err = prepare(append(first, held...), d, by); err != nil {
		return nil, 0, err
	}
	for _, r := range first {
		if d.Of(r.Point) >= 0 {
			inner++
		}
	}
	return in, inner, nil
}

// multiply multiplies the weights of each feature.
func (m *Model) multiply(by []float32) {
	for f, v := range by {
		row := m.Weights.Row(int32(f))
		for k := range row {
			row[k] *= v
		}
	}
}

// fitting is what a model is fitted to.
type fitting struct {
	logistic.Config
	x      *logistic.Matrix
	class  []int
	author []string
	inner  int  // rows of the first training; those behind are held back from it
	trust  bool // see trust
}

// fit learns the weights of all rows, and what they are worth, their trust and
// the temperature, from the rows held back, where those are enough.
func (m *Model) fit(ctx context.Context, f *fitting) (learn.Report, error) {
	temperature, believed := float32(1), untouched
	if held := f.x.Select(span(f.inner, len(f.class))); held.Rows() >= 20 {
		start, err := f.first(ctx, m.Division.Classes())
		if err != nil {
			return learn.Report{}, err
		}
		judged := *start
		if f.trust {
			t := m.telling(f, f.inner)
			if believed, err = t.fit(ctx, start, held, f.class[f.inner:]); err != nil {
				return learn.Report{}, err
			}
			scale(held, t.factors(believed))
			judged.Bias = believed.constants(start.Bias)
		}
		if err := judged.Calibrate(held, f.class[f.inner:]); err != nil {
			return learn.Report{}, err
		}
		temperature, f.Warm = judged.Temperature, start
	}
	w, report, err := f.Train(ctx, f.x, f.class, m.Division.Classes())
	if err != nil {
		return report, err
	}
	w.Temperature, m.Weights = temperature, w
	if believed != untouched {
		w.Bias = believed.constants(w.Bias)
		m.multiply(m.telling(f, len(f.class)).factors(believed))
	}
	return report, nil
}

// first is the training that the rows held back have no part in.
func (f *fitting) first(ctx context.Context, classes int) (*logistic.Model, error) {
	c, inside := f.Config, span(0, f.inner)
	if c.Targets != nil {
		c.Targets = c.Targets.Select(inside)
	}
	m, _, err := c.Train(ctx, f.x.Select(inside), f.class[:f.inner], classes)
	return m, err
}

// telling is that of the first so many rows.
func (m *Model) telling(f *fitting, rows int) *telling {
	return m.Division.telling(m.Vocabulary, f.x, f.class[:rows], f.author[:rows])
}

// features makes the vocabulary, what the regression is to know of it, and what
// each feature counts for in training.
func (m *Model) features(words [][]string, c Config, lr *logistic.Config) (value []float32, err error) {
	if !c.Plain {
		lr.Delta = 1e-2 // later iterations move the weights, not the guesses
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
		return &logistic.Model{
			Classes: classes, Weight: make([]float32, len(count)), Bias: make([]float32, classes), Temperature: 1,
		}
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
	return []Attacker{{nameBayes, bayes}, {nameCentroid, centroid}}
}

// smoothing is what naive Bayes adds to each count (Lidstone). Tried on the
// calibration part of New York: see docs/experiments/location.md.
const smoothing = 0.1

func idf(in float64, n int) float64 { return math.Log(float64(n+1) / (in + 1)) }

// innerSeed keeps the fifth held back within training apart from the parts.
const innerSeed = 0x9e3779b97f4a7c15
