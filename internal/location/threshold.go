package location

import (
	"context"
	"fmt"
	"slices"
)

// Target is what a threshold is to reach.
type Target struct {
	Margin float64 // accuracy beyond the most frequent cell that another attacker may keep; 0.02 is two points
	Keep   float64 // share of the words to be left standing at least, 0: however few
	// Learn are messages of other authors, from which attackers learn anew as each threshold
	// leaves them; without, they have learned from the text before alone.
	Learn []Record
	// How says how they learn; the segmenter is the model's own.
	How Config
	// Tried, if not nil, is told what each threshold did, the least first.
	Tried func(Outcome)
}

// CalibrateTarget is a threshold that needs no hands: the greatest at which no other
// kind of attacker guesses better than always naming the most frequent cell by more
// than the margin, and enough words stand. These messages are a sample: the upper
// bound of what the attacker has beyond is to be within the margin, so that other
// messages of the kind are, too. None is tried that an empty message is not below.
//
// Thresholds are tried from the least, which is the safest, and the first that fails
// ends the search: each claim is made only where all before it held, in an order that was
// fixed beforehand, so that one of them is wrong with a chance of at most 5 %, however
// many are tried (testing in a fixed sequence; Maurer, Hothorn and Lehmacher 1995).
// Of the greatest that holds anywhere, among many, the chance would be far more. It returns what each
// threshold tried did, the greatest first.
func (m *Model) CalibrateTarget(
	ctx context.Context, rs []Record, to Target, opt Options, jobs int,
) (float64, []Outcome, error) {
	tried, err := inSequence(m.thresholds(), to.Margin, func(t float64) (Outcome, error) {
		opt.Threshold, opt.Objective = t, Machine
		o, err := m.attempt(ctx, rs, to, opt, jobs)
		if err == nil && to.Tried != nil {
			to.Tried(o)
		}
		return o, err
	})
	if err != nil {
		return 0, tried, err
	}
	kept, safe := 0.0, false
	for _, o := range tried {
		if o.AtMost() > to.Margin {
			continue
		}
		if o.Kept() >= to.Keep {
			return o.Threshold, tried, nil
		}
		kept, safe = max(kept, o.Kept()), true
	}
	if safe {
		return 0, tried, fmt.Errorf("no threshold within the margin keeps %.1f %% of the words: %.1f %% at most; "+
			"give a lower --keep, a wider --margin or a coarser grid", 100*to.Keep, 100*kept)
	}
	least, why := tried[len(tried)-1].Threshold, ""
	if least > leastTried {
		why = fmt.Sprintf(", and an empty message gets %.3f already", above(m.Lowest())-0.001)
	}
	return 0, tried, fmt.Errorf("even at %.2f another attacker is better than the most frequent cell by more than "+
		"%.0f points%s; give a wider --margin, a coarser grid or more messages",
		least, 100*to.Margin, why)
}

// inSequence tries thresholds, which fall, from the last on, up to the first that is not
// within the margin. What it returns falls, too.
func inSequence(thresholds []float64, margin float64, try func(float64) (Outcome, error)) (tried []Outcome, err error) {
	for _, t := range slices.Backward(thresholds) {
		o, err := try(t)
		if err != nil {
			return nil, err
		}
		tried = append(tried, o)
		if o.AtMost() > margin {
			break
		}
	}
	slices.Reverse(tried)
	return tried, nil
}

// attempt is what a threshold does. Attackers who learn anew are asked only where those
// who are there already are held off.
func (m *Model) attempt(ctx context.Context, rs []Record, to Target, opt Options, jobs int) (Outcome, error) {
	c, err := NewCleaner(m, nil, opt)
	if err != nil {
		return Outcome{}, err
	}
	o, err := c.Try(rs, jobs)
	if err == nil && o.AtMost() <= to.Margin && len(to.Learn) > 0 {
		to.How.Jobs = jobs
		o.Anew, err = c.anew(ctx, to.Learn, rs, to.How)
	}
	return o, err
}

// anew lets attackers of each kind learn from what is left of some messages, and guess the
// places of others from what is left of those.
func (c *Cleaner) anew(ctx context.Context, known, asked []Record, how Config) ([]Guess, error) {
	left, err := c.all(known, how.Jobs)
	if err != nil {
		return nil, err
	}
	how.Segmenter = c.model.Segmenter
	m, _, err := Train(ctx, left, c.model.Division, c.model.seg, how)
	if err != nil {
		return nil, err
	}
	if left, err = c.all(asked, how.Jobs); err != nil {
		return nil, err
	}
	rows, err := prepare(left, m.Division, m.reader())
	if err != nil {
		return nil, err
	}
	return m.guesses(rows, " learned anew"), nil
}

// guesses are those of the model and of its other attackers.
func (m *Model) guesses(in *rows, how string) (out []Guess) {
	x := m.Vocabulary.matrix(in.words)
	for _, a := range append([]Attacker{{"logistic regression", m.Weights}}, m.Attackers...) {
		out = append(out, m.attack(a.Name+how, a.Weights, x, in))
	}
	return out
}

const leastTried = 0.04

// thresholds are those to be tried, none at or below what an empty message gets;
// high ones only where no other is above that.
func (m *Model) thresholds() (out []float64) {
	for _, t := range []float64{
		0.37, 0.3, 0.25, 0.2, 0.17, 0.14, 0.12, 0.1, 0.09, 0.08, 0.07, 0.065, 0.06, 0.055, 0.05, 0.045, leastTried,
	} {
		if m.Reachable(t) == nil {
			out = append(out, t)
		}
	}
	if len(out) == 0 {
		low := m.Lowest()
		for _, of := range []float64{0.8, 0.5, 0.2, 0.05} { // of the way from there to 1
			out = append(out, above(low+of*(1-low)))
		}
	}
	return out
}
