package triage

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/bauta/bauta/internal/learn"
)

// seldom is the number of messages in which a feature must occur to be learnt.
const seldom = 2

// faint is the least weight that is kept.
const faint = 0.01

// wordLearner learns a wordModel.
type wordLearner struct {
	L2 float64 // penalty ‖w − prior‖²·L2/2 beside the loss of the weighted messages
	// Iterations of L-BFGS.
	Iterations int
}

// instance is a message with its features by number, all words in a row.
type instance struct {
	at     []int32
	x      []float64
	ends   []int32 // where each word ends
	y      bool
	weight float64
}

// noisyOr is the loss of the messages.
type noisyOr struct {
	rows []instance
	l2   float64
	mean []float64 // where the penalty is least
	z    []float64
}

// Eval implements learn.Objective.
func (o *noisyOr) Eval(w, grad []float64) float64 {
	loss := 0.0
	for i, x := range w {
		x -= o.mean[i]
		grad[i] = o.l2 * x
		loss += o.l2 * x * x / 2
	}
	for i := range o.rows {
		loss += o.one(&o.rows[i], w, grad)
	}
	return loss
}

func (o *noisyOr) one(r *instance, w, grad []float64) float64 {
	o.z = o.z[:0]
	sum, from := 1e-12, int32(0)
	for _, end := range r.ends {
		z := 0.0
		for j := from; j < end; j++ {
			z += w[r.at[j]] * r.x[j]
		}
		from = end
		o.z = append(o.z, z)
		sum += softplus(z)
	}
	scale, loss := r.weight, r.weight*sum
	if r.y {
		scale = -r.weight / math.Expm1(math.Min(sum, 700))
		loss = -r.weight * math.Log(-math.Expm1(-sum))
	}
	from = 0
	for k, end := range r.ends {
		g := scale / (1 + math.Exp(-o.z[k]))
		for j := from; j < end && g != 0; j++ {
			grad[r.at[j]] += g * r.x[j]
		}
		from = end
	}
	return loss
}

// learn fits the model; weights gives each sample's weight.
func (l wordLearner) learn(samples []Sample, weights []float64) (*wordModel, error) {
	prior := believed()
	keys := vocabulary(samples, prior.keys)
	rows := make([]instance, len(samples))
	for i, s := range samples {
		rows[i] = number(s, keys, weights[i])
	}
	mean := make([]float64, len(keys))
	for i, k := range keys {
		mean[i] = prior.weight(k)
	}
	w := slices.Clone(mean)
	_, err := learn.LBFGS{MaxIter: l.Iterations, Delta: 1e-4, Past: 5}.Minimize(context.Background(),
		&noisyOr{rows: rows, l2: l.L2, mean: mean}, w)
	if err != nil {
		return nil, fmt.Errorf("learning the words: %w", err)
	}
	m := &wordModel{}
	for i, k := range keys {
		if w[i] = math.Round(w[i]*1e3) / 1e3; math.Abs(w[i]) >= faint {
			m.keys, m.weights = append(m.keys, k), append(m.weights, w[i])
		}
	}
	return m, nil
}

// vocabulary lists the features of enough messages and those already known,
// rising.
func vocabulary(samples []Sample, known []uint32) []uint32 {
	seen := map[uint32]int{}
	last := map[uint32]int{}
	for i, s := range samples {
		for _, w := range s.Words {
			for _, k := range w.Keys {
				if last[k] != i+1 {
					last[k] = i + 1
					seen[k]++
				}
			}
		}
	}
	keys := slices.Clone(known)
	for k, n := range seen {
		if n >= seldom {
			keys = append(keys, k)
		}
	}
	slices.Sort(keys)
	return slices.Compact(keys)
}

func number(s Sample, keys []uint32, weight float64) instance {
	r := instance{y: s.TA, weight: weight}
	for _, w := range s.Words {
		for i, k := range w.Keys {
			if at, ok := slices.BinarySearch(keys, k); ok {
				r.at, r.x = append(r.at, int32(at)), append(r.x, w.Values[i])
			}
		}
		r.ends = append(r.ends, int32(len(r.at)))
	}
	return r
}

// believed is the prior of one who has seen no label: the names model is taken
// at its word, and what the patterns find is there.
func believed() *wordModel {
	m := &wordModel{}
	at := map[uint32]float64{}
	for _, f := range [...]struct {
		name string
		w    float64
	}{
		{"sure.z", 3},
		{"ambiguous.z", 3},
		{"unknown.z", 3},
		{"sure~.z", 3},
		{"ambiguous~.z", 3},
		{"unknown~.z", 3},
		{"anti", -5},
		{"anti~", -5},
		{"message", -4},
		{"find", 2},
		{"sure", -0.5},
		{"ambiguous", -0.5},
		{"unknown", -0.5},
		{"sure~", -0.5},
		{"ambiguous~", -0.5},
		{"unknown~", -0.5},
	} {
		k := keyOf(f.name)
		at[k] = f.w
		m.keys = append(m.keys, k)
	}
	slices.Sort(m.keys)
	for _, k := range m.keys {
		m.weights = append(m.weights, at[k])
	}
	return m
}
