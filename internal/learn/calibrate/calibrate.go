// Package calibrate turns the scores of a classifier into probabilities that
// can be trusted, and shows how far they can.
//
// Fit a [Platt] curve or an [Isotonic] staircase on rows that the classifier
// did not learn from (the predictions of a cross-validation will do), put it in
// front with [Calibrated], and print the [Reliability] table of other rows.
// Calibration is of one class against the rest, which for two classes is all.
//
// Sources: Platt, Probabilistic outputs for support vector machines (1999);
// Lin, Lin and Weng, A note on Platt's probabilistic outputs (2007); Zadrozny
// and Elkan, Transforming classifier scores (2002); Ayer et al. (1955) for the
// pooling of adjacent violators.
package calibrate

import (
	"cmp"
	"errors"
	"math"
	"slices"

	"github.com/bauta/bauta/internal/learn"
)

// Sample is a score with what it was the score of.
type Sample struct {
	Score    float64 // probability of the class, in [0, 1]
	Positive bool    // the row is of the class
	Weight   float64
}

// Map turns a score into a probability; it never falls as the score rises.
type Map interface{ Probability(score float64) float64 }

func check(samples []Sample) (positive, negative float64, err error) {
	for _, s := range samples {
		if !(s.Score >= 0 && s.Score <= 1) || !(s.Weight >= 0) || math.IsInf(s.Weight, 0) {
			return 0, 0, errors.New("a score is not in [0, 1], or a weight is negative or not finite")
		}
		if s.Positive {
			positive += s.Weight
		} else {
			negative += s.Weight
		}
	}
	if positive == 0 || negative == 0 {
		return 0, 0, learn.ErrOneClass
	}
	return positive, negative, nil
}

// Isotonic is a rising line through the means of pooled samples: score X[i] has
// probability Y[i], scores between are interpolated, those outside take the
// nearest. Both rise.
type Isotonic struct{ X, Y []float64 }

// FitIsotonic pools adjacent samples until the means rise.
func FitIsotonic(samples []Sample) (*Isotonic, error) {
	if _, _, err := check(samples); err != nil {
		return nil, err
	}
	sorted := slices.Clone(samples)
	slices.SortStableFunc(sorted, func(a, b Sample) int { return cmp.Compare(a.Score, b.Score) })
	type block struct{ from, to, sum, weight float64 }
	var blocks []block
	for i := 0; i < len(sorted); {
		b := block{from: sorted[i].Score, to: sorted[i].Score}
		for i < len(sorted) && sorted[i].Score == b.from { // equal scores must stay equal
			b.weight += sorted[i].Weight
			if sorted[i].Positive {
				b.sum += sorted[i].Weight
			}
			i++
		}
		if b.weight == 0 {
			continue
		}
		for len(blocks) > 0 {
			last := blocks[len(blocks)-1]
			if last.sum*b.weight < b.sum*last.weight {
				break
			}
			b = block{last.from, b.to, last.sum + b.sum, last.weight + b.weight}
			blocks = blocks[:len(blocks)-1]
		}
		blocks = append(blocks, b)
	}
	iso := &Isotonic{}
	for _, b := range blocks {
		iso.X, iso.Y = append(iso.X, b.from), append(iso.Y, b.sum/b.weight)
		if b.to > b.from {
			iso.X, iso.Y = append(iso.X, b.to), append(iso.Y, b.sum/b.weight)
		}
	}
	return iso, nil
}

// Probability implements [Map].
func (iso *Isotonic) Probability(score float64) float64 {
	n := len(iso.X)
	if n == 0 {
		return score
	}
	i, exact := slices.BinarySearch(iso.X, score)
	switch {
	case exact:
		return iso.Y[i]
	case i == 0:
		return iso.Y[0]
	case i == n:
		return iso.Y[n-1]
	}
	t := (score - iso.X[i-1]) / (iso.X[i] - iso.X[i-1])
	return iso.Y[i-1] + t*(iso.Y[i]-iso.Y[i-1])
}

// Platt is the logistic curve 1/(1+exp(−(A·logit(score)+B))).
type Platt struct{ A, B float64 }

// logit of a score, kept finite.
func logit(p float64) float64 {
	p = min(max(p, 1e-9), 1-1e-9)
	return math.Log(p / (1 - p))
}

// FitPlatt fits the curve by Newton steps with halving, to targets a little
// inside 0 and 1 so that a clean separation does not run away. A negative A,
// which would turn the order round, becomes 0.
func FitPlatt(samples []Sample) (*Platt, error) {
	positive, negative, err := check(samples)
	if err != nil {
		return nil, err
	}
	high, low := (positive+1)/(positive+2), 1/(negative+2)
	x := make([]float64, len(samples))
	for i, s := range samples {
		x[i] = logit(s.Score)
	}
	target := func(i int) float64 {
		if samples[i].Positive {
			return high
		}
		return low
	}
	loss := func(a, b float64) float64 {
		sum := 0.0
		for i := range samples {
			z := a*x[i] + b
			sum += samples[i].Weight * (softplus(z) - target(i)*z)
		}
		return sum
	}
	a, b := 0.0, math.Log((positive+1)/(negative+1))
	now := loss(a, b)
	for range 100 {
		ga, gb, haa, hab, hbb := 0.0, 0.0, 1e-12, 0.0, 1e-12
		for i := range samples {
			p := sigmoid(a*x[i] + b)
			d, h := samples[i].Weight*(p-target(i)), samples[i].Weight*p*(1-p)
			ga, gb = ga+d*x[i], gb+d
			haa, hab, hbb = haa+h*x[i]*x[i], hab+h*x[i], hbb+h
		}
		if math.Abs(ga) < 1e-9 && math.Abs(gb) < 1e-9 {
			break
		}
		det := haa*hbb - hab*hab
		if !(det > 0) {
			break
		}
		da, db := (hbb*ga-hab*gb)/det, (haa*gb-hab*ga)/det
		step := 1.0
		for step > 1e-10 {
			if next := loss(a-step*da, b-step*db); next < now {
				a, b, now = a-step*da, b-step*db, next
				break
			}
			step /= 2
		}
		if step <= 1e-10 {
			break
		}
	}
	if a < 0 {
		a, b = 0, math.Log(positive/negative)
	}
	return &Platt{a, b}, nil
}

// Probability implements [Map].
func (p *Platt) Probability(score float64) float64 { return sigmoid(p.A*logit(score) + p.B) }

func sigmoid(z float64) float64 { return 1 / (1 + math.Exp(-z)) }

// softplus is log(1+exp(z)).
func softplus(z float64) float64 { return math.Max(z, 0) + math.Log1p(math.Exp(-math.Abs(z))) }
