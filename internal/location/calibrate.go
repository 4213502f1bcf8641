package location

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/bauta/bauta/internal/learn/logistic"
)

// CalibratePairs is the paper's threshold (section 5): the mean, over messages
// that people shortened until the place was unclear, of the greatest probability
// of what they left.
func (m *Model) CalibratePairs(shortened []string) (float64, error) {
	if len(shortened) == 0 {
		return 0, errors.New("no shortened messages; give a file with original and shortened text")
	}
	sum := 0.0
	for i, s := range shortened {
		d, err := analyse(fmt.Sprint(i+1), s)
		if err != nil {
			return 0, err
		}
		units, err := m.reader().read(d)
		if err != nil {
			return 0, err
		}
		p := m.Probabilities(flat(units))
		sum += float64(p[logistic.Best(p)])
	}
	return sum / float64(len(shortened)), nil
}

// Outcome says what a de-identification did to a corpus.
type Outcome struct {
	Threshold  float64 `json:"threshold"`
	Messages   int     `json:"messages"`
	Touched    int     `json:"touched"`
	Suppressed int     `json:"suppressed"`
	Words      int     `json:"words"`         // of all messages
	InTouched  int     `json:"words_touched"` // of the touched ones
	Deleted    int     `json:"deleted"`
	General    int     `json:"generalised"` // words that a category stands for
	Unproved   int     `json:"not_proved_minimal"`
	Majority   float64 `json:"majority"`
	Before     []Guess `json:"before"` // the model first, then its other attackers
	After      []Guess `json:"after"`
	// Anew are attackers who learned from what was left: [Target].Learn.
	Anew []Guess `json:"anew,omitempty"`
}

// others are the other attackers, after.
func (o Outcome) others() []Guess { return slices.Concat(o.After[1:], o.Anew) }

// Share is the share of the words deleted on the messages touched.
func (o Outcome) Share() float64 {
	if o.InTouched == 0 {
		return 0
	}
	return float64(o.Deleted) / float64(o.InTouched)
}

// Kept is the share of all words that were not deleted.
func (o Outcome) Kept() float64 { return 1 - float64(o.Deleted)/float64(max(o.Words, 1)) }

// Beyond is what the best of the other attackers has left beyond the most
// frequent cell.
func (o Outcome) Beyond() float64 {
	most := math.Inf(-1)
	for _, g := range o.others() {
		most = max(most, g.Beyond)
	}
	return most
}

// AtMost is the upper bound of what any other attacker has left beyond the most
// frequent cell.
func (o Outcome) AtMost() float64 {
	most := math.Inf(-1)
	for _, g := range o.others() {
		most = max(most, g.AtMost)
	}
	return most
}

// Try cleans messages of known places on jobs goroutines and lets all
// attackers guess before and after. In a suppressed message they guess from
// nothing.
func (c *Cleaner) Try(rs []Record, jobs int) (Outcome, error) {
	m := c.model
	o := Outcome{Threshold: c.opt.Threshold}
	before, after := &rows{}, &rows{}
	var inside []Record
	for _, r := range rs {
		if m.Division.Of(r.Point) >= 0 {
			inside = append(inside, r)
		}
	}
	if len(inside) == 0 {
		return o, errors.New("no message lies in a cell of the model's grid; is the model for another place?")
	}
	cleaned := make([]*Cleaned, len(inside))
	err := each(len(inside), jobs, func(i int) error {
		d, err := analyse(inside[i].ID, inside[i].Text)
		if err == nil {
			cleaned[i], err = c.Clean(d)
		}
		return err
	})
	if err != nil {
		return o, err
	}
	for i, r := range inside {
		got, k := cleaned[i], m.Division.Of(r.Point)
		o.add(got)
		before.add(flat(got.Units), k, r)
		after.add(got.left, k, r)
		if k == m.majority() {
			o.Majority += 1 / float64(len(inside))
		}
	}
	bx, ax := m.Vocabulary.matrix(before.words), m.Vocabulary.matrix(after.words)
	for _, a := range append([]Attacker{{nameLogistic, m.Weights}}, m.Attackers...) {
		o.Before = append(o.Before, m.attack(a.Name, a.Weights, bx, before))
		o.After = append(o.After, m.attack(a.Name, a.Weights, ax, after))
	}
	return o, nil
}

// add counts one message.
func (o *Outcome) add(c *Cleaned) {
	o.Messages++
	o.Words += len(c.Units)
	if !c.Minimal {
		o.Unproved++
	}
	if !c.Touched() {
		return
	}
	o.Touched++
	o.InTouched += len(c.Units)
	if c.Suppressed {
		o.Suppressed++
	}
	o.Deleted += c.Count()
	o.General += len(c.General)
}

// each calls f for 0 … n−1 on jobs goroutines (0: one) and returns the error of
// the first that failed.
func each(n, jobs int, f func(int) error) error {
	errs := make([]error, n)
	var next atomic.Int64
	var wg sync.WaitGroup
	for range max(1, jobs) {
		wg.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				errs[i] = f(i)
			}
		})
	}
	wg.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// Target is what a threshold is to reach.
type Target struct {
	Margin float64 // accuracy beyond the most frequent cell that another attacker may keep; 0.02 is two points
	Keep   float64 // share of the words to be left standing at least, 0: however few
	// Tried, if not nil, is told what each threshold did, the safest first.
	Tried func(Outcome)
	// Learn are messages of other authors, from which attackers learn anew as each threshold
	// leaves them; without, they have learned from the text before alone.
	Learn []Record
}

