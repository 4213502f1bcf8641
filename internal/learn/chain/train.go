package chain

import (
	"context"
	"fmt"
	"math"

	"github.com/bauta/bauta/internal/learn"
)

// Config says how a model is trained. The zero value trains an unregularised
// CRF on pairs seen; C2 = 1 is a good start.
type Config struct {
	C1 float64 // weight of Σ|w|; > 0 selects OWL-QN and makes most weights 0
	C2 float64 // weight of Σw²

	// MinCount drops attributes that occur less often; 0 means 1.
	MinCount int
	// Dense gives a weight to each pair of attribute and label, seen or not.
	Dense bool
	// Allowed says whether label to may follow label from; from −1 is the start
	// of a sequence. What is not allowed has probability 0, in training as in
	// tagging. Nil allows all.
	Allowed func(from, to int) bool

	// Jobs is the number of goroutines; 0 means 1. The last bits of the result
	// depend on it.
	Jobs int

	MaxIter  int                       // of L-BFGS; 0 means its default
	Memory   int                       // of L-BFGS; 0 means its default
	Epsilon  float64                   // of L-BFGS; 0 means its default
	Delta    float64                   // of L-BFGS; 0 means its default
	Progress func(learn.Progress) bool // after each iteration; false stops

	// Init, if not nil, is a trained model of the same layout to start from.
	Init *Model

	// Of TrainPerceptron and TrainOnline.
	Passes int     // over the data; 0 means 10
	Seed   uint64  // of the order of the sequences
	Rate   float64 // of TrainOnline: the first step of a weight; 0 means 0.1
	// Held, of TrainOnline, is the share of the positions at which an attribute stands
	// from which its weights stay those of Init, as transitions then do; 0: none stays.
	Held float64
}

// ConstraintError says that a sequence of the data has labels that
// Config.Allowed forbids.
type ConstraintError struct {
	Sequence int // from 0, in the order of Add
}

// Error names the sequence.
func (e *ConstraintError) Error() string {
	return fmt.Sprintf("sequence %d has neighbouring labels that the constraints forbid", e.Sequence)
}

// Train fits a conditional random field to d. On cancellation it returns the
// best model so far together with the context's error.
func Train(ctx context.Context, d *Data, c Config) (*Model, learn.Report, error) {
	if d.Sequences() == 0 {
		return nil, learn.Report{}, fmt.Errorf("no sequences to train on")
	}
	if c.C1 < 0 || c.C2 < 0 || math.IsNaN(c.C1+c.C2) {
		return nil, learn.Report{}, fmt.Errorf("regularisation of %g and %g; both must be at least 0", c.C1, c.C2)
	}
	o, err := NewCRF(d, c)
	if err != nil {
		return nil, learn.Report{}, err
	}
	x := make([]float64, o.Len())
	if c.Init != nil {
		if err := o.load(x, c.Init); err != nil {
			return nil, learn.Report{}, err
		}
	}
	opt := learn.LBFGS{
		MaxIter: c.MaxIter, Memory: c.Memory, Epsilon: c.Epsilon, Delta: c.Delta,
		L1: c.C1, Jobs: c.Jobs, Progress: c.Progress,
	}
	rep, err := opt.Minimize(ctx, o, x)
	if err != nil && ctx.Err() == nil {
		return nil, rep, err
	}
	m, merr := o.Model(x)
	if merr != nil {
		return nil, rep, merr
	}
	return m, rep, err
}

// Model returns the model of a point. It shares nothing with the objective.
func (o *CRF) Model(x []float64) (*Model, error) {
	n := len(o.feats.label)
	m := o.feats.model(o.attrs, x[:n])
	score := append([]float64(nil), o.score...)
	for i, p := range o.pairs {
		score[p] = x[n+i]
	}
	t, err := NewTransitions(o.data.labels, score, append([]float64(nil), o.start...))
	if err != nil {
		return nil, err
	}
	m.Trans = t
	return m, nil
}

// load copies the weights of a model into a point of the objective.
func (o *CRF) load(x []float64, m *Model) error {
	n := len(o.feats.label)
	if m.Trans.labels != o.data.labels || !o.feats.weights(m, x[:n]) {
		return fmt.Errorf("the model to start from has %d weights of %d labels, the data wants %d of %d, or others",
			len(m.Weight), m.Trans.labels, n, o.data.labels)
	}
	for i, p := range o.pairs {
		if s := m.Trans.score[p]; !math.IsInf(s, 0) {
			x[n+i] = s
		}
	}
	return nil
}

// Pruned returns the model without weights of magnitude at most least. The
// attributes keep their numbers.
func (m *Model) Pruned(least float64) *Model {
	p := &Model{Start: make([]int32, len(m.Start)), Trans: m.Trans}
	for a := range m.Attributes() {
		for i := m.Start[a]; i < m.Start[a+1]; i++ {
			if math.Abs(m.Weight[i]) > least {
				p.Label = append(p.Label, m.Label[i])
				p.Weight = append(p.Weight, m.Weight[i])
			}
		}
		p.Start[a+1] = int32(len(p.Label))
	}
	return p
}
