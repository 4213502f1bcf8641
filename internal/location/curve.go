package location

import (
	"context"
	"fmt"
	"io"
)

// CurvePoint is a training on a part of the messages.
type CurvePoint struct {
	Messages int     `json:"messages"`
	Accuracy float64 `json:"accuracy"`
	Top5     float64 `json:"top5"`
}

// Curve trains on growing shares of the authors of the training messages and
// measures on the test messages. Each share holds the smaller ones.
func Curve(
	ctx context.Context, training, test []Record, d *Division, seg Segmenter, c Config, shares []float64,
) ([]CurvePoint, error) {
	var out []CurvePoint
	for _, share := range shares {
		if !(share > 0 && share <= 1) {
			return nil, fmt.Errorf("share %g of the training messages; give numbers above 0 and up to 1", share)
		}
		var some []Record
		for _, r := range training {
			if draw(r, c.Seed^curveSeed) < share {
				some = append(some, r)
			}
		}
		m, _, err := Train(ctx, some, d, seg, c)
		if err != nil {
			return nil, fmt.Errorf("%d messages: %w", len(some), err)
		}
		r, err := m.Evaluate(test)
		if err != nil {
			return nil, err
		}
		out = append(out, CurvePoint{len(some), r.Accuracy, r.Top5})
	}
	return out, nil
}

const curveSeed = 0xd1b54a32d192ed03

// WriteCurveText prints the curve as a table.
func WriteCurveText(w io.Writer, points []CurvePoint) error {
	_, err := fmt.Fprintln(w, "messages  accuracy  among five")
	for _, p := range points {
		if err == nil {
			_, err = fmt.Fprintf(w, "%8d  %8.3f  %10.3f\n", p.Messages, p.Accuracy, p.Top5)
		}
	}
	return err
}
