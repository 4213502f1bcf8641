package neural

import "math"

// The activations are needed a thousand times and more for each token: the
// logistic function comes from a table, in straight lines between its points,
// which errs by 2e-7 at most, and the hyperbolic tangent is 2σ(2x) − 1.
const (
	tableEnd  = 16  // beyond, σ is 0 or 1 in float32
	tableStep = 256 // points to a unit
)

var sigmoids = func() (t [2*tableEnd*tableStep + 1]float32) {
	for i := range t {
		t[i] = float32(1 / (1 + math.Exp(tableEnd-float64(i)/tableStep)))
	}
	return t
}()

// sigmoid returns 1/(1+e^−x); 0 for what is no number.
func sigmoid(x float32) float32 {
	if !(x > -tableEnd) {
		return 0
	}
	if x >= tableEnd {
		return 1
	}
	p := (x + tableEnd) * tableStep
	i := uint32(p)
	if i >= uint32(len(sigmoids)-1) {
		return 1
	}
	a := sigmoids[i]
	return a + (p-float32(i))*(sigmoids[i+1]-a)
}

// tanhf returns the hyperbolic tangent.
func tanhf(x float32) float32 { return 2*sigmoid(2*x) - 1 }
