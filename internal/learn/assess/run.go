package assess

import (
	"fmt"

	"github.com/bauta/bauta/internal/learn"
)

// CrossValidate learns k times from all but one fold and tests on that fold.
// Rows without a class are left out.
func CrossValidate(l learn.Learner, d *learn.Dataset, k int, seed int64) (*Report, error) {
	d = d.Labelled()
	folds, err := Stratified(d, k, seed)
	if err != nil {
		return nil, err
	}
	var preds []Prediction
	for i, f := range folds {
		if preds, err = predict(preds, l, d, f); err != nil {
			return nil, fmt.Errorf("fold %d of %d: %w", i+1, k, err)
		}
	}
	r, err := Score(d.Class.Values, preds)
	if err != nil {
		return nil, err
	}
	r.Title, r.Seed, r.Folds = "Stratified cross-validation", seed, k
	return r, nil
}

func predict(preds []Prediction, l learn.Learner, d *learn.Dataset, f Fold) ([]Prediction, error) {
	train := d.Subset(f.Train)
	c, err := l.Learn(train)
	if err != nil {
		return nil, err
	}
	prior := train.ClassWeights()
	sum := 0.0
	for i := range prior {
		prior[i]++
		sum += prior[i]
	}
	for i := range prior {
		prior[i] /= sum
	}
	return apply(preds, c, d, f.Test, prior), nil
}

func apply(preds []Prediction, c learn.Classifier, d *learn.Dataset, rows []int, prior []float64) []Prediction {
	k := len(d.Class.Values)
	all := make([]float64, k*len(rows))
	for n, i := range rows {
		if d.Y[i] < 0 {
			continue
		}
		p := all[n*k : (n+1)*k : (n+1)*k]
		c.Probabilities(d.X[i], p)
		preds = append(preds, Prediction{Row: i, Class: d.Y[i], Weight: d.Weight(i), P: p, Prior: prior})
	}
	return preds
}
