package logistic

import (
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"slices"

	"github.com/bauta/bauta/internal/learn"
)

// Config is the setting of a training. The zero value works.
type Config struct {
	C         float64 // inverse strength of the penalty ‖W‖²/2C; 0 means 1
	OneVsRest bool    // one logistic function a class instead of one softmax
	MaxIter   int     // 0 means 200
	Delta     float64 // stop when the loss falls by less (relative) in 10 iterations; 0 means 1e-4
	Memory    int     // correction pairs of L-BFGS; 0 means 3
	Jobs      int     // goroutines; 0 means all cores. The result does not depend on it
	Warm      *Model  // where to start, of the same features and classes; nil means at 0

	// Related, if not nil, is a matrix R of classes × classes with values, and
	// the weights are W = V·Rᵀ with the penalty on V: what is learned for a class
	// speaks for those that share with it (a Gaussian prior of covariance R·Rᵀ,
	// such as that of neighbouring cells of a map).
	Related *Matrix

	// Targets, if not nil, is a matrix of rows × classes with values that sum to 1
	// in each row: the share of each class that is right for the row, in the place
	// of its class alone (soft targets). It does not go with OneVsRest.
	Targets *Matrix

	// Parts, if not nil, is a matrix of features × features with values: the
	// weight of a feature is its own and, times these, those of its parts, which
	// have none themselves (a word and the letter groups in it). It is as if each
	// row held the parts beside the feature, at a fraction of the work.
	Parts *Matrix

	// Progress, if not nil, is called after each iteration; false stops.
	Progress func(learn.Progress) bool
}

// Errors of Train that a caller may want to tell apart.
var (
	ErrNoRows   = errors.New("no rows to learn from")
	ErrOneClass = errors.New("all rows are of one class; a classifier needs rows of two")
)

// Train learns from rows x of classes y, each in [0, classes).
func (c Config) Train(ctx context.Context, x *Matrix, y []int, classes int) (*Model, learn.Report, error) {
	labels, err := c.check(x, y, classes)
	if err != nil {
		return nil, learn.Report{}, err
	}
	if c.C == 0 {
		c.C = 1
	}
	if c.MaxIter == 0 {
		c.MaxIter = 200
	}
	if c.Delta == 0 {
		c.Delta = 1e-4
	}
	if c.Memory == 0 {
		c.Memory = 3
	}
	if c.Jobs == 0 {
		c.Jobs = runtime.GOMAXPROCS(0)
	}
	o := newObjective(x, labels, classes, c)
	point := make([]float64, o.len())
	if c.Warm != nil {
		o.start(point, c.Warm)
	}
	opt := learn.LBFGS{Memory: c.Memory, MaxIter: c.MaxIter, Delta: c.Delta, Jobs: c.Jobs, Progress: c.Progress}
	report, err := opt.Minimize(ctx, o, point)
	if err != nil {
		return nil, report, err
	}
	m := o.model(point, x.Cols, c.Parts)
	for _, w := range m.Weight {
		if math.IsNaN(float64(w)) || math.IsInf(float64(w), 0) {
			return nil, report, errors.New("the regression has no finite solution; are there values of enormous size?")
		}
	}
	return m, report, nil
}

