package forest

import (
	"encoding"
	"math"

	"github.com/bauta/bauta/internal/learn"
	"github.com/bauta/bauta/internal/learn/codec"
)

// Boosted is a sum of trees.
type Boosted struct {
	encoder *learn.Encoder
	classes int
	bias    []float64  // by output
	trees   []*regTree // round × output
}

var (
	_ learn.Learner              = Boost{}
	_ learn.Shaped               = (*Boosted)(nil)
	_ encoding.BinaryMarshaler   = (*Boosted)(nil)
	_ encoding.BinaryUnmarshaler = (*Boosted)(nil)
)

// outs is the number of scores: one for two classes, else one a class.
func (m *Boosted) outs() int {
	if m.classes == 2 {
		return 1
	}
	return m.classes
}

// start sets the bias to the log odds of the classes in the data.
func (m *Boosted) start(d *learn.Dataset) {
	w := d.ClassWeights()
	sum := 0.0
	for i := range w {
		w[i] += 1e-3 // a class that does not occur has a chance, if a small one
		sum += w[i]
	}
	if m.classes == 2 {
		m.bias = []float64{math.Log(w[1] / w[0])}
		return
	}
	for i := range w {
		m.bias = append(m.bias, math.Log(w[i]/sum))
	}
}

// link turns scores into probabilities.
func (m *Boosted) link(score, p []float64) {
	if len(score) < len(p) {
		p[1] = 1 / (1 + math.Exp(-score[0]))
		p[0] = 1 - p[1]
		return
	}
	most := math.Inf(-1)
	for _, s := range score {
		most = math.Max(most, s)
	}
	for k, s := range score {
		p[k] = math.Exp(s - most)
	}
	normalise(p)
}

// Probabilities implements [learn.Classifier].
func (m *Boosted) Probabilities(row, out []float64) {
	var fewX [64]float64
	var fewS [16]float64
	x, score := room(fewX[:], m.encoder.Width()), room(fewS[:], m.outs())
	m.encoder.Encode(row, x)
	copy(score, m.bias)
	for i, t := range m.trees {
		score[i%len(score)] += t.leaf(x)[0]
	}
	m.link(score, out)
}

// Rounds returns the number of rounds kept.
func (m *Boosted) Rounds() int { return len(m.trees) / m.outs() }

// MagicBoosted is how the bytes of a [Boosted] begin.
const MagicBoosted = "bautaGB1"

// MarshalBinary writes the sum of trees.
func (m *Boosted) MarshalBinary() ([]byte, error) {
	w := codec.NewWriter(MagicBoosted)
	w.Attributes(m.encoder.Attributes())
	w.Uint(m.classes)
	w.Floats(m.bias)
	w.Uint(len(m.trees))
	for _, t := range m.trees {
		t.write(w)
	}
	return w.Bytes(), nil
}

// UnmarshalBinary reads what MarshalBinary wrote.
func (m *Boosted) UnmarshalBinary(data []byte) error {
	r := codec.NewReader(MagicBoosted, data)
	read := Boosted{encoder: learn.NewEncoder(r.Attributes()), classes: r.Uint(maxClasses), bias: r.Floats()}
	n := r.Len(1)
	if r.Err() == nil && (read.classes == 0 || len(read.bias) != read.outs() || n%read.outs() != 0) {
		r.Fail("classes, scores and trees do not fit")
	}
	for range n {
		if r.Err() != nil {
			break
		}
		read.trees = append(read.trees, readRegTree(r, read.encoder.Width(), 1))
	}
	if err := r.Done(); err != nil {
		return err
	}
	*m = read
	return nil
}

// Shape implements [learn.Shaped].
func (m *Boosted) Shape() ([]learn.Attribute, int) { return m.encoder.Attributes(), m.classes }
