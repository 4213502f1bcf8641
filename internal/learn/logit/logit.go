// Package logit learns logistic regression with an L2 penalty from dense rows:
// the straight-line comparison for the trees, on the same interface.
//
// Numbers are brought to mean 0 and variance 1, nominal attributes become
// indicators ([learn.Encoder]), a missing value is the mean. Two classes have
// one line, more have one each (softmax). [Config.Learn] makes a [Model]; its
// [Model.Weights] are in units of standard deviations.
//
// For sparse text features see learn/logistic.
package logit

import (
	"context"
	"encoding"
	"errors"
	"fmt"
	"math"

	"github.com/bauta/bauta/internal/learn"
	"github.com/bauta/bauta/internal/learn/codec"
)

// Config is the setting of a regression. The zero value works.
type Config struct {
	C float64 // inverse strength of the penalty ‖β‖²/2C; 0 means 1
}

// Model is a fitted regression.
type Model struct {
	encoder *learn.Encoder
	classes int
	mean    []float64 // by feature
	scale   []float64 // 1 / standard deviation, 0 for a constant
	beta    []float64 // line × (features + 1), the constant last
}

var (
	_ learn.Learner              = Config{}
	_ learn.Shaped               = (*Model)(nil)
	_ encoding.BinaryMarshaler   = (*Model)(nil)
	_ encoding.BinaryUnmarshaler = (*Model)(nil)
)

// Learn implements [learn.Learner].
func (c Config) Learn(d *learn.Dataset) (learn.Classifier, error) {
	if c.C == 0 {
		c.C = 1
	}
	if !(c.C > 0) || math.IsInf(c.C, 0) {
		return nil, fmt.Errorf("penalty C is %v; it must be positive", c.C)
	}
	if err := d.Check(); err != nil {
		return nil, err
	}
	d = d.Labelled()
	m := &Model{encoder: learn.NewEncoder(d.Attributes), classes: len(d.Class.Values)}
	x := m.standardise(d)
	m.beta = make([]float64, m.lines()*(m.encoder.Width()+1))
	obj := &objective{
		m: m, d: d, x: x, penalty: 1 / c.C, p: make([]float64, m.classes), score: make([]float64, m.lines()),
	}
	if _, err := (learn.LBFGS{Delta: 1e-9, MaxIter: 1000}).Minimize(context.Background(), obj, m.beta); err != nil {
		return nil, err
	}
	for _, b := range m.beta {
		if math.IsNaN(b) || math.IsInf(b, 0) {
			return nil, errors.New("the regression has no finite solution; are there numbers of enormous size?")
		}
	}
	return m, nil
}

func (m *Model) lines() int {
	if m.classes == 2 {
		return 1
	}
	return m.classes
}

// standardise sets mean and scale, and returns the rows laid out by them.
func (m *Model) standardise(d *learn.Dataset) []float64 {
	n := m.encoder.Width()
	x := make([]float64, n*d.Len())
	m.mean, m.scale = make([]float64, n), make([]float64, n)
	weight, square := make([]float64, n), make([]float64, n)
	for i, row := range d.X {
		m.encoder.Encode(row, x[i*n:(i+1)*n])
		for f, v := range x[i*n : (i+1)*n] {
			if !math.IsNaN(v) {
				w := d.Weight(i)
				weight[f] += w
				delta := v - m.mean[f]
				if weight[f] > 0 {
					m.mean[f] += delta * w / weight[f]
				}
				square[f] += w * delta * (v - m.mean[f])
			}
		}
	}
	for f := range m.scale {
		if s := math.Sqrt(square[f] / weight[f]); s > 1e-12*math.Abs(m.mean[f]) && !math.IsInf(s, 0) {
			m.scale[f] = 1 / s
		}
	}
	for i := range d.X {
		m.place(x[i*n : (i+1)*n])
	}
	return x
}

// place standardises an encoded row.
func (m *Model) place(x []float64) {
	for f, v := range x {
		if math.IsNaN(v) {
			x[f] = 0
		} else {
			x[f] = (v - m.mean[f]) * m.scale[f]
		}
	}
}

