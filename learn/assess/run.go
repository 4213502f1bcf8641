package assess

import (
	"fmt"

	"github.com/bauta/bauta/learn"
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

// HoldOut learns from the first n rows and tests on the later ones.
func HoldOut(l learn.Learner, d *learn.Dataset, n int) (*Report, error) {
	f, err := InOrder(d, n)
	if err != nil {
		return nil, err
	}
	if err := d.Check(); err != nil {
		return nil, err
	}
	preds, err := predict(nil, l, d, f)
	if err != nil {
		return nil, err
	}
	r, err := Score(d.Class.Values, preds)
	if err != nil {
		return nil, err
	}
	r.Title = fmt.Sprintf("Hold-out in order: first %d rows, then %d", len(f.Train), len(f.Test))
	return r, nil
}

// Predict returns what a classifier says of each labelled row of a dataset.
func Predict(c learn.Classifier, d *learn.Dataset) ([]Prediction, error) {
	if err := d.Check(); err != nil {
		return nil, err
	}
	rows := make([]int, d.Len())
	for i := range rows {
		rows[i] = i
	}
	return apply(nil, c, d, rows, nil), nil
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

// Point is one step of a learning curve.
type Point struct {
	Rows   int // learnt from
	Report *Report
}

// LearningCurve learns from growing parts of the training rows, taken in a
// random order that each part continues, and tests each on the same test rows.
// A size beyond the training rows means all of them.
func LearningCurve(l learn.Learner, train, test *learn.Dataset, sizes []int, seed int64) ([]Point, error) {
	train = train.Labelled()
	rows := make([]int, train.Len())
	for i := range rows {
		rows[i] = i
	}
	learn.NewRand(seed).Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
	var curve []Point
	for _, n := range sizes {
		n = min(n, len(rows))
		if n < 1 {
			return nil, fmt.Errorf("cannot learn from %d rows", n)
		}
		c, err := l.Learn(train.Subset(rows[:n]))
		if err != nil {
			return nil, fmt.Errorf("%d rows: %w", n, err)
		}
		preds, err := Predict(c, test)
		if err != nil {
			return nil, err
		}
		r, err := Score(train.Class.Values, preds)
		if err != nil {
			return nil, err
		}
		r.Title, r.Seed = fmt.Sprintf("Learning from %d rows", n), seed
		curve = append(curve, Point{n, r})
	}
	return curve, nil
}
