package external

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"

	"github.com/bauta/bauta"
	"github.com/bauta/bauta/internal/learn"
	"github.com/bauta/bauta/internal/learn/calibrate"
)

// Calibration makes of a score the probability that hiding the span is right: a
// logistic curve (Platt 1999), which a few hundred spans are enough for.
type Calibration struct {
	Version  int     `json:"bauta_calibration"`
	Of       string  `json:"of"` // Config.Digest
	Messages int     `json:"messages"`
	Spans    int     `json:"spans"` // found in them
	Right    int     `json:"right"`
	A        float64 `json:"a"`
	B        float64 `json:"b"`
}

// Probability is that of a score.
func (c *Calibration) Probability(score float64) float64 {
	return (&calibrate.Platt{A: c.A, B: c.B}).Probability(score)
}

// ReadCalibration reads what json.Marshal wrote of a Calibration.
func ReadCalibration(data []byte) (*Calibration, error) {
	c := &Calibration{}
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	finite := func(x float64) bool { return math.Abs(x) <= 1e6 }
	if dec.Decode(c) != nil || c.Version != 1 || !(c.A >= 0) || !finite(c.A) || !finite(c.B) {
		return nil, errors.New("no calibration of this version; run bauta policy calibrate again")
	}
	return c, nil
}

// Labelled is a message with its gold.
type Labelled struct {
	Doc  *bauta.Doc
	Gold []bauta.Span
}

// Found counts what Fit found, beside gold.
type Found struct {
	Gold, Met     int     // spans of gold, and those of which every character was found
	Before, After float64 // mean squared error of scores, and of probabilities that other messages gave
}

// Fit asks the detector about messages with gold and fits the curve. A span is right
// where half of its characters or more lie in gold of its label.
func Fit(ctx context.Context, c Config, list []Labelled) (*Calibration, Found, error) {
	c.Calibration = nil
	d, err := New(c)
	if err != nil {
		return nil, Found{}, err
	}
	var all []sample
	var f Found
	for i, m := range list {
		found, err := d.found(ctx, m.Doc)
		if err != nil {
			return nil, f, fmt.Errorf("message %q: %w", m.Doc.ID, err)
		}
		for _, s := range found {
			right := 2*shared(s, m.Gold, true) >= s.Len()
			all = append(all, sample{i % folds, calibrate.Sample{Score: s.P, Positive: right, Weight: 1}})
		}
		for _, g := range m.Gold {
			f.Gold++
			if shared(g, found, false) >= g.Len() {
				f.Met++
			}
		}
	}
	if len(all) < leastSpans {
		return nil, f, fmt.Errorf("%d spans found, and a curve needs %d; give more messages with gold", len(all),
			leastSpans)
	}
	out := &Calibration{Version: 1, Of: c.Digest(), Messages: len(list), Spans: len(all)}
	curve, err := fit(all, -1)
	if err != nil {
		return nil, f, err
	}
	out.A, out.B = curve.A, curve.B
	for _, s := range all {
		if s.Positive {
			out.Right++
		}
	}
	f.Before, f.After, err = errorsOf(all)
	return out, f, err
}

// leastSpans is how many spans a curve needs, folds in how many parts messages are
// taken to measure it.
const (
	leastSpans = 20
	folds      = 5
)

// sample is a span found, and the fold of its message.
type sample struct {
	fold int
	calibrate.Sample
}

// shared counts the bytes of a span that lie in others, of its label where that counts.
func shared(s bauta.Span, others []bauta.Span, same bool) int {
	in := make([]bool, s.Len())
	for _, o := range others {
		if same && o.Label != s.Label {
			continue
		}
		for i := max(o.Start, s.Start); i < min(o.End, s.End); i++ {
			in[i-s.Start] = true
		}
	}
	n := 0
	for _, b := range in {
		if b {
			n++
		}
	}
	return n
}

// fit fits the curve to all samples but those of a fold. Where all are right, or none
// is, it is level.
func fit(all []sample, but int) (*calibrate.Platt, error) {
	var some []calibrate.Sample
	right := 0.0
	for _, s := range all {
		if s.fold == but {
			continue
		}
		some = append(some, s.Sample)
		if s.Positive {
			right++
		}
	}
	p, err := calibrate.FitPlatt(some)
	if errors.Is(err, learn.ErrOneClass) {
		return &calibrate.Platt{B: math.Log((right + 1) / (float64(len(some)) - right + 1))}, nil
	}
	return p, err
}

// errorsOf gives the mean squared error of the scores, and of the probabilities that
// curves of the other folds make of them.
func errorsOf(all []sample) (before, after float64, err error) {
	for fold := range folds {
		curve, err := fit(all, fold)
		if err != nil {
			return 0, 0, err
		}
		for _, s := range all {
			if s.fold != fold {
				continue
			}
			is := 0.0
			if s.Positive {
				is = 1
			}
			before += (s.Score - is) * (s.Score - is)
			p := curve.Probability(s.Score)
			after += (p - is) * (p - is)
		}
	}
	n := float64(cmp.Or(len(all), 1))
	return before / n, after / n, nil
}
