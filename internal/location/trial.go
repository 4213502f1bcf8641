package location

import (
	"context"
	"fmt"
	"io"
)

// Split is what one split of the authors gave.
type Split struct {
	Seed     uint64  `json:"seed"`
	Guessing Report  `json:"guessing"` // on the parts that the model did not see
	Cleaning Outcome `json:"cleaning"` // on the test part, at the threshold of the calibration part
}

// Trial is the whole way on several splits of the authors.
type Trial []Split

// Try goes the whole way for each seed: a model of the training part, a
// threshold of the calibration part alone ([Model.CalibrateTarget]), and what
// both are worth on the test part, which had no say in either. Where past is set, attackers
// learned from the text before alone.
func Try(
	ctx context.Context, rs []Record, d *Division, seg Segmenter, c Config, seeds []uint64, margin float64, past bool,
	opt Options,
) (Trial, error) {
	var out Trial
	for _, seed := range seeds {
		c.Seed = seed
		s, err := trySplit(ctx, rs, d, seg, c, margin, past, opt)
		if err != nil {
			return nil, fmt.Errorf("seed %d: %w", seed, err)
		}
		out = append(out, s)
	}
	return out, nil
}

func trySplit(
	ctx context.Context, rs []Record, d *Division, seg Segmenter, c Config, margin float64, past bool,
	opt Options,
) (Split, error) {
	s := Split{Seed: c.Seed}
	part := map[Part][]Record{}
	for _, p := range []Part{Training, Tuning, Testing, HeldParts} {
		some, err := Select(rs, p, c.Seed)
		if err != nil {
			return s, err
		}
		part[p] = some
	}
	m, cleaner, err := prepared(ctx, part[Training], part[Tuning], d, seg, c, margin, past, opt)
	if err != nil {
		return s, err
	}
	if s.Guessing, err = m.Evaluate(part[HeldParts]); err != nil {
		return s, err
	}
	if s.Cleaning, err = cleaner.Try(part[Testing], c.Jobs); err == nil && !past {
		s.Cleaning.Anew, err = cleaner.anew(ctx, part[Training], part[Testing], c.Jobs)
	}
	return s, err
}

// figures are the columns of a trial's table, by their head.
func (s Split) figures() []float64 {
	o := s.Cleaning
	out := []float64{s.Guessing.Accuracy, s.Guessing.Top5, s.Guessing.ECE, o.Threshold, o.Majority}
	for i, g := range o.After {
		out = append(out, o.Before[i].Accuracy, g.Accuracy)
	}
	words := float64(max(1, o.InTouched))
	return append(out, o.Beyond(), float64(o.Touched)/float64(max(1, o.Messages)), o.Share(), float64(o.General)/words)
}

// WriteText prints a row for each split and their mean.
func (t Trial) WriteText(w io.Writer) error {
	if len(t) == 0 {
		return nil
	}
	heads := []string{"accuracy", "among five", "calibration error", "threshold", "most frequent cell"}
	for _, g := range t[0].Cleaning.After {
		heads = append(heads, g.Name+" before", g.Name+" after")
	}
	heads = append(heads, "best other attacker beyond the most frequent cell", "messages touched",
		"their words deleted", "their words generalised")
	head := fmt.Sprintf("%-50s", "seed")
	for _, s := range t {
		head += fmt.Sprintf("%8d", s.Seed)
	}
	if _, err := fmt.Fprintln(w, head+"    mean"); err != nil {
		return err
	}
	for i, h := range heads {
		line, mean := fmt.Sprintf("%-50s", h), 0.0
		for _, s := range t {
			v := s.figures()[i]
			line += fmt.Sprintf("%8.3f", v)
			mean += v / float64(len(t))
		}
		if _, err := fmt.Fprintf(w, "%s%8.3f\n", line, mean); err != nil {
			return err
		}
	}
	return nil
}
