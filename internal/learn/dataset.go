package learn

import (
	"errors"
	"fmt"
	"math"
)

// Missing returns the value of a cell that is not known (a NaN).
func Missing() float64 { return math.NaN() }

// Attribute is one column of a [Dataset].
type Attribute struct {
	Name   string
	Values []string // of a nominal attribute; nil means numeric
}

// Numeric says whether the attribute holds numbers, not one of a list of values.
func (a Attribute) Numeric() bool { return a.Values == nil }

// Dataset is a table of rows for a classifier: attributes, and a nominal class
// kept apart from them.
//
// X is n × len(Attributes): a number, or the index of a nominal value, or NaN
// where the value is missing. Y is n class indexes, -1 where the class is
// missing. W is n weights; nil means that each row weighs 1. Rows may be shared
// between datasets and are never written.
type Dataset struct {
	Name       string
	Attributes []Attribute
	Class      Attribute
	X          [][]float64
	Y          []int
	W          []float64
}

// Errors of [Dataset.Check] that a caller may want to tell apart.
var (
	ErrNoRows   = errors.New("no labelled rows")
	ErrOneClass = errors.New("all rows are of one class; a classifier needs rows of two")
)

// Len returns the number of rows.
func (d *Dataset) Len() int { return len(d.X) }

// Weight returns the weight of row i.
func (d *Dataset) Weight(i int) float64 {
	if d.W == nil {
		return 1
	}
	return d.W[i]
}

// Subset returns the dataset of the given rows, in that order; a row may come
// twice. The rows themselves are shared.
func (d *Dataset) Subset(rows []int) *Dataset {
	s := &Dataset{
		Name: d.Name, Attributes: d.Attributes, Class: d.Class,
		X: make([][]float64, len(rows)), Y: make([]int, len(rows)),
	}
	if d.W != nil {
		s.W = make([]float64, len(rows))
	}
	for k, i := range rows {
		s.X[k], s.Y[k] = d.X[i], d.Y[i]
		if d.W != nil {
			s.W[k] = d.W[i]
		}
	}
	return s
}

// ClassWeights returns the sum of the weights of each class.
func (d *Dataset) ClassWeights() []float64 {
	sum := make([]float64, len(d.Class.Values))
	for i, y := range d.Y {
		if y >= 0 {
			sum[y] += d.Weight(i)
		}
	}
	return sum
}

// Check returns an error when the table does not hold together: rows of another
// width, a class or nominal value that does not exist, an infinite number, a
// weight that is negative or not finite, or no row with a class.
func (d *Dataset) Check() error {
	if len(d.Y) != len(d.X) || d.W != nil && len(d.W) != len(d.X) {
		return fmt.Errorf("%d rows, %d classes, %d weights; the counts must be equal", len(d.X), len(d.Y), len(d.W))
	}
	if d.Class.Numeric() || len(d.Class.Values) == 0 {
		return fmt.Errorf("the class %q is not nominal; a classifier needs a list of classes", d.Class.Name)
	}
	labelled := 0
	for i, row := range d.X {
		if err := d.CheckRow(row); err != nil {
			return fmt.Errorf("row %d: %w", i+1, err)
		}
		if d.Y[i] < -1 || d.Y[i] >= len(d.Class.Values) {
			return fmt.Errorf("row %d: class %d of %d does not exist", i+1, d.Y[i], len(d.Class.Values))
		}
		if w := d.Weight(i); !(w >= 0) || math.IsInf(w, 0) {
			return fmt.Errorf("row %d: weight %v; it must be finite and not negative", i+1, w)
		}
		if d.Y[i] >= 0 {
			labelled++
		}
	}
	if labelled == 0 {
		return ErrNoRows
	}
	return nil
}

// CheckRow returns an error when a row does not fit the attributes.
func (d *Dataset) CheckRow(row []float64) error {
	if len(row) != len(d.Attributes) {
		return fmt.Errorf("%d values; expected %d, one for each attribute", len(row), len(d.Attributes))
	}
	for a, v := range row {
		attr := &d.Attributes[a]
		switch {
		case math.IsNaN(v):
		case math.IsInf(v, 0):
			return fmt.Errorf("attribute %q is infinite; use a finite number or leave it missing", attr.Name)
		case !attr.Numeric() && (v != math.Trunc(v) || v < 0 || v >= float64(len(attr.Values))):
			return fmt.Errorf("attribute %q has value %v of %d", attr.Name, v, len(attr.Values))
		}
	}
	return nil
}

// Labelled returns the dataset without the rows whose class is missing; d
// itself when there are none.
func (d *Dataset) Labelled() *Dataset {
	rows := make([]int, 0, len(d.Y))
	for i, y := range d.Y {
		if y >= 0 {
			rows = append(rows, i)
		}
	}
	if len(rows) == len(d.Y) {
		return d
	}
	return d.Subset(rows)
}
