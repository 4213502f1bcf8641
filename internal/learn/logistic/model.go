package logistic

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"github.com/bauta/bauta/internal/learn/calibrate"
	"github.com/bauta/bauta/internal/learn/codec"
)

// Model is a fitted regression.
type Model struct {
	Classes     int
	Weight      []float32 // feature × class
	Bias        []float32 // by class
	Temperature float32   // by which scores are divided before they become probabilities
	OneVsRest   bool

	latent []float32 // V of Config.Related, for a warm start
}

// Features is the number of features.
func (m *Model) Features() int {
	if m.Classes == 0 {
		return 0
	}
	return len(m.Weight) / m.Classes
}

// Row gives the weights of a feature, one for each class.
func (m *Model) Row(feature int32) []float32 {
	return m.Weight[int(feature)*m.Classes : int(feature+1)*m.Classes]
}

// Scores writes the score of each class into out, before temperature and
// normalisation. val is nil where all values are 1. Features that the model does
// not have are passed over.
func (m *Model) Scores(col []int32, val, out []float32) {
	copy(out, m.Bias)
	features := int32(m.Features())
	for j, f := range col {
		if f < 0 || f >= features {
			continue
		}
		v := float32(1)
		if val != nil {
			v = val[j]
		}
		axpy(v, m.Row(f), out[:m.Classes])
	}
}

// Probabilities writes the probability of each class into out; they sum to 1.
func (m *Model) Probabilities(col []int32, val, out []float32) {
	m.Scores(col, val, out)
	m.Normalise(out[:m.Classes])
}

// Normalise turns scores into probabilities, in place.
func (m *Model) Normalise(z []float32) {
	if m.Temperature != 1 {
		for k := range z {
			z[k] /= m.Temperature
		}
	}
	if !m.OneVsRest {
		softmax(z)
		return
	}
	var sum float32
	for k, v := range z {
		z[k] = sigmoid(v)
		sum += z[k]
	}
	for k := range z {
		if sum > 0 {
			z[k] /= sum
		} else {
			z[k] = 1 / float32(len(z))
		}
	}
}

// Best is the index of the greatest value, the first of equals.
func Best(p []float32) int {
	best := 0
	for k, v := range p {
		if v > p[best] {
			best = k
		}
	}
	return best
}

// Calibrate sets the temperature (Guo et al., On calibration of modern neural
// networks, 2017) by rows not trained on: the one under which it is most likely
// that the best guesses were right and wrong as they were. The greatest
// probability is what decisions hang on; the likelihood of the right classes,
// which is usual, is ruled by the rows whose class is all but unknown, and left
// it less true (docs/experiments/location.md). A search over the logarithm
// between 1/16 and 16.
func (m *Model) Calibrate(x *Matrix, y []int) error {
	if x.Rows() == 0 || len(y) != x.Rows() {
		return ErrNoRows
	}
	scores := make([]float32, x.Rows()*m.Classes)
	for i := range y {
		col, val := x.Row(i)
		m.Scores(col, val, scores[i*m.Classes:(i+1)*m.Classes])
	}
	old, z := m.Temperature, make([]float32, m.Classes)
	loss := func(log float64) float64 {
		m.Temperature = float32(math.Exp(log))
		sum := 0.0
		for i, k := range y {
			copy(z, scores[i*m.Classes:])
			m.Normalise(z)
			best := Best(z)
			p := float64(z[best])
			if best != k {
				p = 1 - p
			}
			sum -= math.Log(max(p, 1e-7))
		}
		return sum
	}
	low, high := -math.Log(16), math.Log(16)
	const golden = 0.6180339887498949
	a, b := high-golden*(high-low), low+golden*(high-low)
	fa, fb := loss(a), loss(b)
	for high-low > 1e-3 {
		if fa <= fb {
			high, b, fb = b, a, fa
			a = high - golden*(high-low)
			fa = loss(a)
		} else {
			low, a, fa = a, b, fb
			b = low + golden*(high-low)
			fb = loss(b)
		}
	}
	m.Temperature = float32(math.Exp((low + high) / 2))
	if math.IsNaN(fa) || math.IsNaN(fb) {
		m.Temperature = old
		return errors.New("no temperature can be found; the scores are not numbers")
	}
	return nil
}

