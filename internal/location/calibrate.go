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
	for _, a := range append([]Attacker{{"logistic regression", m.Weights}}, m.Attackers...) {
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
	// Learn are messages of other authors, from which attackers learn anew as each threshold
	// leaves them; without, they have learned from the text before alone.
	Learn []Record
}

// CalibrateTarget is a threshold that needs no hands: the greatest of those
// tried at which no other kind of attacker guesses better than always naming
// the most frequent cell by more than the margin, and enough words stand. These
// messages are a sample: the upper bound of what the attacker has beyond is to be
// within the margin, so that other messages of the kind are, too. It returns
// what each threshold tried did. None is tried that an empty message is not below.
func (m *Model) CalibrateTarget(
	ctx context.Context, rs []Record, to Target, opt Options, jobs int,
) (float64, []Outcome, error) {
	var tried []Outcome
	kept, safe := 0.0, false
	for _, t := range m.thresholds() {
		opt.Threshold, opt.Objective = t, Machine
		c, err := NewCleaner(m, nil, opt)
		if err != nil {
			return 0, tried, err
		}
		o, err := c.Try(rs, jobs)
		if err != nil {
			return 0, tried, err
		}
		if o.AtMost() <= to.Margin && len(to.Learn) > 0 {
			if o.Anew, err = c.anew(ctx, to.Learn, rs, jobs); err != nil {
				return 0, tried, err
			}
		}
		tried = append(tried, o)
		if o.AtMost() > to.Margin {
			continue
		}
		if o.Kept() >= to.Keep {
			return t, tried, nil
		}
		kept, safe = max(kept, o.Kept()), true
	}
	if safe {
		return 0, tried, fmt.Errorf("no threshold within the margin keeps %.1f %% of the words: %.1f %% at most; "+
			"give a lower --keep, a wider --margin or a coarser grid", 100*to.Keep, 100*kept)
	}
	last, why := tried[len(tried)-1].Threshold, ""
	if last > leastTried {
		why = fmt.Sprintf(", and an empty message gets %.3f already", above(m.Lowest())-0.001)
	}
	return 0, tried, fmt.Errorf("even at %.2f another attacker is better than the most frequent cell by more than "+
		"%.0f points%s; give a wider --margin, a coarser grid or more messages",
		last, 100*to.Margin, why)
}

// anew lets attackers of each kind learn from what is left of some messages, and guess the
// places of others from what is left of those.
func (c *Cleaner) anew(ctx context.Context, known, asked []Record, jobs int) ([]Guess, error) {
	left, err := c.all(known, jobs)
	if err != nil {
		return nil, err
	}
	m, _, err := Train(ctx, left, c.model.Division, c.model.seg, Config{Segmenter: c.model.Segmenter, Jobs: jobs})
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
