package neural

import "math"

// A curve is high/(1 + 2^(steep·x)) + low. The activations are needed a thousand times and more for
// each token: the power of two comes from the bits of a float for the whole part and from the
// series for the rest, within 2e-7, the same to the bit on every machine.
type curve struct{ steep, high, low float32 }

var (
	logistic   = curve{-math.Log2E, 1, 0}      // σ(x) = 1/(1 + e^−x)
	hyperbolic = curve{-2 * math.Log2E, 2, -1} // tanh x = 2σ(2x) − 1
)

// series are what a curve is worked out with: the bounds of the exponent; what a number is
// rounded by, being added and taken away; the factors of 2^f, (ln 2)^i / i!, from the sixth to the
// one of no power.
var series = [...]float32{
	115, -115, 3 << 22,
	0.00015403530393381609, 0.0013333558146428443, 0.009618129107628477,
	0.05550410866482158, 0.24022650695910072, math.Ln2, 1,
}

// of replaces numbers by their points on the curve; what is no number counts as the greatest exponent.
func (c curve) of(x []float32) {
	whole := len(x) / group * group
	if whole > 0 {
		curves(x[:whole], c)
	}
	c.plain(x[whole:])
}

func (c curve) plain(x []float32) {
	for j, v := range x {
		t := float32(v * c.steep)
		if !(t < series[0]) {
			t = series[0]
		}
		t = max(t, series[1])
		n := t + series[2]
		f := t - (n - series[2])
		p := series[3]
		for _, a := range series[4:] {
			p = float32(p*f) + a // rounded: no machine takes two steps as one
		}
		e := math.Float32frombits(math.Float32bits(p) + math.Float32bits(n)<<23)
		x[j] = c.high/(1+e) + c.low
	}
}

// activate turns the sums of one row into gates, cell and state. prev is the
// cell before, nil where there is none.
func activate(gates, prev, cell, tanh, h []float32) {
	n := len(h)
	in, forget, fresh, out := gates[:n], gates[n:2*n], gates[2*n:3*n], gates[3*n:4*n]
	cell, tanh = cell[:n], tanh[:n]
	logistic.of(gates[:2*n])
	hyperbolic.of(fresh)
	logistic.of(out)
	for j := range in {
		cell[j] = in[j] * fresh[j]
	}
	if prev != nil {
		for j, c := range prev[:n] {
			cell[j] += float32(forget[j] * c)
		}
	}
	copy(tanh, cell)
	hyperbolic.of(tanh)
	for j, o := range out {
		h[j] = o * tanh[j]
	}
}
