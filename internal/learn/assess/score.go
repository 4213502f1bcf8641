package assess

import (
	"cmp"
	"errors"
	"math"
	"slices"

	"github.com/bauta/bauta/internal/learn"
)

// Prediction is what a classifier said of one row whose class is known.
type Prediction struct {
	Row    int       // in the dataset
	Class  int       // the true one
	Weight float64   // of the row
	P      []float64 // probability of each class
	Prior  []float64 // share of each class in the training rows (with one row more of each); may be nil
}

// ClassScore holds the figures of one class against all others.
type ClassScore struct {
	Class                          string
	Weight                         float64 // of the rows of the class
	TPRate, FPRate                 float64
	Precision, Recall, F1, ROCArea float64
}

// Report holds the figures of an evaluation.
type Report struct {
	Title       string // what was done
	Seed        int64  // of the folds
	Folds       int    // 0 when not cross-validated
	Classes     []ClassScore
	Average     ClassScore  // weighted by class
	Confusion   [][]float64 // weight by true class and predicted class
	Total       float64     // weight of all rows
	Correct     float64     // weight of the rows whose most probable class was the true one
	Kappa       float64
	Balanced    float64 // balanced accuracy: mean recall of the classes that occur
	MAE, RMSE   float64 // of the probabilities
	RAE, RRSE   float64 // the same relative to always predicting the priors; NaN without priors
	Predictions []Prediction
}

// Accuracy is the share of the rows that were classified correctly.
func (r *Report) Accuracy() float64 { return r.Correct / r.Total }

// Score computes the figures of predictions for the named classes.
func Score(classes []string, preds []Prediction) (*Report, error) {
	r := &Report{Title: "Evaluation", Predictions: preds, Confusion: make([][]float64, len(classes))}
	for c := range classes {
		r.Confusion[c] = make([]float64, len(classes))
	}
	for i := range preds {
		p := &preds[i]
		if p.Class < 0 || p.Class >= len(classes) || len(p.P) != len(classes) {
			return nil, errors.New("a prediction does not fit the classes")
		}
		r.Confusion[p.Class][learn.Best(p.P)] += p.Weight
		r.Total += p.Weight
	}
	if !(r.Total > 0) {
		return nil, learn.ErrNoRows
	}
	r.countErrors(len(classes))
	r.agreement()
	r.Average.Class = "Weighted Avg."
	occurring := 0.0
	for c, name := range classes {
		s := r.class(c)
		s.Class = name
		s.ROCArea = ROCArea(preds, c)
		r.Classes = append(r.Classes, s)
		r.Average.accumulate(s, s.Weight/r.Total)
		if s.Weight > 0 {
			occurring++
			r.Balanced += s.Recall
		}
	}
	r.Balanced /= occurring
	return r, nil
}

// countErrors computes the errors of the probabilities.
func (r *Report) countErrors(classes int) {
	var abs, square, priorAbs, priorSquare float64
	prior := true
	for i := range r.Predictions {
		p := &r.Predictions[i]
		prior = prior && p.Prior != nil
		for c := range classes {
			actual := 0.0
			if c == p.Class {
				actual = 1
			}
			d := p.P[c] - actual
			abs += p.Weight * math.Abs(d)
			square += p.Weight * d * d
			if prior {
				d = p.Prior[c] - actual
				priorAbs += p.Weight * math.Abs(d)
				priorSquare += p.Weight * d * d
			}
		}
	}
	n := r.Total * float64(classes)
	r.MAE, r.RMSE = abs/n, math.Sqrt(square/n)
	r.RAE, r.RRSE = math.NaN(), math.NaN()
	if prior {
		r.RAE, r.RRSE = abs/priorAbs, math.Sqrt(square/priorSquare)
	}
}

// agreement computes the weight that is correct, and kappa.
func (r *Report) agreement() {
	chance := 0.0
	for c := range r.Confusion {
		r.Correct += r.Confusion[c][c]
		rows, columns := 0.0, 0.0
		for k := range r.Confusion {
			rows += r.Confusion[c][k]
			columns += r.Confusion[k][c]
		}
		chance += rows * columns
	}
	chance /= r.Total * r.Total
	if chance >= 1 {
		r.Kappa = 1
		return
	}
	r.Kappa = (r.Correct/r.Total - chance) / (1 - chance)
}

func (r *Report) class(c int) ClassScore {
	var s ClassScore
	predicted := 0.0
	for k := range r.Confusion {
		s.Weight += r.Confusion[c][k]
		predicted += r.Confusion[k][c]
	}
	tp := r.Confusion[c][c]
	s.TPRate = ratio(tp, s.Weight)
	s.FPRate = ratio(predicted-tp, r.Total-s.Weight)
	s.Precision, s.Recall = ratio(tp, predicted), s.TPRate
	s.F1 = ratio(2*s.Precision*s.Recall, s.Precision+s.Recall)
	return s
}

func ratio(a, b float64) float64 {
	if b == 0 {
		return 0
	}
	return a / b
}

func (s *ClassScore) accumulate(o ClassScore, share float64) {
	if share == 0 {
		return
	}
	s.Weight += o.Weight
	s.TPRate += share * o.TPRate
	s.FPRate += share * o.FPRate
	s.Precision += share * o.Precision
	s.Recall += share * o.Recall
	s.F1 += share * o.F1
	s.ROCArea += share * o.ROCArea
}

// ROCArea is the chance that a row of the class gets a higher probability of it
// than a row of another class, equal ones counting a half; NaN where one of the
// two does not occur.
func ROCArea(preds []Prediction, class int) float64 {
	order := make([]int, len(preds))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(preds[a].P[class], preds[b].P[class]) })
	var area, positive, negative float64
	for from := 0; from < len(order); {
		p := preds[order[from]].P[class]
		var pos, neg float64
		for from < len(order) && preds[order[from]].P[class] == p {
			x := &preds[order[from]]
			if x.Class == class {
				pos += x.Weight
			} else {
				neg += x.Weight
			}
			from++
		}
		area += pos * (negative + neg/2)
		positive, negative = positive+pos, negative+neg
	}
	if positive == 0 || negative == 0 {
		return math.NaN()
	}
	return area / (positive * negative)
}
