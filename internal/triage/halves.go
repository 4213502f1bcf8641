package triage

import (
	"fmt"
	"math/rand/v2"
	"slices"
)

// Proven is what learning for a goal gave.
type Proven struct {
	*Training
	// Plan is what the scores of cross-validation promise; nothing follows from it.
	Plan Choice
	// Choice is what was tested. Where it is met its thresholds are the model's.
	Choice Choice
}

// TrainFor learns a model with thresholds that keep a goal. Half of the messages teach
// the model and plan the thresholds, the other half, which it has not seen, tests them
// (Prove); the model tested is the model given. Where the goal cannot be shown, the
// model learns from all messages and has no thresholds.
func (c Config) TrainFor(samples []Sample, g Goal) (*Proven, error) {
	choice, no := Hopeless(len(samples), g)
	if !no {
		filled, err := c.fill()
		if err != nil {
			return nil, err
		}
		learn, test := Halves(len(samples), filled.Seed)
		p, err := c.TrainAndTest(pick(samples, learn), pick(samples, test), g)
		if err != nil || p.Choice.Met {
			return p, err
		}
		choice = p.Choice
	}
	t, err := c.Train(samples)
	if err != nil {
		return nil, err
	}
	return &Proven{t, Select(scored(samples, t.Out), g), choice}, nil
}

// TrainAndTest learns a model and plans its thresholds on some messages and tests the
// thresholds on others (Prove). The model is the one tested, whether the goal is met or
// not; it has thresholds only where it is.
func (c Config) TrainAndTest(learn, test []Sample, g Goal) (*Proven, error) {
	t, err := c.Train(learn)
	if err != nil {
		return nil, err
	}
	plan := scored(learn, t.Out)
	p := &Proven{Training: t, Plan: Select(plan, g), Choice: Prove(plan, t.Model.Scored(test), g)}
	if p.Choice.Met {
		t.Model.LeaveBelow, t.Model.AnonymiseAbove = p.Choice.LeaveBelow, p.Choice.AnonymiseAbove
	}
	return p, nil
}

// Scored gives labelled messages with the model's probabilities.
func (m *Model) Scored(samples []Sample) []Scored {
	p := make([]float64, len(samples))
	for i, s := range samples {
		p[i] = m.Probability(s.Row)
	}
	return scored(samples, p)
}

func scored(samples []Sample, p []float64) []Scored {
	out := make([]Scored, len(samples))
	for i, s := range samples {
		out[i] = Scored{P: p[i], TA: s.TA}
	}
	return out
}

// Halves parts messages at random: those to learn and plan from, and those to test on.
func Halves(n int, seed int64) (plan, test []int) {
	all := rand.New(rand.NewPCG(uint64(seed), 0)).Perm(n)
	slices.Sort(all[:n/2])
	slices.Sort(all[n/2:])
	return all[:n/2], all[n/2:]
}

// Hopeless reports that a goal cannot be shown with half of n labels, however good
// the model is, and says what would do.
func Hopeless(n int, g Goal) (Choice, bool) {
	if need := rule(g.Leak); n-n/2 < need {
		return Choice{Goal: g, Messages: n - n/2, Expert: n - n/2, AnonymiseAbove: 1, Why: fmt.Sprintf("a leak of at "+
			"most %.3g %% cannot be shown with %d labels: half of them is for the test, and even without a leak it "+
			"takes %d messages that may go; label about %d, or ask for less", 100*g.Leak, n, need, 2*need)}, true
	}
	return Choice{}, false
}