// prepared is a model of the messages known, and what de-identifies at the threshold that
// others set: against attackers who learn anew from the known, too, unless past is all they read.
func prepared(
	ctx context.Context, known, tuning []Record, d *Division, seg Segmenter, c Config, margin float64, past bool,
	opt Options,
) (*Model, *Cleaner, error) {
	m, _, err := Train(ctx, known, d, seg, c)
	if err != nil {
		return nil, nil, err
	}
	to := Target{Margin: margin}
	if !past {
		to.Learn = known
	}
	if opt.Threshold, _, err = m.CalibrateTarget(ctx, tuning, to, opt, c.Jobs); err != nil {
		return m, nil, err
	}
	cleaner, err := NewCleaner(m, nil, opt)
	return m, cleaner, err
}

// CalibrateTarget is a threshold that needs no hands: no other kind of attacker guesses
// better than always naming the most frequent cell by more than the margin, and enough words
// stand. These messages are a sample: the upper bound of what the attacker has beyond is to
// be within the margin, so that other messages of the kind are, too. It returns what each
// threshold tried did. None is tried that an empty message is not below.
func (m *Model) CalibrateTarget(
	ctx context.Context, rs []Record, to Target, opt Options, jobs int,
) (float64, []Outcome, error) {
	var tried []Outcome
	good, err := passed(m.thresholds(), func(t float64) (bool, error) {
		opt.Threshold, opt.Objective = t, Machine
		o, err := m.against(ctx, rs, to, opt, jobs)
		if err == nil {
			tried = append(tried, o)
			if to.Tried != nil {
				to.Tried(o)
			}
		}
		return err == nil && o.AtMost() <= to.Margin, err
	})
	if err != nil {
		return 0, tried, err
	}
	if good == 0 {
		return 0, tried, m.outOfReach(tried[0].Threshold, to.Margin)
	}
	best := tried[good-1]
	if best.Kept() < to.Keep {
		return 0, tried, fmt.Errorf("no threshold within the margin keeps %.1f %% of the words: %.1f %% at most; "+
			"give a lower --keep, a wider --margin or a coarser grid", 100*to.Keep, 100*best.Kept())
	}
	return best.Threshold, tried, nil
}

// passed is how many thresholds pass, tested in the order given, up to the first that does
// not. The order is fixed beforehand, so that no correction is needed: a threshold that is
// wrongly let through is the first wrong one of the order or comes behind it, and that one
// alone has to pass by chance (fixed-sequence testing). The best of all that pass would be
// wrong more often, as each has its own chance.
func passed(thresholds []float64, test func(float64) (bool, error)) (int, error) {
	for i, t := range thresholds {
		if ok, err := test(t); err != nil || !ok {
			return i, err
		}
	}
	return len(thresholds), nil
}

// against lets all attackers of a target guess at the threshold of the options. The margin is
// to hold against each of them, so that the strongest needs no choosing, nor a correction for it.
func (m *Model) against(ctx context.Context, rs []Record, to Target, opt Options, jobs int) (Outcome, error) {
	c, err := NewCleaner(m, nil, opt)
	if err != nil {
		return Outcome{}, err
	}
	o, err := c.Try(rs, jobs)
	if err == nil && o.AtMost() <= to.Margin && len(to.Learn) > 0 {
		o.Anew, err = c.anew(ctx, to.Learn, rs, jobs)
	}
	return o, err
}

// outOfReach says that not even the safest threshold is within the margin.
func (m *Model) outOfReach(safest, margin float64) error {
	why := ""
	if safest > leastTried {
		why = fmt.Sprintf(", and an empty message gets %.3f already", above(m.Lowest())-0.001)
	}
	return fmt.Errorf("even at %.2f another attacker is better than the most frequent cell by more than "+
		"%.0f points%s; give a wider --margin, a coarser grid or more messages", safest, 100*margin, why)
}

// anew lets attackers of each kind learn from what is left of some messages, and guess the
// places of others from what is left of those.
func (c *Cleaner) anew(ctx context.Context, known, asked []Record, jobs int) ([]Guess, error) {
	left, err := c.all(known, jobs)
	if err != nil {
		return nil, err
	}
	how := c.model.made
	how.Jobs, how.Progress = jobs, nil
	m, _, err := Train(ctx, left, c.model.Division, c.model.seg, how)
	if err != nil {
		return nil, err
	}
	if left, err = c.all(asked, jobs); err != nil {
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
	for _, a := range append([]Attacker{{nameLogistic, m.Weights}}, m.Attackers...) {
		out = append(out, m.attack(a.Name+how, a.Weights, x, in))
	}
	return out
}

const leastTried = 0.04

// thresholds are those to be tried, the safest first, none at or below what an empty message
// gets; high ones only where no other is above that.
func (m *Model) thresholds() (out []float64) {
	for _, t := range []float64{
		leastTried, 0.045, 0.05, 0.055, 0.06, 0.065, 0.07, 0.08, 0.09, 0.1, 0.12, 0.14, 0.17, 0.2, 0.25, 0.3, 0.37,
	} {
		if m.Reachable(t) == nil {
			out = append(out, t)
		}
	}
	if len(out) == 0 {
		low := m.Lowest()
		for _, of := range []float64{0.05, 0.2, 0.5, 0.8} { // of the way from there to 1
			out = append(out, above(low+of*(1-low)))
		}
	}
	return out
}