// Report says how good a model is on some rows.
type Report struct {
	Rows     int     `json:"rows"`
	Accuracy float64 `json:"accuracy"` // share whose class has the greatest probability
	Top5     float64 `json:"top5"`     // share whose class is among the five
	LogLoss  float64 `json:"log_loss"` // mean −log of the probability of the right class, nats
	ECE      float64 `json:"ece"`      // expected calibration error of the greatest probability, 15 bins
}

// Evaluate measures a model.
func (m *Model) Evaluate(x *Matrix, y []int) (Report, error) {
	if x.Rows() == 0 || len(y) != x.Rows() {
		return Report{}, ErrNoRows
	}
	r := Report{Rows: x.Rows()}
	samples := make([]calibrate.Sample, x.Rows())
	p := make([]float32, m.Classes)
	for i, k := range y {
		if k < 0 || k >= m.Classes {
			return Report{}, fmt.Errorf("row %d is of class %d of %d", i, k, m.Classes)
		}
		col, val := x.Row(i)
		m.Probabilities(col, val, p)
		best, above := Best(p), 0
		for j, v := range p {
			if v > p[k] || v == p[k] && j < k {
				above++
			}
		}
		if above == 0 {
			r.Accuracy++
		}
		if above < 5 {
			r.Top5++
		}
		r.LogLoss -= math.Log(max(float64(p[k]), 1e-30))
		samples[i] = calibrate.Sample{Score: min(1, float64(p[best])), Positive: best == k, Weight: 1}
	}
	n := float64(r.Rows)
	r.Accuracy, r.Top5, r.LogLoss = r.Accuracy/n, r.Top5/n, r.LogLoss/n
	table, err := calibrate.NewReliability(samples, 15)
	if err != nil {
		return r, err
	}
	r.ECE = table.ECE
	return r, nil
}

// Magic is how the bytes of a [Model] begin.
const Magic = "bautaML1"

// MarshalBinary writes the model: classes, temperature, kind, constants and
// weights as float32, little endian.
func (m *Model) MarshalBinary() ([]byte, error) {
	w := codec.NewWriter(Magic)
	w.Uint(m.Classes)
	w.Bool(m.OneVsRest)
	w.Float(float64(m.Temperature))
	w.Blob(bytesOf(m.Bias))
	w.Blob(bytesOf(m.Weight))
	return w.Bytes(), nil
}

// UnmarshalBinary reads what MarshalBinary wrote.
func (m *Model) UnmarshalBinary(data []byte) error {
	r := codec.NewReader(Magic, data)
	read := Model{Classes: r.Uint(1 << 16), OneVsRest: r.Bool(), Temperature: float32(r.Float())}
	bias, weight := r.Blob(), r.Blob()
	if r.Err() == nil {
		var ok, fine bool
		read.Bias, ok = floatsOf(bias)
		read.Weight, fine = floatsOf(weight)
		shaped := read.Classes >= 2 && len(read.Bias) == read.Classes && len(read.Weight)%read.Classes == 0
		if !ok || !fine || !shaped || !(read.Temperature > 0) {
			r.Fail("classes, temperature and weights do not fit")
		}
	}
	if err := r.Done(); err != nil {
		return err
	}
	*m = read
	return nil
}

func bytesOf(v []float32) []byte {
	out := make([]byte, 0, 4*len(v))
	for _, f := range v {
		out = binary.LittleEndian.AppendUint32(out, math.Float32bits(f))
	}
	return out
}

// floatsOf reads finite numbers.
func floatsOf(b []byte) ([]float32, bool) {
	if len(b)%4 != 0 {
		return nil, false
	}
	out := make([]float32, len(b)/4)
	for i := range out {
		out[i] = math.Float32frombits(binary.LittleEndian.Uint32(b[4*i:]))
		if f := float64(out[i]); math.IsNaN(f) || math.IsInf(f, 0) {
			return nil, false
		}
	}
	return out, true
}