// scores computes β·x for each line.
func (m *Model) scores(beta, x, score []float64) {
	n := len(x) + 1
	for k := range score {
		line := beta[k*n : (k+1)*n]
		s := line[len(x)]
		for f, v := range x {
			s += line[f] * v
		}
		score[k] = s
	}
}

// link turns scores into probabilities and returns log Σ exp (for one line of
// two classes with the first class at 0).
func link(score, p []float64) float64 {
	most := 0.0
	if len(score) == len(p) {
		most = math.Inf(-1)
	}
	for _, s := range score {
		most = math.Max(most, s)
	}
	sum := 0.0
	for k, s := range score {
		p[len(p)-len(score)+k] = math.Exp(s - most)
		sum += math.Exp(s - most)
	}
	if len(score) < len(p) {
		p[0] = math.Exp(-most)
		sum += p[0]
	}
	for k := range p {
		p[k] /= sum
	}
	return most + math.Log(sum)
}

// Probabilities implements [learn.Classifier].
func (m *Model) Probabilities(row, out []float64) {
	var buffer [128]float64
	n := m.encoder.Width()
	room := buffer[:]
	if n+m.lines() > len(room) {
		room = make([]float64, n+m.lines())
	}
	x, score := room[:n], room[n:n+m.lines()]
	m.encoder.Encode(row, x)
	m.place(x)
	m.scores(m.beta, x, score)
	link(score, out)
}

// Weights returns the name of each feature and, for each line, its weight in
// units of standard deviations. The line of two classes is that of the second.
func (m *Model) Weights() (names []string, weights [][]float64) {
	n := m.encoder.Width()
	for k := range m.lines() {
		weights = append(weights, m.beta[k*(n+1):k*(n+1)+n])
	}
	return m.encoder.Names(), weights
}

// objective is the penalised negative log-likelihood.
type objective struct {
	m        *Model
	d        *learn.Dataset
	x        []float64
	penalty  float64
	p, score []float64
}

// Eval implements [learn.Objective].
func (o *objective) Eval(beta, grad []float64) float64 {
	n, lines := o.m.encoder.Width(), o.m.lines()
	clear(grad)
	loss := 0.0
	for i, y := range o.d.Y {
		x := o.x[i*n : (i+1)*n]
		o.m.scores(beta, x, o.score)
		all, w := link(o.score, o.p), o.d.Weight(i)
		loss += w * all
		for k := range lines {
			class := k + len(o.p) - lines
			slope := w * o.p[class]
			if y == class {
				slope -= w
				loss -= w * o.score[k]
			}
			line := grad[k*(n+1) : (k+1)*(n+1)]
			for f, v := range x {
				line[f] += slope * v
			}
			line[n] += slope
		}
	}
	for j, b := range beta {
		c := o.penalty
		if j%(n+1) == n {
			c = 1e-9 // the constant is all but free
		}
		loss += c * b * b / 2
		grad[j] += c * b
	}
	return loss
}

// Magic is how the bytes of a [Model] begin.
const Magic = "bautaLR1"

// MarshalBinary writes the model.
func (m *Model) MarshalBinary() ([]byte, error) {
	w := codec.NewWriter(Magic)
	w.Attributes(m.encoder.Attributes())
	w.Uint(m.classes)
	w.Floats(m.mean)
	w.Floats(m.scale)
	w.Floats(m.beta)
	return w.Bytes(), nil
}

// UnmarshalBinary reads what MarshalBinary wrote.
func (m *Model) UnmarshalBinary(data []byte) error {
	r := codec.NewReader(Magic, data)
	read := Model{
		encoder: learn.NewEncoder(r.Attributes()), classes: r.Uint(1 << 16),
		mean: r.Floats(), scale: r.Floats(), beta: r.Floats(),
	}
	n := read.encoder.Width()
	if r.Err() == nil &&
		(read.classes == 0 || len(read.mean) != n || len(read.scale) != n || len(read.beta) != read.lines()*(n+1)) {
		r.Fail("features, classes and weights do not fit")
	}
	if err := r.Done(); err != nil {
		return err
	}
	*m = read
	return nil
}

// Shape implements [learn.Shaped].
func (m *Model) Shape() ([]learn.Attribute, int) { return m.encoder.Attributes(), m.classes }
