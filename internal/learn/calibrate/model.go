package calibrate

import (
	"errors"
	"fmt"
	"strings"

	"github.com/bauta/bauta/internal/learn"
	"github.com/bauta/bauta/internal/learn/codec"
)

// Calibrated is a classifier whose probability of one class goes through a map;
// the other classes share what is left in proportion.
type Calibrated struct {
	Base  learn.Classifier
	Class int
	Map   Map
}

// Probabilities implements [learn.Classifier].
func (c *Calibrated) Probabilities(row, out []float64) {
	c.Base.Probabilities(row, out)
	was := 1 - out[c.Class]
	p := min(max(c.Map.Probability(out[c.Class]), 0), 1)
	for k := range out {
		switch {
		case k == c.Class:
			out[k] = p
		case was > 0:
			out[k] *= (1 - p) / was
		default:
			out[k] = (1 - p) / float64(len(out)-1)
		}
	}
}

// Magic is how the bytes of a map begin.
const Magic = "bautaCA1"

// Marshal writes a map of this package.
func Marshal(m Map) ([]byte, error) {
	w := codec.NewWriter(Magic)
	switch m := m.(type) {
	case *Platt:
		w.Uint(0)
		w.Float(m.A)
		w.Float(m.B)
	case *Isotonic:
		w.Uint(1)
		w.Floats(m.X)
		w.Floats(m.Y)
	default:
		return nil, errors.New("a map that is neither Platt nor Isotonic cannot be written")
	}
	return w.Bytes(), nil
}

// Unmarshal reads what [Marshal] wrote; a map that falls anywhere is damaged.
func Unmarshal(data []byte) (Map, error) {
	r := codec.NewReader(Magic, data)
	var m Map
	if r.Uint(1) == 0 {
		p := &Platt{A: r.Float(), B: r.Float()}
		if p.A < 0 {
			r.Fail("the curve falls")
		}
		m = p
	} else {
		iso := &Isotonic{X: r.Floats(), Y: r.Floats()}
		if r.Err() == nil && (len(iso.X) == 0 || len(iso.X) != len(iso.Y)) {
			r.Fail("the staircase has no steps, or not as many heights as steps")
		}
		for i := range iso.X {
			if r.Err() != nil {
				break
			}
			bad := iso.Y[i] < 0 || iso.Y[i] > 1
			if i > 0 {
				bad = bad || iso.X[i] <= iso.X[i-1] || iso.Y[i] < iso.Y[i-1]
			}
			if bad {
				r.Fail("the staircase falls or leaves [0, 1]")
			}
		}
		m = iso
	}
	if err := r.Done(); err != nil {
		return nil, err
	}
	return m, nil
}

// Bin is one line of a reliability table.
type Bin struct {
	From, To float64 // scores of the bin
	Weight   float64
	Score    float64 // mean score
	Positive float64 // share that was of the class
}

// Reliability is a table of scores against shares.
type Reliability struct {
	Bins  []Bin
	Brier float64 // mean squared difference of score and truth
	ECE   float64 // expected calibration error: mean distance of score and share over the bins
}

// NewReliability divides the scores into n bins of equal width.
func NewReliability(samples []Sample, n int) (*Reliability, error) {
	if n < 1 || n > 1000 {
		return nil, fmt.Errorf("%d bins; choose 1 to 1000", n)
	}
	r := &Reliability{Bins: make([]Bin, n)}
	total := 0.0
	for _, s := range samples {
		if !(s.Score >= 0 && s.Score <= 1) || !(s.Weight >= 0) {
			return nil, errors.New("a score is not in [0, 1], or a weight is negative")
		}
		b := &r.Bins[min(int(s.Score*float64(n)), n-1)]
		y := 0.0
		if s.Positive {
			y = 1
		}
		b.Weight += s.Weight
		b.Score += s.Weight * s.Score
		b.Positive += s.Weight * y
		r.Brier += s.Weight * (s.Score - y) * (s.Score - y)
		total += s.Weight
	}
	if total == 0 {
		return nil, learn.ErrNoRows
	}
	r.Brier /= total
	for i := range r.Bins {
		b := &r.Bins[i]
		b.From, b.To = float64(i)/float64(n), float64(i+1)/float64(n)
		if b.Weight > 0 {
			b.Score /= b.Weight
			b.Positive /= b.Weight
			r.ECE += b.Weight / total * max(b.Score-b.Positive, b.Positive-b.Score)
		}
	}
	return r, nil
}

// String prints the table, empty bins left out.
func (r *Reliability) String() string {
	var b strings.Builder
	b.WriteString("      score      rows  mean score  share positive\n")
	for _, x := range r.Bins {
		if x.Weight > 0 {
			fmt.Fprintf(&b, "%5.2f–%.2f  %8.6g      %.4f          %.4f\n", x.From, x.To, x.Weight, x.Score, x.Positive)
		}
	}
	fmt.Fprintf(&b, "Brier score %.4f, expected calibration error %.4f\n", r.Brier, r.ECE)
	return b.String()
}
