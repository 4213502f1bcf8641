// Package learntest helps the tests of what learns: objectives made of functions, and
// the check of a gradient against differences.
package learntest

import (
	"math"

	"github.com/bauta/bauta/internal/learn"
)

// ObjectiveFunc makes an Objective of a function.
type ObjectiveFunc func(x, grad []float64) float64

// Eval calls the function.
func (f ObjectiveFunc) Eval(x, grad []float64) float64 { return f(x, grad) }

// GradientError compares the gradient of obj at x with central differences of
// width 2h and returns the largest relative error and the component that has
// it: |numeric − analytic| / max(1, |numeric|, |analytic|). Only the
// components listed are tried; nil means all. h = 0 means 1e-5. A correct
// gradient of a smooth function gives about 1e-8; x is unchanged on return.
func GradientError(obj learn.Objective, x []float64, components []int, h float64) (worst float64, at int) {
	if h <= 0 {
		h = 1e-5
	}
	if components == nil {
		components = make([]int, len(x))
		for i := range components {
			components[i] = i
		}
	}
	grad, scratch := make([]float64, len(x)), make([]float64, len(x))
	obj.Eval(x, grad)
	at = -1
	for _, i := range components {
		old := x[i]
		x[i] = old + h
		up := obj.Eval(x, scratch)
		x[i] = old - h
		down := obj.Eval(x, scratch)
		x[i] = old
		numeric := (up - down) / (2 * h)
		e := math.Abs(numeric-grad[i]) / max(1, math.Abs(numeric), math.Abs(grad[i]))
		if at < 0 || e > worst || math.IsNaN(e) {
			worst, at = e, i
		}
		if math.IsNaN(e) {
			break
		}
	}
	return worst, at
}
