package location

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/bauta/bauta/eval"
)

// Told is how often attackers tell where messages were written.
type Told struct {
	By    string     // the strongest of them
	Found eval.Bound // messages told; the interval knows that those of one author hang together
}

// Attack is what a release tells of the places of those who wrote it, to who knows those
// of others.
type Attack struct {
	Told
	Majority float64 // share of the cell that is named most, which needs no text
	// Cleaned is the same after the release was de-identified for a threshold, by
	// attackers who learn from what is left.
	Threshold float64
	Cleaned   Told
	// Unclean says why no threshold was found.
	Unclean error
}

// Play lets attackers learn from most authors and guess the cells of the others, from what
// is released. rs are the messages as they were, released their texts in the release, in the
// same order. One attacker of each kind learned from the release, one from the messages as
// they were. What lowers it is tried: de-identified so that within the margin none is
// better than who names the most frequent cell.
func Play(
	ctx context.Context, rs []Record, released []string, d *Division, seg Segmenter, c Config, margin float64,
	opt Options,
) (Attack, error) {
	var out Attack
	if len(rs) != len(released) {
		return out, fmt.Errorf("%d messages have places, and the release has %d; give the file of which it was made, "+
			"whole", len(rs), len(released))
	}
	now := make([]Record, len(rs))
	for i, r := range rs {
		r.Text = released[i]
		now[i] = r
	}
	var err error
	if out.Told, out.Majority, err = strongest(ctx, [][]Record{now, rs}, now, d, seg, c); err != nil {
		return out, err
	}
	cleaner, err := calibrated(ctx, now, d, seg, c, margin, opt)
	if err != nil {
		out.Unclean = err
		return out, ctx.Err()
	}
	out.Threshold = cleaner.opt.Threshold
	left, err := cleaner.all(now, c.Jobs)
	if err != nil {
		return out, err
	}
	out.Cleaned, _, err = strongest(ctx, [][]Record{left, now}, left, d, seg, c)
	return out, err
}

// calibrated is what de-identifies a corpus at the threshold of its calibration part.
func calibrated(
	ctx context.Context, rs []Record, d *Division, seg Segmenter, c Config, margin float64, opt Options,
) (*Cleaner, error) {
	known, err := Select(rs, Training, c.Seed)
	if err != nil {
		return nil, err
	}
	tuning, err := Select(rs, Tuning, c.Seed)
	if err != nil {
		return nil, err
	}
	_, cleaner, err := prepared(ctx, known, tuning, d, seg, c, margin, false, opt)
	return cleaner, err
}

// all gives messages as they stand after de-identification.
func (c *Cleaner) all(rs []Record, jobs int) ([]Record, error) {
	out := slices.Clone(rs)
	err := each(len(rs), jobs, func(i int) error {
		d, err := analyse(rs[i].ID, rs[i].Text)
		if err != nil {
			return err
		}
		got, err := c.Clean(d)
		if err == nil {
			out[i].Text = got.Apply(rs[i].Text, "")
		}
		return err
	})
	return out, err
}

// strongest lets attackers learn from each corpus and guess in another: which of them is the
// strongest is seen in its middle part, and how strong that one is in the last, which the choice
// does not flatter.
func strongest(
	ctx context.Context, from [][]Record, in []Record, d *Division, seg Segmenter, c Config,
) (best Told, majority float64, err error) {
	chosen, err := Select(in, Tuning, c.Seed)
	if err != nil {
		return best, 0, err
	}
	asked, err := Select(in, Testing, c.Seed)
	if err != nil {
		return best, 0, err
	}
	most := -1.0
	for i, corpus := range from {
		known, err := Select(corpus, Training, c.Seed)
		if err != nil {
			return best, 0, err
		}
		m, _, err := Train(ctx, known, d, seg, c)
		if err != nil {
			return best, 0, err
		}
		before, _, err := m.asked(chosen, learned[i])
		if err != nil {
			return best, 0, err
		}
		told, n, err := m.asked(asked, learned[i])
		if err != nil {
			return best, 0, err
		}
		for j, g := range told {
			if before[j].Accuracy > most {
				most, majority = before[j].Accuracy, g.Accuracy-g.Beyond
				best = Told{g.Name, bounded(g, n)}
			}
		}
	}
	return best, majority, nil
}

// asked are the guesses of all attackers about some messages, and how many those are.
func (m *Model) asked(rs []Record, how string) ([]Guess, int, error) {
	rows, err := prepare(rs, m.Division, m.reader())
	if err == nil && len(rows.words) == 0 {
		err = errors.New("no message asked about lies in a cell of the grid; give more messages")
	}
	if err != nil {
		return nil, 0, err
	}
	return m.guesses(rows, how), len(rows.class), nil
}

// bounded bounds the share of messages whose cell an attacker tells: that of as many as are
// apart, as those of one author are told together.
func bounded(g Guess, n int) eval.Bound {
	b := eval.ClopperPearson(int(math.Round(g.Accuracy*float64(g.apart))), g.apart)
	b.Events, b.Trials, b.Rate = int(math.Round(g.Accuracy*float64(n))), n, g.Accuracy
	return b
}

// AttackerNames are those by which [Play] calls the attackers.
func AttackerNames() (out []string) {
	for _, name := range [...]string{nameLogistic, nameBayes, nameCentroid} {
		for _, from := range learned {
			out = append(out, name+from)
		}
	}
	return out
}

// The attackers, by name.
const (
	nameLogistic = "logistic regression"
	nameBayes    = "naive Bayes"
	nameCentroid = "nearest centroid"
)

// learned says what the attackers of strongest learned from.
var learned = [2]string{" learned from the release", " learned from the text before"}