func (c Config) check(x *Matrix, y []int, classes int) ([]int32, error) {
	if err := x.Check(); err != nil {
		return nil, err
	}
	switch {
	case x.Rows() == 0:
		return nil, ErrNoRows
	case len(y) != x.Rows():
		return nil, fmt.Errorf("%d rows and %d classes of rows do not fit", x.Rows(), len(y))
	case classes < 2 || classes > 1<<16:
		return nil, fmt.Errorf("%d classes; 2 to 65,536 can be told apart", classes)
	case c.C < 0 || math.IsNaN(c.C) || math.IsInf(c.C, 0):
		return nil, fmt.Errorf("penalty C is %v; it must be positive", c.C)
	case c.Related != nil && !c.Related.between(classes):
		return nil, fmt.Errorf("the matrix of related classes is not %d × %d with values", classes, classes)
	case c.Parts != nil && !c.Parts.fit(x.Cols):
		return nil, fmt.Errorf("the matrix of parts is not %d × %d with values, or a part has parts", x.Cols, x.Cols)
	case c.Warm != nil && (c.Warm.Classes != classes || c.Warm.Features() != x.Cols):
		return nil, fmt.Errorf("the model to start from has %d features and %d classes, the rows %d and %d",
			c.Warm.Features(), c.Warm.Classes, x.Cols, classes)
	}
	if err := c.checkTargets(x.Rows(), classes); err != nil {
		return nil, err
	}
	return labelsOf(y, classes)
}

// between reports a matrix with values that has a row and a column a class.
func (m *Matrix) between(classes int) bool {
	return m.Rows() == classes && m.Cols == classes && m.Val != nil && m.Check() == nil
}

// labelsOf checks that the classes of the rows are such, and not all one.
func labelsOf(y []int, classes int) ([]int32, error) {
	labels, other := make([]int32, len(y)), false
	for i, k := range y {
		if k < 0 || k >= classes {
			return nil, fmt.Errorf("row %d is of class %d of %d", i, k, classes)
		}
		labels[i] = int32(k)
		other = other || k != y[0]
	}
	if !other {
		return nil, ErrOneClass
	}
	return labels, nil
}

// start sets the point to the weights of a model.
func (o *objective) start(point []float64, m *Model) {
	k, n := o.classes, o.cols.len()
	from := m.Weight
	if o.related != nil || o.parts != nil {
		if from = m.latent; from == nil {
			return // only a model of this process can be traced back
		}
	}
	for f, c := range o.cols.of {
		if c < 0 {
			continue
		}
		// Merged features have equal weights where the model was trained on
		// them; elsewhere their sum over √k is the nearest start.
		share := float64(o.cols.share[f]) / float64(o.scale[c])
		for j, w := range from[f*k : (f+1)*k] {
			point[int(c)*k+j] += float64(w) * share
		}
	}
	for j, b := range m.Bias {
		point[n*k+j] = float64(b) / float64(o.scale[n])
	}
}

// model gives the features their weights.
func (o *objective) model(point []float64, features int, parts *Matrix) *Model {
	k, n := o.classes, o.cols.len()
	m := &Model{
		Classes: k, Weight: make([]float32, features*k), Bias: make([]float32, k), Temperature: 1, OneVsRest: o.oneRest,
	}
	for f, c := range o.cols.of {
		if c < 0 {
			continue
		}
		s := float64(o.cols.share[f]) * float64(o.scale[c])
		for j, v := range point[int(c)*k : int(c+1)*k] {
			m.Weight[f*k+j] = float32(v * s)
		}
	}
	for j, v := range point[n*k:] {
		m.Bias[j] = float32(v * float64(o.scale[n]))
	}
	if parts == nil && o.related == nil {
		return m
	}
	m.latent = slices.Clone(m.Weight)
	if parts != nil {
		for f := range features {
			col, val := parts.Row(f)
			for i, g := range col {
				axpy(val[i], m.latent[int(g)*k:int(g+1)*k], m.Weight[f*k:(f+1)*k])
			}
		}
	}
	if o.related != nil {
		mix := newMixer(o.related, columnBlock)
		for f := 0; f < features; f += columnBlock {
			mix.forward(m.Weight[f*k : min(features, f+columnBlock)*k])
		}
	}
	return m
}

// fit reports whether a matrix can be one of parts.
func (x *Matrix) fit(features int) bool {
	if x.Rows() != features || x.Cols != features || x.Val == nil || x.Check() != nil {
		return false
	}
	for _, g := range x.Col {
		if col, _ := x.Row(int(g)); len(col) > 0 {
			return false
		}
	}
	return true
}
