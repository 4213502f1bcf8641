package chain

import (
	"errors"
	"math"
	"slices"
)

// Mean makes one model of several that were trained on the same data in the same
// way but for the seed: each weight is the mean of theirs, so that what hangs on
// the order of the sequences evens out (bagging; Breiman 1996). Of linear scores
// the mean is that of the models, and no bigger than one of them.
func Mean(models []*Model) (*Model, error) {
	if len(models) == 0 {
		return nil, errors.New("no models to take the mean of")
	}
	first := models[0]
	share := make([]float64, len(models))
	trans := make([]*Transitions, len(models))
	out := &Model{Start: first.Start, Label: first.Label, Weight: make([]float64, len(first.Weight))}
	for i, m := range models {
		if !slices.Equal(m.Start, first.Start) || !slices.Equal(m.Label, first.Label) {
			return nil, errors.New("models of other data have no mean")
		}
		share[i], trans[i] = 1/float64(len(models)), m.Trans
		for j, w := range m.Weight {
			out.Weight[j] += share[i] * w
		}
	}
	var err error
	out.Trans, err = Pool(trans, share)
	return out, err
}

// Pool makes the transitions of a logarithmic opinion pool (Smith, Cohn and
// Osborne, Logarithmic opinion pools for conditional random fields, ACL 2005):
// each score is the sum of those of the members, times their weights. A
// transition that one of them forbids is forbidden. The scores of positions are
// the caller's to add up in the same way. Weights are finite and not negative.
func Pool(members []*Transitions, weights []float64) (*Transitions, error) {
	if len(members) == 0 || len(members) != len(weights) {
		return nil, errors.New("a pool needs members, and a weight for each")
	}
	k := members[0].labels
	score, start := make([]float64, k*k), make([]float64, k)
	for i, m := range members {
		switch w := weights[i]; {
		case m.labels != k:
			return nil, errors.New("the members of a pool have other labels")
		case !(w >= 0) || math.IsInf(w, 1):
			return nil, errors.New("a weight of a pool is negative, or no number")
		}
		addScores(score, m.score, weights[i])
		addScores(start, m.start, weights[i])
	}
	return NewTransitions(k, score, start)
}

// addScores adds w·from to to; what is forbidden stays so whatever it weighs.
func addScores(to, from []float64, w float64) {
	for i, s := range from {
		if math.IsInf(s, -1) {
			to[i] = s
		} else {
			to[i] += w * s
		}
	}
}
